"""Building cards, wonders and what stands on them as SVG, made of the sprite's figures, for the phones of any game.

A card is 100 wide and 124 high: sign and chain, what it brings, what it costs somebody now, what is printed as a cost.
Nothing here is read out: the words stand beside it. The classes are in `faces.css`.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from markupsafe import Markup

from app.looks.atoms import Face, Placed, lay
from app.looks.figures import known
from app.shown.play import Price

STYLE: Final = Path(__file__).parent / "faces.css"  # beside the style sheet of a game
TONES: Final = {"shield": "k-red", "money": "k-yellow", "gable": "k-stone", "pick": "k-parch", "lost": "k-red"}
MINUS: Final = "−"


@cache
def money(n: int | None = None) -> Markup:
    """A coin, with a number on it."""
    drawn = use("money", 20, 20, 40, "k-yellow")
    if n is not None:
        drawn += text(20, 20, 22 if n < 10 else 18, str(n), "t")
    return Markup(f'<svg class="dm" viewBox="0 0 40 40" aria-hidden="true">{drawn}</svg>')


def card(face: Face, mine: Price | None = None, theirs: Price | None = None, cls: str = "") -> Markup:
    """A card, with what it costs one seat now, or two."""
    upper, lower = front(face, mine is not None, mine is not None and mine.chain)
    prices = (pill(mine, 4) if mine else "") + (pill(theirs, 52, " th") if theirs else "")
    return card_of(face.colour, upper + prices + lower, cls)


def traded(face: Face, price: Price, left: bool = False, right: bool = False, cls: str = "") -> Markup:
    """A card, with what it costs one seat now in the middle below, and which of its neighbours are paid."""
    upper, lower = front(face, True, price.chain, 68)
    paid = use("left", 15, 108, 16) * left + use("right", 85, 108, 16) * right
    return card_of(face.colour, f'{upper}{lower}<g transform="translate(0 28)">{pill(price, 28)}</g>{paid}', cls)


def card_of(colour: str, drawn: str, cls: str = "") -> Markup:
    """A card of that colour, with what is drawn on it."""
    return Markup(f'<svg class="dc c-{colour} {cls}" viewBox="0 0 100 124" aria-hidden="true">{drawn}</svg>')


@cache
def front(face: Face, priced: bool, lit: bool, band: int = 93) -> tuple[str, str]:
    """What stands above the prices of a card, and below. `lit`: a chain that it asks for is held.

    `band`: where what is printed as a cost begins.
    """
    upper = '<rect class="bg" x="2" y="2" width="96" height="120" rx="10"/>' + use(face.colour, 15, 16, 20, "k")
    top = 28.0
    if face.bears:
        upper += "".join(chip(chain, 83 - 29 * nth, 18, 27) for nth, chain in enumerate(face.bears))
        top = 32
    elif len(face.effects) == 1:
        top = 14
    bottom = 67.0 if priced else 88.0
    upper += atoms(lay(face.effects, 50, (top + bottom) / 2, 88, bottom - top, 46))
    lower = ""
    if face.cost or face.asks:
        lower = f'<rect class="band" x="3.5" y="{band}" width="93" height="26"/>'
        room = 90 - 25 * len(face.asks) - (5 if face.asks else 0)
        lower += atoms(lay([face.cost], 5 + room / 2, band + 13, room, 22, 22)) if face.cost else ""
        lower += "".join(chip(chain, 84 - 25 * nth, band + 13, 23, lit) for nth, chain in enumerate(face.asks))
    return upper, lower


def back(age: int, guild: bool, cls: str = "") -> Markup:
    """A card that lies face down: its age in strokes, or a guild's star."""
    return Markup(f'<svg class="dc {cls}" viewBox="0 0 100 124" aria-hidden="true">{_back(age, guild)}</svg>')


def chain(slug: str) -> Markup:
    """A chain symbol by itself."""
    return Markup(f'<svg class="dc chip1" viewBox="0 0 30 30" aria-hidden="true">{chip(slug, 15, 15, 28)}</svg>')


# ---- parts of a drawing ----------------------------------------------------------------------------------


@cache
def _back(age: int, guild: bool) -> str:
    drawn = f'<rect class="bg {"guild" if guild else "down"}" x="2" y="2" width="96" height="120" rx="10"/>'
    if guild:
        return drawn + use("purple", 50, 45, 40, "k-purple")
    left = 50 - (age - 1) * 8
    strokes = "".join(
        f'<rect class="k-stone" x="{left + 16 * n - 4}" y="28" width="8" height="34"/>' for n in range(age)
    )
    bars = "".join(
        f'<rect class="k-stone" x="{left - 10}" y="{y}" width="{16 * age + 4}" height="5"/>' for y in (22, 63)
    )
    return drawn + strokes + bars


