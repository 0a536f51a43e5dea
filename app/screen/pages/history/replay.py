"""The replay of a finished game: step by turns or actions, or play automatically. Only its controls can be touched."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from app.screen.control.controller import Controller
from app.screen.input.history_browsing import look_at, play, stop_looking
from app.screen.pages.history.common_rows import grow
from app.screen.pages.history.history import count_fitting
from app.screen.pages.history.review import moment_frames, moment_picture
from app.screen.pages.play import mentioned_rings
from app.screen.paint.element import AnyElement, Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state.model import Model
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import GameScreen, Scene
from app.screen.state.ui_state import UiState
from app.screen.widgets.controls import button, frame, stepper
from app.screen.widgets.panel import PAD
from app.screen.widgets.panel_cells import GAP, Cell
from app.screen.widgets.panel_frame import PanelContext, context_facing, place
from app.screen.widgets.position_in_words import WIDE, paint_sections
from app.shown.history.history_pages import replay_sentences
from app.text.table_text import place as place_of
from app.text.translation import Words
from app.text.words_protocols import Section

TEXT: Final = 520.0  # u, minimum width of the action beside the controls; else it is above them
ROW: Final = 84.0  # u, height of the action above the controls
COUNT: Final = 150.0  # u, of the position between two controls


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """The current step: position, action, and whether the replay runs automatically.

    `turn`: empty in games without turns. `ways`: target line of each control by name.
    """

    place: str
    turn: str
    action: str
    told: tuple[str, ...]
    ways: Mapping[str, int]
    plays: bool
    w: Words


def build_replay(scene: Scene, width: int, height: int) -> Elements:
    """Build the table at that line with a bar of controls along an edge, or below the text of a game without a drawn
    table."""
    history, w = scene.ui.history, scene.model.words()
    model, at = history.shown, history.at
    assert model is not None
    assert at is not None
    moment = moment_picture(scene, w)
    game, then = _past_scene(scene, model)
    then = replace(then, moment=moment.names if moment else ())
    ring = then.ring(width, height - scene.model.panel.strip(width, height))
    heard = tuple(filter(None, (then.sentence(line, w) for line in at.news)))
    ways = {"previous": at.previous, "back": at.back, "on": at.on, "next": at.next}
    ways |= {"first": at.first if at.line != at.first else None, "last": at.last if at.line < at.last else None}
    step = ReplayStep(
        place=place_of(w, at),
        turn=(f"{at.turn} / {at.turns}" if at.turn else w("Set-up")) if at.turns else "",
        action=f"{at.line} / {at.last}",
        told=(" ".join(moment.says[:1]), *moment.says[1:]) if moment else replay_sentences(w, at, heard),
        ways={name: line for name, line in ways.items() if line is not None},
        plays=history.plays,
        w=w,
    )
    elements, sections = game.past_elements(then, ring), game.sections(then)
    if sections is not None:
        here = context_facing(scene, ring, scene.ui.edge, model.words())
        return [
            *(_freeze(element) for element in elements),
            Element("back", WordedReplay(here, step, sections), paint_told),
        ]
    edge = scene.ui.edge
    shrunk = _fit_beside_bar(ring, edge, bool(step.turn))
    still: Elements = [_freeze(element, shrunk) for element in elements]
    return [
        *still,
        *mentioned_rings.elements(then, ring, still),
        Element("back", ReplayBar(ring, edge, step), paint_bar),
    ]


def build_small_table(scene: Scene, ring: Ring) -> Elements:
    """Build the table of the open moment as it was, small and without words, for its page."""
    history, edge, table = scene.ui.history, scene.ui.edge, scene.model.table
    if history.page[0] != "moment" or history.glance is None or table is None or scene.ui.sure:
        return []
    at = moment_frames(ring, edge, whole=table.phase != "game")[1]
    game, then = _past_scene(scene, history.glance[1])
    if at is None or game.sections(then) is not None:
        return []
    scale = (at.h if edge % 2 else at.w) * ring.u / ring.width
    x, y = at.x - (edge in (1, 2)) * ring.width * scale, at.y - (edge in (2, 3)) * ring.height * scale
    shown = game.past_elements(then, then.ring(int(ring.width), int(ring.height)))
    return [replace(_freeze(each, (x, y, scale)), key=f"small {each.key}", paint=paint_wordless) for each in shown]


def _past_scene(scene: Scene, model: Model) -> tuple[GameScreen, Scene]:
    """Return the game of a past table, and the scene in which it is shown."""
    game = scene.games.for_table(model.known_table)
    ui = UiState(edge=scene.ui.edge, game=game.initial_ui_state())
    return game, replace(scene, model=model, ui=ui, game_screen=game, secrets={})


# ---- the table as it was -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReplayElement:
    """An element of the replayed table, with its position and scale."""

    shown: AnyElement
    at: tuple[float, float, float]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReplayElement) and self.at == other.at and self.shown.is_painted_like(other.shown)

    __hash__ = None  # type: ignore[assignment]


def _freeze(element: AnyElement, at: tuple[float, float, float] = (0.0, 0.0, 1.0)) -> Element[ReplayElement]:
    """Wrap an element: scaled, without hit areas, and never equal to an element of the running game."""
    x, y, scale = at
    pivot = element.pivot and (x + element.pivot[0] * scale, y + element.pivot[1] * scale)
    view = ReplayElement(element, at)
    return Element(
        f"back {element.key}", view, paint_still, angle=element.angle, pivot=pivot, flips=element.flips
    )  # fmt: skip


def paint_still(p: Pen, element: ReplayElement, control: Controller) -> None:
    x, y, scale = element.at
    with p.at(x, y, scale=scale):
        element.shown.draw(p, control)
    p.hit_areas.clear()


def paint_wordless(p: Pen, element: ReplayElement, control: Controller) -> None:
    """Paint an element without its words, which would be too small to be read."""
    paint_still(p, element, control)
    for layer in p.layers:
        layer.words.clear()


def _fit_beside_bar(ring: Ring, edge: int, turns: bool) -> tuple[float, float, float]:
    """Return the corner and scale at which the whole table fits beside the bar."""
    bar = _bar_height(ring, edge, turns) * ring.u
    scale = 1 - bar / (ring.width if edge % 2 else ring.height)
    x, y = ring.width * (1 - scale), ring.height * (1 - scale)  # are left over
    return (x / 2, x, x / 2, 0.0)[edge], (0.0, y / 2, y, y / 2)[edge], scale


# ---- the steps -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReplayBar:
    """The action and the controls along an edge."""

    ring: Ring
    edge: int
    step: ReplayStep


PICTURES: Final = {"first": "first", "previous": "left", "back": "left", "on": "right", "next": "right", "last": "last"}


def _controls_room(ring: Ring, edge: int, turns: bool) -> tuple[float, bool, bool]:
    """Return the controls' width (u), whether *first* and *last* fit, and whether the action fits beside them."""
    whole, t = (ring.width, ring.height)[edge % 2] / ring.u - 2 * PAD, ring.touch + GAP
    least = (2 + 2 * turns + 2) * t + (1 + turns) * COUNT
    all_ = least + 2 * t
    return min(all_, whole), all_ <= whole, all_ + TEXT <= whole


