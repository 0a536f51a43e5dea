"""Temporary plates on the seats' zones: notices, reminders, votes, codes; and notices across the table."""

from collections.abc import Container
from dataclasses import dataclass
from functools import partial
from math import inf

from app.looks import qr_codes
from app.looks.icons import icon
from app.protocol.cardboard_messages import ReminderDone
from app.protocol.play_messages import LeaveVote, UndoVote
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.input import goals
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import MIN_NAME_PX, PITCH
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.state.ui_state import Notice
from app.screen.widgets import news_strip
from app.screen.widgets.controls import button
from app.screen.widgets.panel_frame import at_hand
from app.shown.form import Answers, Button, CodeRow, Form, Text
from app.shown.lobby.join_codes import to_seat
from app.shown.play import bot_wish, goal, votes
from app.text.cardboard_reminders import Reminder, reminders
from app.text.translation import Words
from app.text.words_protocols import LogWords, ReminderWords

REMINDER_U = 28.0  # type size of a reminder
ALL_DONE_U = 25.0  # type size of the button for all seats
NAME = 0.35  # height of a seat's name, as a share of a small zone
VOTE = 23.0  # u, type size of a vote; its plate grows over free space, or over everything if it is illegible
VOTE_PAD = {False: 16.0, True: 6.0}  # u, round the answers of a vote, by whether the screen is small
LINES = 8  # maximum lines of a vote
SAVE = 26.0  # u, type size of the goal button
MAX_SAVE_WIDTH = 0.34  # of a zone's width
FLAT = 1200.0  # u: in wider zones the answers are placed beside the words


def elements(scene: Scene, ring: Ring, below: Elements) -> Elements:
    """Build every current plate over the table."""
    table = scene.table
    found: Elements = []
    for seat, code in scene.model.codes.items():
        if seat and code.hand_over and seat <= len(ring.zones) and table.phase != "lobby":  # there its page has it
            w = scene.model.words(seat)
            form = to_seat(w, seat, scene.model.name(seat, w), code.url)
            view = HandOverCode(ring, seat, form)
            found.append(Element(f"code {seat}", view, paint_hand_over))
    if isinstance(table.vote, UndoVote):
        found += [_undo_vote(scene, ring, seat, table.vote) for seat in table.vote.open if _is_asked_here(scene, seat)]
    elif table.vote:
        found += [_leave_vote(scene, ring, seat, table.vote) for seat in range(1, len(ring.zones) + 1)]
    if table.opening is None and not scene.lobby_open:  # what is to be said of a wonder stands beside it there
        notices = sorted(scene.notices.items())
        results = any(part.key == "battle" for part in below)  # of a conflict, in every zone
        for seat, notice in notices:
            if seat or not scene.game.has_interlude(scene):
                found.append(_build_notice(scene, ring, seat, notice, results))
    if _may_remind(scene):
        asked, lying = _add_wishes(scene, list_reminders(scene)), {element.key for element in (*below, *found)}
        found += [
            _build_reminder(scene, ring, seat, asked, lying)
            for seat in sorted(asked)
            if lying.isdisjoint((f"tells {seat}", f"notice {seat}"))  # either needs all of the zone
        ]
    if not scene.model.link:
        found.append(build_no_connection(scene, ring))
    return found


def _may_remind(scene: Scene) -> bool:
    """Check whether reminders may be shown: the zones are in use by the game, without an open panel or end sequence."""
    table = scene.model.table
    playing = table is not None and table.phase == "game" and table.opening is None
    return playing and not scene.ui.panel and not scene.game.has_interlude(scene)


def _is_asked_here(scene: Scene, seat: int) -> bool:
    info = scene.model.info(seat)
    return info.by == "touch" or (info.by == "phone" and not info.present)


def _paint_plate(p: Pen, w: float, d: float, key: str, edge: str, more: float = 0.0) -> None:
    """Paint a plate over a zone, extended by `more` towards the middle."""
    p.rect(4, 4 - more, w - 8, d - 8 + more, 18, "plate", edge, 3)
    p.hit_area(0, -more, w, d + more, f"{key} ground", None, rank=0)


