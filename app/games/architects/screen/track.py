"""Telling the table what came: the faces that can still be there, and a line that is put right."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil
from typing import Final

from app.games.architects import glyphs
from app.games.architects import words as terms
from app.games.architects.screen import pieces
from app.looks.icons import icon
from app.protocol import messages as said
from app.screen.desk import Desk, short
from app.screen.draw import Pen
from app.screen.part import Part
from app.screen.ring import Ring
from app.screen.track import Telling, Turn, asked, turns
from app.screen.widgets.controls import button, frame
from app.screen.widgets.panel import GAP, Cell, Draw, Frame, cell, panel, place
from app.text import table as table_words
from app.text.languages import Words
from engine.architects import actions
from engine.architects.cards import FACES
from engine.architects.view import View

PAD: Final = 16.0  # u
SIDE: Final = 160.0  # u: the column of buttons beside the faces
NEAR: Final = 8.0  # u between two faces
TURN: Final = 306.0  # u: a turn in the log
LOW: Final = 700.0  # u: a panel narrower than that has them below

Tap = Callable[[], None] | None
Button = tuple[str, str, str, Tap]  # label, key, picture


def parts(desk: Desk, ring: Ring, game: View) -> list[Part]:
    """What is to be told, or decided, on the middle."""
    if desk.track.repair:
        return [_repair(desk, ring, game, desk.track.repair)]
    telling = desk.track.telling
    return [_telling(desk, ring, game, telling)] if telling else []


def _telling(desk: Desk, ring: Ring, game: View, telling: Telling) -> Part:
    seat = telling.seat or desk.acting
    edge = ring.zones[seat - 1].edge if seat else 0
    w = desk.words(seat)
    of: object = (telling.seat, telling.action, telling.legal)
    if desk.track.asks_other(of):
        return Part("telling", (ring, w.lang, edge, "other"), partial(_ask_other, desk, ring, w, edge, of))
    open_ = telling.unsure or desk.track.means_other(of)
    before = w("{name}: {action}", name=desk.name(seat, w), action=_took(desk, w, telling)) if telling.action else ""

    def taps(slug: str, text: str, count: int) -> Tap:
        if count or open_:
            return partial(desk.track.tell, telling, text)
        return partial(desk.track.other, of)

    def paint(p: Pen) -> None:
        at = place(ring, edge, 1500, 760)
        with p.at(at.x, at.y, at.angle, ring.u):
            frame(p, at.w, at.h)
            _title(p, at, w, before, asked(w, telling))
            side: list[Button] = []
            if telling.others and not open_:
                side.append((w("Another card"), "another", "card", partial(desk.track.other, of)))
            if telling.action:
                side.append((w("Log"), "log", "menu", partial(desk.open, "log", edge)))
                side.append((w("Back"), "put back", "undo", desk.track.put_back))
            else:  # nothing else leads to the code, to the settings or out of the game
                side.append((w("Menu"), "menu", desk.menu_sign, partial(desk.open, "menu", edge)))
                can = desk.table is not None and desk.table.undo is not None
                side.append((w("Undo"), "undo", "undo", partial(desk.open, "undo", edge) if can else None))
            room = _sides(p, at, ring.touch, side)
            _faces(p, desk, w, telling, room, ring.touch, taps, open_)

    facts = (ring, game.turn, telling, open_, edge, w.lang, before, desk.table and desk.table.undo, desk.menu_sign)
    return Part("telling", facts, paint)


def _took(desk: Desk, w: Words, telling: Telling) -> str:
    return terms.action(w, telling.action, desk.people(w), desk.box)


def _title(p: Pen, at: Frame, w: Words, before: str, question: tuple[str, ...]) -> None:
    """The steps: what has been said, and what is asked now."""
    left, y = PAD + 4, PAD + 30
    if before and at.w >= LOW:  # else the stack itself says so
        p.disc(left + 26, y, 26, None, "candle", 3)
        p.text(left + 26, y, "1", 28, "candle", bold=True)
        room = (at.w - 2 * PAD) * 0.42 - 70
        p.text(left + 64, y, before, 28, "soft", "start", room=room)
        left += (at.w - 2 * PAD) * 0.42
        p.disc(left + 26, y, 26, "candle")
        p.text(left + 26, y, "2", 28, "ink", bold=True)
        left += 64
    p.text(left, y, question, 34, "text", "start", bold=True, room=at.w - PAD - left)


def _sides(p: Pen, at: Frame, touch: float, buttons: Sequence[Button]) -> tuple[float, float, float, float]:
    """The buttons beside the faces, or below them where that is narrow; gives the room that is left."""
    top = PAD + 68.0
    if at.w < LOW:
        wide = (at.w - 2 * PAD - (len(buttons) - 1) * GAP) / len(buttons)
        y = at.h - PAD - touch
        for i, (label, key, picture, tap) in enumerate(buttons):
            button(p, PAD + i * (wide + GAP), y, wide, touch, label, key, tap, picture, off=tap is None, size=26)
        return PAD, top, at.w - 2 * PAD, y - GAP - top
    side, room = max(SIDE, touch), at.h - PAD - top
    columns = 1 if len(buttons) * (touch + GAP) - GAP <= room else 2
    rows = ceil(len(buttons) / columns)
    x = at.w - PAD - columns * (side + GAP) + GAP
    tall = min((room - (rows - 1) * GAP) / rows, touch * 1.35)
    for i, (label, key, picture, tap) in enumerate(buttons):
        left, y = x + i // rows * (side + GAP), top + i % rows * (tall + GAP)
        button(p, left, y, side, tall, label, key, tap, picture, off=tap is None, size=26)
    return PAD, top, x - GAP - PAD, room


def _faces(
    p: Pen,
    desk: Desk,
    w: Words,
    telling: Telling,
    room: tuple[float, float, float, float],
    touch: float,
    taps: Callable[[str, str, int], Tap],
    open_: bool,
) -> None:
    """Everything it may be, always in the same places; what our counts exclude is dim, or left out if room is short."""
    found, order = telling.faces(), _order(telling)
    x, y, width, height = room
    if _size(len(order), width, height) < touch and not open_:
        order = [slug for slug in order if found[slug][1]] or order
    columns = _columns(len(order), width, height)
    rows = ceil(len(order) / columns)
    cw = (width - (columns - 1) * NEAR) / columns
    ch = min((height - (rows - 1) * NEAR) / rows, cw * 1.6)
    for i, slug in enumerate(order):
        text, count = found[slug]
        with p.at(x + i % columns * (cw + NEAR), y + i // columns * (ch + NEAR)):
            _tile(p, desk, w, telling.kind, slug, count, bool(count) or open_, cw, ch, taps(slug, text, count))


def _order(telling: Telling) -> list[str]:
    """Faces in the order in which they always stand; tokens and medals as they come."""
    found = telling.faces()
    return [slug for slug in pieces.FACES if slug in found] if telling.kind == "card" else list(found)


def _columns(count: int, width: float, height: float) -> int:
    """How many stand side by side so that each is as large as can be."""
    return max(range(1, count + 1), key=lambda columns: min(_cell(count, columns, width, height, 1.4)))


def _size(count: int, width: float, height: float) -> float:
    """How wide, and how high, so many are at least."""
    return min(_cell(count, _columns(count, width, height), width, height, 1.0))


def _cell(count: int, columns: int, width: float, height: float, tall: float) -> tuple[float, float]:
    rows = ceil(count / columns)
    return (width - (columns - 1) * NEAR) / columns, (height - (rows - 1) * NEAR) / rows / tall


def _tile(
    p: Pen, desk: Desk, w: Words, kind: str, slug: str, count: int, bright: bool, cw: float, ch: float, tap: Tap
) -> None:
    """One thing that may lie there: its picture, its name, and how many of it can still come."""
    ground, edge, dash = ("raised", None, None) if bright else (None, "hair", (6.0, 6.0))
    p.rect(0, 0, cw, ch, 18, ground, edge, 2, dash=dash)
    word, picture = 24.0, ch - 44
    with p.dimmed(1 if bright else 0.35):
        with p.at(cw / 2, 8 + picture / 2):
            if kind == "token":
                pieces.token(p, slug, min(picture / 2, cw * 0.36))
                name: tuple[str, ...] = (terms.token(w, slug),)
            elif kind == "medal":
                pieces.medal(p, desk.box.medals[slug].need, min(picture / 2, cw * 0.4))
                name = (terms.medal(w, slug, desk.box),)
            else:
                pieces.face(p, slug, min(cw * 0.72, picture / 1.4))
                name = (terms.card(w, slug), *briefly(w, slug))
        p.text(cw / 2, ch - 20, name, word, "text", room=cw - 12)
    if count and kind == "card":
        p.above()
        p.rect(cw - 50, -6, 56, 38, 19, "ink", "soft", 2)
        p.text(cw - 22, 13, f"×{count}", 22, "text", bold=True)
    p.spot(0, 0, cw, ch, f"tell {slug}", tap, press=lambda pen: pen.rect(0, 0, cw, ch, 18, "candle", opacity=0.28))


def _ask_other(desk: Desk, ring: Ring, w: Words, edge: int, of: object, p: Pen) -> None:
    text = w(
        "By what was told, that cannot be there any more. Was something entered wrongly, or is your copy different?"
    )

    def log() -> None:
        desk.track.no_other()
        desk.open("log", edge)

    foot = [
        cell(w("Our copy is different"), "different", partial(desk.track.other, of, True), "card", 1.2),
        cell(w("Entered wrongly"), "entered wrongly", log, "menu", 1.2),
        cell(w("Back"), "no other", desk.track.no_other, "undo"),
    ]
    body = Cell(lambda pen, cw, ch: pen.prose(8, 0, text, 30, cw - 16, ch, "text", middle=True), wide=True)
    panel(p, desk, ring, place(ring, edge, 1000, 460), w("Another card?"), [body], foot, turn=False)


def briefly(w: Words, slug: str) -> tuple[str, ...]:
    """A shorter name for a face whose picture says the rest."""
    match slug:
        case "red-0":
            return (w("no horn"),)
        case "red-1":
            return (w("one horn"),)
        case "red-2":
            return (w("two horns"),)
        case "blue-2-cat":
            return (w("two, cat"),)
    return ()


# ---- putting right -----------------------------------------------------------------------------------------

Wrong = tuple[str, str, str, str, Tap]  # what it is called, what was told, a picture of that, the key, the touch


def _repair(desk: Desk, ring: Ring, game: View, repair: said.Repair) -> Part:
    """A turn that was picked, or a line that does not fit any more: what is right?"""
    edge = ring.zones[repair.by - 1].edge if repair.by else desk.edge
    w, page = desk.words(repair.by), desk.track.page
    if page == "who":
        return _who(desk, ring, w, edge, repair)
    if repair.told and not page:
        return _door(desk, ring, w, edge, repair)
    line = next((each for each in repair.told if page == f"line {each.row}"), None)
    if line is not None:
        return _instead(desk, ring, w, edge, repair, line)
    if page == "before" and repair.told:
        return _missing(desk, ring, w, edge, repair, repair.told[0])
    return _misfit(desk, ring, w, edge, repair)


def _door(desk: Desk, ring: Ring, w: Words, edge: int, repair: said.Repair) -> Part:
    """All that may have been wrong with a turn."""
    people, first = desk.people(w), repair.told[0]
    seat = next((line.question.seat for line in repair.told if line.question.seat), 0)
    wrong: list[Wrong] = [
        (*_was_wrong(desk, w, line), f"line {line.row}", partial(desk.track.turn_to, f"line {line.row}"))
        for line in repair.told
    ]
    if first.question.seat:
        wrong.append((w("It was somebody else"), people[seat - 1], "touch", "who", partial(desk.track.turn_to, "who")))
    before = partial(desk.track.turn_to, "before")
    wrong.append((w("A turn before it is missing"), w("Later turns move on by themselves."), "plus", "before", before))
    remove = partial(desk.track.correct, first.row, "remove")
    wrong.append((w("This turn did not happen"), w("It was told twice, or by mistake."), "cross", "remove", remove))
    title = w("Turn {turn}: what is wrong?", turn=repair.turn)
    if seat:
        title = w("Turn {turn}, {name}: what is wrong?", turn=repair.turn, name=people[seat - 1])

    def row(each: Wrong, p: Pen, cw: float, ch: float) -> None:
        label, was, picture, key, tap = each
        p.rect(0, 0, cw, ch, 18, "raised", "line", 2)
        with p.at(ch / 2, ch / 2):
            if picture in pieces.FACES:
                pieces.face(p, picture, ch * 0.6)
            elif picture == "back":
                glyphs.back(p, ch * 0.6)
            else:
                icon(p, picture, 0, 0, ch * 0.5, "text", "raised")
        left, room = ch + 6.0, cw - ch - 22
        if ring.small:
            p.prose(left, 6, label, 28, room, ch - 12, "text", bold=True, middle=True)
        else:
            p.text(left, ch * 0.33, label, 28, "text", "start", bold=True, room=room)
            p.text(left, ch * 0.69, was, 24, "soft", "start", room=room)
        p.spot(0, 0, cw, ch, key, tap, press=lambda pen: pen.rect(0, 0, cw, ch, 18, "candle", opacity=0.28))

    def paint(p: Pen) -> None:
        cells = [Cell(partial(row, each)) for each in wrong]
        foot = [
            cell(w("Another turn"), "log", partial(desk.open, "log", edge), "menu"),
            cell(w("Remove it and all after"), "cut", partial(desk.track.correct, first.row, "cut"), "cross", 1.3),
            cell(w("Leave all as it was"), "off", partial(desk.track.correct, repair.row, "off"), "undo", 1.3),
        ]
        at = place(ring, edge, 1300, 760)
        cells, foot = _in_reach(ring, at, cells, foot)
        panel(p, desk, ring, at, title, cells, foot, (min(380, at.w - 40), 0), turn=False)

    return Part("repair", (ring, "door", repair, edge, w.lang, desk.page, people), paint)


def _was_wrong(desk: Desk, w: Words, line: said.ToldLine) -> tuple[str, str, str]:
    """What may have been wrong with a line, what it said, and a picture of that."""
    was = terms.action(w, line.text, desk.people(w), desk.box)
    action = actions.parse(line.text)
    match action.of if isinstance(action, actions.Another) else action:
        case actions.Take() | actions.Extra() | actions.Draw():
            return w("It was another stack"), was, "back"
        case actions.Reveal(kind=kind) | actions.Keep(kind=kind) | actions.RevealGift(kind=kind):
            return w("It was another card"), terms.card(w, FACES[kind]), FACES[kind]
        case actions.RevealToken():
            return w("It was another token"), was, "hidden"
        case actions.RevealMedal():
            return w("It was another medal"), was, "medal"
    return w("It was something else"), was, "undo"


def _who(desk: Desk, ring: Ring, w: Words, edge: int, repair: said.Repair) -> Part:
    """Whose turn it really was: turns before it are missing then."""
    people, first = desk.people(w), repair.told[0]
    n, seat = len(people), first.question.seat

    def paint(p: Pen) -> None:
        others = [(seat - 1 + step) % n + 1 for step in range(1, n)]
        cells = [
            Cell(
                partial(
                    _person,
                    desk,
                    w,
                    people[whose - 1],
                    missing,
                    partial(desk.track.correct, first.row, "whose", whose=whose),
                    whose,
                )
            )
            for missing, whose in enumerate(others, 1)
        ]
        at = place(ring, edge, 1000, 620)
        title = w("Turn {turn}: whose was it?", turn=repair.turn)
        panel(p, desk, ring, at, title, cells, _cells([_back(desk, w)]), (min(420, at.w - 40), 0), turn=False)

    return Part("repair", (ring, "who", repair, edge, w.lang, desk.page, people), paint)


def _person(
    desk: Desk, w: Words, name: str, missing: int, tap: Callable[[], None], whose: int, p: Pen, cw: float, ch: float
) -> None:
    below = w.many("{n} turn before it is missing", "{n} turns before it are missing", missing)
    button(p, 0, 0, cw, ch, name, f"was {whose}", tap, below=below, size=30)


def _back(desk: Desk, w: Words) -> Button:
    """To the first page of a repair."""
    return w("Back"), "back", "undo", partial(desk.track.turn_to, "")


def _in_reach(ring: Ring, at: Frame, cells: list[Cell], foot: list[Cell]) -> tuple[list[Cell], list[Cell]]:
    """Where pages and several buttons have no room in one line, all buttons but the last stand among the rest."""
    if at.w < 6.2 * ring.touch and len(foot) > 1:
        return [*cells, *foot[:-1]], foot[-1:]
    return cells, foot


def _cells(buttons: Sequence[Button]) -> list[Cell]:
    return [cell(label, key, tap, picture) for label, key, picture, tap in buttons]


def _instead(desk: Desk, ring: Ring, w: Words, edge: int, repair: said.Repair, line: said.ToldLine) -> Part:
    """What a line of a turn that was picked should have said."""
    title = _was_wrong(desk, w, line)[1]
    if line.question.seat:
        title = w("{name}: {action}", name=desk.people(w)[line.question.seat - 1], action=title)

    def say(text: str) -> None:
        desk.track.correct(line.row, "replace", text)

    title = w("Not “{line}”, but:", line=title)
    return _choices(desk, ring, w, edge, (repair, line), title, line.question, say, [_back(desk, w)], now=line.text)


def _missing(desk: Desk, ring: Ring, w: Words, edge: int, repair: said.Repair, line: said.ToldLine) -> Part:
    """What was told in a turn that nobody told: its stack, then its card."""
    return _inserted(desk, ring, w, edge, repair, line.row, line.question, [_back(desk, w)])


def _inserted(
    desk: Desk,
    ring: Ring,
    w: Words,
    edge: int,
    repair: said.Repair,
    row: int,
    question: said.Question,
    foot: list[Button],
) -> Part:
    """What is missing before a line."""
    coming, stack = question.then.get(desk.track.stack), desk.track.stack
    name = desk.people(w)[question.seat - 1] if question.seat else ""
    if coming is None:

        def say(text: str) -> None:
            if text in question.then:
                desk.track.turn_to("before", text)
            else:
                desk.track.correct(row, "insert", text)

        title = _missing_turn(w, name)
        return _choices(desk, ring, w, edge, (repair, row, stack), title, question, say, foot)

    def say_card(card: str) -> None:
        desk.track.correct(row, "insert", stack, card=card)

    card = said.Question(0, 0, coming.legal, coming.left, coming.others, coming.unsure)
    action = terms.action(w, stack, desk.people(w), desk.box)
    title = w("{name}: {action}", name=name, action=action) + " · " + w("Which card?")
    back = (w("Back"), "back", "undo", partial(desk.track.turn_to, "before"))
    return _choices(desk, ring, w, edge, (repair, row, stack), title, card, say_card, [back])


def _missing_turn(w: Words, name: str) -> str:
    return w("A turn of {name} is missing: which stack?", name=name) if name else w("Which card is missing?")


def _misfit(desk: Desk, ring: Ring, w: Words, edge: int, repair: said.Repair) -> Part:
    """A line that does not fit any more, or one of the set-up: instead of it, or before it?"""
    people = desk.people(w)
    line = terms.action(w, repair.text, people, desk.box)
    if repair.seat:
        line = w("{name}: {action}", name=people[repair.seat - 1], action=line)
    before = desk.track.page == "before" or (repair.before and desk.track.page != "instead")
    foot: list[Button] = [
        (w("Remove it"), "remove", "cross", partial(desk.track.correct, repair.row, "remove")),
        (w("Remove it and all after"), "cut", "cross", partial(desk.track.correct, repair.row, "cut")),
        (w("Leave all as it was"), "off", "undo", partial(desk.track.correct, repair.row, "off")),
    ]
    question = said.Question(
        0, repair.asked, repair.legal, repair.left, repair.others, repair.unsure, then=repair.then
    )  # fmt: skip
    if before and desk.track.stack in question.then:
        return _inserted(desk, ring, w, edge, repair, repair.row, question, foot)
    asked = "" if not repair.asked else people[repair.asked - 1]
    if repair.rule == "turn-missing":
        title = _missing_turn(w, asked)
    elif repair.rule:
        why = table_words.refusal(w, repair.rule, repair.facts, desk.game_words)
        title = w("“{line}” does not fit any more. {why}", line=line, why=why)
    else:
        title = w("Put right: “{line}”", line=line)

    def say(text: str) -> None:
        if before and text in question.then:
            desk.track.turn_to("before", text)
        else:
            desk.track.correct(repair.row, "insert" if before else "replace", text)

    either = repair.asked > 0 and repair.rule != "turn-missing"
    head = partial(_where, desk, w, before, asked) if either and repair.legal else None
    return _choices(desk, ring, w, edge, (repair, before), title, question, say, foot, now=repair.likely, head=head)


def _choices(
    desk: Desk,
    ring: Ring,
    w: Words,
    edge: int,
    of: object,
    title: str,
    question: said.Question,
    say: Callable[[str], None],
    foot: list[Button],
    now: str = "",
    head: Draw | None = None,
) -> Part:
    """Everything that may be told: faces of cards, or sentences. `now` is edged: what was told, or is likely meant."""
    people = desk.people(w)
    telling = Telling(question.seat, "", question.legal, question.left, question.others, question.unsure)
    open_ = question.unsure or desk.track.means_other(of)
    by_card = bool(question.others or question.legal) and (
        question.seat == 0 or any(text.startswith("keep ") for text in question.legal)
    )
    if desk.track.asks_other(of):
        return Part("repair", (ring, w.lang, edge, "other"), partial(_ask_other, desk, ring, w, edge, of))

    def taps(slug: str, text: str, count: int) -> Tap:
        return partial(say, text) if count or open_ else partial(desk.track.other, of)

    def faces(p: Pen) -> None:
        at = place(ring, edge, 1500, 900)
        with p.at(at.x, at.y, at.angle, ring.u):
            frame(p, at.w, at.h)
            p.prose(PAD + 4, PAD, title, 34, at.w - 2 * PAD - 8, 60, "text", bold=True, middle=True)
            another = (w("Another card"), "another", "card", partial(desk.track.other, of))
            room = _sides(p, at, ring.touch, [*([another] if telling.others and not open_ else []), *foot])
            _faces(p, desk, w, telling, room, ring.touch, taps, open_)

    def sentences(p: Pen) -> None:
        at = place(ring, edge, 1500, 900)
        ordered = sorted(question.legal, key=lambda text: text != now)
        cells = [
            Cell(partial(_sentence, desk, w, question.seat, text, text == now, partial(say, text))) for text in ordered
        ]
        cells, end = _in_reach(ring, at, cells, _cells(foot))
        panel(p, desk, ring, at, title, cells, end, (360, 0), turn=False, head=head)

    facts = (ring, of, desk.track.page, desk.track.stack, edge, w.lang, open_, desk.page, people)
    return Part("repair", facts, faces if by_card else sentences)


def _sentence(
    desk: Desk, w: Words, seat: int, text: str, on: bool, tap: Callable[[], None], p: Pen, cw: float, ch: float
) -> None:
    """An action as a button, with the place of its stack on the table."""
    people, side = desk.people(w), text.split()[-1]
    below = ""
    if text.split()[0] in ("take", "extra", "draw") and side in ("left", "right"):
        below = terms.stack_name(w, actions.stack_of(side, seat, len(people)), people)
    button(p, 0, 0, cw, ch, terms.action(w, text, people, desk.box), f"put {text}", tap, on=on, below=below, size=28)


def _where(desk: Desk, w: Words, before: bool, asked: str, p: Pen, width: float, height: float) -> None:
    """Whether what is chosen takes the line's place or stands before it."""
    half, to = (width - GAP) / 2, desk.track.turn_to
    instead = w("Instead of it: {name}", name=asked)
    button(p, 0, 0, half, height, instead, "instead", partial(to, "instead"), on=not before, size=26)
    ahead = w("Before it: {name}", name=asked)
    button(p, half + GAP, 0, half, height, ahead, "before", partial(to, "before"), on=before, size=26)


