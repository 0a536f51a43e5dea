"""The middle of a score sheet with markers: their state, and the buttons."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from math import cos, radians, sin
from typing import Final

from app.games.tally import sheet_words as terms
from app.games.tally.score_icons import GLYPHS
from app.games.tally.screen.score_icons import Glyph
from app.games.tally.screen.typed_scene import SheetScene
from app.games.tally.shared_sheet_facts import ShownRound, Symbol, age, markers, settle, symbols, tokens
from app.looks import military_track
from app.looks.icons import icon
from app.looks.military_track import Sizes
from app.screen.control.controller import Controller
from app.screen.input import explain_mode
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state.model import event_of
from app.screen.state.ring_layout import Ring
from app.screen.widgets import game_pieces
from app.screen.widgets.controls import button, has_room_beside
from app.screen.widgets.game_pieces import marker, pawn
from app.screen.widgets.table_inlays import floor
from engine.tally.view_json import AgeView, ConflictView, TrackView

GAP = 8.0  # u, between buttons
PLATE = 74.0  # u, of the plate beyond the centres of its markers
SIDE_WIDTH = 340.0  # u, of each side beside the plate
SMALL = 1.2  # factor of letter sizes on a small screen
PICTURES: Final = {
    "score": "star",
    "holder": "cat",
    "settle": "swords",
    "next round": "right",
    "progress": "star",
    "science 1": "gear",
}


def middle(scene: SheetScene, ring: Ring) -> Elements:
    """Return the elements of the middle, bottom first."""
    view = scene.sheet.view
    if view.conflict is not None:
        return _conflict(scene, ring, view.conflict)
    if view.age is not None:
        return _ages(scene, ring, view.age)
    assert view.track is not None
    return _track(scene, ring, view.track)


def _conflict(scene: SheetScene, ring: Ring, conflict: ConflictView) -> Elements:
    w, edge, tokens = scene.model.words(), scene.ui.edge, conflict.tokens
    shown = markers(w, conflict)
    found: Elements = [
        Element("plate", Plate(ring), paint_plate),
        Element("told", MarkersCaption(ring, edge, shown.figures, shown.words, shown.hint), paint_told),
        Element("wishes", _wishes(scene, ring, _settle(scene, main=True), Wish(w("Cat"), "holder")), paint_wishes),
    ]
    for nth, battle in enumerate(shown.battle):
        x, y, _ = _marker_place(ring, nth, tokens)
        found.append(
            Element(f"marker {nth}", SheetMarker(ring, nth, tokens, battle), paint_marker, pivot=(x, y), flips=battle)
        )
    return found


def _ages(scene: SheetScene, ring: Ring, view: AgeView) -> Elements:
    edge, shown, roman = scene.ui.edge, age(scene.model.words(), view), terms.ROMAN[view.age]
    if shown.following is None:
        wish, other = _settle(scene, main=True), None
    else:
        following, enters = shown.following
        wish, other = Wish(following, "next round", enters), _settle(scene, main=False)
    found: Elements = [
        Element("plate", Plate(ring, roman), paint_plate),
        Element("told", MarkersCaption(ring, edge, shown.figures, shown.words, shown.passing, shown.to), paint_told),
        Element("wishes", _wishes(scene, ring, wish, other), paint_wishes),
    ]
    found += [
        Element(f"round {each.number}", Lap(ring, nth, len(shown.rounds), each), paint_lap)
        for nth, each in enumerate(shown.rounds)
    ]
    return found


def _settle(scene: SheetScene, *, main: bool) -> "Wish":
    """Return the button to settle a conflict, which asks first whether missing shields are 0."""
    w = scene.model.words()
    shown = settle(w, scene.sheet.view, scene.model.people(w))
    return Wish(shown.words if main else shown.brief, "settle", "" if shown.asks else "settle", main and shown.time)


def _horn_distance(ring: Ring) -> float:
    """Return the distance from the horn to a marker, in u."""
    return max(156.0, ring.touch * 1.42 + 4)


def _marker_place(ring: Ring, nth: int, tokens: int) -> tuple[float, float, float]:
    """Return a marker's place, in pixels, and its direction from the horn, in degrees."""
    x, y = ring.inner.centre
    turn = -90 + nth * 360 / tokens
    far, u = _horn_distance(ring), ring.u
    return x + far * cos(radians(turn)) * u, y + far * sin(radians(turn)) * u, turn


