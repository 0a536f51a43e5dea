"""Putting right what was told: a turn that was picked in the log, or a line that does not fit any more."""

from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from app.looks.icons import icon
from app.protocol import messages
from app.screen import telling as touches
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.pages.telling import OtherMeant, PicturedTells, another, paint_other, tiles_of
from app.screen.ring import Ring
from app.screen.telling import TellingScene, TellingStep
from app.screen.widgets.controls import button, frame
from app.screen.widgets.panel import GAP, Cell, Lying, cell, facing, in_reach, panel, place
from app.screen.widgets.tiles import PAD, Button, Picture, Tap, Tiles, paint_sides, paint_tiles
from app.shown import mending
from app.shown.form import Button as SaysIt
from app.shown.form import Row
from app.text import table as table_words
from app.text.languages import Words


def repairing(
    scene: TellingScene, ring: Ring, repair: messages.Repair, game_tells: PicturedTells, of_all: str = ""
) -> Element[Any]:
    """What is right? It faces whoever began to put it right.

    `of_all`: what a turn is called that all have at once; empty where a turn is one seat's.
    """
    edge = ring.zones[repair.by - 1].edge if repair.by else scene.opened.edge
    w, page = scene.model.words(repair.by), scene.repair_page
    lying = facing(scene, ring, edge, w)
    if page == "who":
        first = repair.told[0]
        view = TurnOwner(lying, repair.turn, first.row, first.question.seat, scene.model.people(w))
        return Element("repair", view, paint_who)
    if repair.told and not page:
        people = scene.model.people(w)
        doubts = []
        for each in repair.told:
            label, was = game_tells.doubted(w, each.text, people)
            whose = people[each.question.seat - 1] if of_all and each.question.seat else label
            doubts.append(DoubtedLine(each.row, whose, was, game_tells.pictured(each.text)))
        return Element("repair", TurnRepair(lying, repair, people, tuple(doubts), of_all), paint_turn)
    line = next((each for each in repair.told if page == f"line {each.row}"), None)
    if line is not None:
        return _instead(scene, lying, repair, line, game_tells)
    if page == "before" and repair.told:
        return _missing(scene, lying, repair, repair.told[0], game_tells)
    return _misfit(scene, lying, repair, game_tells)


# ---- a turn ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DoubtedLine:
    """What may have been wrong with a line, what it said, and a picture of that."""

    row: int
    label: str
    was: str
    picture: Picture


@dataclass(frozen=True, slots=True)
class TurnRepair:
    """All that may have been wrong with a turn."""

    lying: Lying
    repair: messages.Repair
    people: tuple[str, ...]
    doubts: tuple[DoubtedLine, ...]  # by line
    of_all: str  # what it is called, where it is not one seat's


Wrong = tuple[str, str, Picture, str, Tap]  # what it is called, what was told, a picture of that, the key, the touch


def paint_turn(p: Pen, it: TurnRepair, control: Controller) -> None:
    w, ring, edge = it.lying.w, it.lying.ring, it.lying.edge
    repair, first = it.repair, it.repair.told[0]
    foot = [cell(w("Another turn"), "log", partial(control.open, "log", edge), "menu")]
    foot += [
        cell(row.words, row.key, partial(touches.decide, control, row.says), row.picture, 1.3)
        for row in mending.ways_out(w, first.row, line=False)
    ]
    seat = next((line.question.seat for line in repair.told if line.question.seat), 0)
    title = mending.turn(w, repair.turn, it.people[seat - 1] if seat else "", it.of_all)
    at = place(ring, edge, 1300, 760)
    cells, foot = in_reach(ring, at, [Cell(partial(_wrong, ring, each)) for each in _wrongs(it, control, seat)], foot)
    panel(p, control, it.lying, at, title, cells, foot, (min(380, at.w - 40), 0), turn=False)


