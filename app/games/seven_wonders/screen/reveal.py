"""A turn that was revealed: before each zone what its seat did, and on the links what was paid to whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.games.seven_wonders import words as say
from app.games.seven_wonders.screen import cards, links, touches, zone
from app.games.seven_wonders.screen.scene import SevenScene
from app.looks.atoms import Atom, Placed
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element, Elements
from app.screen.ring import Place, Ring
from app.screen.widgets import faces
from app.screen.widgets.pieces import lines_to_seats
from app.text.languages import Words
from engine.seven_wonders.cards import TURNS, BoardData, Data
from engine.seven_wonders.view import Did, LastTurn

WIDE: Final = 300.0  # u, of what lies before a zone, along its edge
DEEP: Final = 196.0  # u, away from it
CARD: Final = 116.0  # u, as wide as its card
NAME: Final = 32.0  # u, above it
GAP: Final = 16.0  # u, between two
AGE: Final = 62.0  # u, from its middle


def elements(scene: SevenScene, ring: Ring, last: LastTurn) -> Elements:
    """The whole table while the last turn is shown."""
    found: Elements = [Element("revealed", Over(ring), paint_over), Element("links", _paid(ring, last), paint_paid)]
    found += zone.elements(scene, ring, quiet=True)
    places, scale = laid(ring)
    for number, place in enumerate(places, start=1):
        did = [each for each in last.did if each.seat == number and each.what != "none"]
        if did:
            view = Block(
                ring, place, scale, last, tuple(did), scene.board(number), scene.data, scene.model.words(number)
            )
            found.append(Element(f"did {number}", view, paint_block))
    if (at := _free(ring, places, scale)) is not None:
        found.append(Element("age", Moment(ring, *at, last.age, last.turn), paint_age))
    return found


# ---- where everything lies -------------------------------------------------------------------------------


def laid(ring: Ring) -> tuple[list[Place], float]:
    """Where what each seat did lies, facing it, and how large: beside one another whatever the number of seats.

    Before the longer sides things slide along their edge, and leave the ends to those before the shorter ones.
    """
    counts, u = ring.counts, ring.u
    long = (1, 3) if ring.upright else (0, 2)
    reach = _reach(ring)
    scale = 1.0
    for edge in range(4):
        if counts[edge]:
            free = sum(_room(ring, reach, edge, edge in long, 1.0))
            scale = min(scale, (free + GAP) / (counts[edge] * (WIDE + GAP)))
    scale = max(scale, 0.4)
    places: dict[int, Place] = {}
    for edge in range(4):
        seats = [(zone.along / u, i) for i, zone in enumerate(ring.zones) if zone.edge == edge]
        before, after = _room(ring, reach, edge, edge in long, scale)
        alongs = _spread([along for along, _ in seats], -before, after, WIDE * scale, GAP * scale)
        inset = ring.depth + (24 + DEEP * scale / 2) * u
        for (_, i), along in zip(seats, alongs, strict=True):
            places[i] = Place(*_beside(ring, edge, along * u, inset), edge * 90.0)
    return [places[i] for i in range(len(ring.zones))], scale


def _reach(ring: Ring) -> tuple[float, float, float, float]:
    """How far the middle goes from the screen's centre towards each edge, in u."""
    inner, (x, y), u = ring.inner, (ring.width / 2, ring.height / 2), ring.u
    return (inner.y + inner.h - y) / u, (x - inner.x) / u, (y - inner.y) / u, (inner.x + inner.w - x) / u


def _room(ring: Ring, reach: Sequence[float], edge: int, long: bool, scale: float) -> tuple[float, float]:
    """How far things may lie along an edge from its middle, anticlockwise and clockwise, in u."""
    ends = [(edge - 1) % 4, (edge + 1) % 4]
    taken = [(DEEP + GAP) * scale if long and ring.counts[end] else 0.0 for end in ends]
    return reach[ends[0]] - taken[0], reach[ends[1]] - taken[1]


