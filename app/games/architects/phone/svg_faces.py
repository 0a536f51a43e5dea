"""Small drawings of the pages: faces as SVG (laid out by `app.games.architects.face_layouts`), symbols, pills."""

from collections.abc import Collection, Iterable
from functools import cache
from typing import Final

from markupsafe import Markup, escape

from app.games.architects import action_text, effect_text, printed_names, reference, reported_things
from app.games.architects import face_layouts as of
from app.games.architects import words_facade as say
from app.games.architects.shared_table_facts import Piles
from app.looks.drawing_data import DEPTH, HEADROOM, WIDE
from app.looks.piece_faces import struck
from app.phones.svg_faces import frame_with_title, svg
from app.phones.svg_wonders import sky
from app.text import translation
from app.text.reference import PrintedThing
from app.text.translation import Words
from app.web.appearance_cookies import cache_by_look, is_plain
from app.web.svg_sprites import icon, sign
from engine.architects.data_schema import Data
from engine.architects.view_json import CardEffect
from engine.memoize import memoize

COVERED: Final = "?"
CARD: Final = 100  # units, width of a card
ABOVE_NAME: Final = 90  # units, height of a card above its name …
SEAL: Final = 23  # … and of its seal below
TOKEN: Final = 30  # units, radius
MEDAL: Final = 50  # units, radius
SIDE: Final = 170.0  # units, width of a wonder
HIGH: Final = SIDE * (HEADROOM + DEPTH) / WIDE  # height of a wonder
LARGEST_NUMBER: Final = 32.0  # in a wonder


