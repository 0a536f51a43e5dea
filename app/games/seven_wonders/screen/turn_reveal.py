"""The reveal of a turn: the action of each seat in front of its zone, and payments on the links between neighbours."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations
from math import cos, hypot, radians, sin
from typing import Final, NamedTuple, TypeAlias

from app.games.seven_wonders import event_text, printed_names
from app.games.seven_wonders import face_layouts as of
from app.games.seven_wonders.face_icons import LEADER
from app.games.seven_wonders.screen import cards, neighbour_links, seat_zone, touch_handlers
from app.games.seven_wonders.screen.middle import DiscardPlace
from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.games.seven_wonders.screen.ui_state import Shown
from app.looks.card_faces import numeral
from app.looks.effect_icons import format_signed
from app.screen.control.controller import Controller
from app.screen.paint.element import AnyElement, Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.paint.text_pen import MIN_NAME_PX
from app.screen.paint.theme import number as seconds
from app.screen.state.flight import Flight, FlyingShape, Pose, carry, scale_painter
from app.screen.state.ring_layout import CardPlace, Rect, Ring, spread
from app.screen.widgets import faces
from app.screen.widgets.game_pieces import lines_to_seats
from app.text.translation import Words
from engine.seven_wonders import actions
from engine.seven_wonders.data_schema import TURNS, BoardData, Data
from engine.seven_wonders.view_json import LastTurn, SeatAct

WIDE: Final = 300.0  # u, the width of one played card with its text
CARD: Final = 116.0  # u, the width of a played card …
SMALL_CARD: Final = 148.0  # … on a small screen, wide enough for its picture
CARD_GAP: Final = 8.0  # u, between two cards of one seat
NAME: Final = 32.0  # u, the height of the name above it
ROOM: Final = 4.0  # u, the margin around it
GAP: Final = 16.0  # u, between two
AGE: Final = 62.0  # u, radius
SIGNS: Final = {  # icons of what a seat did
    "build": "card",
    "stage": "wonder",
    "sell": "bag",
    "recruit": LEADER,
    "rebuild": "dig",
    "bury": "under",
    "lose": "cross",
}
MAX_SCALE: Final = 1.3  # the largest scale of played cards
LEAST: Final = 0.4
SLIDE_SECONDS: Final = 0.44  # for a card that slides under a wonder
SLIDE_DEPTH: Final = 0.2  # of a zone's depth, how far beyond its centre the card slides
FLAT: Final = 0.8  # of its size, when it disappears
DEEDS: Final[Mapping[type, str]] = {  # what a seat did, by type of event
    actions.CardBuilt: "build",
    actions.StageBuilt: "stage",
    actions.CardSold: "sell",
    actions.LeaderRecruited: "recruit",
    actions.CardRebuilt: "rebuild",
    actions.LeaderBuried: "bury",
    actions.TokenLost: "lose",
}
Lands: TypeAlias = Callable[[int, str], AnyElement]


def elements(scene: SevenScene, ring: Ring, last: LastTurn) -> Elements:
    """Return the whole table while the last turn is shown; cards lie face down without text until they are revealed."""
    down = scene.game_ui.down is not None
    found: Elements = [Element("revealed", ring, paint_over)]
    found.append(Element("links", payments_at_gaps(ring, () if down else last.did), paint_paid))
    found += seat_zone.list_zones(scene, ring)
    did = _list_acts_by_seat(scene, last)
    places, scale, free = lay_out_cards(ring, tuple(map(len, did)))
    for number, (place, deeds) in enumerate(zip(places, did, strict=True), start=1):
        for nth, card in enumerate(_things(scene, ring, last, number)):
            key, pivot = f"did {number} {nth}", (card.at.x, card.at.y)
            over = down and card.did.what != "stage"  # that goes under its wonder as it lies
            found.append(Element(key, card, paint_thing, angle=card.at.angle, pivot=pivot, flips=over, together=True))
        if deeds and not down:
            text = RevealText(ring, place, scale, deeds, scene.view.seats[number - 1].wonder, scene.model.words(number))
            found.append(Element(f"did {number}", text, paint_told))
    if free is not None:
        found.append(Element("age", TurnShown(ring, *free, last.age, last.turn), paint_age))
    return found


def _list_acts_by_seat(scene: SevenScene, last: LastTurn) -> list[tuple[SeatAct, ...]]:
    """List the actions of each seat, by seat."""
    return [
        tuple(each for each in last.did if each.seat == seat.seat and each.what != "none") for seat in scene.view.seats
    ]


def _things(scene: SevenScene, ring: Ring, last: LastTurn, number: int) -> Iterator["DoneThing"]:
    """Yield the played cards in front of a seat's zone."""
    did, down = _list_acts_by_seat(scene, last), scene.game_ui.down is not None
    places, scale, _ = lay_out_cards(ring, tuple(map(len, did)))
    deeds, age, board = did[number - 1], last.age if last.turn else 0, scene.board(number)
    for nth, deed in enumerate(deeds):
        at = _card_at(ring, places[number - 1], scale, len(deeds), nth)
        yield DoneThing(ring, at, scale, age, deed, board, scene.data, down)