# ---- the log -----------------------------------------------------------------------------------------------


def log(desk: Desk, ring: Ring) -> tuple[object, Callable[[Pen], None]]:
    """What happened where people tell it, turn by turn, the newest first: touch one to put it right."""
    w, people = desk.words(), desk.people(desk.words())
    found = [
        each for each in turns([line for _, line in sorted(desk.lines.items())], desk.event) if _says(desk, w, each)
    ]
    grow = 1.25 if ring.small else 1.0

    def paint(p: Pen) -> None:
        at = place(ring, desk.edge)
        wide = min(TURN, at.w - 40)
        cells = [
            Cell(partial(_turn_row, desk, w, people, each))
            if isinstance(each, Turn)
            else Cell(partial(_line_row, desk, w, each, 26 * grow))
            for each in reversed(found)
        ]
        columns = max(1, int((at.w - 2 * NEAR) / (wide + GAP)))
        lines = max(1, int((at.h - 3 * (ring.touch + GAP) - 12) / (ring.touch + GAP)) + 1)
        shown, foot = cells, list[Cell]()
        if len(cells) > columns * (lines + 1):
            shown, foot = _pages(desk, found[::-1], cells, columns * lines, int(at.w / (ring.touch + GAP)))
        panel(
            p, desk, ring, at, w("Touch a turn to put it right"), shown, foot, close=lambda: desk.open(""),
            cell=(wide, ring.touch),
        )  # fmt: skip

    newest = desk.lines[max(desk.lines)] if desk.lines else None
    return (len(found), newest, people, ring), paint


