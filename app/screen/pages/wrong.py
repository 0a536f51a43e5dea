"""“That is not how it was”: one door for every disagreement, where people tell what happened.

It shows the turns that were told, the newest first. While it is open, whatever is touched on the table is what is
wrong: a stack, or whatever lies before a person. Of each it shows what was told of it, and what is counted there;
people may count otherwise, and write down how they play.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Protocol, TypeAlias

from app.protocol import messages
from app.screen import telling as touches
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.pages import turns, undo
from app.screen.pages.forms import say_and_close
from app.screen.pages.keyboard import Keyboard, for_names, paint_keyboard
from app.screen.pages.turns import TurnRow
from app.screen.ring import Ring
from app.screen.telling import TellingScene
from app.screen.widgets.controls import stepper
from app.screen.widgets.panel import Cell, Lying, cell, closing, lying, panel, place, told
from app.shown import doubts as shown
from app.shown import undo as undone
from app.shown.doubts import Doubted, is_before, is_thing
from app.shown.form import Button, Number, Option, Pick, Says
from app.text import house
from app.text.game import HouseWords
from app.text.languages import Words

FEW: Final = 4  # actions that stand among other answers
NEWEST: Final = 3  # turns that stand before the other ways on where those have no room in the foot
FOOT: Final = 7.2  # fingers that a panel is wide in which three ways on stand beside the turning of pages


Enter: TypeAlias = Callable[[Controller, int], None]


def put_away(control: Controller, seat: int) -> None:
    """Where one seat after another tells, whoever has the turn is asked once nothing lies over that."""
    control.open("")


class Doubts(Protocol):
    """What a game brings to it."""

    @property
    def wide(self) -> float:
        """As much room as a turn wants, in u."""

    def began(self, line: messages.Line) -> tuple[int, int] | None:
        """Whose turn begins with a line (0: everybody's), and its number."""

    def read(self, line: messages.Line, seat: int) -> turns.Came | None:
        """What a line of a seat's turn brought, if it is drawn."""

    def called(self, number: int) -> str:
        """How the number of a turn is said."""

    def concerns(self, line: messages.Line, what: str) -> bool:
        """Whether a line tells of what is counted, of a seat (`seat 2`), of a card (`card altar`), or of something
        that lies before a seat, as a touch there names it (`seat 2 wood`)."""

    def told(self, w: Words, what: str, people: tuple[str, ...]) -> str:
        """Why a card, or what is counted, cannot be told now; empty where it is only somebody else's turn."""

    @property
    def enter(self) -> Enter:
        """Lets a seat that has not told its turn tell it now."""


def wrong(scene: TellingScene, ring: Ring, doubts: Doubts) -> Element[Any] | None:
    """Its page that lies open; None: none does."""
    table = scene.model.table
    if not scene.tracked or table is None or table.phase == "lobby":
        return None
    name, _, rest = scene.opened.panel.partition(" ")
    if name == "log" or (name == "undo" and table.phase == "game"):
        return _door(scene, ring, doubts)
    if table.phase != "game" or scene.repair:
        return None
    match name:
        case "numbers":
            return _numbers(scene, ring, doubts)
        case "number" if count := count_of(table, rest):
            return _number(scene, ring, doubts, rest, count)
        case "of":
            return _of(scene, ring, doubts, *rest.split())
        case "things":
            return _things(scene, ring, doubts, int(rest))
        case "wonder" if rest:
            return _wonder(scene, ring, doubts, *rest.split())
        case "forgot":
            return _forgot(scene, ring, doubts, rest)
        case "house":
            here = lying(scene, ring)
            asked = shown.agreed(here.w)
            keyboard = for_names(here, asked.label, scene.opened.typed, asked.most)
            return Element("panel house", HouseWayKeyboard(replace(keyboard, names=False)), paint_agreed)
    return None


# ---- the turns -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnsDoor:
    """All turns, and the ways on. `undo`: of the newest line, if it can be undone."""

    log: turns.TurnRows
    title: tuple[str, ...]
    undo: Button | None
    counted: bool


def _door(scene: TellingScene, ring: Ring, doubts: Doubts) -> Element[TurnsDoor]:
    log = turns.log(scene, ring, doubts.began, doubts.read, doubts.called, doubts.wide)
    w, table = scene.model.words(), scene.model.table
    assert table is not None
    running = table.phase == "game"
    title: tuple[str, ...] = (w("Touch a turn to correct it. +: one is missing before it"), w("What is wrong?"))
    if running and table.counted:
        title = w("Touch what is wrong, here or on the table. +: a turn is missing before it"), *title
    offered = undone.undo(w, undo.offered(scene, w)) if running and table.undo else None
    view = TurnsDoor(log, title, offered, running and bool(table.counted))
    return Element(f"panel {scene.opened.panel}", view, paint_door)


def paint_door(p: Pen, it: TurnsDoor, control: Controller) -> None:
    w, foot = it.log.lying.w, []
    if it.undo:
        row, go = it.undo, partial(undo.take_back, control, it.undo.says)
        foot.append(cell(row.words, row.key, go, row.picture, 1.6, size=24, below=row.about))
    if it.counted:
        foot.append(cell(shown.wrong_number(w), "numbers", partial(control.open, "numbers"), "tablet", size=24))
    turns.paint_log(p, it.log, control, it.title, foot)


# ---- what is counted -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Numbers:
    """All that is counted."""

    lying: Lying
    title: str
    counts: tuple[Number, ...]
    rows: tuple[TurnRow, ...]  # turns that tell of it
    people: tuple[str, ...]
    forgot: tuple[str, str] | None  # what else may be wrong: what that is called, and its panel
    wide: float
    things: str = ""  # the panel with cards and whatever else is printed
    wonder: tuple[str, str] | None = None  # that the seat has another wonder: what that is called, and its panel
    all: str = ""  # the panel with all turns, where but those are shown that tell of the thing that was touched


def count_of(table: messages.TableView, what: str) -> messages.CountView | None:
    """What there is of that; None if it cannot be counted now."""
    thing, _, seat = what.rpartition(" ")
    if what in table.counted or thing not in table.things:
        return table.counted.get(what)
    there = any(each.endswith(f" {seat}") for each in table.counted)
    return messages.CountView(0, 0, table.things[thing]) if there and table.things[thing] else None


def _it(scene: TellingScene, w: Words) -> tuple[HouseWords, Doubted]:
    """What may be doubted, and the game's words for it."""
    say, table = scene.game.words, scene.model.table
    assert isinstance(say, HouseWords)
    assert table is not None
    return say, shown.doubted(table, scene.model.people(w))


def _counts(scene: TellingScene, w: Words, of: Callable[[str], bool]) -> tuple[Number, ...]:
    say, it = _it(scene, w)
    return tuple(shown.number(w, say, it, what, count) for what, count in it.counted if of(what))


def _is_of(what: str, thing: str) -> bool:
    """Whether what is counted is what was touched before a seat, as that names it; a number stands for its colour."""
    kind, *slug, _ = what.split()
    colour = thing.rstrip("0123456789")
    alike = slug and (slug[0] == thing or (colour.endswith("-") and slug[0].startswith(colour)))
    return bool(alike) or kind == thing or (thing == "wonder" and kind.startswith("stage"))


def _numbers(scene: TellingScene, ring: Ring, doubts: Doubts) -> Element[Numbers]:
    here = lying(scene, ring)
    counts = _counts(scene, here.w, lambda what: not is_thing(what))
    view = Numbers(here, here.w("Which number is wrong?"), counts, (), (), None, doubts.wide)
    return Element("panel numbers", view, paint_numbers)


def _of(scene: TellingScene, ring: Ring, doubts: Doubts, number: str, thing: str = "") -> Element[Numbers]:
    """What was told of a seat, and what is counted there. `thing`: what was touched before it, of which turns told."""
    seat, thing = int(number), "" if thing == "name" else thing
    here = lying(scene, ring)
    people = scene.model.people(here.w)
    touched = _counts(scene, here.w, lambda what: bool(thing) and is_before(what, seat) and _is_of(what, thing))
    counts = touched or _counts(scene, here.w, lambda what: is_before(what, seat) and not is_thing(what))
    title = here.w("{name}: what is wrong?", name=people[seat - 1])
    late, forgot = tuple((each, people[each - 1]) for each in scene.to_act), None
    if late and seat not in scene.to_act:
        forgot = _not_told(here.w, scene.acting, late), f"forgot seat {seat}"
    rows = _rows(scene, ring, doubts, f"seat {seat} {thing}") if thing else ()
    all = f"of {seat}" if rows or touched else ""
    rows = rows or _rows(scene, ring, doubts, f"seat {seat}")
    assert scene.model.table is not None
    things = f"things {seat}" if scene.model.table.things and counts else ""
    wonder = None
    if scene.model.table.wonders and (not thing or thing in ("wonder", *scene.model.table.wonders[seat - 1])):
        wonder = house.other_wonder(here.w, people[seat - 1]), f"wonder {seat}"
    view = Numbers(here, title, counts, rows, people, forgot, doubts.wide, things, wonder, all)
    return Element(f"panel of {seat}", view, paint_numbers)


def _things(scene: TellingScene, ring: Ring, doubts: Doubts, seat: int) -> Element[Numbers]:
    """What is printed and lies before a seat, and behind it what else may lie there."""
    here = lying(scene, ring)
    say, it = _it(scene, here.w)
    there = _counts(scene, here.w, lambda what: is_before(what, seat) and is_thing(what))
    title = here.w("{name}: which number is wrong?", name=it.people[seat - 1])
    rows = (*there, *shown.absent(here.w, say, it, seat))
    return Element(f"panel things {seat}", Numbers(here, title, rows, (), it.people, None, doubts.wide), paint_numbers)


def _rows(scene: TellingScene, ring: Ring, doubts: Doubts, what: str) -> tuple[TurnRow, ...]:
    """Turns that tell of it, the newest first."""
    log = turns.log(scene, ring, doubts.began, doubts.read, doubts.called, doubts.wide)
    found = turns.turns((line for _, line in sorted(scene.model.lines.items())), doubts.began)
    told = {
        each.line
        for each in found
        if isinstance(each, turns.LogTurn)
        and (what == f"seat {each.seat}" or any(doubts.concerns(line, what) for line in each.lines))
    }
    return tuple(row for row in log.rows if isinstance(row, TurnRow) and row.line in told)


def paint_numbers(p: Pen, it: Numbers, control: Controller) -> None:
    w, at = it.lying.w, place(it.lying.ring, it.lying.edge)
    cells = []
    if it.forgot:
        label, forgot = it.forgot
        cells.append(cell(label, "forgot", partial(control.open, forgot), "question", size=24))
    for row in it.counts:
        now = "?" if row.now is None else f"{row.now:g}"
        what = row.key.removeprefix("count ")
        cells.append(cell(f"{row.words}: {now}", row.key, partial(_open, control, what), size=24))
    ways = []
    if it.things:
        label, things = w("Cards, tokens and more"), partial(control.open, it.things)
        ways.append(cell(label, "things", things, "tablet", 1.4, size=26))
    if it.wonder:
        label, other = it.wonder
        ways.append(cell(label, "other wonder", partial(control.open, other), "wonder", 1.4, size=26))
    foot = [cell(w("Back"), "back", partial(control.open, "log"), "undo", size=26)]
    rows = turns.rows(control, it.people, it.rows)
    if at.w < FOOT * it.lying.ring.touch:
        rows, ways = [*rows[:NEWEST], *ways, *rows[NEWEST:]], []
    cells += rows
    if it.all:
        cells.append(cell(w("All turns"), "all turns", partial(control.open, it.all), "menu", size=24))
    way = shown.agreed(w)
    foot += ways or [cell(way.words, way.key, partial(_write, control), way.picture, 1.6, size=26)]
    wide = min(max(it.wide, 380.0), at.w - 40)
    panel(p, control, it.lying, at, it.title, cells, foot, (wide, 0), closing(control))


def _open(control: Controller, what: str) -> None:
    """Of what is there or is not, it is the other that is meant."""
    table = control.model.table
    count = count_of(table, what) if table else None
    other = (what, 1 - count.now) if count and is_thing(what) and (count.least, count.most) == (0, 1) else None
    control.change(steps=replace(control.opened.steps, counted=other))
    control.open(f"number {what}")


def _write(control: Controller) -> None:
    control.change(typed="")
    control.open("house")


@dataclass(frozen=True, slots=True)
class CountedNumber:
    """One thing that is counted: what it is called, how many there are by what was told, and by what people count."""

    lying: Lying
    what: str
    row: Number
    ours: messages.CountView
    theirs: int
    rows: tuple[TurnRow, ...]
    people: tuple[str, ...]
    wide: float


def _number(
    scene: TellingScene, ring: Ring, doubts: Doubts, what: str, ours: messages.CountView
) -> Element[CountedNumber]:
    here = lying(scene, ring)
    people = scene.model.people(here.w)
    theirs = _theirs(scene.opened.steps.counted, what, ours)
    row = shown.number(here.w, *_it(scene, here.w), what, ours)
    of = "seat {2} {1}".format(*what.split()) if is_thing(what) else what
    rows = _rows(scene, ring, doubts, of)
    return Element(
        f"panel number {what}", CountedNumber(here, what, row, ours, theirs, rows, people, doubts.wide), paint_number
    )


def paint_number(p: Pen, it: CountedNumber, control: Controller) -> None:
    w, ring, ours, theirs = it.lying.w, it.lying.ring, it.ours, it.theirs
    at = place(ring, it.lying.edge)
    says = w("We count {n}. How many are there really?", n=ours.now)
    if it.rows:
        says = w("We count {n}. Correct the number, or touch the turn that is wrong.", n=ours.now)
    if not ours.known:
        says = w("Nobody has counted its cards.")
    cells = [told(says, 35.0 if ring.small else 28.0)]
    cells.append(Cell(partial(_stepped, it, control), wide=True))
    cells += turns.rows(control, it.people, it.rows)
    go = partial(_count, control, it.row.says, theirs) if theirs != ours.now or not ours.known else None
    foot = [
        cell(w("Back"), "back", partial(control.open, "log"), "undo", size=26),
        cell(w("Count from here: {n}", n=theirs), "count it", go, "tick", 1.6, primary=True, size=26),
    ]
    panel(p, control, it.lying, at, it.row.words, cells, foot, (min(it.wide, at.w - 40), 0), closing(control))


def _stepped(it: CountedNumber, control: Controller, p: Pen, wide: float, high: float) -> None:
    less = partial(_step, control, it.what, it.ours, -1) if it.theirs > it.ours.least else None
    more = partial(_step, control, it.what, it.ours, 1) if it.theirs < it.ours.most else None
    side = min(max(it.lying.ring.touch, 150.0), wide / 3)
    stepper(p, 0, 0, wide, high, "", str(it.theirs), "number", less, more, side, ("minus", "plus"))


def _step(control: Controller, what: str, ours: messages.CountView, by: int) -> None:
    """One more or fewer than is shown now: a finger that stays goes on by the same touch."""
    n = _theirs(control.opened.steps.counted, what, ours) + by
    control.change(steps=replace(control.opened.steps, counted=(what, min(max(n, ours.least), ours.most))))


def _theirs(counted: tuple[str, int] | None, what: str, ours: messages.CountView) -> int:
    """How many people count; until they have said so, what the table does."""
    return counted[1] if counted and counted[0] == what else ours.now


def _count(control: Controller, says: Says | None, n: int) -> None:
    assert says is not None
    control.change(steps=replace(control.opened.steps, counted=None))
    say_and_close(control, says, n)


# ---- another wonder ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OtherWonderPanel:
    """Wonders to choose from: which a seat has after all (`pick`), or of its own the one that it has not."""

    lying: Lying
    seat: int
    title: str
    mine: tuple[Option, ...]
    pick: Pick | None


def _wonder(
    scene: TellingScene, ring: Ring, doubts: Doubts, number: str, was: str = ""
) -> Element[OtherWonderPanel] | None:
    """A seat that has but one wonder is asked at once which it has instead."""
    here, seat = lying(scene, ring), int(number)
    say, it = _it(scene, here.w)
    if not it.wonders:
        return None
    picks = shown.other_wonders(here.w, say, it, seat)
    pick = picks[0] if len(picks) == 1 else next((each for each in picks if each.key == f"wonder {seat} {was}"), None)
    mine = tuple(Option(each, say.house_wonder(here.w, each)) for each in it.wonders[seat - 1])
    title = house.which_not(here.w, it.people[seat - 1]) if pick is None else pick.label
    return Element(f"panel wonder {seat}", OtherWonderPanel(here, seat, title, mine, pick), paint_other_wonder)


def paint_other_wonder(p: Pen, it: OtherWonderPanel, control: Controller) -> None:
    at, pick = place(it.lying.ring, it.lying.edge), it.pick
    if pick is None:
        cells = [
            cell(own.words, f"not {own.value}", partial(control.open, f"wonder {it.seat} {own.value}"), size=26)
            for own in it.mine
        ]
    else:
        cells = [
            cell(each.words, f"has {each.value}", partial(say_and_close, control, pick.says, each.value), size=26)
            for each in pick.options
        ]
        cells.append(told(shown.played_again(it.lying.w).words, 26))
    foot = [cell(it.lying.w("Back"), "back", partial(control.open, f"of {it.seat}"), "undo", size=26)]
    panel(p, control, it.lying, at, it.title, cells, foot, (260, 0), closing(control))


# ---- what is not in turn -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Forgot:
    """Something was touched that is not in turn.

    `late`: whose turn nobody has told, each with its name; `ways`: what the only one of them can have done, if that is
    not much; `count`: what was touched and is counted, its words in a record and what it is called; `rows`: turns that
    told of it.
    """

    lying: Lying
    title: str
    late: tuple[tuple[int, str], ...]
    ways: tuple[tuple[str, str], ...]
    count: tuple[str, str] | None
    rows: tuple[TurnRow, ...]
    people: tuple[str, ...]
    wide: float
    enter: Enter


def _forgot(scene: TellingScene, ring: Ring, doubts: Doubts, what: str) -> Element[Forgot] | None:
    assert scene.model.table is not None
    here, questions = lying(scene, ring), scene.model.questions
    w, people = here.w, scene.model.people(here.w)
    said = doubts.told(w, what, people)
    late = () if said else tuple((seat, people[seat - 1]) for seat in scene.to_act if questions.get(seat))
    if not said and not late:
        return None
    ways: tuple[tuple[str, str], ...] = ()
    if len(late) == 1:
        question = questions[late[0][0]]
        legal = [text for text in question.legal if text in question.then]
        ways = tuple((text, scene.action(w, text)) for text in legal) if len(legal) <= FEW else ()
    number = " ".join(what.split()[:2])  # behind that, what was touched
    ours = scene.model.table.counted.get(number)
    count = (number, shown.number(w, *_it(scene, w), number, ours).words) if ours else None
    rows = _rows(scene, ring, doubts, what) if what.startswith("card ") else ()
    title = said or _not_told(w, scene.acting, late)
    view = Forgot(here, title, late, ways, count, rows, people, doubts.wide, doubts.enter)
    return Element("panel forgot", view, paint_forgot)


def _not_told(w: Words, acting: int, late: tuple[tuple[int, str], ...]) -> str:
    """Whose turn is not told. `acting`: the one seat that has it; 0: all have it at once."""
    if acting:
        return w("It is {name}’s turn. Did we forget one?", name=late[0][1])
    if len(late) == 1:
        return w("{name} has not told this turn yet. Is it missing?", name=late[0][1])
    return w("Not everybody has told this turn yet. Is somebody missing?")


def paint_forgot(p: Pen, it: Forgot, control: Controller) -> None:
    w, at = it.lying.w, place(it.lying.ring, it.lying.edge)
    cells = [
        cell(f"{name}: {label}", f"forgotten {text}", partial(_enter, control, seat, text), "plus", size=26)
        for seat, name in it.late
        for text, label in it.ways
    ]
    for seat, name in it.late if not it.ways else ():
        label = w("Yes: enter the turn of {name} now", name=name)
        key = "enter it" if len(it.late) == 1 else f"enter {seat}"
        cells.append(cell(label, key, partial(it.enter, control, seat), "plus", size=26))
    cells += turns.rows(control, it.people, it.rows)
    cells.append(cell(w("An earlier turn is missing or wrong"), "log", partial(control.open, "log"), "menu", size=26))
    if it.count:
        what, label = it.count
        number = partial(_open, control, what)
        cells.append(cell(w("{what}: the number is wrong", what=label), "number", number, "tablet", size=26))
    cells.append(cell(w("No, nothing is missing"), "nothing missing", closing(control), "tick", size=26))
    wide = max(420.0, it.wide if it.rows else 0.0)
    panel(p, control, it.lying, at, it.title, cells, (), (min(wide, at.w - 40), 0), closing(control))


def _enter(control: Controller, seat: int, text: str) -> None:
    control.open("")
    touches.pick(control, seat, text)


# ---- how the house has it ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HouseWayKeyboard:
    """The keyboard on which people write how they play."""

    keyboard: Keyboard


def paint_agreed(p: Pen, it: HouseWayKeyboard, control: Controller) -> None:
    paint_keyboard(p, it.keyboard, control, partial(_agree, control))


def _agree(control: Controller) -> None:
    text = control.opened.typed.strip()
    says = shown.agreed(control.model.words()).says
    if text and says is not None:
        say_and_close(control, says, text)
    else:
        control.open("")