def animate_gathering(
    scene: SevenScene, ring: Ring, last: LastTurn, lands: Lands, pile: DiscardPlace | None
) -> Iterator[Flight]:
    """Animate revealed cards to their places.

    `lands`: returns the element for a seat (from 0) and a key of its zone. `pile`: the discard pile; None: out of
    sight.
    """
    for i, seat in enumerate(ring.zones):
        end = Pose(seat.x, seat.y, seat.angle, 0.5, 0.2)
        for thing in _things(scene, ring, last, i + 1):
            flown = partial(_flown, ring, thing)
            if thing.did.what in ("build", "rebuild", "recruit") and thing.did.card:
                what = LEADER if thing.did.what == "recruit" else scene.data.cards[thing.did.card].colour
                yield flown(end, lands(i, what))
            elif thing.did.what == "sell":
                out = Pose(*ring.inner.centre, thing.at.angle, 0.5, 0.0)
                if pile is not None and thing.age:
                    out = Pose(
                        pile.at.x, pile.at.y, pile.at.angle, pile.wide / (card_wide(ring) * ring.u * thing.scale)
                    )
                yield flown(out)
            elif thing.did.what == "bury":
                yield _slides(ring, i, thing, partial(_face, thing=thing), 0.0)


def _flown(ring: Ring, thing: "DoneThing", end: Pose, lands: AnyElement | None = None) -> Flight:
    """Animate a played card along an arc."""
    unit, w = ring.u * thing.scale, card_wide(ring)
    body = FlyingShape.card(w * unit, w * cards.CARD_ASPECT * unit)
    paint, start = scale_painter(partial(_face, thing=thing), unit), Pose(thing.at.x, thing.at.y, thing.at.angle)
    return carry(paint, start, end, body, ring.inner.centre, seconds("travel"), lands=lands)


def place_of_card(scene: SevenScene, ring: Ring, last: LastTurn, event: Shown) -> CardPlace | None:
    """Return the place of a seat's played card."""
    thing = _thing_of(scene, ring, last, event)
    return None if thing is None else thing.at


def slid(
    scene: SevenScene, ring: Ring, last: LastTurn, built: actions.StageBuilt, place: AnyElement, after: float
) -> Iterator[Flight]:
    """Animate the card of a stage sliding under the wonder, below that stage."""
    thing = _thing_of(scene, ring, last, built)
    if thing is not None:
        w = card_wide(ring)
        back = partial(cards.paint_back, age=thing.age, w=w, h=w * cards.CARD_ASPECT)
        yield _slides(ring, built.seat - 1, thing, back, after, place)