def _pages(
    desk: Desk, found: list[Turn | said.Line], cells: list[Cell], size: int, most: int
) -> tuple[list[Cell], list[Cell]]:
    """What stands on the page that is open, and a button for each page: any turn is two touches away."""
    count = ceil(len(cells) / size)
    page = min(desk.page, count - 1)
    first, last = 0, count
    if count > most:
        first = page // (most - 2) * (most - 2)
        last = min(first + most - 2, count)
    foot = [
        cell(_numbers(found[at * size : (at + 1) * size]), f"page {at}", partial(desk.choose, page=at), on=at == page)
        for at in range(first, last)
    ]
    if first:
        foot.insert(0, cell("", "earlier", partial(desk.choose, page=first - 1), "left"))
    if last < count:
        foot.append(cell("", "later", partial(desk.choose, page=last), "right"))
    return cells[page * size : (page + 1) * size], foot


def _numbers(found: Sequence[Turn | said.Line]) -> str:
    """Which turns these are, the newest first; of lines before the first there is no number."""
    numbers = [each.number for each in found if isinstance(each, Turn)]
    if not numbers:
        return "…"
    return f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"  # a range


def _says(desk: Desk, w: Words, each: Turn | said.Line) -> bool:
    """Whether there is anything to read: a turn in which something was told, or a line that has words."""
    return bool(each.row) if isinstance(each, Turn) else bool(desk.sentence(each, w))