def _wrongs(it: TurnRepair, control: Controller, seat: int) -> list[Wrong]:
    """Each line of the turn, which was of that seat, and the turn itself."""
    w, first = it.lying.w, it.repair.told[0]
    wrong: list[Wrong] = [
        (each.label, each.was, each.picture, f"line {each.row}", partial(touches.turn_to, control, f"line {each.row}"))
        for each in it.doubts
    ]
    if first.question.seat and not it.of_all:
        who, words = partial(touches.turn_to, control, "who"), mending.somebody_else(w, first.row, ()).words
        wrong.append((words, it.people[seat - 1], partial(_sign, name="touch"), "who", who))
    before, not_at_all = mending.missing_before(w, bool(it.of_all)), mending.not_at_all(w, first.row)
    taps = partial(touches.turn_to, control, "before"), partial(touches.decide, control, not_at_all.says)
    wrong += [
        (row.words, row.about, partial(_sign, name=row.picture), row.key, tap)
        for row, tap in zip((before, not_at_all), taps, strict=True)
    ]
    return wrong


def _sign(p: Pen, w: float, h: float, name: str) -> None:
    icon(p, name, 0, 0, h * 0.5, "text", "raised")


def _wrong(ring: Ring, each: Wrong, p: Pen, cw: float, ch: float) -> None:
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
    p.hit_area(0, 0, cw, ch, key, tap, press=lambda pen: pen.rect(0, 0, cw, ch, 18, "candle", opacity=0.28))


@dataclass(frozen=True, slots=True)
class TurnOwner:
    """Whose turn it really was: turns before it are missing then. `row`: its first line; `seat`: whose it is now."""

    lying: Lying
    turn: int
    row: int
    seat: int
    people: tuple[str, ...]


def paint_who(p: Pen, it: TurnOwner, control: Controller) -> None:
    w, ring, n = it.lying.w, it.lying.ring, len(it.people)
    seats = [((it.seat - 1 + missing) % n + 1, missing) for missing in range(1, n)]
    others = [(seat, it.people[seat - 1], missing) for seat, missing in seats]
    cells = [Cell(partial(_person, control, row)) for row in mending.somebody_else(w, it.row, others).rows]
    at = place(ring, it.lying.edge, 1000, 620)
    foot = _cells([_back(control, w, "")])
    title = w("Turn {turn}: whose was it?", turn=it.turn)
    panel(p, control, it.lying, at, title, cells, foot, (min(420, at.w - 40), 0), turn=False)


def _person(control: Controller, row: Row, p: Pen, cw: float, ch: float) -> None:
    assert isinstance(row, SaysIt)
    button(p, 0, 0, cw, ch, row.words, row.key, partial(touches.decide, control, row.says), below=row.about, size=30)


def _back(control: Controller, w: Words, page: str) -> Button:
    return w("Back"), "back", "undo", partial(touches.turn_to, control, page)


def _cells(buttons: list[Button]) -> list[Cell]:
    return [cell(label, key, tap, picture) for label, key, picture, tap in buttons]


# ---- a line ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answer:
    """What a choice does: it takes the place of a line (`row`), or is told before it; by `missed` of its seat alone.

    `first`: actions whose card is asked for next; `action`: the one whose card is chosen now.
    """

    row: int
    how: Literal["replace", "insert", "missed"]
    first: tuple[str, ...] = ()
    action: str = ""


@dataclass(frozen=True, slots=True)
class RepairLine:
    """An action: as it is said, as a sentence, and its place on the table."""

    text: str
    label: str
    where: str


@dataclass(frozen=True, slots=True)
class RepairChoices:
    """Everything that may be told there: things, or sentences."""

    lying: Lying
    title: str
    tiles: Tiles  # where things are told
    lines: tuple[RepairLine, ...]  # else
    answer: Answer
    of: object  # by what this choice is known when another card is asked for
    back: str | None  # the page that “Back” opens; None: the line may be removed, or all left as it was
    now: str  # edged: what was told, or is likely meant
    whose: str  # who is asked, where a choice may stand instead of the line or before it


