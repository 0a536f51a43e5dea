"""Cards, wonders and tokens of Duel as SVG, made of the sprite's figures; what stands on them is in `glyphs`.

A card is 100 wide and 124 high: sign and chain, what it brings, both prices, what it costs. So the part that a covered
card shows has all but the printed cost. Nothing here is read out: the words stand beside it.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

from markupsafe import Markup

from app.games.duel import words as say
from app.games.duel.glyphs import DOME, Placed, building, cost, effects, lay
from app.games.duel.phone.parts import Lying
from app.looks.figures import ACTS, CARD_SIGNS, CHAINS, SCIENCE, known
from app.phones.sprite import figures
from app.text.languages import Words
from engine.duel.cards import Data
from engine.duel.view import Way

SYMBOLS: Final = figures([*CARD_SIGNS, *(name for name in CHAINS), *SCIENCE, *ACTS])
TONES: Final = {"shield": "k-red", "money": "k-yellow", "gable": "k-stone", "pick": "k-parch", "lost": "k-red"}
GUILD: Final = "purple"
MINUS: Final = "−"


@cache
def money(n: int | None = None) -> Markup:
    """A coin, with a number on it."""
    drawn = _use("money", 20, 20, 40, "k-yellow")
    if n is not None:
        drawn += _text(20, 20, 22 if n < 10 else 18, str(n), "t")
    return Markup(f'<svg class="dm" viewBox="0 0 40 40" aria-hidden="true">{drawn}</svg>')


class Labels:
    """What templates say and draw of the game. One for each set of game data that is played with."""

    say = say  # the game's words, for what needs no data
    identity = staticmethod(say.identity)
    action = staticmethod(say.action)
    did = staticmethod(say.did)
    variant = staticmethod(say.variant)
    variants = staticmethod(say.variants)
    variant_says = staticmethod(say.variant_says)
    house_rule = staticmethod(say.house_rule)
    assumed = staticmethod(say.assumed)
    money = staticmethod(money)

    def __init__(self, facts: Data) -> None:
        self.facts = facts
        self.disc = cache(self._disc)
        self.wonder = cache(self._wonder)
        self._front = cache(self._card_front)
        self._back = cache(_card_back)

    def card_says(self, w: Words, slug: str) -> str:
        return say.card_says(w, slug, self.facts)

    def wonder_says(self, w: Words, slug: str) -> str:
        return say.wonder_says(w, slug, self.facts)

    def token_says(self, w: Words, slug: str) -> str:
        return say.token_says(w, slug, self.facts)

    def uncovers(self, w: Words, frees: Iterable[Lying], other: str) -> str:
        return say.uncovers(w, [(it.card, it.guild, it.theirs) for it in frees], other)

    def colour(self, slug: str) -> str:
        return self.facts.cards[slug].colour

    def card(self, slug: str, mine: Way | None = None, theirs: Way | None = None, cls: str = "") -> Markup:
        """A card, with what it costs both seats now where that is known."""
        upper, lower = self._front(slug, mine is not None, mine is not None and mine.chain)
        prices = (_pill(mine, 4, "") if mine else "") + (_pill(theirs, 52, " th") if theirs else "")
        return Markup(f'<svg class="dc c-{self.colour(slug)} {cls}" viewBox="0 0 100 124" aria-hidden="true">'
                      f"{upper}{prices}{lower}</svg>")  # fmt: skip

    def back(self, age: int, guild: bool, cls: str = "") -> Markup:
        """A card that lies face down."""
        return Markup(f'<svg class="dc {cls}" viewBox="0 0 100 124" aria-hidden="true">{self._back(age, guild)}</svg>')

    def chip(self, chain: str) -> Markup:
        """A chain symbol by itself."""
        return Markup(f'<svg class="dc chip1" viewBox="0 0 30 30" aria-hidden="true">{_chip(chain, 15, 15, 28)}</svg>')

    def figure(self, slug: str) -> str:
        """The name of a symbol's figure."""
        return known(slug)

    def ages(self) -> list[tuple[int, list[str]]]:
        """All cards by age; the guilds come last, as age 4."""
        cards = self.facts.cards.items()
        plain = [(age, [slug for slug, it in cards if it.age == age and it.colour != GUILD]) for age in (1, 2, 3)]
        return [*plain, (4, [slug for slug, it in cards if it.colour == GUILD])]

    def track(
        self,
        pawn: int,
        capital: int,
        zones: tuple[tuple[int, int, int], ...],
        tokens: tuple[tuple[int, ...], tuple[int, ...]],
    ) -> Markup:
        """The military track; `pawn` above 0 stands to the right. Zones: first space, points, coins."""
        step = 320 / (2 * capital + 1)
        drawn = ""
        for space in range(-capital, capital + 1):
            zone = sum(abs(space) >= start for start, _, _ in zones)
            x = 160 + space * step
            place = f'x="{x - step / 2 + 0.7:.4g}" y="30" width="{step - 1.4:.4g}" height="26" rx="3"'
            drawn += f'<rect class="z{zone}" {place}/>'
        for side, left in zip((-1, 1), tokens, strict=True):
            drawn += _use("castle", 160 + side * capital * step, 43, 15, "k-red")
            lying = list(left)
            for number, (start, points, coins) in enumerate(zones):
                end = zones[number + 1][0] if number + 1 < len(zones) else capital
                x = 160 + side * step * (start + end - 1) / 2
                drawn += _use("gable", x, 15, 24, "k-stone") + _text(x, 18.5, 12, str(points), "t")
                if coins in lying:
                    x = 160 + side * step * start
                    drawn += f'<circle class="toll" cx="{x:.4g}" cy="72" r="12"/>' + _text(x, 72, 11, f"{MINUS}{coins}")
        x = 160 + pawn * step
        drawn += f'<circle class="pawn" cx="{x:.4g}" cy="43" r="12"/>' + _use("swords", x, 43, 15, "t")
        return Markup(f'<svg class="track" viewBox="0 0 320 88">{drawn}</svg>')

    def _card_front(self, slug: str, priced: bool, lit: bool) -> tuple[str, str]:
        """What stands above the prices, and below."""
        card = self.facts.cards[slug]
        groups = effects(card, self.facts)
        upper = '<rect class="bg" x="2" y="2" width="96" height="120" rx="10"/>' + _use(card.colour, 15, 16, 20, "k")
        top = 28.0
        if card.bears:
            upper += _chip(card.bears, 83, 18, 27)
            top = 32
        elif len(groups) == 1:
            top = 14
        bottom = 67.0 if priced else 88.0
        upper += _atoms(lay(groups, 50, (top + bottom) / 2, 88, bottom - top, 46))
        lower, asks = "", cost(card.cost)
        if asks or card.chain:
            lower = '<rect class="band" x="3.5" y="93" width="93" height="26"/>'
            room = 90 - (30 if card.chain else 0)
            lower += _atoms(lay([asks], 5 + room / 2, 106, room, 22, 22)) if asks else ""
            lower += _chip(card.chain, 84, 106, 23, lit) if card.chain else ""
        return upper, lower

    def _wonder(self, slug: str, built: bool) -> Markup:
        """A wonder lies across: a building, what it brings, what it costs until it is built."""
        facts = self.facts.wonders[slug]
        room = 98.0 if built else 70.0
        drawn = '<rect class="bg" x="2" y="2" width="156" height="96" rx="10"/>'
        drawn += f'<path class="house" d="{_building(slug, 9, room / 2 - 22, 34, 44)}"/>'
        high = room - (12 if built else 22)  # the price sits on the corner
        drawn += _atoms(lay(effects(facts, self.facts), 99, room - 6 - high / 2, 108, high, 42))
        if not built:
            drawn += '<rect class="band" x="3.5" y="70" width="153" height="26"/>'
            drawn += _atoms(lay([cost(facts.cost)], 80, 83, 148, 22, 22))
        cls = "dw built" if built else "dw"
        return Markup(f'<svg class="dc {cls}" viewBox="0 0 160 100" aria-hidden="true">{drawn}</svg>')

    def _disc(self, slug: str) -> Markup:
        """A progress token."""
        drawn = '<circle class="bg" cx="50" cy="50" r="46"/>'
        drawn += _atoms(lay(effects(self.facts.tokens[slug], self.facts), 50, 50, 72, 62, 56))
        return Markup(f'<svg class="dk" viewBox="0 0 100 100" aria-hidden="true">{drawn}</svg>')