def _pick(desk: Desk, row: int) -> None:
    desk.open("")
    desk.track.correct(row, "ask")


def _turn_row(desk: Desk, w: Words, people: tuple[str, ...], turn: Turn, p: Pen, cw: float, ch: float) -> None:
    """A turn in pictures: where its cards came from, what they were, and what came of them."""
    p.rect(0, 0, cw, ch, 14, "zone", "line", 2)
    r = min(ch * 0.36, 34)
    events = [event for line in turn.lines if (event := desk.event(line)) and type(event) in WIDE]
    wide = sum(WIDE[type(event)] * r for event in events)
    room = max(cw - 66 - wide, 84)
    p.text(44, ch / 2, str(turn.number), 26, "mute", "end", room=40)
    p.text(56, ch / 2, short(people[turn.seat - 1]), 26, "text", "start", bold=True, room=room - 8)
    x = 56 + room
    for event in events:
        if x + WIDE[type(event)] * r > cw:
            break
        with p.at(x, ch / 2):
            _happened(p, event, turn.seat, len(people), r)
        x += WIDE[type(event)] * r
    p.spot(
        0, 0, cw, ch, f"log {turn.number}", partial(_pick, desk, turn.row),
        press=lambda pen: pen.rect(0, 0, cw, ch, 14, "candle", opacity=0.28),
    )  # fmt: skip