def _spread(wanted: list[float], least: float, most: float, wide: float, gap: float) -> list[float]:
    """Middles of things as near as they can be to where they should lie, beside one another and within bounds."""
    found = [*wanted]
    for i in range(len(found)):
        low = found[i - 1] + wide + gap if i else least + wide / 2
        found[i] = max(found[i], low)
    for i in reversed(range(len(found))):
        high = found[i + 1] - wide - gap if i + 1 < len(found) else most - wide / 2
        found[i] = min(found[i], high)
    return found


def _beside(ring: Ring, edge: int, along: float, inset: float) -> tuple[float, float]:
    x, y = ring.width / 2, ring.height / 2
    return (
        (x - along, ring.height - inset),
        (inset, y - along),
        (x + along, inset),
        (ring.width - inset, y + along),
    )[edge]


def _free(ring: Ring, places: Sequence[Place], scale: float) -> tuple[float, float] | None:
    """Where the age has room, as near to the middle as can be; None where it has none."""
    (x, y), u, inner = ring.inner.centre, ring.u, ring.inner
    half = AGE * u
    far = (inner.h if ring.upright else inner.w) / 2 - half
    for off in (sign * step * 12 * u for step in range(int(far / (12 * u))) for sign in (1, -1)):
        cx, cy = (x, y + off) if ring.upright else (x + off, y)
        for at in places:
            w, d = (WIDE, DEEP) if at.angle % 180 == 0 else (DEEP, WIDE)
            if abs(cx - at.x) < half + w * scale * u / 2 and abs(cy - at.y) < half + d * scale * u / 2:
                break
        else:
            return cx, cy
    return None


# ---- what a seat did -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Block:
    """What a seat did in the turn, in its words; behind the first what it did after that."""

    ring: Ring
    at: Place
    scale: float
    last: LastTurn
    did: tuple[Did, ...]
    board: BoardData
    facts: Data
    w: Words


def paint_block(p: Pen, it: Block, control: Controller) -> None:
    """What it is called, below it the card, and beside that how it was had and what its seat's coins did."""
    with p.at(it.at.x, it.at.y, it.at.angle, it.ring.u * it.scale), p.at(-WIDE / 2, -DEEP / 2):
        tall, few = CARD * cards.UPRIGHT, len(it.did) > 1
        middle = NAME + 2 + tall / 2
        name, verb = named(it.w, it.did[-1])
        p.text(0, NAME / 2, name, 28, "text", "start", bold=True, room=WIDE)
        for nth, did in enumerate(it.did[-2:]):
            x, y, k = (nth * CARD * 0.4, nth * 20 - 12, 0.8) if few else (0.0, 0.0, 1.0)
            with p.at(CARD / 2 + x, middle + y, 0, k):
                _thing(p, it, did, tall)
        left = CARD * (1.36 if few else 1.0) + 14
        room = WIDE - left
        p.text(left, middle - 46, verb, 26, "soft", "start", room=room)
        coins = sum(did.coins for did in it.did)
        said = "±0" if not coins else f"+{coins}" if coins > 0 else f"{faces.MINUS}{-coins}"
        used = p.text(left, middle + 4, said, 46, "yellow" if coins > 0 else "text", "start", bold=True, room=room - 50)
        faces.coin(p, left + used + 28, middle + 4, 42)
        by = [(n, who) for did in it.did for n, who in did.gains if who not in ("sale", "left", "right")]
        if by:
            says = (f"+{by[-1][0]} {say.source(it.w, by[-1][1])}", f"+{by[-1][0]}")
            p.text(left, middle + 52, says, 22, "soft", "start", room=room)


def named(w: Words, did: Did) -> tuple[str, tuple[str, ...]]:
    """What was done with what: a name, and several wordings."""
    name = say.name_of(w, did.card) if did.card else ""
    match did.what:
        case "build" if did.why == "chain":
            return name, (w("free by its chain"), w("chain"))
        case "build" if did.why == "free":
            return name, (w("built for nothing"), w.pgettext("cost", "free"))
        case "build":
            return name, (w("built"),)
        case "stage":
            return w("Stage {n}", n=did.stage), (w("built"),)
        case "sell":
            return w("Sold"), ("",)
        case "recruit":
            return name, (w("recruited"),)
        case "rebuild":
            return name, (w("from the discard pile"), w("built"))
        case "bury":
            return name, (w("buried"),)
    return w("Token given up"), ("",)