def pill(price: Price, x: float, cls: str = "") -> str:
    """What a card costs somebody now."""
    no = "" if price.can else " no"
    free = " free" if price.chain or not price.coins else ""
    coins = price.coins if price.coins >= 0 else "–"
    sign = use("chain" if price.chain else "money", x + 11, 80, 15, "" if price.chain else "k-yellow")
    return (
        f'<g class="pill1{cls}{no}{free}"><rect x="{x}" y="70" width="44" height="20" rx="10"/>{sign}'
        f'<text x="{x + 30}" y="85.5" font-size="16">{coins}</text></g>'
    )


def chip(chain: str, x: float, y: float, size: float, lit: bool = False) -> str:
    half = size / 2
    box = f'<rect x="{x - half:.0f}" y="{y - half:.0f}" width="{size:.0f}" height="{size:.0f}" rx="6"/>'
    return f'<g class="chip{" lit" if lit else ""}">{box}{use(known(chain), x, y, size * 0.76)}</g>'


def use(name: str, x: float, y: float, size: float, cls: str = "") -> str:
    tone = f' class="{cls}"' if cls else ""
    whole = round(size / 2) * 2
    at = f'x="{x - whole / 2:.0f}" y="{y - whole / 2:.0f}" width="{whole}" height="{whole}"'
    return f'<use href="#i-{name}" {at}{tone}/>'


def text(x: float, y: float, size: float, text: str, cls: str = "") -> str:
    tone = f' class="{cls}"' if cls else ""
    return f'<text x="{x:.0f}" y="{y + size * 0.36:.0f}" font-size="{size:.0f}"{tone}>{text}</text>'


def stroke(cls: str, x: float, y: float, dx: float, dy: float) -> str:
    return f'<path class="{cls}" d="M{x - dx:.0f} {y + dy:.0f}L{x + dx:.0f} {y - dy:.0f}"/>'


def atoms(placed: Iterable[Placed]) -> str:
    return "".join(map(_atom, placed))


def _atom(placed: Placed) -> str:
    (kind, what, n), x, y, size = placed
    wide = 0.6 if abs(n) < 10 else 0.46
    match kind:
        case "figure":
            drawn = use(known(what), x, y, size * 0.94, TONES.get(what, ""))
            return drawn + (text(x, y, size * 0.4, "+1") if what == "again" else "")
        case "points":
            return use("gable", x, y, size, "k-stone") + text(x, y + size * 0.14, size * wide, str(n), "t")
        case "coin":
            return use("money", x, y, size, "k-yellow") + (text(x, y, size * wide, str(n), "t") if n else "")
        case "sign":
            return use(what, x, y, size * 0.62, f"k-{what}")
        case "struck":
            w, h = size * 0.62, size * 0.86
            box = f'x="{x - w / 2:.0f}" y="{y - h / 2:.0f}" width="{w:.0f}" height="{h:.0f}" rx="4"'
            card = f'<rect class="out k-{what}" {box}/>' + use(what, x, y, size * 0.4, f"k-{what}")
            return card + stroke("strike", x, y, size * 0.4, size * 0.4)
        case "lost":
            return use("lost", x, y, size, "k-red") + text(x, y, size * 0.44, f"{MINUS}{n}")
        case "pick":
            return use("pick", x, y, size, "k-parch") + text(x, y - size * 0.13, size * 0.36, "1", "t")
        case "slash":
            return stroke("thin", x, y, size * 0.07, size * 0.32)
        case "equals":
            return text(x, y, size * 0.6, "=", "soft")
        case "age":
            return use("money", x, y, size, "k-yellow") + use("sand", x, y, size * 0.5, "t")
        case "victory":
            ring = f'<circle class="win" cx="{x:.0f}" cy="{y:.0f}" r="{size * 0.42:.0f}"/>'
            return ring + text(x, y, size * 0.5, str(n) if n else "+")
        case "defeat":
            return use("loss", x, y, size, "k-mute") + text(
                x, y - size * 0.07, size * 0.4, f"{MINUS}{n}" if n else MINUS
            )
        case "free":
            w, h = size * 0.62, size * 0.86
            box = f'x="{x - w / 2:.0f}" y="{y - h / 2:.0f}" width="{w:.0f}" height="{h:.0f}" rx="4"'
            return f'<rect class="out" {box}/>' + text(x, y, size * 0.5, "0")
        case "greater":
            return text(x, y, size * 0.7, "&gt;")
        case "times":
            return text(x, y, size * 0.62, f"×{n}")
    return text(x, y, size * 0.62, f"+{n}" if n > 0 else f"{MINUS}{-n}")
