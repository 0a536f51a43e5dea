"""The *That is not how it was* panel: one entry to every dispute in games that people report.

It lists the reported turns, newest first. While it is open, a touch on the table selects what is wrong: a stack, or a
thing at a seat. Each page shows the turns and counts of its subject; people can correct a count or write down a house
rule.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Protocol, TypeAlias

from app.protocol.cardboard_messages import CountView
from app.protocol.log_messages import Line
from app.protocol.table_messages import TableView
from app.screen.control.controller import Controller
from app.screen.input import cardboard_entry as touches
from app.screen.pages.cardboard import turn_log
from app.screen.pages.cardboard.turn_log import LineRow, TurnRow
from app.screen.pages.common.forms import COLUMN, FormHandlers, FormPanel, Put, Say, Ways, paint_form, send_and_close
from app.screen.pages.common.keyboard import for_names, paint_keyboard
from app.screen.pages.play import undo
from app.screen.paint.element import AnyElement, BoundCall, Element
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring
from app.screen.state.typed_scene import ReportScene
from app.screen.widgets.panel_cells import cell
from app.screen.widgets.panel_frame import PanelContext, panel_context, panel_element, place, place_of_many
from app.shown.cardboard import disputes as shown
from app.shown.cardboard.disputes import DisputeFacts, is_before, is_thing
from app.shown.form import Button, Form, IntentTemplate, Link, Number
from app.shown.play import undo as undone
from app.text.translation import Words
from app.text.words_protocols import HouseWords

MAX_LISTED_ACTIONS: Final = 4  # possible actions that are listed among the answers
NEWEST: Final = 3  # turns listed before the links, if these do not fit at the foot
FOOT: Final = 7.2  # fingers, panel width in which three links fit beside the paging buttons


Enter: TypeAlias = Callable[[Controller, int], None]


def close_dispute(control: Controller, seat: int) -> None:
    """Close the panel; the seat to act is asked again."""
    control.open_panel("")


class DisputeSource(Protocol):
    """A game's part in disputes; games inherit what is the same in most of them."""

    @property
    def wide(self) -> float:
        """The width of a turn in the log (u)."""
        return turn_log.TURN

    def started_turn(self, line: Line) -> tuple[int, int] | None:
        """Return seat (0: all) and number of the turn that a line starts, or None."""

    def log_picture(self, line: Line, seat: int) -> turn_log.LogPicture | None:
        """Return what to draw for a line of a seat's turn, or None."""

    def format_number(self, number: int) -> str:
        """Format a turn's number."""
        return str(number)

    def is_about(self, line: Line, what: str) -> bool:
        """Check whether a line is about a count, a seat (`seat 2`), a card (`card altar`), or a thing at a seat (`seat
        2 wood`)."""

    def explain_unreportable(self, w: Words, what: str, people: tuple[str, ...]) -> str:
        """Return why a card or count cannot be reported now; empty if only another seat is to act."""
        return ""

    @property
    def enter(self) -> Enter:
        """The callback that lets a seat report its late turn now."""
        return close_dispute


def build_dispute_page(scene: ReportScene, ring: Ring, doubts: DisputeSource) -> AnyElement | None:
    """Build the open page of the dispute, or return None."""
    table = scene.model.table
    if not scene.tracked or table is None or table.phase == "lobby":
        return None
    name, _, rest = scene.ui.panel.partition(" ")
    if name in touches.REPORT_PANELS:
        return _build_start(scene, ring, doubts)
    if scene.repair:
        return None
    match name:
        case "set-up" | "began" | "places" if table.set_up or table.wonders:
            return _build_set_up(scene, ring, doubts, name)
        case "numbers":
            return _build_counts(scene, ring, doubts)
        case "number" if count := count_of(table, rest):
            return _build_count(scene, ring, doubts, rest, count)
        case "of" if table.phase == "game":
            return _build_seat(scene, ring, doubts, *rest.split())
        case "things":
            return _build_things(scene, ring, doubts, int(rest))
        case "wonder" if rest:
            return _build_wonder(scene, ring, doubts, *rest.split())
        case "forgot" if table.phase == "game":
            return _build_forgotten(scene, ring, doubts, rest)
        case "house" if table.phase == "game":
            here = panel_context(scene, ring)
            asked = shown.house_rule_field(here.w)
            keyboard = for_names(here, asked.label, scene.ui.typed, asked.most, _agree_house_rule)
            return Element("panel house", replace(keyboard, names=False), paint_keyboard)
    return None


