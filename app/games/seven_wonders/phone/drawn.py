"""Cards, leaders, boards and tokens of 7 Wonders as SVG, made of the sprite's figures; what stands on them is in
`app.games.seven_wonders.glyphs`.

Nothing here is read out: the words stand beside it.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

from markupsafe import Markup

from app.games.seven_wonders import brings, called, reference
from app.games.seven_wonders import words as say
from app.games.seven_wonders.glyphs import CHAINS, LEADER, chain_of, cost, counted, effects, face
from app.looks.atoms import lay
from app.looks.buildings import building, standing
from app.looks.figures import ACTS, CARD_SIGNS, GOODS, MORE_ACTS, known
from app.phones import faces
from app.phones.faces import MINUS, atoms, text, use
from app.phones.sprite import figures, sign
from app.phones.wonders import stood
from app.shown.play import Price
from app.text.languages import Words, both
from app.text.reference import Thing
from engine.seven_wonders.cards import Data

Units = tuple[tuple[str, int], ...]
Wares = tuple[tuple[str, ...], ...]

SYMBOLS: Final = figures(dict.fromkeys([*CARD_SIGNS, *GOODS, *CHAINS.values(), *ACTS, *MORE_ACTS]))


class Labels:
    """What templates say and draw of the game. One for each set of game data that is played with."""

    say = say  # the game's words, for what needs no data
    brings = brings
    called = called
    identity = staticmethod(say.identity)
    action = staticmethod(say.action)
    did = staticmethod(say.did)
    variant = staticmethod(say.variant)
    variants = staticmethod(say.variants)
    variant_says = staticmethod(say.variant_says)
    house_rule = staticmethod(say.house_rule)
    assumed = staticmethod(say.assumed)
    name_of = staticmethod(called.name_of)
    refer = reference
    money = staticmethod(faces.money)

    def __init__(self, facts: Data) -> None:
        self.facts = facts
        self._face = cache(lambda slug: face(slug, facts))
        self.stage = cache(self._stage)
        self.building = cache(self._building)

    def says(self, w: Words, slug: str) -> str:
        """All a card or a leader brings, and which cards make it free."""
        if slug in self.facts.leaders:
            leader = self.facts.leaders[slug]
            return f"{brings.leader_says(w, slug, self.facts)} · {brings.leader_cost(w, leader)}"
        return " · ".join(filter(None, (brings.card_says(w, slug, self.facts), brings.free_with(w, slug, self.facts))))

    def stage_says(self, w: Words, board: str, number: int) -> str:
        """What a stage (from 1) costs and brings."""
        return brings.stage_whole(w, board, number, self.facts)

    def by_name(self, w: Words, slugs: Iterable[str]) -> list[tuple[str, str]]:
        """These with their names, in the order of them."""
        return sorted(((slug, called.name_of(w, slug)) for slug in slugs), key=lambda it: it[1].casefold())

    def names(self, w: Words, slugs: Iterable[str]) -> str:
        return both(w, [called.name_of(w, slug) for slug in slugs])

    def makes(self, w: Words, units: Units, choices: Wares) -> str:
        """`wood, 2 × ore, stone/clay`."""
        return ", ".join(brings.made(w, dict(units), choices))

    def sells(self, w: Words, units: Units, choices: Wares, raw: int, made: int) -> str:
        """What a neighbour sells, and for how much."""
        price = w("You pay for each: raw {raw}, manufactured {made}", raw=raw, made=made)
        return f"{self.makes(w, units, choices)}. {price}"

    def science(self, w: Words, symbols: Units) -> str:
        return w("Science: {symbols}", symbols=", ".join(f"{n} × {called.symbol(w, slug)}" for slug, n in symbols))

    def colour(self, slug: str) -> str:
        return LEADER if slug in self.facts.leaders else self.facts.cards[slug].colour

    def card(self, slug: str, price: Price | None = None, left: bool = False, right: bool = False) -> Markup:
        """A card or a leader, with what it costs now and which neighbours are paid, where that is known."""
        if price is None:
            return faces.card(self._face(slug))
        return faces.traded(self._face(slug), price, left, right, "" if price.can else "off")

    def back(self, age: int) -> Markup:
        """A card that lies face down; age 0: a leader."""
        if age:
            return faces.back(age, False)
        box = '<rect class="bg down" x="2" y="2" width="96" height="120" rx="10"/>'
        return faces.card_of(LEADER, box + use(LEADER, 50, 60, 44, "k-stone"))

    def chip(self, freed: str) -> Markup:
        """The chain symbol by which a card is free."""
        return faces.chain(chain_of(freed))

    def figure(self, slug: str) -> str:
        """The name of a good's, or a symbol's, figure."""
        return known("brick" if slug == "clay" else slug)

    def cell(self, board: str, number: int, price: Price, left: bool, right: bool) -> Markup:
        """The next stage as a card: what it brings, its cost, what it costs now."""
        stage = self.facts.boards[board].stages[number - 1]
        drawn = '<rect class="bg" x="2" y="2" width="96" height="120" rx="10"/>' + use("wonder", 16, 16, 22, "k-stone")
        drawn += text(34, 16, 17, str(number))
        drawn += atoms(lay(effects(stage.effects), 50, 47, 88, 38, 38))
        drawn += '<rect class="band" x="3.5" y="68" width="93" height="26"/>'
        drawn += atoms(lay([cost(stage.cost)], 50, 81, 88, 22, 22))
        paid = use("left", 15, 108, 16) * left + use("right", 85, 108, 16) * right
        drawn += f'<g transform="translate(0 28)">{faces.pill(price, 28)}</g>{paid}'
        return faces.card_of("next", drawn, "" if price.can else "off")

    def risen(self, number: int) -> Markup:
        """A stage that was built, as a card in front of its seat."""
        drawn = '<rect class="bg" x="2" y="2" width="96" height="120" rx="10"/>'
        drawn += use("wonder", 50, 46, 56, "k-stone") + text(50, 98, 30, str(number))
        return faces.card_of("stage", drawn)

    def token(self, value: int) -> Markup:
        """A victory token, or below 0 a defeat token."""
        if value < 0:
            drawn = use("loss", 20, 20, 38, "k-mute") + text(20, 17, 15, f"{MINUS}{-value}")
        else:
            drawn = '<circle class="win" cx="20" cy="20" r="17"/>' + text(20, 20, 20, str(value))
        return Markup(f'<svg class="dc dv" viewBox="0 0 40 40" aria-hidden="true">{drawn}</svg>')

    def count(self, what: str) -> str:
        """The name of the figure by which something is counted."""
        return counted(what).what

    def drawn(self, thing: Thing) -> Markup:
        """A thing of the reference, small."""
        match thing.kind:
            case "card" | "leader":
                return sign(self.colour(thing.slug))
            case "wonder":
                return self.building(thing.slug.rpartition("-")[0], 1, 1)
        table = self.facts.table
        return self.token(-table.defeat if thing.slug == reference.DEFEAT else table.victory[int(thing.slug) - 1])

    def _stage(self, board: str, number: int, state: str) -> Markup:
        """One stage: `built` shows what it brings, `next` what it costs, `later` both small."""
        stage = self.facts.boards[board].stages[number - 1]
        drawn = f'<rect class="st {state}" x="2" y="2" width="96" height="66" rx="8"/>'
        if state == "built":
            drawn += atoms(lay(effects(stage.effects), 50, 35, 86, 54, 50))
        else:
            drawn += atoms(lay(effects(stage.effects), 50, 23, 86, 32, 32))
            drawn += atoms(lay([cost(stage.cost)], 50, 54, 86, 22, 22))
        return Markup(f'<svg class="dc ds" viewBox="0 0 100 70" aria-hidden="true">{drawn}</svg>')

    def _building(self, wonder: str, built: int, count: int) -> Markup:
        """A wonder, as much of it in stone as its stages are built."""
        drawn = stood(building(wonder), standing(wonder, built, count))
        return Markup('<svg class="dw db" viewBox="-2 -2 104 104" aria-hidden="true">{}</svg>').format(drawn)
