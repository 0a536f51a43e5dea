"""The correction pages: a turn picked in the log, or a line that no longer fits."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple

from app.looks.icons import icon
from app.protocol.cardboard_messages import Repair, ToldLine
from app.protocol.play_messages import Question
from app.screen.control.controller import Controller
from app.screen.input import cardboard_entry as touches
from app.screen.pages.cardboard.turn_entry import (
    ExcludedCardQuestion,
    PicturedEntryWords,
    offer_excluded,
    paint_other,
    tiles_of,
)
from app.screen.paint.element import AnyElement, Element
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import FELT
from app.screen.state.ring_layout import Ring
from app.screen.state.typed_scene import ReportScene, ReportStep
from app.screen.widgets.controls import button, frame
from app.screen.widgets.grid import press_painter
from app.screen.widgets.panel import PanelHeading, fit_foot, panel
from app.screen.widgets.panel_cells import GAP, Cell, CellList, cell
from app.screen.widgets.panel_frame import PanelContext, context_facing, place_of_many
from app.screen.widgets.touch_tiles import PAD, Button, Picture, Tap, Tiles, paint_sides, paint_tiles
from app.shown.cardboard import corrections
from app.shown.form import Button as SaysIt
from app.shown.form import Row
from app.text import table_text as table_words
from app.text.translation import Words


def build_correction_page(
    scene: ReportScene, ring: Ring, repair: Repair, game_tells: PicturedEntryWords, of_all: str = ""
) -> AnyElement:
    """Build the open correction page, turned to the person who started it.

    `of_all`: the name of a turn of all seats; empty for a turn of one seat.
    """
    edge = ring.zones[repair.by - 1].edge if repair.by else scene.ui.edge
    w, page = scene.model.words(repair.by), scene.repair_page
    context = context_facing(scene, ring, edge, w)
    asks = find_line_question(scene, repair, game_tells, w)
    if asks is not None:
        return _build_choices(scene, context, repair, asks, game_tells)
    people = scene.model.people(w)
    if page == "who":
        first = repair.told[0]
        return Element("repair", TurnOwner(context, repair.turn, first.row, first.question.seat, people), paint_who)
    doubts = []
    for each in repair.told:
        label, was = game_tells.doubted(w, each.text, people)
        whose = people[each.question.seat - 1] if of_all and each.question.seat else label
        doubts.append(DoubtedLine(each.row, whose, was, game_tells.pictured(each.text)))
    return Element("repair", TurnRepair(context, repair, people, tuple(doubts), of_all), paint_turn)


# ---- a turn ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DoubtedLine:
    """A line that may be wrong: label, reported text and picture."""

    row: int
    label: str
    was: str
    picture: Picture


@dataclass(frozen=True, slots=True)
class TurnRepair:
    """The page of a turn: everything that may be wrong with it."""

    context: PanelContext
    repair: Repair
    people: tuple[str, ...]
    doubts: tuple[DoubtedLine, ...]  # by line
    of_all: str  # what it is called, where it is not one seat's


Wrong = tuple[str, str, Picture, str, Tap]  # label, reported text, picture, key, handler


def paint_turn(p: Pen, turn_repair: TurnRepair, control: Controller) -> None:
    w, ring, edge = turn_repair.context.w, turn_repair.context.ring, turn_repair.context.edge
    repair, first = turn_repair.repair, turn_repair.repair.told[0]
    foot = [cell(w("Another turn"), "log", partial(control.open_panel, "log", edge), "menu")]
    foot += [
        cell(row.words, row.key, partial(touches.decide, control, row.says), row.picture, 1.3)
        for row in corrections.correction_buttons(w, first.row, line=False)
    ]
    seat = next((line.question.seat for line in repair.told if line.question.seat), 0)
    title = corrections.turn(w, repair.turn, turn_repair.people[seat - 1] if seat else "", turn_repair.of_all)
    at = place_of_many(ring, edge, 1300, 760)
    cells, foot = fit_foot(
        ring, at, [Cell(partial(_paint_error, ring, each)) for each in _list_errors(turn_repair, control, seat)], foot
    )
    panel(p, control, turn_repair.context, at, title, CellList(cells, (min(380, at.w - 40), 0)), foot=foot, turn=False)


def _list_errors(repair: TurnRepair, control: Controller, seat: int) -> list[Wrong]:
    """List the turn's lines, its seat, and the turn itself as possible errors."""
    w, first = repair.context.w, repair.repair.told[0]
    wrong: list[Wrong] = [
        (
            each.label,
            each.was,
            each.picture,
            f"line {each.row}",
            partial(touches.open_page, control, f"line {each.row}"),
        )
        for each in repair.doubts
    ]
    if first.question.seat and not repair.of_all:
        who, words = (partial(touches.open_page, control, "who"), corrections.somebody_else(w, first.row, ()).words)
        wrong.append((words, repair.people[seat - 1], partial(_paint_sign, name="touch"), "who", who))
    before, not_at_all = corrections.missing_before(w, bool(repair.of_all)), corrections.not_at_all(w, first.row)
    taps = (partial(touches.open_page, control, "before"), partial(touches.decide, control, not_at_all.says))
    wrong += [
        (row.words, row.about, partial(_paint_sign, name=row.picture), row.key, tap)
        for row, tap in zip((before, not_at_all), taps, strict=True)
    ]
    return wrong