def _instead(
    scene: TellingScene, lying: Lying, repair: messages.Repair, line: messages.ToldLine, game_tells: PicturedTells
) -> Element[Any]:
    """What a line of a turn that was picked should have said."""
    w, people = lying.w, scene.model.people(lying.w)
    title = game_tells.doubted(w, line.text, people)[1]
    if line.question.seat:
        title = w("{name}: {action}", name=people[line.question.seat - 1], action=title)
    title = w("Instead of “{line}”:", line=title)
    return _choices(
        scene, lying, repair, title, line.question, Answer(line.row, "replace"), game_tells, back="", now=line.text
    )


def _missing(
    scene: TellingScene, lying: Lying, repair: messages.Repair, line: messages.ToldLine, game_tells: PicturedTells
) -> Element[Any]:
    """What was told in a turn that nobody told: what was done, then the card."""
    question = line.question
    if scene.repair_action in question.then:
        return _missing_card(scene, lying, repair, line.row, question, game_tells)
    name = scene.model.people(lying.w)[question.seat - 1] if question.seat else ""
    answer = Answer(line.row, "insert", tuple(question.then))
    return _choices(scene, lying, repair, game_tells.missing(lying.w, name), question, answer, game_tells, back="")


def _missing_card(
    scene: TellingScene,
    lying: Lying,
    repair: messages.Repair,
    row: int,
    question: messages.Question,
    game_tells: PicturedTells,
) -> Element[Any]:
    """What came with the action that was chosen."""
    w, people, first = lying.w, scene.model.people(lying.w), scene.repair_action
    card = question.then[first].question
    name = people[question.seat - 1] if question.seat else ""
    which = game_tells.to_tell(w, card, people, now=False).title[-1]
    title = w("{name}: {action}", name=name, action=scene.action(w, first)) + " · " + which
    return _choices(scene, lying, repair, title, card, Answer(row, "insert", action=first), game_tells, back="before")


def _misfit(scene: TellingScene, lying: Lying, repair: messages.Repair, game_tells: PicturedTells) -> Element[Any]:
    """A line that does not fit any more, or one of the set-up: instead of it, or before it?"""
    before, question = says_before(scene, repair), repair.question
    if before and scene.repair_action in question.then:
        return _missing_card(scene, lying, repair, repair.row, question, game_tells)
    title = titled(scene, repair, game_tells, lying.w)[0]
    answer = Answer(repair.row, "insert", tuple(question.then)) if before else Answer(repair.row, "replace")
    whose = whose_before(scene, repair, lying.w)
    return _choices(
        scene, lying, repair, title, question, answer, game_tells, back=None, now=repair.likely, whose=whose
    )


def says_before(scene: TellingScene, repair: messages.Repair) -> bool:
    """Whether what is chosen stands before the line, and not instead of it."""
    page = scene.repair_page
    return page == "before" or (repair.before and page != "instead")


def whose_before(scene: TellingScene, repair: messages.Repair, w: Words) -> str:
    """Whose line is asked for, where it may stand before this one or instead of it; else nothing."""
    asks = repair.asked and repair.legal and repair.rule != "turn-missing"
    return scene.model.people(w)[repair.asked - 1] if asks else ""


def titled(scene: TellingScene, repair: messages.Repair, game_tells: PicturedTells, w: Words) -> tuple[str, ...]:
    """What is wrong with the line, from long to short."""
    people, line = scene.model.people(w), scene.action(w, repair.text)
    if repair.seat:
        line = w("{name}: {action}", name=people[repair.seat - 1], action=line)
    if repair.rule == "turn-missing":
        return (game_tells.missing(w, people[repair.asked - 1] if repair.asked else ""),)
    if repair.rule:
        why = table_words.refusal(w, repair.rule, repair.facts, scene.model.game_words)
        return w("“{line}” is no longer possible. {why}", line=line, why=why), f"“{line}”: {why}", why
    return (w("Correct: “{line}”", line=line),)