def _slides(
    ring: Ring,
    i: int,
    thing: "DoneThing",
    paint: Callable[[Pen], None],
    after: float,
    lands: AnyElement | None = None,
) -> Flight:
    seat, turned = ring.zones[i], radians(ring.zones[i].angle)
    deep = seat.d * SLIDE_DEPTH
    end = Pose(seat.x - sin(turned) * deep, seat.y + cos(turned) * deep, seat.angle, FLAT)
    start, draw = Pose(thing.at.x, thing.at.y, thing.at.angle), scale_painter(paint, ring.u * thing.scale)
    return Flight(draw, start, end, SLIDE_SECONDS, after, lands=lands, under=seat)


def _thing_of(scene: SevenScene, ring: Ring, last: LastTurn, event: Shown) -> "DoneThing | None":
    """Return the played card of an event."""
    what = DEEDS[type(event)]
    card = getattr(event, "card", None) or getattr(event, "leader", None)
    found = (thing for thing in _things(scene, ring, last, event.seat) if thing.did.what == what)
    return next((each for each in found if not isinstance(card, str) or each.did.card == card), None)


# ---- where everything lies -------------------------------------------------------------------------------


def card_wide(ring: Ring) -> float:
    """Return the width of a played card in u."""
    return SMALL_CARD if ring.small else CARD


def wide(ring: Ring, deeds: int) -> float:
    """Return the width along an edge of one seat's played cards and their text, in u."""
    return WIDE + max(0, deeds - 1) * (card_wide(ring) + CARD_GAP)


def deep(ring: Ring) -> float:
    """Return their depth from the edge, in u. On a small screen names have no room, and the card identifies itself."""
    return depth_of_name(ring) + card_wide(ring) * cards.CARD_ASPECT + ROOM


def depth_of_name(ring: Ring) -> float:
    """Return the depth of the name, in u."""
    return 0.0 if ring.small else NAME


class RevealLayout(NamedTuple):
    """The layout of all played cards: places that face their seats, scale, and the room for the age, if any."""

    places: tuple[CardPlace, ...]
    scale: float
    age: tuple[float, float] | None


@lru_cache(maxsize=16)
def lay_out_cards(ring: Ring, deeds: tuple[int, ...]) -> RevealLayout:
    """Lay out played cards as large as possible around the age. `deeds`: number of cards by seat."""
    scale = MAX_SCALE
    while True:
        places = _places(ring, deeds, scale)
        boxes = [_box(ring, at, many, scale) for at, many in zip(places, deeds, strict=True)]
        age = _find_age_place(ring, boxes) if _is_apart(ring, boxes) else None
        if age is not None or scale <= LEAST:
            return RevealLayout(places, scale, age)
        scale = round(scale - 0.05, 2)


def _places(ring: Ring, deeds: Sequence[int], scale: float) -> tuple[CardPlace, ...]:
    """Return places along the edges; on long sides cards move away from the ends, which those of short sides need."""
    long, reach, u = (1, 3) if ring.upright else (0, 2), _reach(ring), ring.u
    places: dict[int, CardPlace] = {}
    for edge in range(4):
        seats = [(zone.along / u, i) for i, zone in enumerate(ring.zones) if zone.edge == edge]
        before, after = _room(ring, reach, edge, edge in long, scale)
        wides = [wide(ring, deeds[i]) * scale for _, i in seats]
        alongs = spread([along for along, _ in seats], -before, after, wides, GAP * scale)
        inset = ring.depth + (24 + deep(ring) * scale / 2) * u
        for (_, i), along in zip(seats, alongs, strict=True):
            places[i] = CardPlace(*_point_at_edge(ring, edge, along * u, inset), edge * 90.0)
    return tuple(places[i] for i in range(len(ring.zones)))


def _box(ring: Ring, at: CardPlace, deeds: int, scale: float) -> Rect:
    """Return the bounds of a seat's played cards on the screen."""
    w, h = wide(ring, deeds) * scale * ring.u, deep(ring) * scale * ring.u
    w, h = (w, h) if at.angle % 180 == 0 else (h, w)
    return Rect(at.x - w / 2, at.y - h / 2, w, h)


