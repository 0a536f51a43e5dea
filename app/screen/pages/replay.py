"""Looking back at a finished game: turn by turn. Nothing on it can be touched but the steps."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element, Elements
from app.screen.history import look_at, stop_looking
from app.screen.opened import Opened
from app.screen.pages.history import fitting, grow
from app.screen.ring import Ring
from app.screen.scene import Scene
from app.screen.widgets.controls import button, frame
from app.screen.widgets.panel import GAP, PAD, Cell, Lying, place
from app.screen.widgets.sections import WIDE, paint_sections
from app.text.game import Section
from app.text.table import place as place_of


@dataclass(frozen=True, slots=True)
class Step:
    """Where it is, what was done there, and the lines that steps go to; None: there is none."""

    place: str
    told: tuple[str, ...]
    first: int | None
    previous: int | None
    next: int | None
    last: int | None


def looking_back(scene: Scene, width: int, height: int) -> Elements:
    """The table as it was then, with a bar of steps along an edge, or below the words of a game that is told."""
    history, w = scene.opened.history, scene.model.words()
    model, at = history.shown, history.at
    assert model is not None
    assert model.table is not None
    assert at is not None
    game = scene.games.of(model.table)
    then = replace(scene, model=model, opened=Opened(edge=scene.opened.edge, game=game.opened()), on_table=game)
    ring = then.ring(width, height - scene.model.panel.strip(width, height))
    told = tuple(filter(None, (then.sentence(line, w) for line in at.news))) or (w("Only one seat saw what this was."),)
    step = Step(
        place_of(w, at),
        (w("Before the first line."),) if at.line == 0 else told,
        first=0 if at.line else None,
        previous=at.previous,
        next=at.next,
        last=at.last if at.line < at.last else None,
    )
    elements, sections = game.looked_back(then, ring), game.sections(then)
    if sections is not None:
        here = Lying(ring, scene.opened.edge, scene.opened.page, "", model.words())
        return [*(_still(element) for element in elements), Element("back", Told(here, step, sections), paint_told)]
    edge = scene.opened.edge
    shrunk = _beside_the_steps(ring, edge)
    return [*(_still(element, shrunk) for element in elements), Element("back", Bar(ring, edge, step), paint_bar)]


# ---- the table as it was -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Still:
    """An element of a game that is looked back at, and the corner and scale at which it lies."""

    shown: Element[Any]
    at: tuple[float, float, float]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Still) and self.at == other.at and self.shown.looks_like(other.shown)

    __hash__ = None  # type: ignore[assignment]


def _still(element: Element[Any], at: tuple[float, float, float] = (0.0, 0.0, 1.0)) -> Element[Still]:
    """The same, at another corner and smaller, untouchable, and never taken for a part of the game that is played."""
    x, y, scale = at
    pivot = element.pivot and (x + element.pivot[0] * scale, y + element.pivot[1] * scale)
    view = Still(element, at)
    return Element(
        f"back {element.key}", view, paint_still, angle=element.angle, pivot=pivot, flips=element.flips
    )  # fmt: skip


def paint_still(p: Pen, it: Still, control: Controller) -> None:
    x, y, scale = it.at
    with p.at(x, y, scale=scale):
        it.shown.draw(p, control)
    p.hit_areas.clear()


def _beside_the_steps(ring: Ring, edge: int) -> tuple[float, float, float]:
    """Where the whole table has room: its corner, and how much smaller it is."""
    bar = (ring.touch + 2 * PAD) * ring.u
    scale = 1 - bar / (ring.width if edge % 2 else ring.height)
    x, y = ring.width * (1 - scale), ring.height * (1 - scale)  # are left over
    return (x / 2, x, x / 2, 0.0)[edge], (0.0, y / 2, y, y / 2)[edge], scale


# ---- the steps -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bar:
    """What was done and the steps, along the whole of an edge."""

    ring: Ring
    edge: int
    step: Step


def paint_bar(p: Pen, it: Bar, control: Controller) -> None:
    ring, edge = it.ring, it.edge
    t, far = ring.touch, (ring.width, ring.height)
    x, y = ((0.0, far[1]), (0.0, 0.0), (far[0], 0.0), far)[edge]
    with p.at(x, y, edge * 90.0, ring.u):
        wide, high = far[edge % 2] / ring.u, t + 2 * PAD
        with p.at(0, -high):
            frame(p, wide, high)
            steps = _steps(it.step, control)
            side = len(steps) * (t + GAP) + PAD
            room = wide - side - 40
            p.text(20, PAD + 16, it.step.place, p.legible(26), "text", "start", bold=True, room=room)
            p.prose(20, PAD + 34, " ".join(it.step.told), 28 * grow(ring), room, t - 32, "soft", middle=True)
            for nth, each in enumerate(steps):
                with p.at(wide - side + nth * (t + GAP), PAD):
                    each.draw(p, t, t)


@dataclass(frozen=True, slots=True)
class Told:
    """The same for a game that is told in words: what was done, and all that lay open."""

    lying: Lying
    step: Step
    sections: tuple[Section, ...]


def paint_told(p: Pen, it: Told, control: Controller) -> None:
    """Beside the buttons that turn pages there may not be room for all steps."""
    ring = it.lying.ring
    at, steps = place(ring, it.lying.edge, WIDE), _steps(it.step, control)
    if fitting(at.w, ring.touch, paged=True) < len(steps):
        steps = [*steps[1:3], steps[-1]]  # without the first and the last line
    done = Section(it.lying.w("What happened"), it.step.told)
    paint_sections(p, control, it.lying, at, it.step.place, (done, *it.sections), steps)


def _steps(it: Step, control: Controller) -> list[Cell]:
    """First, back, next, last, and away."""
    ways = (
        (it.first, "first", "first"),
        (it.previous, "previous", "left"),
        (it.next, "next", "right"),
        (it.last, "last", "last"),
    )
    return [
        *(_step(control, *way) for way in ways),
        Cell(lambda p, w, h: button(p, 0, 0, w, h, "", "back close", partial(stop_looking, control), "cross")),
    ]


def _step(control: Controller, to: int | None, key: str, picture: str) -> Cell:
    """To another line; dashed where there is none."""
    tap = None if to is None else partial(look_at, control, to)
    return Cell(lambda p, w, h: button(p, 0, 0, w, h, "", f"back {key}", tap, picture, off=tap is None, size=26))