def _choices(
    scene: TellingScene,
    lying: Lying,
    repair: messages.Repair,
    title: str,
    question: messages.Question,
    answer: Answer,
    game_tells: PicturedTells,
    *,
    back: str | None,
    now: str = "",
    whose: str = "",
) -> Element[Any]:
    """A page of choices, or whether another card is meant."""
    of = (repair, answer)
    if scene.asks_other(of):
        return Element("repair", OtherMeant(lying, of), paint_other)
    w, tiles, lines = lying.w, Tiles((), False), list[RepairLine]()
    tells = game_tells.to_tell(w, question, scene.model.people(w), now=False)
    if TellingStep(question.seat, "", question).of_things and tells.groups:
        tiles = tiles_of(game_tells, tells, scene.means_other(of))
    else:
        where = {deed.slug: "".join(deed.uses[0].below) for deed in tells.deeds}
        order = sorted(question.legal, key=lambda text: text != now)
        lines = [RepairLine(text, scene.action(w, text), where.get(text, "")) for text in order]
    view = RepairChoices(lying, title, tiles, tuple(lines), answer, of, back, now, whose)
    return Element("repair", view, paint_choices)


def paint_choices(p: Pen, it: RepairChoices, control: Controller) -> None:
    draw = _by_thing if it.tiles.tiles else _by_sentence
    draw(p, it, control)


def _by_thing(p: Pen, it: RepairChoices, control: Controller) -> None:
    ring, at = it.lying.ring, place(it.lying.ring, it.lying.edge, 1500, 900)
    with p.at(at.x, at.y, at.angle, ring.u):
        frame(p, at.w, at.h)
        p.prose(PAD + 4, PAD, it.title, 34, at.w - 2 * PAD - 8, 60, "text", bold=True, middle=True)
        room = paint_sides(p, at, ring.touch, [*another(control, it.tiles, it.of, it.lying.w), *_foot(control, it)])
        say, other = partial(_say, control, it.answer), partial(touches.other, control, it.of)
        paint_tiles(p, it.tiles, room, ring.touch, say, other)


def _by_sentence(p: Pen, it: RepairChoices, control: Controller) -> None:
    ring, at = it.lying.ring, place(it.lying.ring, it.lying.edge, 1500, 900)
    cells = [Cell(partial(_sentence, control, it, each)) for each in it.lines]
    cells, foot = in_reach(ring, at, cells, _cells(_foot(control, it)))
    head = partial(_where, control, it) if it.whose else None
    panel(p, control, it.lying, at, it.title, cells, foot, (360, 0), turn=False, head=head)


def _foot(control: Controller, it: RepairChoices) -> list[Button]:
    if it.back is not None:
        return [_back(control, it.lying.w, it.back)]
    return ways_out(control, it.lying.w, it.answer.row)


def ways_out(control: Controller, w: Words, row: int) -> list[Button]:
    """To be rid of a line that does not fit, or of putting it right."""
    rows = mending.ways_out(w, row, line=True)
    return [(each.words, each.key, each.picture, partial(touches.decide, control, each.says)) for each in rows]


def sides_of(w: Words, whose: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """A choice may take a line's place or stand before it: each side's page, and what it is called."""
    return (
        ("instead", w("Instead: {name}", name=whose)),
        ("before", w("Before this turn: {name}", name=whose)),
    )


def _say(control: Controller, answer: Answer, text: str) -> None:
    """That is what should stand there."""
    if answer.action:
        touches.correct(control, answer.row, "insert", answer.action, card=text)
    elif text in answer.first:
        touches.turn_to(control, "before", text)
    else:
        touches.correct(control, answer.row, answer.how, text)


def _sentence(control: Controller, it: RepairChoices, each: RepairLine, p: Pen, cw: float, ch: float) -> None:
    """An action as a button, with its place on the table."""
    tap, on = partial(_say, control, it.answer, each.text), each.text == it.now
    button(p, 0, 0, cw, ch, each.label, f"put {each.text}", tap, on=on, below=each.where, size=28)


def _where(control: Controller, it: RepairChoices, p: Pen, width: float, height: float) -> None:
    """Whether what is chosen takes the line's place or stands before it."""
    half, before = (width - GAP) / 2, it.answer.how == "insert"
    for nth, (page, label) in enumerate(sides_of(it.lying.w, it.whose)):
        tap, on = partial(touches.turn_to, control, page), before == (page == "before")
        button(p, nth * (half + GAP), 0, half, height, label, page, tap, on=on, size=26)