def _is_apart(ring: Ring, boxes: Sequence[Rect]) -> bool:
    """Check that no cards overlap or leave the middle along their edge."""
    inner, slack = ring.inner, 8 * ring.u
    for box in boxes:
        if box.x < inner.x - slack or box.x + box.w > inner.x + inner.w + slack:
            return False
        if box.y < inner.y - slack or box.y + box.h > inner.y + inner.h + slack:
            return False
    gap = GAP / 2 * ring.u
    return not any(
        one.x < two.x + two.w + gap
        and two.x < one.x + one.w + gap
        and one.y < two.y + two.h + gap
        and two.y < one.y + one.h + gap
        for one, two in combinations(boxes, 2)
    )


def _card_at(ring: Ring, at: CardPlace, scale: float, deeds: int, nth: int) -> CardPlace:
    """Return the place of a seat's nth played card."""
    w = card_wide(ring)
    x, y = (w - wide(ring, deeds)) / 2 + nth * (w + CARD_GAP), depth_of_name(ring) / 2
    turned, u = radians(at.angle), ring.u * scale
    return CardPlace(
        at.x + (x * cos(turned) - y * sin(turned)) * u, at.y + (x * sin(turned) + y * cos(turned)) * u, at.angle
    )


def _reach(ring: Ring) -> tuple[float, float, float, float]:
    """Return the distances from the screen's centre to the ends of the middle by edge, in u."""
    inner, (x, y), u = ring.inner, (ring.width / 2, ring.height / 2), ring.u
    return (inner.y + inner.h - y) / u, (x - inner.x) / u, (y - inner.y) / u, (inner.x + inner.w - x) / u


def _room(ring: Ring, reach: Sequence[float], edge: int, long: bool, scale: float) -> tuple[float, float]:
    """Return the room along an edge from its centre, anticlockwise and clockwise, in u."""
    ends = [(edge - 1) % 4, (edge + 1) % 4]
    taken = [(deep(ring) + GAP) * scale if long and ring.seat_counts[end] else 0.0 for end in ends]
    return reach[ends[0]] - taken[0], reach[ends[1]] - taken[1]


def _point_at_edge(ring: Ring, edge: int, along: float, inset: float) -> tuple[float, float]:
    x, y = ring.width / 2, ring.height / 2
    return (
        (x - along, ring.height - inset),
        (inset, y - along),
        (x + along, inset),
        (ring.width - inset, y + along),
    )[edge]


def _find_age_place(ring: Ring, boxes: Sequence[Rect]) -> tuple[float, float] | None:
    """Find the free place for the age nearest to the centre; None if there is none."""
    (x, y), u, inner = ring.inner.centre, ring.u, ring.inner
    half, step = AGE * u, 24 * u
    across, down = (int((side / 2 - half) / step) for side in (inner.w, inner.h))
    spots = [(i * step, j * step) for i in range(-across, across + 1) for j in range(-down, down + 1)]
    for dx, dy in sorted(spots, key=lambda spot: hypot(*spot)):
        cx, cy = x + dx, y + dy
        if all(
            cx + half <= box.x or cx - half >= box.x + box.w or cy + half <= box.y or cy - half >= box.y + box.h
            for box in boxes
        ):
            return cx, cy
    return None


# ---- what a seat did -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DoneThing:
    """One thing of those that a seat did. `age`: of its back, 0: a leader's; `down`: nobody sees yet which it is."""

    ring: Ring
    at: CardPlace
    scale: float
    age: int
    did: SeatAct
    board: BoardData
    data: Data
    down: bool


def paint_thing(p: Pen, thing: DoneThing, control: Controller) -> None:
    with p.at(thing.at.x, thing.at.y, thing.at.angle, thing.ring.u * thing.scale):
        _face(p, thing)