def _bar_height(ring: Ring, edge: int, turns: bool) -> float:
    return ring.touch + 2 * PAD + (0.0 if _controls_room(ring, edge, turns)[2] else ROW * grow(ring))


def paint_bar(p: Pen, bar: ReplayBar, control: Controller) -> None:
    ring, edge, step, w = bar.ring, bar.edge, bar.step, bar.step.w
    t, far = ring.touch, (ring.width, ring.height)
    x, y = ((0.0, far[1]), (0.0, 0.0), (far[0], 0.0), far)[edge]
    room, all_, beside = _controls_room(ring, edge, bool(step.turn))
    wide, high = far[edge % 2] / ring.u, _bar_height(ring, edge, bool(step.turn))
    with p.at(x, y, edge * 90.0, ring.u), p.at(0, -high):
        frame(p, wide, high)
        words = (wide - room - 2 * PAD - 40, t) if beside else (wide - 40, ROW * grow(ring))
        p.prose(20, PAD, " ".join(step.told), 28 * grow(ring), *words, "soft", middle=True)
        left, top = wide - PAD - room, high - PAD - t
        counts = [(w("Turn"), step.turn, "previous", "next")] if step.turn else []
        counts.append((w("Action"), step.action, "back", "on"))
        each = (room - (2 + 2 * all_) * (t + GAP) + GAP) / len(counts) - GAP
        ends = [Cell(partial(_paint_step, control, step, name)) for name in ("first", "last")] if all_ else []
        left = _paint_side_by_side(p, ends[:1], left, top, t)
        for label, value, less, more in counts:
            ways = (_step_handler(control, step, less), _step_handler(control, step, more))
            stepper(p, left, top, each, t, label, value, "back", *ways, t, keys=(less, more))
            left += each + GAP
        _paint_side_by_side(p, [*ends[1:], _play_button(control, step), _close_button(control)], left, top, t)