def _building(wonder: str, left: float, top: float, w: float, h: float) -> str:
    """A wonder's building in a box, as one path: each part with a gap to the next."""
    found = ""
    for x, y, wide, high, taper in building(wonder):
        x1, x2 = round(left + x * w / 100), round(left + (x + wide) * w / 100 - 1)
        y1, y2 = round(top + y * h / 100), round(top + (y + high) * h / 100 - 1)
        inset = 0 if taper == DOME else round(taper * (x2 - x1))
        if taper == DOME:
            half = (x2 - x1) / 2
            found += f"M{x1} {y2}V{y1 + half:g}A{half:g} {half:g} 0 0 1 {x2} {y1 + half:g}V{y2}z"
        elif inset:
            found += f"M{x1} {y2}L{x1 + inset} {y1}H{x2 - inset}L{x2} {y2}z"
        else:
            found += f"M{x1} {y2}V{y1}H{x2}V{y2}z"
    return found


def _card_back(age: int, guild: bool) -> str:
    drawn = f'<rect class="bg {"guild" if guild else "down"}" x="2" y="2" width="96" height="120" rx="10"/>'
    if guild:
        return drawn + _use("purple", 50, 45, 40, "k-purple")
    left = 50 - (age - 1) * 8
    strokes = "".join(
        f'<rect class="k-stone" x="{left + 16 * n - 4}" y="28" width="8" height="34"/>' for n in range(age)
    )
    bars = "".join(
        f'<rect class="k-stone" x="{left - 10}" y="{y}" width="{16 * age + 4}" height="5"/>' for y in (22, 63)
    )
    return drawn + strokes + bars