# ---- the turns -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DisputeStart:
    """The first page: every turn, and links. `undo`: of the newest line, if possible."""

    log: turn_log.TurnRows
    title: tuple[str, ...]
    undo: Button | None
    counted: bool
    laid_out: bool  # the set-up can be corrected


def _build_start(scene: ReportScene, ring: Ring, doubts: DisputeSource) -> Element[DisputeStart]:
    log = turn_log.build_turn_rows(
        scene, ring, doubts.started_turn, doubts.log_picture, doubts.format_number, doubts.wide
    )
    w, table = scene.model.words(), scene.table
    running = table.phase == "game"
    title: tuple[str, ...] = (w("Touch a turn to correct it. +: one is missing before it"), w("What is wrong?"))
    if running and table.counted:
        title = w("Touch what is wrong, here or on the table. +: a turn is missing before it"), *title
    offered = undone.undo(w, undo.find_offer(scene, w)) if running and table.undo else None
    view = DisputeStart(log, title, offered, running and bool(table.counted), bool(table.set_up or table.wonders))
    return panel_element(scene, view, paint_door)


def paint_door(p: Pen, start: DisputeStart, control: Controller) -> None:
    w, foot = start.log.context.w, []
    if start.undo:
        row, go = start.undo, partial(undo.send_undo, control, start.undo.says)
        foot.append(cell(row.words, row.key, go, row.picture, 1.6, size=24, below=row.about))
    if start.counted:
        number = shown.wrong_number(w)
        go = partial(control.open_panel, number.to)
        foot.append(cell(number.words, number.key, go, number.picture, size=24))
    log, link = start.log, shown.wrong_set_up(w)
    if start.laid_out and place_of_many(log.context.ring, log.context.edge).w >= FOOT * log.context.ring.touch:
        foot.append(cell(link.words, link.key, partial(control.open_panel, link.to), link.picture, size=24))
    elif start.laid_out:
        first = next((nth for nth, row in enumerate(log.rows, 1) if row.line == log.newest), 0)  # that is in sight
        log = replace(log, rows=(*log.rows[:first], LineRow(0, 0, link.words, link.to), *log.rows[first:]))
    turn_log.paint_log(p, log, control, start.title, foot)


# ---- what is counted -----------------------------------------------------------------------------------------


def count_of(table: TableView, what: str) -> CountView | None:
    """Return the current count, or None if it cannot be corrected now."""
    thing, _, seat = what.rpartition(" ")
    if what in table.counted or thing not in table.things:
        return table.counted.get(what)
    there = any(each.endswith(f" {seat}") for each in table.counted)
    return CountView(0, 0, table.things[thing]) if there and table.things[thing] else None


def _dispute_facts(scene: ReportScene, w: Words) -> tuple[HouseWords, DisputeFacts]:
    say, table = scene.game.words, scene.model.table
    assert isinstance(say, HouseWords)
    assert table is not None
    return say, shown.dispute_facts(table, scene.model.people(w))


def _list_counts(scene: ReportScene, w: Words, of: Callable[[str], bool]) -> tuple[Number, ...]:
    say, facts = _dispute_facts(scene, w)
    return tuple(shown.number(w, say, facts, what, count) for what, count in facts.counted if of(what))


def _is_of(what: str, thing: str) -> bool:
    """Check whether a count belongs to a thing that was touched at a seat; a numbered slug stands for its colour."""
    kind, *slug, _ = what.split()
    colour = thing.rstrip("0123456789")
    alike = slug and (slug[0] == thing or (colour.endswith("-") and slug[0].startswith(colour)))
    return bool(alike) or kind == thing or (thing == "wonder" and kind.startswith("stage"))


def _build_counts(scene: ReportScene, ring: Ring, doubts: DisputeSource) -> Element[FormPanel]:
    here = panel_context(scene, ring)
    counts = _list_counts(scene, here.w, lambda what: not is_thing(what))
    return _build_page(scene, "numbers", here, shown.count_page(here.w, counts), doubts)