def _face(p: Pen, thing: DoneThing) -> None:
    w = card_wide(thing.ring)
    h = w * cards.CARD_ASPECT
    if thing.down:
        cards.paint_back(p, thing.age, w, h)
        return
    match thing.did.what:
        case "stage":
            p.rect(-w / 2, -h / 2, w, h, w * 0.1, None, "hair", 3)  # it lies under the wonder
            with p.at(-w / 2, -h / 2):
                stage = thing.board.stages[thing.did.stage - 1]
                cards.paint_stage(p, stage, thing.did.stage, thing.did.stage, w, h * 0.66)
        case "sell":
            with p.dimmed(0.6):
                cards.paint_back(p, thing.age, w, h)
        case "lose":
            faces.lay_out(p, of.token(thing.did.token, w * 0.8))
        case _ if thing.did.card:
            cards.card(p, thing.data, thing.did.card, w, h)


@dataclass(frozen=True, slots=True)
class RevealText:
    """The text for all that a seat did in the turn, in its language."""

    ring: Ring
    at: CardPlace
    scale: float
    did: tuple[SeatAct, ...]
    wonder: str
    w: Words


class Letters(NamedTuple):
    """Font sizes and distances of a seat's text, in u."""

    verb: float
    row: float  # from one thing that it did to the next
    coins: float
    source: float
    above: float  # from the middle of its coins to what it did
    below: float  # to where they came from


LETTERS: Final = Letters(26, 26, 46, 22, 46, 52)
ON_SMALL: Final = Letters(38, 40, 60, 30, 52, 54)  # fewer words, and none smaller than what zones say


def paint_told(p: Pen, text: RevealText, control: Controller) -> None:
    """Paint the names of cards above them, and beside them how they were obtained and the change of coins."""
    small = text.ring.small
    size, across, high = ON_SMALL if small else LETTERS, wide(text.ring, len(text.did)), deep(text.ring)
    left = len(text.did) * (card_wide(text.ring) + CARD_GAP) + 6
    room, middle = across - left, depth_of_name(text.ring) + (high - depth_of_name(text.ring)) / 2
    said = [describe_act(text.w, did) for did in text.did]
    with p.at(text.at.x, text.at.y, text.at.angle, text.ring.u * text.scale), p.at(-across / 2, -high / 2):
        if not small:
            titles = " · ".join(name for name, _ in said if name)
            p.text(0, NAME / 2, titles, 28, "text", "start", bold=STONE, room=across)
        more = (len(said) - 1) * size.row / 2
        for nth, (did, (name, verb)) in enumerate(zip(text.did, said, strict=True)):
            y = middle - size.above - more + nth * size.row
            sign, ink = ("chain", "candle") if did.why == "chain" else (SIGNS[did.what], "soft")
            if small and did.card and did.why != "chain" and _paint_verb(p, left, y, verb, size.verb, room):
                continue
            faces.figure(p, sign, left + size.verb / 2, y, size.verb, ink, "table")
            if small:  # where a word has no room the sign says it
                verb = (*(verb if did.card else (name,)), str(did.stage or ""))
            p.text(left + size.verb * 1.3, y, verb, size.verb, "soft", "start", room=room - size.verb * 1.3)
        middle += more
        coins = sum(did.coins for did in text.did)
        change = f"{'+' if coins > 0 else '' if coins else '±'}{format_signed(coins)}"
        ink, money = "yellow" if coins > 0 else "text", size.coins * 0.92
        used = p.text(left, middle + 4, change, size.coins, ink, "start", bold=True, room=room - money - 8)
        faces.coin(p, left + used + 6 + money / 2, middle + 4, money)
        found = sources(text)
        for nth, (by, n) in enumerate(found):
            y = middle + size.below + (nth - (len(found) - 1) / 2) * size.source
            named_once = (f"+{n}",) if by in things_of_reveal(text) else ()  # it lies there, with its name
            p.text(
                left, y, (f"+{n} {event_text.source(text.w, by)}", *named_once), size.source, "soft", "start", room=room
            )


def _paint_verb(p: Pen, x: float, y: float, verb: Sequence[str], size: float, room: float) -> bool:
    """Paint an action as a word instead of its sign, and return True if there is room for a readable one."""
    for said in verb:
        used = p.fit_size(said, size, room)
        if said and used * p.scale >= MIN_NAME_PX and p.text_width(said, used) <= room:
            p.text(x, y, said, used, "soft", "start")
            return True
    return False