def _thing(p: Pen, it: Block, did: Did, tall: float) -> None:
    age = it.last.age if it.last.turn else 0
    match did.what:
        case "stage":
            cards.back(p, age, CARD, tall)
            with p.at(-CARD / 2, -tall / 2):
                cards.whole_stage(p, it.board.stages[did.stage - 1], did.stage, did.stage, CARD, tall * 0.66)
        case "sell":
            with p.dimmed(0.6):
                cards.back(p, age, CARD, tall)
        case "lose":
            faces.atoms(p, (Placed(Atom("victory", n=did.token), 0, 0, CARD * 0.8),), faces.Inks("table"))
        case _ if did.card:
            cards.card(p, it.facts, did.card, CARD, tall)


# ---- what was paid ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Paid:
    """At each gap what was paid there: coins, and by the seat after it (else before it)."""

    ring: Ring
    coins: tuple[tuple[tuple[int, bool], ...], ...]


def _paid(ring: Ring, last: LastTurn) -> Paid:
    n = len(ring.zones)
    found: list[dict[bool, int]] = [{} for _ in range(n)]
    for did in last.did:
        i = did.seat - 1
        for gap, coins, after in ((i, did.left, False), ((i - 1) % n, did.right, True)):
            if coins:
                found[gap][after] = found[gap].get(after, 0) + coins
    return Paid(ring, tuple(tuple((coins, after) for after, coins in sorted(each.items())) for each in found))


def paint_paid(p: Pen, it: Paid, control: Controller) -> None:
    """A coin at each link on which something was paid, with an arrow to whoever sold."""
    ring, n = it.ring, len(it.ring.zones)
    lines_to_seats(p, ring, "hair")
    for i, (gap, paid) in enumerate(zip(ring.gaps, it.coins, strict=True)):
        with p.at(gap.x, gap.y, 0, ring.u):
            if not paid:
                p.disc(0, 0, 24, "plate", "hair", 3)
            for nth, (coins, after) in enumerate(paid):
                r = 52 if len(paid) == 1 else 36
                towards = links.towards(gap, ring.zones[i if after else (i + 1) % n])
                with p.at(0, 0, gap.angle), p.at(0, 0 if len(paid) == 1 else (nth * 2 - 1) * 42, -gap.angle):
                    p.disc(0, 0, r, "yellow_tint", "yellow", 4)
                    with p.at(0, 0, towards):
                        p.poly(r + 4, -18, r + 24, 0, r + 4, 18, fill="yellow")
                    with p.at(0, 0, gap.angle):
                        faces.coin(p, 0, 0, r * 1.4, coins)


# ---- the age, and the way on -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moment:
    """Which turn it was; turn 0: leaders were recruited."""

    ring: Ring
    x: float
    y: float
    age: int
    turn: int


def paint_age(p: Pen, it: Moment, control: Controller) -> None:
    with p.at(it.x, it.y, 0, it.ring.u):
        p.disc(0, 0, AGE, "plate", "shade", 2)
        faces.numeral(p, it.age, 0, -10, 40, "stone")
        for nth in range(TURNS):
            done = nth < it.turn
            p.disc((nth - (TURNS - 1) / 2) * 14, 32, 5 if done else 4, "stone" if done else None, "stone", 1.5)


@dataclass(frozen=True, slots=True)
class Over:
    """The middle below all that: a touch goes on."""

    ring: Ring


def paint_over(p: Pen, it: Over, control: Controller) -> None:
    inner = it.ring.inner
    p.hit_area(inner.x, inner.y, inner.w, inner.h, "go on", partial(touches.end_reveal, control), rank=0)