def _build_seat(
    scene: ReportScene, ring: Ring, doubts: DisputeSource, number: str, thing: str = ""
) -> Element[FormPanel]:
    """Build the page of a seat. `thing`: the touched thing."""
    seat, thing = int(number), "" if thing == "name" else thing
    here, table = panel_context(scene, ring), scene.table
    people = scene.model.people(here.w)
    touched = _list_counts(scene, here.w, lambda what: bool(thing) and is_before(what, seat) and _is_of(what, thing))
    counts = touched or _list_counts(scene, here.w, lambda what: is_before(what, seat) and not is_thing(what))
    late = [people[each - 1] for each in scene.to_act] if seat not in scene.to_act else []
    rows = _list_turns(scene, ring, doubts, f"seat {seat} {thing}") if thing else ()
    dispute = shown.SeatDispute(
        seat=seat,
        name=people[seat - 1],
        counts=counts,
        things=bool(table.things and counts),
        late=shown.not_told(here.w, late, bool(scene.acting)) if late else "",
        wonder=bool(table.wonders) and (not thing or thing in ("wonder", *table.wonders[seat - 1])),
        all=bool(rows or touched),
        roomy=place(ring, here.edge).w >= FOOT * ring.touch,
    )
    ways = {
        "forgot": BoundCall(Controller.open_panel, panel=f"forgot seat {seat}"),
        "things": BoundCall(Controller.open_panel, panel=f"things {seat}"),
        "other wonder": BoundCall(Controller.open_panel, panel=f"wonder {seat}"),
        "all turns": BoundCall(Controller.open_panel, panel=f"of {seat}"),
    }
    rows = rows or _list_turns(scene, ring, doubts, f"seat {seat}")
    return _build_page(scene, f"of {seat}", here, shown.seat_dispute_page(here.w, dispute), doubts, ways, rows)


def _build_things(scene: ReportScene, ring: Ring, doubts: DisputeSource, seat: int) -> Element[FormPanel]:
    """Build the page of a seat's printed things, including those it could have."""
    here = panel_context(scene, ring)
    say, facts = _dispute_facts(scene, here.w)
    there = _list_counts(scene, here.w, lambda what: is_before(what, seat) and is_thing(what))
    rows = (*there, *shown.absent(here.w, say, facts, seat))
    return _build_page(scene, f"things {seat}", here, shown.count_page(here.w, rows, facts.people[seat - 1]), doubts)


def _build_page(
    scene: ReportScene,
    name: str,
    here: PanelContext,
    form: Form,
    doubts: DisputeSource,
    ways: Ways | None = None,
    rows: tuple[TurnRow, ...] = (),
    say: Say = send_and_close,
    put: Put | None = None,
) -> Element[FormPanel]:
    """Build a form with the links shared by every page, and the turns about its subject."""
    to = [row.to for row in form.rows if isinstance(row, Link) and row.to.startswith("count ")]
    counts = {each: BoundCall(_open_count, what=each.removeprefix("count ")) for each in to}
    means = FormHandlers(
        {**counts, "house": _open_house_rule, **(ways or {})},
        say,
        put,
    )
    parts, people = {shown.NEWEST: rows[:NEWEST], shown.OLDER: rows[NEWEST:]}, scene.model.people(here.w)
    drawn = {key: BoundCall(turn_log.row_cells, people=people, them=part) for key, part in parts.items()}
    view = FormPanel(here, form, means, max(doubts.wide if rows else 0.0, COLUMN), drawn=drawn)
    return Element(f"panel {name}", view, paint_form)


def _list_turns(scene: ReportScene, ring: Ring, doubts: DisputeSource, what: str) -> tuple[TurnRow, ...]:
    """List the turns about a subject, newest first."""
    log = turn_log.build_turn_rows(
        scene, ring, doubts.started_turn, doubts.log_picture, doubts.format_number, doubts.wide
    )
    found = turn_log.split_turns((line for _, line in sorted(scene.model.lines.items())), doubts.started_turn)
    matching = {
        each.line
        for each in found
        if isinstance(each, turn_log.LogTurn)
        and (what == f"seat {each.seat}" or any(doubts.is_about(line, what) for line in each.lines))
    }
    return tuple(row for row in log.rows if isinstance(row, TurnRow) and row.line in matching)


def _open_count(control: Controller, what: str) -> None:
    """Open a count; for a thing that is present or absent, preselect the opposite."""
    table = control.model.table
    count = count_of(table, what) if table else None
    other = (what, 1 - count.now) if count and is_thing(what) and (count.least, count.most) == (0, 1) else None
    control.change(steps=replace(control.ui.steps, counted=other))
    control.open_panel(f"number {what}")


def _open_house_rule(control: Controller) -> None:
    control.change(typed="")
    control.open_panel("house")