def _paint_sign(p: Pen, w: float, h: float, name: str) -> None:
    icon(p, name, 0, 0, h * 0.5, "text", "raised")


def _paint_error(ring: Ring, each: Wrong, p: Pen, cw: float, ch: float) -> None:
    label, was, picture, key, tap = each
    p.rect(0, 0, cw, ch, 18, "raised", "line", 2)
    with p.at(ch / 2, ch / 2):
        picture(p, ch, ch)
    left, room = ch + 6.0, cw - ch - 22
    if ring.small:
        p.prose(left, 6, label, 28, room, ch - 12, "text", bold=True, middle=True)
    else:
        p.text(left, ch * 0.33, label, 28, "text", "start", bold=True, room=room)
        p.text(left, ch * 0.69, was, 24, "soft", "start", room=room)
    p.hit_area(0, 0, cw, ch, key, tap, press=press_painter(cw, ch, 18))


@dataclass(frozen=True, slots=True)
class TurnOwner:
    """The choice of the seat that really acted; turns before it are missing then. `row`: the turn's first line."""

    context: PanelContext
    turn: int
    row: int
    seat: int
    people: tuple[str, ...]


def paint_who(p: Pen, owner: TurnOwner, control: Controller) -> None:
    w, ring, n = owner.context.w, owner.context.ring, len(owner.people)
    seats = [((owner.seat - 1 + missing) % n + 1, missing) for missing in range(1, n)]
    others = [(seat, owner.people[seat - 1], missing) for seat, missing in seats]
    cells = [Cell(partial(_paint_person, control, row)) for row in corrections.somebody_else(w, owner.row, others).rows]
    at = place_of_many(ring, owner.context.edge, 1000, 620)
    foot = _cells([_make_back_button(control, w, "")])
    title = w("Turn {turn}: whose was it?", turn=owner.turn)
    panel(p, control, owner.context, at, title, CellList(cells, (min(420, at.w - 40), 0)), foot=foot, turn=False)


def _paint_person(control: Controller, row: Row, p: Pen, cw: float, ch: float) -> None:
    assert isinstance(row, SaysIt)
    button(p, 0, 0, cw, ch, row.words, row.key, partial(touches.decide, control, row.says), below=row.about, size=30)


def _make_back_button(control: Controller, w: Words, page: str) -> Button:
    return w("Back"), "back", "undo", partial(touches.open_page, control, page)


def _cells(buttons: list[Button]) -> list[Cell]:
    return [cell(label, key, tap, picture) for label, key, picture, tap in buttons]


# ---- a line ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answer:
    """The effect of a choice: it replaces a line (`row`), or is inserted before it; with `missed` for its seat only.

    `first`: actions that need a card next. `action`: the one whose card is being chosen.
    """

    row: int
    how: Literal["replace", "insert", "missed"]
    first: tuple[str, ...] = ()
    action: str = ""


class Side(NamedTuple):
    """A tab above the choices: whether they replace the line or are inserted before it."""

    page: str
    label: str
    on: bool


@dataclass(frozen=True, slots=True)
class LineAsked:
    """The question about a line. `title`: from long to short. `now`: the reported or likeliest choice.

    `back`: the page to return to (the turn, or the action before its card); None: the line was not picked from a turn.
    """

    question: Question
    title: tuple[str, ...]
    answer: Answer
    back: str | None
    now: str = ""
    sides: tuple[Side, ...] = ()
    ways: tuple[SaysIt, ...] = ()  # buttons besides the choices


