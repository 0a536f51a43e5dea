"""Panels about seats: who plays how, one seat, its name, and its whole zone on a small screen."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.protocol import messages
from app.protocol.names import known_as
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Bound, Element
from app.screen.outbox import new_id
from app.screen.pages.forms import FormPanel, Means, paint_form
from app.screen.pages.intents import set_seat
from app.screen.pages.keyboard import Keyboard, for_names, paint_keyboard
from app.screen.ring import Ring
from app.screen.scene import Scene
from app.screen.widgets.badges import Badge, badge
from app.screen.widgets.controls import button
from app.screen.widgets.panel import Cell, Lying, cell, closing, lying, panel, place
from app.shown import seats as shown
from app.shown.form import Says

COLUMN: Final = 340.0  # u


# ---- all seats -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Everybody:
    """The name at each seat, and how it is played."""

    lying: Lying
    seats: tuple[tuple[str, messages.PlayedBy], ...]


def everybody(scene: Scene, ring: Ring, _: int) -> Element[Everybody]:
    """Who plays how: the way to each seat."""
    assert scene.model.table is not None
    here = lying(scene, ring)
    seats = zip(scene.model.people(here.w), (info.by for info in scene.model.table.seats), strict=True)
    return Element(f"panel {scene.opened.panel}", Everybody(here, tuple(seats)), paint_everybody)


def paint_everybody(p: Pen, it: Everybody, control: Controller) -> None:
    ring, w = it.lying.ring, it.lying.w
    cells = []
    for seat, (name, by) in enumerate(it.seats, start=1):
        go = partial(control.open, f"seat {seat}", ring.zones[seat - 1].edge)
        cells.append(cell(name, f"to seat {seat}", go, {"phone": "phone", "bot": "bot"}.get(by, "touch")))
    at = place(ring, it.lying.edge)
    panel(p, control, it.lying, at, w("Who plays, and how?"), cells, close=closing(control), cell=(300, 0))


# ---- one seat --------------------------------------------------------------------------------------------


def one(scene: Scene, ring: Ring, seat: int) -> Element[FormPanel] | None:
    """How a seat is played, by whom, in which language."""
    table = scene.model.table
    assert table is not None
    if not 0 < seat <= len(table.seats):
        return None
    here, info = lying(scene, ring, seat), scene.model.info(seat)
    lobby, bots = table.phase == "lobby", table.mode == "play" or not scene.model.by_touch  # none deal with cardboard
    there = {"touch": scene.model.by_touch, "phone": True, "bot": bots, "free": lobby and info.by != "free"}
    ways = tuple(by for by in shown.WAYS if there[by])
    waits = info.by == "phone" and info.present and seat in scene.model.questions and scene.game.by_touch
    name = scene.model.name(seat, here.w)
    it = shown.ShownSeat(info, name, len(table.seats), ways, frozenset(ways), lobby, waits)
    means = Means(
        {
            "choose here": Bound(Controller.choose_here, seat=seat),
            "name": Bound(_name, seat=seat, edge=here.edge),
            "badge": Bound(Controller.open, panel=f"badge {seat}", edge=ring.zones[seat - 1].edge),
        },
        Bound(_say, seat),
    )
    view = FormPanel(here, shown.seat(here.w, it), means, COLUMN, pictures={"badge": Badge(*info.badge)})
    return Element(f"panel {scene.opened.panel}", view, paint_form)


def _say(seat: int, control: Controller, says: Says, value: object = None) -> None:
    """A refusal is said at its edge; a code lies there, too."""
    if isinstance(says.intent, messages.HandOver):
        control.open("")
    control.say(says.filled(new_id(), value), seat)


# ---- its name --------------------------------------------------------------------------------------------


def _known(scene: Scene) -> tuple[messages.KnownPerson, ...]:
    """Who has played here and does not sit here now, who played last first."""
    assert scene.model.table is not None
    here = {known_as(info.name) for info in scene.model.table.seats if info.name is not None}
    return tuple(person for person in scene.opened.names if known_as(person.name) not in here)


def _name(control: Controller, seat: int, edge: int) -> None:
    """Choose a name for a seat; where nobody is known by now, type it."""
    control.change(typed=control.model.info(seat).name or "")
    control.open(f"{'who' if _known(control.scene) else 'name'} {seat}", edge)


@dataclass(frozen=True, slots=True)
class NameChoices:
    """Names to choose from for a seat, the way it faces."""

    lying: Lying
    seat: int
    people: tuple[messages.KnownPerson, ...]


def who(scene: Scene, ring: Ring, seat: int) -> Element[NameChoices]:
    """Somebody who has played here sits down."""
    return Element(f"panel {scene.opened.panel}", NameChoices(lying(scene, ring, seat), seat, _known(scene)), paint_who)


def paint_who(p: Pen, it: NameChoices, control: Controller) -> None:
    w, at = it.lying.w, place(it.lying.ring, it.lying.edge)
    cells = [Cell(partial(_person, control, it.seat, person), name=person.name) for person in it.people]
    write = partial(control.open, f"name {it.seat}", it.lying.edge)
    foot = [cell(w("Type a name"), "type", write, "tablet", size=26)]
    panel(p, control, it.lying, at, w("Who sits here?"), cells, foot, close=closing(control), cell=(300, 0))


def _person(control: Controller, seat: int, person: messages.KnownPerson, p: Pen, w: float, h: float) -> None:
    """Somebody to choose, with the badge they had last."""
    side = min(h * 0.62, 64.0)
    choose = partial(_chosen, control, seat, person.name)
    button(p, 0, 0, w, h, "", f"known {person.name}", choose)
    badge(p, 16 + side / 2, h / 2, side, person.emblem, person.colour)
    left = 28 + side if person.emblem else 16.0
    p.name(left, h / 2, person.name, 30, room=w - left - 12)


def _chosen(control: Controller, seat: int, name: str) -> None:
    set_seat(control, seat, name=name)
    control.open("")


@dataclass(frozen=True, slots=True)
class NameKeyboard:
    """The keyboard for a seat's name."""

    keyboard: Keyboard
    seat: int


def rename(scene: Scene, ring: Ring, seat: int) -> Element[NameKeyboard]:
    """A name is typed for a seat."""
    here = lying(scene, ring, seat)
    keyboard = for_names(here, here.w("Name"), scene.opened.typed, shown.NAME)
    return Element(f"panel {scene.opened.panel}", NameKeyboard(keyboard, seat), paint_rename)


def paint_rename(p: Pen, it: NameKeyboard, control: Controller) -> None:
    paint_keyboard(p, it.keyboard, control, partial(_renamed, control, it.seat))


def _renamed(control: Controller, seat: int) -> None:
    set_seat(control, seat, name=control.opened.typed.strip())
    control.open("")