# ---- sentences -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sentence:
    """A notice at a seat's edge. `refused`: it explains a refused touch. `saves`: a possible goal that it describes."""

    ring: Ring
    seat: int
    text: str
    refused: bool
    saves: str
    left: bool
    w: Words


@dataclass(frozen=True, slots=True)
class Common:
    """A notice in the middle, turned to an edge. `seat`: its addressee; 0: everybody.

    `wide`, `high`: its maximum size (u).
    """

    ring: Ring
    seat: int
    edge: int
    text: str
    refused: bool
    wide: float = 900.0
    high: float = 150.0


def _build_notice(
    scene: Scene, ring: Ring, seat: int, notice: Notice, results: bool
) -> Element[Sentence] | Element[Common]:
    """Build a notice on the seat's zone, or on the middle while zones show `results`."""
    key, zoned = f"notice {seat}", 0 < seat <= len(ring.zones)
    if zoned and not results:
        saves = notice.about if goals.is_possible_goal(scene, seat, notice.about) else ""
        left, w = scene.model.info(seat).left, scene.model.words(seat)
        return Element(key, Sentence(ring, seat, notice.text, notice.refused, saves, left, w), paint_sentence)
    if zoned:
        wide, high = 2 * ring.disc, 1.4 * ring.disc
        return Element(
            key, Common(ring, seat, ring.edge_of(seat), notice.text, notice.refused, wide, high), paint_common
        )
    return Element(key, Common(ring, seat, scene.ui.edge, notice.text, notice.refused), paint_common)


def paint_sentence(p: Pen, sentence: Sentence, control: Controller) -> None:
    key = f"notice {sentence.seat}"
    with sentence.ring.draw_in_zone(p, sentence.seat, sentence.ring.plate) as (w, d):
        _paint_plate(p, w, d, key, "red" if sentence.refused else "line")
        left = 24.0
        if sentence.refused:
            icon(p, "cross", 54, d / 2, 48, "red", "plate")
            left = 96.0
        size, room = 42 if sentence.ring.small else 29, w - left - 24
        if sentence.saves:
            t, label = sentence.ring.touch, goal.save(sentence.w)
            wide = min(max(t, p.text_width(label, p.legible(SAVE), bold=True) + 40), MAX_SAVE_WIDTH * w)
            room -= wide + 16
            left, x = at_hand(sentence.left, left, room, w), at_hand(sentence.left, w - 20 - wide, wide, w)
            tap = partial(goals.mark_goal, control, sentence.seat, sentence.saves)
            button(p, x, (d - t) / 2, wide, t, label, f"save {sentence.saves}", tap, size=SAVE)
        p.prose(left, 16, sentence.text, size, room, d - 32, "text", middle=True)
        p.hit_area(0, 0, w, d, key, partial(control.dismiss_notice, sentence.seat), rank=1)


def paint_common(p: Pen, notice: Common, control: Controller) -> None:
    inner, u = notice.ring.inner, notice.ring.u
    across = (inner.w if notice.edge % 2 == 0 else inner.h) / u
    w, h = min(notice.wide, across - 20), notice.high
    with p.at(*inner.centre, notice.edge * 90.0, u), p.at(-w / 2, -h / 2):
        p.rect(0, 0, w, h, 22, "raised", "red" if notice.refused else "line", 3)
        p.prose(28, 12, notice.text, 30, w - 56, h - 24, "text", "middle", middle=True)
        p.hit_area(0, 0, w, h, f"notice {notice.seat}", partial(control.dismiss_notice, notice.seat))


# ---- what is still to be done with the cardboard -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Remind:
    """A reminder along the far side of a seat's zone; a touch marks it as done. `line` 0: only what a bot wants to do.

    `all`: seats with a reminder at the same time, which one touch marks for all.
    """

    ring: Ring
    seat: int
    line: int
    text: str
    left: bool
    all: tuple[int, ...]
    newest: int  # the last line of the log that it covers
    below: float  # u from the far side of the zone, below the latest news
    w: Words
    turned: bool = False  # people read it from the opposite edge
    faced: int | None = None  # a touch opens the city that it covers, towards this edge