def find_line_question(
    scene: ReportScene, repair: Repair, game_tells: PicturedEntryWords, w: Words
) -> LineAsked | None:
    """Return the question of the open page; None on pages of a turn."""
    page = scene.repair_page
    if not repair.told:
        return _ask_misfit(scene, repair, game_tells, w)
    line = next((each for each in repair.told if page in (f"line {each.row}", f"missed {each.row}")), None)
    if line is not None:
        return _ask_instead(scene, line, game_tells, w)
    return _ask_missing(scene, repair.told[0].row, repair.question, game_tells, w) if page == "before" else None


def _ask_instead(scene: ReportScene, line: ToldLine, game_tells: PicturedEntryWords, w: Words) -> LineAsked:
    """Return the question for a line of a picked turn: what it should have been, or what is missing before it."""
    row, question, people = line.row, line.question, scene.model.people(w)
    name, is_missed = people[question.seat - 1] if question.seat else "", scene.repair_page.startswith("missed ")
    label, was = game_tells.doubted(w, line.text, people)
    sides, ways = tuple[Side, ...](), tuple[SaysIt, ...]()
    if line.text.startswith("choose "):
        missed, ways = corrections.missed_turn_link(w, row, name), (corrections.twice(w, row, name),)
        sides = Side(f"line {row}", label, not is_missed), Side(missed.key, missed.words, is_missed)
    if is_missed:
        title, now = game_tells.missing(w, name), ""
    else:
        was = w("{name}: {action}", name=name, action=was) if name else was
        title, now = w("Instead of “{line}”:", line=was), line.text
    answer = Answer(row, "missed" if is_missed else "replace")
    return LineAsked(question, (title,), answer, "", now, sides, ways)


def _ask_missing(
    scene: ReportScene, row: int, question: Question, game_tells: PicturedEntryWords, w: Words
) -> LineAsked:
    """Return the question for an unreported turn: the action, then the card."""
    if scene.repair_action in question.then:
        return _ask_missing_card(scene, row, question, game_tells, w)
    name = scene.model.people(w)[question.seat - 1] if question.seat else ""
    return LineAsked(question, (game_tells.missing(w, name),), Answer(row, "insert", tuple(question.then)), "")


def _ask_missing_card(
    scene: ReportScene, row: int, question: Question, game_tells: PicturedEntryWords, w: Words
) -> LineAsked:
    people, first = scene.model.people(w), scene.repair_action
    card = question.then[first].question
    name = people[question.seat - 1] if question.seat else ""
    which = game_tells.to_tell(w, card, people, now=False).title[-1]
    title = w("{name}: {action}", name=name, action=scene.action(w, first)) + " · " + which
    return LineAsked(card, (title,), Answer(row, "insert", action=first), "before")


def _ask_misfit(scene: ReportScene, repair: Repair, game_tells: PicturedEntryWords, w: Words) -> LineAsked:
    """Return the question for a line that no longer fits: replace it, or insert something before it."""
    page, question, sides = scene.repair_page, repair.question, tuple[Side, ...]()
    before = page == "before" or (repair.before and page != "instead")
    if before and scene.repair_action in question.then:
        return _ask_missing_card(scene, repair.row, question, game_tells, w)
    if repair.asked and repair.legal and repair.rule != "turn-missing":
        name = scene.model.people(w)[repair.asked - 1]
        sides = (
            Side("instead", w("Instead: {name}", name=name), not before),
            Side("before", w("Before this turn: {name}", name=name), before),
        )
    answer = Answer(repair.row, "insert", tuple(question.then)) if before else Answer(repair.row, "replace")
    ways = corrections.correction_buttons(w, repair.row, line=True)
    return LineAsked(question, _misfit_titles(scene, repair, game_tells, w), answer, None, repair.likely, sides, ways)


def _misfit_titles(scene: ReportScene, repair: Repair, game_tells: PicturedEntryWords, w: Words) -> tuple[str, ...]:
    """Return what is wrong with the line, from long to short."""
    people = scene.model.people(w)
    if repair.rule == "turn-missing":
        return (game_tells.missing(w, people[repair.asked - 1] if repair.asked else ""),)
    line = table_words.describe_line(w, repair.seat, repair.text, people, scene.model.game_words)
    if repair.rule == "line-missing":
        return (corrections.lacks_before(w, line),)
    if repair.rule:
        why = table_words.refusal(w, repair.rule, repair.facts, scene.model.game_words)
        fits_not = corrections.impossible_line_question(w, line)
        return f"{fits_not} {why}", fits_not, why
    return (corrections.not_so(w, line),)


@dataclass(frozen=True, slots=True)
class RepairLine:
    """An action: its record text, its sentence and its place on the table."""

    text: str
    label: str
    where: str