class Labels:
    """Functions that templates call to render the game. One instance for each set of game data in use."""

    say = say  # words that need no game data
    effects = effect_text
    names = printed_names
    actions = action_text
    refer = reference
    reports = reported_things
    sky = staticmethod(sky)
    identity = staticmethod(say.identity)
    finished_action = staticmethod(say.finished_action)
    variant = staticmethod(say.variant)

    def __init__(self, data: Data) -> None:
        self.facts = data
        self._faces = data.cards
        self.card = self.face = cache_by_look(self._face)
        self.titled = cache_by_look(self._titled)
        self.gift = cache_by_look(self._gift)
        self.disc = cache_by_look(self._disc)
        self.tiny = cache(self._tiny)
        self.medal = cache_by_look(self._medal)
        self.piles = memoize(500)(self._piles)

    def wonder(self, slug: str, built: Collection[int], following: Collection[int]) -> Markup:
        """Render a wonder: built stages with their points, the others with their cost."""
        stages, plain = self.facts.wonders[slug].stages, is_plain()
        face = of.wonder(
            slug, stages, of.states(len(stages), built, following), SIDE, HIGH, LARGEST_NUMBER, plain=plain
        )
        return svg(face, f"wonder {sky(slug)}".strip())

    def stage_box(self, slug: str, stage: int) -> tuple[float, float, float, float]:
        return of.boxes(slug, self.facts.wonders[slug].stages, SIDE, HIGH, is_plain())[stage - 1]

    def mini(self, slug: str, built: Collection[int]) -> Markup:
        """Render a small wonder as far as it is built, without numbers."""
        stages = self.facts.wonders[slug].stages
        states = tuple("built" if n in built else "shade" for n in range(1, len(stages) + 1))
        return svg(of.wonder(slug, stages, states, SIDE, HIGH, plain=is_plain()), "wonder mini")

    def drawn(self, thing: PrintedThing) -> Markup:
        """Render a small picture of a thing in the reference."""
        match thing.kind:
            case "card":
                return self.face(thing.slug)
            case "token":
                return self.disc(thing.slug)
            case "medal":
                return self.medal(thing.slug)
            case "back":
                return self.face(COVERED)
        return icon("wonder" if thing.kind == "wonder" else "medal")

    def card_says(self, w: Words, card: str) -> str:
        return effect_text.card_says(w, card, self.facts)

    def token_says(self, w: Words, token: str) -> str:
        return effect_text.token_says(w, token, self.facts)

    def wonder_says(self, w: Words, wonder: str) -> str:
        return effect_text.wonder_says(w, wonder, self.facts)

    def wonder_effect(self, w: Words, wonder: str) -> str:
        """Describe the effects of a wonder's stages."""
        return " ".join(effect_text.wonder_effect(w, one) for one in self.facts.wonders[wonder].effects)

    def medal_name(self, w: Words, medal: str) -> str:
        return effect_text.medal(w, medal, self.facts)

    def medal_says(self, w: Words, medal: str) -> str:
        return effect_text.medal_says(w, medal, self.facts)

    def describe_effect(self, w: Words, effect: CardEffect) -> str:
        return action_text.describe_effect(w, effect, self.facts)

    def action(self, w: Words, text: str, people: tuple[str, ...]) -> str:
        return say.action(w, text, people, self.facts)

    def variant_effect(self, w: Words, slug: str) -> str:
        return say.variant_effect(w, slug, self.facts)

    def uncertainty_note(self, w: Words, slugs: Iterable[str]) -> str:
        return say.uncertainty_note(w, slugs, self.facts)

    def _face(self, card: str | None) -> Markup:
        """Render a card; None: no card; `?`: its back."""
        if card is None:
            return Markup('<span class="face none">–</span>')
        if card == COVERED:
            return svg(of.back(CARD, is_plain()), "back")
        return svg(of.card(self.facts, card, CARD, is_plain()), "face")

    def _titled(self, lang: str, card: str | None) -> Markup:
        """Render a card with its name: on a plate between picture and seal, or below it if it has neither."""
        w = translation.words(lang)
        if card is None or card == COVERED:
            return self._below(card, w("face down") if card else w("empty"))
        name, halves = printed_names.card(w, card), of.in_halves(self.facts, card, CARD, ABOVE_NAME, SEAL)
        if halves is None or is_plain():
            return self._below(card, name)
        above, seal = halves
        return frame_with_title(svg(above), self._faces[card].colour, translation.capital(name), svg(seal, "seal"))

    def _below(self, card: str | None, name: str) -> Markup:
        return self.face(card) + Markup('<b class="n">{}</b>').format(name)

    def _gift(self) -> Markup:
        """Render a face-down card before a seat."""
        return svg(of.gift(CARD, is_plain()), "gift")

    def _tiny(self, card: str) -> Markup:
        """Render a card as two small signs, for rows of them."""
        face = self._faces[card]
        cat = icon("cat") if face.cat else ""
        inside = f"<b>{face.points}</b>{cat}" if face.points else icon("horn") * face.horns or icon("shield")
        if face.colour not in ("blue", "red"):
            inside = icon(card)
        return Markup(f"{sign(face.colour)}{inside}")

    def _disc(self, token: str, cls: str = "") -> Markup:
        """Render a progress token."""
        return svg(struck(of.token(self.facts, token, TOKEN)), f"disc {cls}".strip())

    def _medal(self, medal: str, cls: str = "") -> Markup:
        """Render a medal: a hexagon with the signs of its requirement."""
        return svg(of.medal(self.facts.medals[medal].need, MEDAL, plain=is_plain()), f"medal {cls}".strip())

    def _piles(self, lang: str, p: Piles, lean: str = "") -> Markup:
        """Render pills of the cards and pieces before a seat; a touch on one explains it."""
        w = translation.words(lang)
        pills = []
        if p.grey:
            pills.append(_cards(w, "grey", p.grey, lean))
        if p.coins:
            pills.append(_cards(w, "yellow", (("coin", p.coins),), lean))
        if p.green:
            pills.append(_cards(w, "green", p.green, lean))
        if p.blue:
            label = w.ngettext("{n} point on blue cards", "{n} points on blue cards", p.blue)
            pills.append(_pill("blue", "x-blue", label, f"{sign('blue')}{p.blue}", lean))
        if p.shields or p.horns:
            label = w.ngettext("{n} shield", "{n} shields", p.shields)
            inside = f"{sign('red')}{icon('shield')}{p.shields}"
            if p.horns:
                label += ", " + w.ngettext("{n} horn", "{n} horns", p.horns)
                inside += f" {icon('horn')}{p.horns}"
            pills.append(_pill("red", "x-shields", label, inside, lean))
        if p.military:
            label = w.ngettext("{n} military token", "{n} military tokens", p.military)
            pills.append(_pill("red", "x-military", label, f"{icon('medal')}{p.military}", lean))
        return Markup("").join(pills)


def _cards(w: Words, colour: str, cards: Iterable[tuple[str, int]], lean: str) -> Markup:
    cards = tuple(cards)
    label = ", ".join(f"{n} × {printed_names.card(w, card)}" for card, n in cards)
    inside = sign(colour) + Markup(" ").join(Markup(f"<span>{icon(card)}{n}</span>") for card, n in cards)
    return _pill(colour, f"c-{cards[0][0]}", label, inside, lean)


def _pill(colour: str, says: str, label: str, inside: str, lean: str) -> Markup:
    cls = f"pill {colour} {lean}".strip()
    return Markup(f'<button class="{cls}" data-say="{says}" aria-label="{escape(label)}">{inside}</button>')
