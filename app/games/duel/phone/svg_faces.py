"""Cards, wonders and tokens of Duel as SVG; their marks come from `app.games.duel.face_layouts`.

Prices are placed above the printed cost, so the visible part of a covered card shows everything but that cost. No SVG
is read aloud: the words are beside it.
"""

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup, escape

from app.games.duel import action_text, cost_text, effect_text, printed_names, reference
from app.games.duel import face_layouts as of
from app.games.duel import words_facade as say
from app.games.duel.face_icons import list_paid_goods
from app.games.duel.phone.template_values import SlotPart
from app.games.duel.shared_table_facts import price
from app.games.text_only.template_labels import WordLabels
from app.looks import card_faces
from app.looks.drawing_data import SHAPE
from app.looks.face_layout import Face, stone_building
from app.looks.piece_faces import struck
from app.looks.plain_wonder_shapes import parts_of
from app.looks.symbols import ACTS, CARD_SIGNS, CHAINS, SCIENCE, figure_name
from app.phones import svg_faces
from app.phones.svg_faces import TALL, WIDE, CardDrawings, pill, svg
from app.phones.svg_wonders import sky
from app.shown.play.table_description import Price
from app.text.reference import PrintedThing
from app.text.translation import Words
from app.web.appearance_cookies import cache_by_look, is_plain
from app.web.svg_sprites import figures, icon, sign
from engine.duel.data_schema import AGES, Data
from engine.duel.view_json import BuildOption
from engine.memoize import memoize

PRICES: Final = 25  # units, height of both prices above the printed cost
VISIBLE_HEIGHT: Final = 95  # units, of a card below others
WONDER: Final = (160, 100)  # units
TAG: Final = 26  # units: height of its price, in its upper right corner
LOW: Final = (160, 80)  # units, a wonder in the strip of the reader's own
LOW_PRICE: Final = 62  # units: width of its price, beside its cost
TRACK: Final = 320  # units, width of the military track
TOKEN: Final = 30  # units, radius
SYMBOLS: Final = figures([*CARD_SIGNS, *(name for name in CHAINS), *SCIENCE, *ACTS])


