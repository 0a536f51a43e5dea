"""Messages about losses: by damage, until somebody has read them, and of the table itself."""

import msgspec
import pytest

from app.protocol import table_log_events
from app.protocol.log_messages import Line
from app.screen.events import on_message, on_tick
from tests.app.screen import stage
from tests.app.screen.layout_faults import faults
from tests.app.screen.painting import text_of

NOTICES = (
    table_log_events.TableNotice(rule="damaged", facts={"file": "table.db", "kept": "table.damaged-1.db"}),
    table_log_events.TableNotice(rule="older", facts={}),
    table_log_events.TableNotice(rule="games-lost", facts={"n": 2}),
)


def lines(*events):
    return tuple(Line(n, 0, msgspec.Raw(msgspec.json.encode(event))) for n, event in enumerate(events, 1))


def in_lobby(lang="en", *events):
    return stage.Room().hear(stage.table(4, phase="lobby", lang=lang), news=lines(*(events or NOTICES)))


def test_a_data_loss_is_shown_until_somebody_has_read_it():
    room = in_lobby()
    assert "table.damaged-1.db" in text_of(room)
    assert "2 games could not be read" in text_of(room)
    room.control.dismiss_notice(0)
    assert "table.damaged-1.db" not in text_of(room)


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr"])
def test_a_notice_of_data_loss_fits_the_screen(lang, size):
    assert faults(in_lobby(lang), size) == []


def test_slow_disk_notice_is_shown_until_dismissed_or_fast_again():
    quick, slow = (stage.table(4, phase=phase, slow=slow) for phase, slow in (("lobby", False), ("lobby", True)))
    room = stage.Room().hear(quick)
    assert "memory card" not in text_of(room)
    room.hear(slow)
    assert "memory card is slow just now: nothing is lost" in text_of(room)
    assert faults(room, (800, 480)) == []
    room.control.dismiss_notice(0)
    assert "memory card" not in text_of(room.hear(slow))  # once
    assert "memory card" in text_of(room.hear(quick).hear(slow))
    assert "memory card" not in text_of(room.hear(quick))


def test_slow_disk_notice_waits_until_the_first_start_is_finished():
    first, after = (
        stage.table(4, phase="lobby", slow=True, settings=stage.settings(welcomed=welcomed))
        for welcomed in (False, True)
    )
    room = stage.Room().hear(first)
    assert "memory card" not in text_of(room)
    assert "memory card is slow just now" in text_of(room.hear(after))


def test_starting_table_is_reported_missing_after_a_minute():
    room = stage.Room()
    assert text_of(room).split() == ["Wondertable"] * 4
    again = on_tick.tick(room.control, room.now)  # when it is to be looked at
    assert again == pytest.approx(room.now + 60, abs=0.1)
    room.now += 59
    assert text_of(room).split() == ["Wondertable"] * 4
    room.now = again
    assert "No connection to the table" in text_of(room)


def test_table_lost_before_its_first_snapshot_counts_as_starting():
    room = stage.Room()
    on_message.on_message(room.control, stage.HELLO)
    on_message.on_disconnect(room.control)
    assert text_of(room).split() == ["Wondertable"] * 4
    assert on_tick.tick(room.control, room.now) == pytest.approx(room.now + 60, abs=0.1)
    room.hear(stage.table(4))
    on_message.on_disconnect(room.control)
    assert "No connection to the table" in text_of(room)