@contextmanager
def _draw_beside_plate(p: Pen, ring: Ring, edge: int, side: int, far: float, tall: float) -> Iterator[float]:
    """Draw beside the plate, as an edge reads it, from the upper left corner of a box `tall` u high. Yield its width,
    in u.

    `side`: -1 to the left, 1 to the right, from either edge. Where the middle is narrow, the box is above or below its
    centre, at the distance `far`.
    """
    u, wide, (x, y) = ring.u, _wide(ring), ring.inner.centre
    if ring.upright:
        y += side * (far + tall / 2) * u
    else:
        x += (-side if edge == 2 else side) * (_horn_distance(ring) + PLATE + 16 + wide / 2) * u
    with p.at(x, y, 180.0 if edge == 2 else 0.0, u), p.at(-wide / 2, -tall / 2):
        yield wide


def _wide(ring: Ring) -> float:
    """Return the width of each side beside the plate, in u."""
    if ring.upright:
        return min(ring.inner.w / ring.u - 20, 680.0)
    return min(SIDE_WIDTH, ring.inner.w / ring.u / 2 - _horn_distance(ring) - PLATE - 24)


@dataclass(frozen=True, slots=True)
class Plate:
    """The plate below the markers, with the horn, or with an age instead."""

    ring: Ring
    age: str = ""


def paint_plate(p: Pen, plate: Plate, control: Controller) -> None:
    x, y = plate.ring.inner.centre
    with p.at(x, y, 0, plate.ring.u):
        floor(p, _horn_distance(plate.ring) + PLATE)
        p.disc(0, 0, 72, "raised", "line", 2)
        if plate.age:
            p.text(0, 0, plate.age, 72, "candle", bold=True)
            return
        icon(p, "horn", 0, 4, 92, "candle", "raised")
        p.hit_area(-62, -62, 124, 124, "horn", control.sound_horn, least=plate.ring.touch,
               press=lambda p: p.disc(0, 0, 72, "candle", opacity=0.4))  # fmt: skip


@dataclass(frozen=True, slots=True)
class SheetMarker:
    """A conflict marker, one of `tokens`; a touch turns it."""

    ring: Ring
    nth: int  # from 0
    tokens: int
    battle: bool