def list_reminders(scene: Scene) -> dict[int, Reminder]:
    """Return each seat's reminder; none in a replay."""
    game, model = scene.game, scene.model
    if (
        not isinstance(game, ReminderWords)
        or not isinstance(game.words, LogWords)
        or scene.ui.history.shown is not None
    ):
        return {}
    said = {info.seat: (w, model.people(w)) for info in model.known_table.seats if (w := model.words(info.seat))}
    return reminders(model.known_table, model.lines, game.words.parse_event, game.cardboard_tasks, said)


def _add_wishes(scene: Scene, asked: dict[int, Reminder]) -> dict[int, Reminder]:
    """Add what bots want to do with people's cards; no touch confirms that, as people report it."""
    found = dict(asked)
    for wish in scene.model.known_table.wishes:
        before, w = found.get(wish.seat, Reminder(0, ())), scene.model.words(wish.seat)
        text = bot_wish.sentence(w, scene.game.words, wish, scene.model.people(w))
        found[wish.seat] = before._replace(texts=(*before.texts, text))
    return found


def _build_reminder(
    scene: Scene, ring: Ring, seat: int, asked: dict[int, Reminder], lying: Container[str]
) -> Element[Remind]:
    reminder, left, w = asked[seat], scene.model.info(seat).left, scene.model.words(seat)
    lines = {each: what.line for each, what in asked.items() if what.line}
    everybody, newest = tuple(sorted(lines)) if reminder.line and len(lines) > 1 else (), max(lines.values(), default=0)
    below = 0.0 if ring.small and f"happened {seat}" not in lying else news_strip.ZONE_OVERLAP
    edge, covers = scene.answering_edge(ring, seat), ring.small and not reminder.line and f"zone {seat}" in lying
    turned, faced = (edge - ring.edge_of(seat)) % 4 == 2, edge if covers else None
    view = Remind(
        ring=ring, seat=seat, line=reminder.line, text=" ".join(reminder.texts), left=left, all=everybody,
        newest=newest, below=below, w=w, turned=turned, faced=faced,
    )  # fmt: skip
    return Element(f"remind {seat}", view, paint_remind)


def paint_remind(p: Pen, reminder: Remind, control: Controller) -> None:
    t, key = reminder.ring.touch, f"remind {reminder.seat}"
    with (
        reminder.ring.draw_in_zone(p, reminder.seat, reminder.ring.plate) as (w, d),
        p.at(w * reminder.turned, d * reminder.turned, 180 * reminder.turned),
    ):
        sign, size = min(0.62 * t, 62.0), p.legible(REMINDER_U)
        top, label = 4 + reminder.below, reminder.w("All done")
        also = (
            min(max(t, p.text_width(label, p.legible(ALL_DONE_U), bold=True) + 40), 0.34 * w) if reminder.all else 0.0
        )
        # A button for all is shown at an edge that has room for it.
        if also and _text_height(p, reminder.text, size, w - sign - 56 - also) > d - 4 - top:
            also = 0.0
        room = w - sign - 56 - also
        lines, _ = p.break_lines(reminder.text, size, room, LINES)
        h = max(t, len(lines) * size * PITCH + 24)
        if reminder.ring.small:  # nothing could be read of what it left free but the name
            h = max(h, d - (0.0 if reminder.ring.plate else NAME * d) - top)
        h = min(d - 4 - top, h)
        top = d - top - h if reminder.turned else top
        x = at_hand(reminder.left, w - sign - 24, sign, w)
        begins = at_hand(reminder.left, 24 + also, room, w)

        def draw(p: Pen, ground: str, ink: str) -> None:
            p.rect(4, top, w - 8, h, 18, ground, "candle", 4)
            p.prose(begins, top + 4, reminder.text, size, room, h - 8, ink, middle=True)
            if not reminder.line:
                icon(p, "bot", x + sign / 2, top + h / 2, sign * 0.62, "candle", ground)
                return
            p.disc(x + sign / 2, top + h / 2, sign / 2, "candle")
            icon(p, "tick", x + sign / 2, top + h / 2, sign * 0.62, "ink", "candle")

        draw(p, "plate", "text")
        tap = partial(report_done, control, (reminder.seat,), reminder.line)
        city = None if reminder.faced is None else partial(control.open_panel, f"zone {reminder.seat}", reminder.faced)
        p.hit_area(4, top, w - 8, h, f"{key} ground", city, rank=0)
        if not reminder.line:
            return
        mine = at_hand(reminder.left, 4 + also, w - 8 - also, w)
        p.hit_area(mine, top, w - 8 - also, h, key, tap, press=lambda pen: draw(pen, "candle", "ink"))
        if also:
            everybody = partial(report_done, control, reminder.all, reminder.newest)
            button(
                p, at_hand(reminder.left, 4, also, w), top, also, h, label, f"all done {reminder.seat}", everybody,
                size=ALL_DONE_U,
            )  # fmt: skip