def _pill(way: Way, x: float, cls: str) -> str:
    """What a card costs somebody now."""
    no = "" if way.can else " no"
    free = " free" if way.chain or not way.cost else ""
    sign = _use("chain" if way.chain else "money", x + 11, 80, 15, "" if way.chain else "k-yellow")
    return (
        f'<g class="pill1{cls}{no}{free}"><rect x="{x}" y="70" width="44" height="20" rx="10"/>{sign}'
        f'<text x="{x + 30}" y="85.5" font-size="16">{way.cost}</text></g>'
    )


def _chip(chain: str, x: float, y: float, size: float, lit: bool = False) -> str:
    half = size / 2
    box = f'<rect x="{x - half:.0f}" y="{y - half:.0f}" width="{size:.0f}" height="{size:.0f}" rx="6"/>'
    return f'<g class="chip{" lit" if lit else ""}">{box}{_use(known(chain), x, y, size * 0.76)}</g>'


def _use(name: str, x: float, y: float, size: float, cls: str = "") -> str:
    tone = f' class="{cls}"' if cls else ""
    whole = round(size / 2) * 2
    at = f'x="{x - whole / 2:.0f}" y="{y - whole / 2:.0f}" width="{whole}" height="{whole}"'
    return f'<use href="#i-{name}" {at}{tone}/>'


def _text(x: float, y: float, size: float, text: str, cls: str = "") -> str:
    tone = f' class="{cls}"' if cls else ""
    return f'<text x="{x:.0f}" y="{y + size * 0.36:.0f}" font-size="{size:.0f}"{tone}>{text}</text>'


def _stroke(cls: str, x: float, y: float, dx: float, dy: float) -> str:
    return f'<path class="{cls}" d="M{x - dx:.0f} {y + dy:.0f}L{x + dx:.0f} {y - dy:.0f}"/>'


def _atoms(placed: Iterable[Placed]) -> str:
    return "".join(map(_atom, placed))


def _atom(placed: Placed) -> str:
    (kind, what, n), x, y, size = placed
    text, wide = str(n), 0.6 if abs(n) < 10 else 0.46
    match kind:
        case "figure":
            drawn = _use(known(what), x, y, size * 0.94, TONES.get(what, ""))
            return drawn + (_text(x, y, size * 0.4, "+1") if what == "again" else "")
        case "points":
            return _use("gable", x, y, size, "k-stone") + _text(x, y + size * 0.14, size * wide, text, "t")
        case "coin":
            return _use("money", x, y, size, "k-yellow") + (_text(x, y, size * wide, text, "t") if n else "")
        case "sign":
            return _use(what, x, y, size * 0.62, f"k-{what}")
        case "struck":
            w, h = size * 0.62, size * 0.86
            box = f'x="{x - w / 2:.0f}" y="{y - h / 2:.0f}" width="{w:.0f}" height="{h:.0f}" rx="4"'
            card = f'<rect class="out k-{what}" {box}/>' + _use(what, x, y, size * 0.4, f"k-{what}")
            return card + _stroke("strike", x, y, size * 0.4, size * 0.4)
        case "lost":
            return _use("lost", x, y, size, "k-red") + _text(x, y, size * 0.44, f"{MINUS}{n}")
        case "pick":
            return _use("pick", x, y, size, "k-parch") + _text(x, y - size * 0.13, size * 0.36, "1", "t")
        case "slash":
            return _stroke("thin", x, y, size * 0.07, size * 0.32)
        case "equals":
            return _text(x, y, size * 0.6, "=", "soft")
    return _text(x, y, size * 0.62, f"+{n}" if n > 0 else f"{MINUS}{-n}")