def _paint_side_by_side(p: Pen, cells: Sequence[Cell], x: float, y: float, t: float) -> float:
    """Paint square cells and return x after them."""
    for each in cells:
        with p.at(x, y):
            each.draw(p, t, t)
        x += t + GAP
    return x


@dataclass(frozen=True, slots=True)
class WordedReplay:
    """The replay of a game told in words: the action and everything face up."""

    context: PanelContext
    step: ReplayStep
    sections: tuple[Section, ...]


def paint_told(p: Pen, replay: WordedReplay, control: Controller) -> None:
    """Paint it; controls that do not fit beside the paging buttons are omitted."""
    ring, step = replay.context.ring, replay.step
    at = place(ring, replay.context.edge, WIDE)
    fit = count_fitting(at.w, ring.touch, ring.touch) - 2
    turns, actions = ["previous", "next"], ["back", "on"]
    sets = (["first", *turns, *actions, "last"], [*turns, *actions])
    names = next((names for names in sets if len(names) <= fit), turns)
    if not step.turn:
        names = [name for name in names if name not in turns] if len(names) > 2 else actions
    steps = [Cell(partial(_paint_step, control, step, name)) for name in names]
    foot = [*steps, _play_button(control, step), _close_button(control)]
    done = Section(replay.context.w("What happened"), step.told)
    paint_sections(p, control, replay.context, at, step.place, (done, *replay.sections), foot)


def _step_handler(control: Controller, step: ReplayStep, name: str) -> Callable[[], None] | None:
    return partial(look_at, control, step.ways[name]) if name in step.ways else None


def _paint_step(control: Controller, step: ReplayStep, name: str, p: Pen, w: float, h: float) -> None:
    """Paint a control; disabled if it leads nowhere."""
    tap = _step_handler(control, step, name)
    button(p, 0, 0, w, h, "", f"back {name}", tap, picture=PICTURES[name], off=tap is None, each=True, repeats=True)


def _play_button(control: Controller, step: ReplayStep) -> Cell:
    picture, off = "pause" if step.plays else "play", not step.ways.keys() & {"next", "first"}
    tap = None if off else partial(play, control)
    return Cell(lambda p, w, h: button(p, 0, 0, w, h, "", "back play", tap, picture=picture, on=step.plays, off=off))


def _close_button(control: Controller) -> Cell:
    close = partial(stop_looking, control)
    return Cell(lambda p, w, h: button(p, 0, 0, w, h, "", "back close", close, picture="cross"))