class Labels(WordLabels):
    """Functions that templates call to render the game. One instance for each set of game data in use."""

    effects = effect_text
    names = printed_names
    actions = action_text
    receipts = cost_text
    refer = reference
    money = staticmethod(svg_faces.money)
    chip = staticmethod(svg_faces.chain)
    sky = staticmethod(sky)

    facts: Data

    def __init__(self, data: Data) -> None:
        super().__init__(say, data)
        self.disc = cache_by_look(self._disc)
        self.wonder = cache_by_look(self._wonder)
        self.low = cache_by_look(self._low)
        self.wonder_alone = cache_by_look(self._wonder_alone)
        self.draw_back = cache_by_look(self._draw_back)
        self._card = memoize(512)(self._draw_card)
        self.cards = CardDrawings(lambda slug: of.card(data, slug, WIDE, TALL, plain=is_plain()))

    def card_says(self, w: Words, slug: str) -> str:
        return effect_text.card_says(w, slug, self.facts)

    def wonder_says(self, w: Words, slug: str) -> str:
        return effect_text.wonder_says(w, slug, self.facts)

    def describe_slot(self, w: Words, part: SlotPart, other: str) -> str:
        """Describe a face-up card for a screen reader."""
        assert part.card is not None
        return cost_text.describe_slot_card(w, part.card, part.mine, part.theirs, other)

    def wonder_cost(self, w: Words, slug: str) -> str:
        return effect_text.wonder_cost(w, slug, self.facts)

    def token_says(self, w: Words, slug: str) -> str:
        return effect_text.token_says(w, slug, self.facts)

    def uncovers(self, w: Words, frees: Sequence[SlotPart], other: str) -> Markup:
        """Render the cards that a card uncovers; face-down ones are drawn, and named for screen readers only."""
        told = cost_text.uncovers(w, [(each.card, each.guild, each.theirs) for each in frees], other)
        down = [self.draw_back(each.age, each.guild, "down1") for each in frees if not each.card]
        if not down:
            return escape(told)
        named = cost_text.uncovers(w, [(each.card, each.guild, each.theirs) for each in frees if each.card], other)
        shown = named if len(down) < len(frees) else w("Uncovers: {cards}", cards="")
        return _pair_with_text(told, escape(shown) + Markup("").join(down))

    def receipt(self, w: Words, option: BuildOption, other: str) -> Markup:
        """Explain a price; missing goods are drawn with the price of each, as on the screen."""
        told = " · ".join(cost_text.receipt(w, option, other, self.facts))
        if option.chain or not option.units:
            return escape(told)
        drawn = svg_faces.money(option.cost - option.traded) if option.cost > option.traded else Markup()
        for n, unit, each in list_paid_goods(option, self.facts):
            good = icon(self.figure(unit.resource), "t1")
            drawn += Markup('<span class="unit {}">{} {}{} {}</span>').format(
                unit.why, n, good, svg_faces.money(), each
            )
        return _pair_with_text(told, drawn)

    def colour(self, slug: str) -> str:
        return self.facts.cards[slug].colour

    def card(
        self, slug: str, mine: BuildOption | None = None, theirs: BuildOption | None = None, cls: str = "dc"
    ) -> Markup:
        """Render a card, with its current price for both seats where it is known."""
        return self._card(slug, price(mine) if mine else None, price(theirs) if theirs else None, cls, is_plain())

    def _draw_card(self, slug: str, mine: Price | None, theirs: Price | None, cls: str, plain: bool) -> Markup:
        priced = mine is not None
        face = of.card(self.facts, slug, WIDE, TALL, priced, between=PRICES if priced else 0, plain=plain)
        over = "".join(pill(each, x, 73, side) for each, x, side in ((mine, 4, ""), (theirs, 52, " th")) if each)
        return svg(face, cls, over, mine is not None and mine.chain)

    def _draw_back(self, age: int, guild: bool, cls: str = "dc") -> Markup:
        """Render a face-down card as it shows below others."""
        return svg(card_faces.draw_back(age, guild, WIDE, TALL, VISIBLE_HEIGHT, plain=is_plain()), cls)

    def figure(self, slug: str) -> str:
        """Return the name of a good's or symbol's figure."""
        return figure_name(slug)

    def drawn(self, thing: PrintedThing) -> Markup:
        """Render a small picture of a thing in the reference."""
        match thing.kind:
            case "card":
                return sign(self.colour(thing.slug))
            case "token":
                return self.disc(thing.slug)
            case "back":
                return self.draw_back(AGES if thing.slug == "guild" else int(thing.slug), thing.slug == "guild")
        return icon("wonder" if thing.kind == "wonder" else "swords", "t1")

    def track(self, pawn: int, tolls: tuple[tuple[int, ...], tuple[int, ...]]) -> Markup:
        """Render the military track; `pawn` above 0 is right of the middle."""
        return svg(of.track(self.facts, pawn, tolls, TRACK, plain=is_plain()), "track")

    def _wonder(self, slug: str, built: bool, whole: bool = False) -> Markup:
        """Render a wonder. `whole`: in stone, built or not."""
        tag, cls = (0, "dc dw built") if built else (TAG, "dc dw")
        return svg(of.wonder(self.facts, slug, *WONDER, built, whole, tag), cls)

    def _low(self, slug: str, built: bool = False, bare: bool = False) -> Markup:
        """Render a wonder in little height. `bare`: without its picture, which stands above it."""
        cls = "dc dw built" if built else "dc dw"
        return svg(of.wonder(self.facts, slug, *LOW, built, beside=LOW_PRICE, bare=bare), cls)

    def _wonder_alone(self, slug: str, built: bool) -> Markup:
        """Render a wonder alone: in stone, or its outline."""
        stone = stone_building(slug, parts_of(slug) * built, -WIDE / 2, -WIDE / SHAPE / 2, WIDE, WIDE / SHAPE)
        return svg(Face(WIDE, WIDE / SHAPE, "zone", (stone,)), "stands")

    def _disc(self, slug: str) -> Markup:
        """Render a progress token."""
        return svg(struck(of.token(self.facts, slug, TOKEN)), "dk")


def _pair_with_text(told: str, drawn: Markup) -> Markup:
    """Combine a drawing for those who see with a text for screen readers."""
    return Markup('<span class="read">{}</span><span class="drawn" aria-hidden="true">{}</span>').format(told, drawn)