def _text_height(p: Pen, text: str, size: float, room: float) -> float:
    """Return the height of words at their intended size (u); infinite if they do not fit."""
    lines, used = p.break_lines(text, size, room, LINES)
    return len(lines) * size * PITCH + 24 if used == size else inf


def report_done(control: Controller, seats: tuple[int, ...], line: int) -> None:
    """Report that these seats have done what the log asks up to a line."""
    control.submit(ReminderDone(id=new_id(), line=line, seats=seats))


def report_done_here(control: Controller, before: float = inf) -> None:
    """Report the same for all seats without a phone, after a page that everybody has seen.

    `before`: the first line that the page did not show.
    """
    model = control.model
    if model.table is None or not model.table.handled or not list_reminders(control.scene):
        return
    seats = tuple(info.seat for info in model.table.seats if not (info.by == "phone" and info.present))
    report_done(control, seats, max((line for line in model.lines if line < before), default=0))


# ---- votes and codes ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VotePlate:
    """A vote at a seat. `left`: answers at the left hand."""

    ring: Ring
    seat: int
    form: Form
    left: bool


def _undo_vote(scene: Scene, ring: Ring, seat: int, vote: UndoVote) -> Element[VotePlate]:
    w = scene.model.words(seat)
    action = scene.finished_action(w, vote.of or vote.seat, vote.action, vote.card)
    undoing = votes.UndoRequest(action, vote.more, tuple(scene.action(w, line) for line in vote.seen))
    return _build_vote(
        scene, ring, seat, votes.OpenVote(vote.row, scene.model.name(vote.seat, w), undoing, ((seat, ""),))
    )


def _leave_vote(scene: Scene, ring: Ring, seat: int, vote: LeaveVote) -> Element[VotePlate]:
    here = _is_asked_here(scene, seat)
    answers = ((seat, ""),) if seat in vote.open and here else ()
    name = scene.model.name(vote.seat, scene.model.words(seat))
    return _build_vote(
        scene, ring, seat, votes.OpenVote(vote.row, name, vote.how, answers, here=here or seat not in vote.open)
    )


def _build_vote(scene: Scene, ring: Ring, seat: int, asked: votes.OpenVote) -> Element[VotePlate]:
    view = VotePlate(ring, seat, votes.vote(scene.model.words(seat), asked), scene.model.info(seat).left)
    return Element(f"vote {seat}", view, paint_vote)


