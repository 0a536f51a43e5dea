"""Handle snapshots: everything that a snapshot changes besides the model."""

from collections.abc import Iterable
from dataclasses import replace
from math import inf
from typing import Final

import msgspec

from app.protocol.log_messages import Line
from app.protocol.network_messages import Network
from app.protocol.news import TableNotice
from app.protocol.play_messages import Opening
from app.protocol.table_messages import Snapshot, TableView
from app.screen.control.controller import NOTICE_SECONDS, Controller
from app.screen.input import try_out
from app.screen.state.end_sequence import EndSequence
from app.screen.state.interlude import SeatsTaken, ShieldsMeeting, newly_seated
from app.screen.state.model import Model, apply_message
from app.screen.state.scene import Scene, SnapshotNews
from app.screen.state.ui_state import Notice, OpenHistory
from app.shown.machine import copied
from app.text.local_time import use_zone
from app.text.table import slow_disk

NOTICED_TAG: Final = TableNotice.__struct_config__.tag


class _Tagged(msgspec.Struct):
    type: str


def on_snapshot(control: Controller, snapshot: Snapshot) -> None:
    """Take over a snapshot, and update UI state, sound and animations."""
    before, was = control.scene, control.model
    control.model = model = apply_message(was, snapshot, control.games, before.now)
    table, met, told = was.table, was.table is None, model.table
    assert told is not None
    first, other = was.rev < 0, table is not None and table.game_id != told.game_id
    use_zone(told.settings.zone)
    _reset_ui(control, table, told)
    _close_answered(control, was, model)
    control.sound.set(told.settings, first)
    control.sound.ask(frozenset(question.number for question in model.questions.values()), first)
    known = {} if other else was.lines
    happened = tuple(line for line in model.brought if line.number not in known and not line.undone)
    if happened or table is None or _agreed(table) != _agreed(told):
        control.dimming.wake()
    if met and model.plain:
        control.open("plain")
    try_out.read_settings(control, told.settings, first=met)
    if table is None or table.settings.faces != told.settings.faces:
        control.opened = replace(control.opened, edge=control.scene.faced(control.opened.edge))
    _follow(control, before, SnapshotNews(model.brought, happened, first or other))
    _show_storage_news(control, happened)
    _ask_whether_copied(control, None if first else table, told)
    _show_slow_disk(control, table is not None and _is_slow(table), _is_slow(told))
    if model.meeting and not was.meeting and control.opened.history.shown is None:
        control.moved((ShieldsMeeting(model.meeting),))
    if table is not None and not first and (seats := newly_seated(table, told)):
        control.moved((SeatsTaken(seats),))
    if not first:
        _animate_opening(control, table.opening if table else None, told.opening)


def _reset_ui(control: Controller, was: TableView | None, now: TableView) -> None:
    """Close everything when another game or another phase begins."""
    game, other = control.games.of(now), was is not None and was.game_id != now.game_id
    if game is not control.on_table:
        control.on_table, control.opened = game, replace(control.opened, game=game.opened())
    if other or (was is not None and was.phase != now.phase):
        control.at_head()
        control.opened = replace(
            control.opened, panel="", sure="", entering=None, history=OpenHistory(), finale=EndSequence()
        )


def _close_answered(control: Controller, was: Model, model: Model) -> None:
    """Close what belongs to answered questions; a game told in words keeps its page."""
    asked, before = ({seat: one.number for seat, one in each.questions.items()} for each in (model, was))
    if asked == before:
        return
    scene = control.scene
    if scene.game.by_touch and (not scene.opened.panel or scene.code_aside):
        control.at_head()
    opened, secrets = control.opened, control.secrets
    over = {seat for seat in (*opened.pages, *opened.scrolls) if asked.get(seat) != before.get(seat)}
    control.opened = replace(
        opened,
        pages={seat: page for seat, page in opened.pages.items() if seat not in over},
        scrolls={seat: lists for seat, lists in opened.scrolls.items() if seat not in over},
        asked_here=opened.asked_here & frozenset(asked.values()),
    )
    chosen = {offer.seat for offer in model.own}  # seats that can still undo keep looking at it
    secrets.forget({*secrets.held, *secrets.shown} - asked.keys() - chosen)


def _follow(control: Controller, before: Scene, news: SnapshotNews) -> None:
    """Update the game, the sound and the UI state for new events."""
    scene = control.scene
    followed, model = scene.game.follow(before, scene, news), scene.model
    control.opened = replace(control.opened, game=followed.opened)
    if followed.ends:
        control.opened = replace(control.opened, finale=EndSequence(followed.ends))
    for seat, text in followed.says:
        stays = seat > 0 and model.tracks  # it asks for an action, and hands are full
        control.notices[seat] = Notice(text, False, inf if stays else scene.now + NOTICE_SECONDS)
    happened = () if news.first or followed.quiet else news.happened
    aside = control.scene.code_aside
    if control.opened.panel == "code" and not aside and any(_by_people(model, line) for line in happened):
        control.opened = replace(control.opened, panel="")  # people play on, and the code covers the middle
    ritual = model.table is not None and model.table.ritual is not None
    control.sound.read(happened, ritual=ritual, ends=bool(followed.ends), after=followed.unseen)
    fresh = not news.first and not followed.quiet
    if fresh and (news.happened or followed.moves) and control.opened.history.shown is None:
        control.moved(followed.moves)


def _show_storage_news(control: Controller, happened: Iterable[Line]) -> None:
    """Show news about storage in the middle until somebody dismisses it."""
    said = [
        line for line in happened if not line.row and msgspec.json.decode(line.event, type=_Tagged).type == NOTICED_TAG
    ]
    if said:
        w = control.model.words()
        control.notices[0] = Notice(" ".join(control.model.news(line, w) for line in said), False, inf)


def _ask_whether_copied(control: Controller, before: TableView | None, now: TableView) -> None:
    """Open the question as soon as the table is in its lobby, and again at each start until it is answered."""
    asks, asked = (table is not None and _asks_whether_copied(table) for table in (now, before))
    if asks and not asked and not control.opened.panel:
        control.open(copied.PANEL)


def _asks_whether_copied(table: TableView) -> bool:
    return copied.is_asked(table) and table.settings.welcomed


def _is_slow(table: TableView) -> bool:
    """Check whether people wait for a slow disk and have chosen a language to read about it."""
    return table.slow and table.settings.welcomed


def _show_slow_disk(control: Controller, was: bool, now: bool) -> None:
    """Show a notice while the disk is slow, unless another notice is shown there."""
    text, said = slow_disk(control.model.words()), control.notices.get(0)
    if now and not was and said is None:
        control.notices[0] = Notice(text, False, inf)
    elif was and not now and said is not None and said.text == text:
        del control.notices[0]


def _animate_opening(control: Controller, before: Opening | None, now: Opening | None) -> None:
    """Animate the next step of an opening, ending the animations of the step before."""
    if now == before:
        return
    if before is not None:
        control.finish()
    if now is not None and now.step == "found":
        control.sound.play("your-turn")
    elif now is not None:
        control.moved((now,))


def _by_people(model: Model, line: Line) -> bool:
    if not line.row or (model.table is not None and model.table.mode == "tally"):
        return line.row > 0
    seat = msgspec.json.decode(line.event).get("seat", 0)
    return seat > 0 and model.info(seat).by != "bot"


def _agreed(table: TableView) -> TableView:
    """Return the table as people set it up: without network, disk state, and whether phones are connected."""
    seats = tuple(msgspec.structs.replace(info, present=True) for info in table.seats)
    return msgspec.structs.replace(table, seats=seats, network=Network(None, None), onlookers=0, slow=False)