def things_of_reveal(text: RevealText) -> frozenset[str | None]:
    """Return the shown cards and the wonder: the sources that may have brought coins."""
    return frozenset((text.wonder, *(did.card for did in text.did)))


def sources(text: RevealText) -> Sequence[tuple[str, int]]:
    """Return the sources of a seat's coins with amounts, except sales; on a small screen only those that are not
    visible.
    """
    found: dict[str, int] = {}
    for n, by in (gain for did in text.did for gain in did.gains):
        if by not in ("sale", "left", "right"):
            found[by] = found.get(by, 0) + n
    seen = things_of_reveal(text) if text.ring.small else frozenset[str | None]()
    return [(by, n) for by, n in found.items() if by not in seen]


def describe_act(w: Words, did: SeatAct) -> tuple[str, tuple[str, ...]]:
    """Return a card's name, and several wordings of its action."""
    name = printed_names.name_of(w, did.card) if did.card else ""
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


# ---- what was paid ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PaidAtGaps:
    """At each gap what was paid there: coins, and by the seat after it (else before it)."""

    ring: Ring
    coins: tuple[tuple[tuple[int, bool], ...], ...]


def payments_at_gaps(ring: Ring, deeds: Iterable[SeatAct]) -> PaidAtGaps:
    """Collect the payments on each link."""
    n = len(ring.zones)
    found: list[dict[bool, int]] = [{} for _ in range(n)]
    for did in deeds:
        i = did.seat - 1
        for gap, coins, after in ((i, did.left, False), ((i - 1) % n, did.right, True)):
            if coins:
                found[gap][after] = found[gap].get(after, 0) + coins
    return PaidAtGaps(ring, tuple(tuple((coins, after) for after, coins in sorted(each.items())) for each in found))


def paint_paid(p: Pen, payments: PaidAtGaps, control: Controller) -> None:
    """Paint coins on each link with a payment, with an arrow to the seller."""
    ring, n = payments.ring, len(payments.ring.zones)
    lines_to_seats(p, ring, "hair")
    for i, (gap, paid) in enumerate(zip(ring.gaps, payments.coins, strict=True)):
        with p.at(gap.x, gap.y, 0, ring.u):
            if not paid:
                p.disc(0, 0, 24, "plate", "hair", 3)
            for nth, (coins, after) in enumerate(paid):
                r = 52 if len(paid) == 1 else 36
                towards = neighbour_links.towards(gap, ring.zones[i if after else (i + 1) % n])
                with p.at(0, 0, gap.angle), p.at(0, 0 if len(paid) == 1 else (nth * 2 - 1) * 42, -gap.angle):
                    p.disc(0, 0, r, "yellow_tint", "yellow", 4)
                    with p.at(0, 0, towards):
                        p.poly(r + 4, -18, r + 24, 0, r + 4, 18, fill="yellow")
                    with p.at(0, 0, gap.angle):
                        faces.coin(p, 0, 0, r * 1.4, coins)


# ---- the age, and the way on -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnShown:
    """The revealed turn; turn 0: recruitment of leaders."""

    ring: Ring
    x: float
    y: float
    age: int
    turn: int


def paint_age(p: Pen, turn: TurnShown, control: Controller) -> None:
    with p.at(turn.x, turn.y, 0, turn.ring.u):
        p.disc(0, 0, AGE, "plate", "shade", 2)
        faces.draw_marks(p, numeral(turn.age, 0, -10, 40, "stone"))
        for nth in range(TURNS):
            done = nth < turn.turn
            p.disc((nth - (TURNS - 1) / 2) * 14, 32, 5 if done else 4, "stone" if done else None, "stone", 1.5)


def paint_over(p: Pen, ring: Ring, control: Controller) -> None:
    """Add the touch area of the middle below everything; a touch dismisses the turn."""
    inner = ring.inner
    p.hit_area(inner.x, inner.y, inner.w, inner.h, "go on", partial(touch_handlers.end_reveal, control), rank=0)
