"""Panels about seats: who plays how, one seat, its name, and its whole zone on a small screen."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from app.protocol import messages
from app.protocol.names import known_as
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.outbox import new_id
from app.screen.pages.intents import set_seat
from app.screen.pages.keyboard import Keyboard, for_names, paint_keyboard
from app.screen.ring import Ring
from app.screen.scene import Scene
from app.screen.widgets.badges import badge
from app.screen.widgets.controls import button
from app.screen.widgets.panel import Cell, Lying, asked_once, cell, closing, lying, panel, place
from app.text.bots import character
from app.text.languages import Words, languages

NAME = 20  # letters at most


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


@dataclass(frozen=True, slots=True)
class OneSeat:
    """A seat of `seats`, and what people may change about it."""

    lying: Lying
    info: messages.SeatInfo
    name: str  # its person's, or its number
    seats: int
    lobby: bool
    waits: bool  # it is asked something that its phone has not answered
    by_touch: bool
    by_bot: bool
    known: bool  # somebody has played here who can be chosen by name


def one(scene: Scene, ring: Ring, seat: int) -> Element[OneSeat] | None:
    """How a seat is played, by whom, in which language."""
    table = scene.model.table
    assert table is not None
    if not 0 < seat <= len(table.seats):
        return None
    here, info = lying(scene, ring, seat), scene.model.info(seat)
    view = OneSeat(
        here,
        info,
        scene.model.name(seat, here.w),
        len(table.seats),
        table.phase == "lobby",
        _is_here(info) and seat in scene.model.questions and scene.game.by_touch,
        scene.model.by_touch,
        table.mode == "play",  # bots do not play with cardboard
        bool(_known(scene)),
    )
    return Element(f"panel {scene.opened.panel}", view, paint_one)


def _is_here(info: messages.SeatInfo) -> bool:
    """Somebody holds the seat with a phone now."""
    return info.by == "phone" and info.present


def paint_one(p: Pen, it: OneSeat, control: Controller) -> None:
    w, info, at = it.lying.w, it.info, place(it.lying.ring, it.lying.edge)
    if it.lying.sure in ("bot", "touch", "free"):
        yes = {"bot": w("A bot plays"), "touch": w("On the screen"), "free": w("Stand up")}[it.lying.sure]
        text = w("{name} has this seat on a phone, and would lose it.", name=it.name)
        take = partial(set_seat, control, info.seat, by=it.lying.sure)
        sign = "cross" if it.lying.sure == "free" else it.lying.sure
        asked_once(p, control, it.lying, text, yes, take, sign)
        return
    bare = w("Seat {number}", number=info.seat)
    named = bare if it.name == bare else w("Seat {number}: {name}", number=info.seat, name=it.name)
    title = named if info.by != "free" else bare
    if told := character(w, info.character):
        title = w("{name}, {character}", name=named, character=told)
    cells = [*_ways_to_play(it, control, w), *_about_its_player(it, control, w), *_moves(it, control, w)]
    panel(p, control, it.lying, at, title, cells, close=closing(control), cell=(340, 0))


def _ways_to_play(it: OneSeat, control: Controller, w: Words) -> list[Cell]:
    seat, by = it.info.seat, it.info.by
    cells = []
    bot = it.info.own_bot and not it.lobby  # somebody comes late, and goes on with what it has
    if it.waits:
        cells.append(cell(w("Choose on the table"), "choose here", partial(control.choose_here, seat), "table"))
    if it.by_touch:
        touch = w("Take over on the screen") if bot else w("On the screen")
        cells.append(cell(touch, "by touch", _take(it, control, "touch"), "touch", on=by == "touch"))
    code = partial(_hand_over, control, seat)
    phone = w("Take over by phone: show a code") if bot else w("By phone: show a code")
    cells.append(cell(phone, "by phone", code, "phone", on=by == "phone"))
    if it.by_bot:
        cells.append(cell(w("A bot plays"), "by bot", _take(it, control, "bot"), "bot", on=by == "bot"))
    return cells


def _take(it: OneSeat, control: Controller, by: str) -> Callable[[], None]:
    """A seat that somebody holds with a phone now is not taken without asking."""
    return partial(control.ask_sure, by) if _is_here(it.info) else partial(set_seat, control, it.info.seat, by=by)


def _hand_over(control: Controller, seat: int) -> None:
    control.open("")
    control.say(messages.HandOver(id=new_id(), seat=seat), seat)


def _about_its_player(it: OneSeat, control: Controller, w: Words) -> list[Cell]:
    info, cells = it.info, []
    if info.by == "bot":
        other = "random" if info.bot != "random" else "greedy"
        kind = w("Bot: plays well") if info.bot != "random" else w("Bot: plays at random")
        cells.append(cell(kind, "bot kind", partial(set_seat, control, info.seat, bot=other), "turn"))
    if info.by == "free":
        return cells
    names = languages()
    langs = list(names)
    after = langs[(langs.index(info.lang) + 1) % len(langs)]
    write = partial(_name, control, info.seat, info.name or "", it.known, it.lying.edge)
    cells.append(cell(w("Name"), "name", write, "tablet"))
    choose = partial(control.open, f"badge {info.seat}", it.lying.ring.zones[info.seat - 1].edge)
    cells.append(Cell(partial(_badge, it, choose)))
    cells.append(cell(names[info.lang], "language", partial(set_seat, control, info.seat, lang=after), "turn"))
    hand = partial(set_seat, control, info.seat, left=not info.left)
    cells.append(cell(w("Left-handed"), "left-handed", hand, "touch", on=info.left))
    if it.lobby:
        cells.append(cell(w("Stand up"), "free", partial(set_seat, control, info.seat, by="free"), "cross"))
    return cells


def _badge(it: OneSeat, choose: Callable[[], None], p: Pen, w: float, h: float) -> None:
    """The way to its emblem and colour, with both."""
    side = min(h * 0.62, 64.0)
    button(p, 0, 0, w, h, "", "badge", choose)
    badge(p, 16 + side / 2, h / 2, side, *it.info.badge)
    left = 28 + side
    p.prose(
        left, 4, it.lying.w("Emblem and colour"), p.legible(28), w - left - 12, h - 8, "text", "middle", middle=True
    )


def _moves(it: OneSeat, control: Controller, w: Words) -> list[Cell]:
    """To the seats beside it, in the lobby."""
    if not it.lobby:
        return []
    seat = it.info.seat
    left, right = (partial(_swap, control, seat, (seat + by - 1) % it.seats + 1) for by in (1, -1))
    return [
        cell(w("Swap with the left seat"), "move left", left, "left"),
        cell(w("Swap with the right seat"), "move right", right, "right"),
    ]


def _swap(control: Controller, seat: int, other: int) -> None:
    control.say(messages.MoveSeat(id=new_id(), seat=seat, to=other), seat)


# ---- its name --------------------------------------------------------------------------------------------


def _known(scene: Scene) -> tuple[messages.KnownPerson, ...]:
    """Who has played here and does not sit here now, who played last first."""
    assert scene.model.table is not None
    here = {known_as(info.name) for info in scene.model.table.seats if info.name is not None}
    return tuple(person for person in scene.opened.names if known_as(person.name) not in here)


def _name(control: Controller, seat: int, name: str, known: bool, edge: int) -> None:
    """Choose a name for a seat; where nobody is known, type it."""
    control.change(typed=name)
    control.open(f"{'who' if known else 'name'} {seat}", edge)


@dataclass(frozen=True, slots=True)
class Who:
    """Names to choose from for a seat, the way it faces."""

    lying: Lying
    seat: int
    people: tuple[messages.KnownPerson, ...]


def who(scene: Scene, ring: Ring, seat: int) -> Element[Who]:
    """Somebody who has played here sits down."""
    return Element(f"panel {scene.opened.panel}", Who(lying(scene, ring, seat), seat, _known(scene)), paint_who)


def paint_who(p: Pen, it: Who, control: Controller) -> None:
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
class Rename:
    """The keyboard for a seat's name."""

    keyboard: Keyboard
    seat: int


def rename(scene: Scene, ring: Ring, seat: int) -> Element[Rename]:
    """A name is typed for a seat."""
    here = lying(scene, ring, seat)
    keyboard = for_names(here, here.w("Name"), scene.opened.typed, NAME)
    return Element(f"panel {scene.opened.panel}", Rename(keyboard, seat), paint_rename)


def paint_rename(p: Pen, it: Rename, control: Controller) -> None:
    paint_keyboard(p, it.keyboard, control, partial(_renamed, control, it.seat))


def _renamed(control: Controller, seat: int) -> None:
    set_seat(control, seat, name=control.opened.typed.strip())
    control.open("")