def paint_vote(p: Pen, plate: VotePlate, control: Controller) -> None:
    zone, u, t = plate.ring.zones[plate.seat - 1], plate.ring.u, plate.ring.touch
    key, rows = f"vote {plate.seat}", plate.form.rows_on("screen")
    text = " ".join(row.words for row in rows if isinstance(row, Text))
    answers = next((row for row in rows if isinstance(row, Answers)), None)
    with plate.ring.draw_in_zone(p, plate.seat, plate.ring.plate) as (whole, d):
        if answers is None:
            _paint_plate(p, whole, d, key, "line")
            p.prose(20, 12, text, p.legible(27), whole - 40, d - 24, "text", middle=True)
            return
        flat = whole > FLAT
        pad = VOTE_PAD[plate.ring.small]
        half = (whole * (0.5 if flat else 1.0) - 2 * pad - 12) / 2
        x, y = whole - 2 * half - pad - 12, (d - t) / 2 if flat else d - t - pad
        room, tall = (x if flat else whole) - 2 * pad - 8, d - (24 if flat else t + 2 * pad + 4)
        free = news_strip.depth_before_zone(plate.ring, zone)
        more = max(
            min(_overflow(p, text, p.legible(VOTE), room, tall), free), _overflow(p, text, MIN_NAME_PX / u, room, tall)
        )
        lines, used = p.fit_in_box(text, p.legible(27) * p.grown, room, tall + more)
        more = min(more, max(0.0, len(lines) * used * PITCH - tall))
        _paint_plate(p, whole, d, key, "candle", more)
        begins = whole - pad - 4 - room if plate.left else pad + 4
        p.prose(
            begins, (12 if flat else pad / 2 + 4) - more, text, p.legible(27), room, tall + more, "text", middle=True
        )
        for answer in answers.options:
            at = whole - x - half if plate.left else x
            tap = partial(control.send, answers.says, answer.value, plate.seat)
            button(p, at, y, half, t, answer.words, f"{key} {'yes' if answer.value else 'no'}", tap, size=26)
            x += half + 12


def _overflow(p: Pen, text: str, size: float, room: float, tall: float) -> float:
    """Return how much higher than `tall` the words are at this size."""
    lines, _ = p.break_lines(text, size, room, LINES)
    return max(0.0, len(lines) * size * PITCH - tall)


@dataclass(frozen=True, slots=True)
class HandOverCode:
    """The QR code to take over a seat with a phone."""

    ring: Ring
    seat: int
    form: Form


def paint_hand_over(p: Pen, code: HandOverCode, control: Controller) -> None:
    t, key = code.ring.touch, f"code {code.seat}"
    with code.ring.draw_in_zone(p, code.seat) as (w, d):
        _paint_plate(p, w, d, key, "line")
        side = min(d - 36, w - t - 60)
        left = max(18.0, (w - side - 16 - 340) / 2)
        room = min(340.0, w - left - side - 34)
        for row in code.form.rows_on("screen"):
            match row:
                case CodeRow():
                    p.code(left, (d - side) / 2, side, qr_codes.matrix(row.url))
                case Button():
                    label, cancel = row.words if room > 150 else "", partial(control.send, row.says, seat=code.seat)
                    at = left + side + 16, d - t - 18, room, t
                    button(p, *at, label, f"{key} cancel", cancel, picture=row.picture, size=25)
        says, size = code.form.title, p.legible(26)
        p.prose(left + side + 16, 16, says, size, room, d - t - 44, "soft", middle=True)


# ---- the table is away -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NoConnection:
    """The notice that the table cannot be reached, towards all sides."""

    ring: Ring
    text: str
    picture: str


def build_no_connection(scene: Scene, ring: Ring) -> Element[NoConnection]:
    """Build the notice that covers the middle while there is no connection."""
    w = scene.model.words()
    text, picture = (w("No connection to the table"), "wifi") if scene.missing else ("Wondertable", "wonder")
    return Element("away", NoConnection(ring, text, picture), paint_away)


def paint_away(p: Pen, connection: NoConnection, control: Controller) -> None:
    inner, u = connection.ring.inner, connection.ring.u
    r = min(inner.w, inner.h) / u / 2
    with p.at(*inner.centre, 0, u):
        p.disc(0, 0, r, "plate", "line", 3)
        p.hit_area(-r, -r, 2 * r, 2 * r, "away", None, rank=0)
        icon(p, connection.picture, 0, 0, r * 0.4, "mute", "plate")
        for angle in (0, 90, 180, 270):
            with p.at(0, 0, angle):
                p.text(0, r * 0.56, connection.text, min(34, r * 0.16), "text", bold=True, room=r * 1.0)