def _build_count(
    scene: ReportScene, ring: Ring, doubts: DisputeSource, what: str, ours: CountView
) -> Element[FormPanel]:
    here, theirs = panel_context(scene, ring), _entered_count(scene.ui.steps.counted, what, ours)
    rows = _list_turns(scene, ring, doubts, "seat {2} {1}".format(*what.split()) if is_thing(what) else what)
    row = shown.number(here.w, *_dispute_facts(scene, here.w), what, ours)
    form = shown.recount(here.w, row, ours, theirs, bool(rows))
    return _build_page(
        scene, f"number {what}", here, form, doubts, rows=rows, say=_send_count, put=BoundCall(_change_count, what)
    )


def _change_count(what: str, control: Controller, key: str, n: object) -> None:
    assert isinstance(n, int | float)
    control.change(steps=replace(control.ui.steps, counted=(what, int(n))))


def _entered_count(counted: tuple[str, int] | None, what: str, ours: CountView) -> int:
    """Return the count entered so far, or the table's."""
    return counted[1] if counted and counted[0] == what else ours.now


def _send_count(control: Controller, says: IntentTemplate, value: object = None) -> None:
    control.change(steps=replace(control.ui.steps, counted=None))
    send_and_close(control, says, value)


# ---- the set-up ----------------------------------------------------------------------------------------------


def _build_set_up(scene: ReportScene, ring: Ring, doubts: DisputeSource, name: str) -> Element[FormPanel]:
    here = panel_context(scene, ring)
    say, facts = _dispute_facts(scene, here.w)
    if name == "began":
        form = shown.somebody_began(here.w, facts)
    else:
        form = shown.swap_seats_page(here.w, facts) if name == "places" else shown.set_up(here.w, say, facts)
    return _build_page(scene, name, here, form, doubts)


# ---- another wonder ------------------------------------------------------------------------------------------


def _build_wonder(
    scene: ReportScene, ring: Ring, doubts: DisputeSource, number: str, was: str = ""
) -> Element[FormPanel] | None:
    """Build the page of a wonder; a seat with only one skips the first question."""
    here, seat = panel_context(scene, ring), int(number)
    say, facts = _dispute_facts(scene, here.w)
    if not facts.wonders:
        return None
    ways = {
        f"not {each}": BoundCall(Controller.open_panel, panel=f"wonder {seat} {each}")
        for each in facts.wonders[seat - 1]
    }
    back = BoundCall(Controller.open_panel, panel=f"of {seat}")
    means = FormHandlers({**ways, "other wonder": back}, send_and_close)
    view = FormPanel(here, shown.wonder_page(here.w, say, facts, seat, was), means, 260)
    return Element(f"panel wonder {seat}", view, paint_form)


# ---- what is not in turn -------------------------------------------------------------------------------------


def _build_forgotten(scene: ReportScene, ring: Ring, doubts: DisputeSource, what: str) -> Element[FormPanel] | None:
    here, questions = panel_context(scene, ring), scene.model.questions
    w, people = here.w, scene.model.people(here.w)
    said = doubts.explain_unreportable(w, what, people)
    late = () if said else tuple((seat, people[seat - 1]) for seat in scene.to_act if questions.get(seat))
    if not said and not late:
        return None
    ways: tuple[tuple[str, str], ...] = ()
    if len(late) == 1:
        question = questions[late[0][0]]
        legal = [text for text in question.legal if text in question.then]
        ways = tuple((text, scene.action(w, text)) for text in legal) if len(legal) <= MAX_LISTED_ACTIONS else ()
    number = " ".join(what.split()[:2])  # behind that, what was touched
    ours = scene.table.counted.get(number)
    count = shown.number(w, *_dispute_facts(scene, w), number, ours).words if ours else ""
    rows = _list_turns(scene, ring, doubts, what) if what.startswith("card ") else ()
    going = {
        **{f"enter {seat}": BoundCall(doubts.enter, seat=seat) for seat, _ in late},
        **{f"forgotten {text}": BoundCall(_enter_action, seat=late[0][0], text=text) for text, _ in ways},
        "number": BoundCall(_open_count, what=number),
    }
    form = shown.forgot(w, shown.ForgottenTurn(late, bool(scene.acting), said, ways, count))
    return _build_page(scene, "forgot", here, form, doubts, going, rows)


def _enter_action(control: Controller, seat: int, text: str) -> None:
    control.open_panel("")
    touches.pick_action(control, seat, text)


# ---- how the house has it ------------------------------------------------------------------------------------


def _agree_house_rule(control: Controller) -> None:
    text = control.ui.typed.strip()
    says = shown.house_rule_field(control.model.words()).says
    if text and says is not None:
        send_and_close(control, says, text)
    else:
        control.open_panel("")