def paint_marker(p: Pen, drawn: SheetMarker, control: Controller) -> None:
    x, y, turn = _marker_place(drawn.ring, drawn.nth, drawn.tokens)
    r = min(56.0, 330.0 / max(5, drawn.tokens))
    with p.at(x, y, turn + 90, drawn.ring.u):
        marker(p, drawn.battle, r)
    with p.at(x, y, 0, drawn.ring.u):
        p.hit_area(
            -r, -r, 2 * r, 2 * r, f"marker {drawn.nth + 1}", partial(control.turn_marker, drawn.nth + 1),
            least=drawn.ring.touch, press=lambda p: p.disc(0, 0, r + 6, None, "candle", 8),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Lap:
    """A round of an age, at its place among all rounds."""

    ring: Ring
    nth: int  # from 0
    of: int
    shown: ShownRound


def paint_lap(p: Pen, lap: Lap, control: Controller) -> None:
    shown = lap.shown
    x, y, _ = _marker_place(lap.ring, lap.nth, lap.of)
    r = min(50.0, 300.0 / max(5, lap.of))

    def draw(p: Pen, ground: str) -> None:
        p.disc(0, 0, r, ground, "candle" if shown.on else "line", 5 if shown.on else 2)
        if shown.done:
            icon(p, "tick", 0, 0, r * 1.1, "mute", ground)
        elif not shown.number:
            icon(p, "crown", 0, 0, r * 1.1, "stone", ground)
        else:
            p.text(0, 0, str(shown.number), r, "candle" if shown.on else "soft", bold=shown.on)

    with p.at(x, y, 0, lap.ring.u):
        draw(p, "chosen" if shown.on else "plate" if shown.done else "raised")
        tap = partial(control.submit_entry, shown.enters)
        p.hit_area(-r, -r, 2 * r, 2 * r, f"round {shown.number}", tap, least=lap.ring.touch,
                   press=lambda p: draw(p, "line"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class MarkersCaption:
    """The state of the markers in large figures, in words, and a hint."""

    ring: Ring
    edge: int
    figures: str
    words: str
    hint: str
    passing: str = ""


def paint_told(p: Pen, caption: MarkersCaption, control: Controller) -> None:
    ring = caption.ring
    grow = SMALL if ring.small else 1.0
    tall = 240.0 if ring.small else 208.0
    with _draw_beside_plate(p, ring, caption.edge, -1, _horn_distance(ring) + PLATE + 30, tall) as across:
        p.rect(0, 0, across, tall, 26, "plate")
        p.text(across / 2, 52, caption.figures, 60, "text", bold=True, room=across - 24)
        p.text(across / 2, 108, caption.words, 28 * grow, "soft", room=across - 20)
        left = 46.0 if caption.passing else 10.0
        if caption.passing:
            icon(p, caption.passing, 30, (132 + tall) / 2 - 6, 36, "candle", "plate")
        p.prose(left, 130, caption.hint, p.legible(24), across - 10 - left, tall - 138, "mute", "middle", middle=True)


# ---- the track of Duel -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MilitaryTrack:
    """The track with its tokens and pawn, between the two seats; seat 1 is at its lower end if it is vertical."""

    ring: Ring
    view: TrackView


def _track(scene: SheetScene, ring: Ring, track: TrackView) -> Elements:
    w, edge, view = scene.model.words(), scene.ui.edge, scene.sheet.view
    people = scene.model.people(w)
    assert view.progress is not None
    progress = Wish(w.pgettext("score", "Progress"), "progress")
    science = Wish(w.pgettext("score", "Science"), "science 1")
    held = tuple(
        SeatScience(
            people[seat.seat - 1],
            tuple(each for each in symbols(w, view, seat.seat) if each.held),
            ", ".join(token.name for token in tokens(w, view, people).tokens if token.seat == seat.seat),
        )
        for seat in view.seats
    )
    ahead = people[0 if track.pawn > 0 else 1] if track.pawn else ""
    title = w("{name} +{n}", name=ahead, n=abs(track.pawn)) if track.pawn else "0"
    line = scene.model.lines.get(scene.game_ui.owing)
    owing = event_of(line, terms.parse_event) if line is not None and not line.undone else None
    assert isinstance(scene.model.game_words, terms.SheetWords)
    note = scene.model.game_words.event(w, owing, people) if owing is not None else ""
    note = " ".join(filter(None, (terms.at_once(w, view, people), note)))
    return [
        Element("track", MilitaryTrack(ring, track), paint_track),
        Element("told", TrackStanding(ring, edge, title, w("The pawn"), held, note), paint_standing),
        Element("wishes", _wishes(scene, ring, progress, science), paint_wishes),
    ]


def paint_track(p: Pen, military: MilitaryTrack, control: Controller) -> None:
    """Paint the track from seat to seat, so that the pawn approaches the seat that is behind."""
    ring, track = military.ring, military.view
    first, second = ring.zones[0], ring.zones[1]
    x, y = ring.inner.centre
    upright = abs(first.y - second.y) > abs(first.x - second.x)
    length = (ring.inner.h if upright else ring.inner.w) / ring.u - 30
    turn = (0.0 if first.y > second.y else 180.0) if upright else (-90.0 if first.x < second.x else 90.0)
    step = length / (2 * track.capital + 1)
    castle, points = min(58, step * 1.9), min(44, step * 2)
    sizes = Sizes(step, 62, castle, points, to_points=65, toll=26, to_toll=67, gone=24, outward=True)
    with p.at(x, y, turn, ring.u):  # seat 1 is below
        face = military_track.track(track.capital, track.zones, track.tokens, sizes, plain=p.plain)
        game_pieces.track(p, face, sizes, track.capital)
        with p.at(0, -track.pawn * step):
            pawn(p, min(27.0, step * 1.1))


@dataclass(frozen=True, slots=True)
class SeatScience:
    """A seat's symbols with their counts, and its progress tokens."""

    name: str
    symbols: tuple[Symbol, ...]
    tokens: str


@dataclass(frozen=True, slots=True)
class TrackStanding:
    """The lead on the track, and the science of both seats."""

    ring: Ring
    edge: int
    figures: str
    words: str
    held: tuple[SeatScience, ...]
    note: str  # a payment that is due


def paint_standing(p: Pen, standing: TrackStanding, control: Controller) -> None:
    tall = min(330.0, standing.ring.inner.h / standing.ring.u - 20)
    with _draw_beside_plate(
        p, standing.ring, standing.edge, -1, 110, tall
    ) as across:  # or above the track, which goes from side to side
        p.rect(0, 0, across, tall, 26, "plate")
        if standing.note:
            p.prose(14, 8, standing.note, 26, across - 28, 104, "candle", "middle", bold=True, middle=True)
        else:
            p.text(across / 2, 34, standing.words, p.legible(26), "soft", room=across - 20)
            p.text(across / 2, 84, standing.figures, 50, "text", bold=True, room=across - 24)
        top, each = 120.0, (tall - 130) / 2
        for nth, held in enumerate(standing.held):
            y, line = top + nth * each, each * 0.46
            p.name(16, y + line / 2, held.name, p.legible(26), "soft", room=across * 0.34, high=line)
            side = min(line * 0.9, (across * 0.6 - 16) / 6)
            for at, symbol in enumerate(held.symbols):
                left = across * 0.4 + at * side
                if symbol.held > 1:
                    p.rect(left, y, side, line, 8, None, "green", 2.5)
                Glyph(GLYPHS[symbol.id])(p, left + side / 2, y + line / 2, side * 0.8, "plate")
            if held.tokens:
                p.prose(16, y + line, held.tokens, p.legible(24), across - 32, each - line - 2, "soft")


# ---- buttons -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wish:
    """A button: its label, its key, and the entry it sends ("": it opens the panel named by the key)."""

    label: str
    key: str
    enters: str = ""
    primary: bool = False
    off: bool = False

    @property
    def picture(self) -> str:
        return PICTURES.get(self.key, self.key)


@dataclass(frozen=True, slots=True)
class Wishes:
    """The buttons besides counters: the main one above the others."""

    ring: Ring
    edge: int
    main: Wish
    others: tuple[Wish, ...]
    menu_sign: str
    asking: bool


def _wishes(scene: SheetScene, ring: Ring, main: Wish, other: Wish | None) -> Wishes:
    w = scene.model.words()
    others = [Wish(w("Undo"), "undo", off=scene.table.undo is None), Wish(w("Score"), "score")]
    others += [other] if other else []
    others.append(Wish(w("Menu"), "menu"))
    return Wishes(ring, scene.ui.edge, main, tuple(others), scene.model.menu_sign, scene.ui.asking)


def _tap(control: Controller, wish: Wish, edge: int) -> Callable[[], None] | None:
    if wish.off:
        return None
    if wish.key == "undo":
        return control.undo_entry
    return partial(control.submit_entry, wish.enters) if wish.enters else partial(control.open_panel, wish.key, edge)


def paint_wishes(p: Pen, wishes: Wishes, control: Controller) -> None:
    ring, t = wishes.ring, wishes.ring.touch
    grow = SMALL if ring.small else 1.0
    across = 4 if ring.upright else 2
    rows = 1 + -(-len(wishes.others) // across)
    tall = rows * t + (rows - 1) * GAP
    with _draw_beside_plate(p, ring, wishes.edge, 1, _horn_distance(ring) + PLATE + 24, tall) as wide:
        room = wide - t - GAP
        main = wishes.main
        button(p, 0, 0, room, t, main.label, main.key, _tap(control, main, wishes.edge), picture=main.picture,
               primary=main.primary, size=28 * grow)  # fmt: skip
        ask = partial(explain_mode.ask, control, 0, wishes.edge)
        button(p, room + GAP, 0, t, t, "", explain_mode.KEY, ask, picture="question", on=wishes.asking)
        across = min(across, len(wishes.others))
        needs = [max(p.text_width(wish.label, 26) for wish in wishes.others[nth::across]) for nth in range(across)]
        columns = _shared(needs, wide - (across - 1) * GAP, t)
        rooms = [columns[nth % across] for nth in range(len(wishes.others))]
        fit = [(wish.label, room) for wish, room in zip(wishes.others, rooms, strict=True)]
        stacked = not all(has_room_beside(p, label, room, t, 26) for label, room in fit)
        size = min(p.fit_size(label, 26 * grow, room - 14) for label, room in fit) if stacked else 26
        for nth, wish in enumerate(wishes.others):
            left = sum(columns[: nth % across]) + nth % across * GAP
            top = (nth // across + 1) * (t + GAP)
            picture = wishes.menu_sign if wish.key == "menu" else wish.picture
            tap = _tap(control, wish, wishes.edge)
            button(p, left, top, rooms[nth], t, wish.label, wish.key, tap, picture=picture, off=tap is None, size=size,
                   stacked=stacked)  # fmt: skip


def _shared(needs: Sequence[float], room: float, least: float) -> list[float]:
    """Distribute a width over columns by their needs, with none below `least`."""
    spare = (room - sum(needs)) / len(needs)
    narrow = [need + spare < least for need in needs]
    if not any(narrow) or all(narrow):
        return [need + spare for need in needs] if not any(narrow) else [room / len(needs)] * len(needs)
    others = [need for need, short in zip(needs, narrow, strict=True) if not short]
    rest = iter(_shared(others, room - least * sum(narrow), least))
    return [least if short else next(rest) for short in narrow]
