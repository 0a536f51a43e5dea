"""Cards, leaders, boards and tokens of 7 Wonders as SVG, laid out by `app.games.seven_wonders.face_layouts`.

No SVG is read aloud: the words are beside it.
"""

from collections.abc import Iterable
from functools import partial
from typing import Final

from markupsafe import Markup

from app.games.seven_wonders import effect_text, printed_names, reference
from app.games.seven_wonders import face_layouts as of
from app.games.seven_wonders import words_facade as say
from app.games.seven_wonders.face_icons import CHAINS, LEADER, chain_of, icon_of_count
from app.games.text_only.template_labels import WordLabels
from app.looks.drawing_data import SHAPE
from app.looks.symbols import ACTS, CARD_SIGNS, GOODS, MORE_ACTS, figure_name
from app.phones import svg_faces
from app.phones.svg_faces import TALL, WIDE, CardDrawings, pill, svg, use
from app.phones.svg_wonders import sky
from app.shown.play.table_description import Price
from app.text.reference import PrintedThing
from app.text.translation import Words, both
from app.web.appearance_cookies import cache_by_look, is_plain
from app.web.svg_sprites import figures, sign
from engine.memoize import memoize
from engine.seven_wonders.data_schema import Data

Units = tuple[tuple[str, int], ...]
Wares = tuple[tuple[str, ...], ...]

PRICE: Final = 28  # units: how high a price stands below everything, and which neighbours are paid
STAGE: Final = (100, 70)  # units
SYMBOLS: Final = figures(dict.fromkeys([*CARD_SIGNS, *GOODS, *CHAINS.values(), *ACTS, *MORE_ACTS]))


class Labels(WordLabels):
    """Words and drawings for templates; one instance for each set of game data in use."""

    effects = effect_text
    names = printed_names
    name_of = staticmethod(printed_names.name_of)
    refer = reference
    gable = staticmethod(svg_faces.gable)
    money = staticmethod(svg_faces.money)
    sky = staticmethod(sky)

    facts: Data

    def __init__(self, data: Data) -> None:
        super().__init__(say, data)
        self.stage = cache_by_look(self._stage)
        self.building = cache_by_look(self._building)
        self.draw_back = cache_by_look(self._draw_back)
        self.token = cache_by_look(self._token)
        self._face = memoize(512)(partial(of.card, data))
        self._card = memoize(1024)(self._draw_card)
        self.cards = CardDrawings(lambda slug: of.card(data, slug, WIDE, TALL, plain=is_plain()))
        self._stage_card = memoize(64)(of.stage_card)
        self.describe = memoize(512)(self._describe)
        self.stage_says = memoize(128)(partial(effect_text.stage_whole, data=data))

    def _describe(self, w: Words, slug: str) -> str:
        """Describe a card or leader with its effects, and the cards that make it free."""
        if slug in self.facts.leaders:
            leader = self.facts.leaders[slug]
            return f"{effect_text.leader_says(w, slug, self.facts)} · {effect_text.leader_cost(w, leader)}"
        return " · ".join(
            filter(
                None, (effect_text.card_says(w, slug, self.facts), effect_text.name_chain_cards(w, slug, self.facts))
            )
        )

    def join_names(self, w: Words, slugs: Iterable[str]) -> str:
        return both(w, [printed_names.name_of(w, slug) for slug in slugs])

    def list_goods(self, w: Words, units: Units, choices: Wares) -> str:
        """Format production: `wood, 2 × ore, stone/clay`."""
        return ", ".join(effect_text.list_production(w, dict(units), choices))

    def sells(self, w: Words, units: Units, choices: Wares, raw: int, made: int) -> str:
        """Describe a neighbour's goods and prices."""
        price = w("You pay for each: raw {raw}, manufactured {made}", raw=raw, made=made)
        return f"{self.list_goods(w, units, choices)}. {price}"

    def science(self, w: Words, symbols: Units) -> str:
        return w(
            "Science: {symbols}", symbols=", ".join(f"{n} × {printed_names.symbol(w, slug)}" for slug, n in symbols)
        )

    def colour(self, slug: str) -> str:
        return LEADER if slug in self.facts.leaders else self.facts.cards[slug].colour

    def card(self, slug: str, price: Price | None = None, left: bool = False, right: bool = False) -> Markup:
        """Draw a card or leader, with its current price and the paid neighbours if known."""
        return self._card(slug, price, left, right, is_plain())

    def _draw_card(self, slug: str, price: Price | None, left: bool, right: bool, plain: bool) -> Markup:
        if price is None:
            return svg(self._face(slug, WIDE, TALL, plain=plain))
        face = self._face(slug, WIDE, TALL, over=True, below=PRICE, plain=plain)
        return svg(face, "dc" if price.can else "dc off", _draw_price(price, left, right), price.chain)

    def _draw_back(self, age: int) -> Markup:
        """Draw a card back; age 0: a leader."""
        return svg(of.draw_back(age, WIDE, TALL, plain=is_plain()))

    def chip(self, freed: str) -> Markup:
        """Draw the chain symbol that makes a card free."""
        return svg_faces.chain(chain_of(freed))

    def figure(self, slug: str) -> str:
        """Return the name of a resource's or symbol's figure."""
        return figure_name(slug)

    def cell(self, board: str, number: int, price: Price, left: bool, right: bool) -> Markup:
        """Draw the next stage as a card with its effects, cost and current price."""
        face = self._stage_card(self.facts.boards[board].stages[number - 1], number, WIDE, TALL, PRICE)
        return svg(face, "dc" if price.can else "dc off", _draw_price(price, left, right))

    def risen(self, number: int) -> Markup:
        """Draw a built stage as a card in front of its seat."""
        return svg(of.risen(number, WIDE, TALL))

    def _token(self, value: int) -> Markup:
        """Draw a victory token or, for a negative value, a defeat token."""
        return svg(of.token(value, 40), "dv")

    def count(self, what: str) -> str:
        """Return the name of the figure of a counted thing."""
        return icon_of_count(what).what

    def drawn(self, thing: PrintedThing) -> Markup:
        """Draw a small thing of the reference."""
        match thing.kind:
            case "card" | "leader":
                return sign(self.colour(thing.slug))
            case "wonder":
                return self.building(thing.slug.rpartition("-")[0], 1, 1)
            case "back":
                return self.draw_back(int(thing.slug))
        table = self.facts.table
        return self.token(-table.defeat if thing.slug == reference.DEFEAT else table.victory[int(thing.slug) - 1])

    def _stage(self, board: str, number: int, state: str) -> Markup:
        """Draw one stage: `built` with its effects, `next` and `later` also with its cost."""
        stage = self.facts.boards[board].stages[number - 1]
        if state == "built":
            return svg(of.built_stage(stage, *STAGE), "ds")
        return svg(of.draw_stage(stage, number, number - 1 - (state == "later"), *STAGE), "ds")

    def _building(self, wonder: str, built: int, count: int, ahead: bool = False) -> Markup:
        """Draw a wonder with its built stages in stone. `ahead`: outline the next stage."""
        return svg(of.wonder(wonder, built, count, 100, 100 / SHAPE, ahead), "db")


def _draw_price(price: Price, left: bool, right: bool) -> str:
    """Draw the current price at the bottom centre, and arrows to the paid neighbours."""
    paid = use("left", 15, 110, 16) * left + use("right", 85, 110, 16) * right
    return pill(price, 28, 100) + paid