@dataclass(frozen=True, slots=True)
class RepairChoices:
    """The choices as things or as sentences."""

    context: PanelContext
    asks: LineAsked
    tiles: Tiles  # things, …
    lines: tuple[RepairLine, ...]  # … or sentences
    of: object  # identifies this choice when another card is asked for


def _build_choices(
    scene: ReportScene, context: PanelContext, repair: Repair, asks: LineAsked, game_tells: PicturedEntryWords
) -> AnyElement:
    """Build the choices, or the question whether an excluded card is meant."""
    of, w, question = (repair, asks.answer), context.w, asks.question
    if scene.is_asking_other(of):
        return Element("repair", ExcludedCardQuestion(context, of), paint_other)
    tiles, lines = Tiles((), open=False), list[RepairLine]()
    tells = game_tells.to_tell(w, question, scene.model.people(w), now=False)
    if ReportStep(question.seat, "", question).is_thing and tells.groups:
        tiles = tiles_of(game_tells, tells, scene.is_other_confirmed(of))
    else:
        where = {deed.slug: "".join(deed.uses[0].below) for deed in tells.deeds}
        order = sorted(question.legal, key=lambda text: text != asks.now)
        lines = [RepairLine(text, scene.action(w, text), where.get(text, "")) for text in order]
    return Element("repair", RepairChoices(context, asks, tiles, tuple(lines), of), paint_choices)


def paint_choices(p: Pen, choices: RepairChoices, control: Controller) -> None:
    draw = _paint_things if choices.tiles.tiles else _paint_sentences
    draw(p, choices, control)


def _paint_things(p: Pen, choices: RepairChoices, control: Controller) -> None:
    ring, w = choices.context.ring, choices.context.w
    at = place_of_many(ring, choices.context.edge, 1500, 900)
    exits = [*offer_excluded(control, choices.tiles, choices.of, w), *list_exits(control, w, choices.asks)]
    say = partial(_send_choice, control, choices.asks.answer)
    other = partial(touches.ask_other, control, choices.of)
    with p.at(at.x, at.y, at.angle, ring.u), p.use_material(FELT):
        frame(p, at.w, at.h)
        p.prose(PAD + 4, PAD, choices.asks.title[0], 34, at.w - 2 * PAD - 8, 60, "text", bold=True, middle=True)
        paint_tiles(p, choices.tiles, paint_sides(p, at, ring.touch, exits), ring.touch, say, other)


def _paint_sentences(p: Pen, choices: RepairChoices, control: Controller) -> None:
    ring, at = choices.context.ring, place_of_many(choices.context.ring, choices.context.edge, 1500, 900)
    cells = [Cell(partial(_paint_sentence, control, choices, each)) for each in choices.lines]
    cells, foot = fit_foot(ring, at, cells, _cells(list_exits(control, choices.context.w, choices.asks)))
    head = partial(paint_means, control, choices.asks.sides, GAP) if choices.asks.sides else None
    content = CellList(cells, (360, 0))
    heading = PanelHeading(choices.asks.title[0], head=head)
    panel(p, control, choices.context, at, heading, content, foot=foot, turn=False)


def list_exits(control: Controller, w: Words, asks: LineAsked) -> list[Button]:
    """Return the buttons below the choices: back, remove the line, cancel the correction."""
    back = [] if asks.back is None else [_make_back_button(control, w, asks.back)]
    ways = [(each.words, each.key, each.picture, partial(touches.decide, control, each.says)) for each in asks.ways]
    return [*back, *ways]


def _send_choice(control: Controller, answer: Answer, text: str) -> None:
    if answer.action:
        touches.correct(control, answer.row, "insert", answer.action, card=text)
    elif text in answer.first:
        touches.open_page(control, "before", text)
    else:
        touches.correct(control, answer.row, answer.how, text)


def _paint_sentence(
    control: Controller, choices: RepairChoices, each: RepairLine, p: Pen, cw: float, ch: float
) -> None:
    tap, on = partial(_send_choice, control, choices.asks.answer, each.text), each.text == choices.asks.now
    button(p, 0, 0, cw, ch, each.label, f"put {each.text}", tap, on=on, below=each.where, size=28)


def paint_means(control: Controller, sides: Sequence[Side], gap: float, p: Pen, width: float, height: float) -> None:
    """Paint the tabs side by side."""
    half = (width - gap) / 2
    for nth, side in enumerate(sides):
        tap = partial(touches.open_page, control, side.page)
        button(p, nth * (half + gap), 0, half, height, side.label, side.page, tap, on=side.on, size=26)