WIDE: Final[Mapping[type, float]] = {
    actions.CardTaken: 3.2, actions.StageBuilt: 2.8, actions.TokenTaken: 2.3, actions.ConflictFought: 2.1,
    actions.MedalTaken: 2.1, actions.CardStolen: 1.7, actions.CatMoved: 2.1,
}  # fmt: skip  # what came of a turn that is drawn in the log: how wide, in halves of its height


def _happened(p: Pen, event: object, seat: int, seats: int, r: float) -> None:
    """One thing that came of a turn, to the right of the pen's place and `r` up and down from it."""
    match event:
        case actions.CardTaken(stack=stack, card=card):
            side = next((side for side in actions.SIDES if actions.stack_of(side, seat, seats) == stack), "")
            with p.at(0.7 * r, 0):
                if side == "center":
                    glyphs.back(p, 0.8 * r)
                elif side:
                    icon(p, side, 0, 0, 1.3 * r, "soft", "zone")
            with p.at(2.2 * r, 0):
                pieces.face(p, card, 1.4 * r)
        case actions.StageBuilt(stage=stage):
            icon(p, "wonder", 0.9 * r, 0, 1.5 * r, "text", "zone")
            p.text(2.1 * r, 0, str(stage), 1.1 * r, "text", bold=True)
        case actions.TokenTaken(token=token):
            with p.at(1.1 * r, 0):
                pieces.token(p, token, r)
        case actions.CardStolen(card=card):
            with p.at(0.8 * r, 0):
                pieces.face(p, card, 1.4 * r)
        case actions.ConflictFought():
            icon(p, "swords", r, 0, 1.7 * r, "battle", "zone")
        case actions.MedalTaken():
            icon(p, "medal", r, 0, 1.7 * r, "text", "zone")
        case actions.CatMoved():
            icon(p, "cat", r, 0, 1.6 * r, "text", "zone")


def _line_row(desk: Desk, w: Words, line: said.Line, size: float, p: Pen, cw: float, ch: float) -> None:
    """A line that is of no turn; what was laid out before the first can be put right, too."""
    p.rect(0, 0, cw, ch, 14, "zone", "line" if line.row else None, 2)
    p.prose(20, 4, desk.sentence(line, w), size, cw - 40, ch - 8, "soft", middle=True)
    if line.row:
        p.spot(
            0, 0, cw, ch, f"right {line.number}", partial(_pick, desk, line.row),
            press=lambda pen: pen.rect(0, 0, cw, ch, 14, "candle", opacity=0.28),
        )  # fmt: skip
