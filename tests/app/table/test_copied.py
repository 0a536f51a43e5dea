"""A storage card in another computer: people say once whether it is a copy, and a copy drops the other's keys."""

from msgspec.structs import replace

from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.game_lifecycle_messages import Resume, Suspend
from app.protocol.machine_messages import AnswerCopy
from app.protocol.table_to_club_messages import Membership
from app.table.lobby.seating import hash_key
from tests.app.phones.served import GAMES, Served
from tests.app.table.plays import refused
from tests.app.tables import phone

CLUB = Membership("http://10.0.0.2:8090", "dice", "Dice & Co", "the table's key")


def test_copied_table_becomes_a_new_one_without_the_old_keys(evening):
    evening.sit("phone Ada", "touch", "free")
    ada = evening.keys[1]
    with evening.store.commit() as write:
        write.for_club.join(CLUB)
    before, codes = evening.table.id, {evening.table.joining.ticket(seat) for seat in (None, 2)}
    evening.restart(moved=True)
    assert evening.at_table().copied
    evening.send(AnswerCopy, new=True)
    table = evening.table
    assert table.id != before
    assert table.joining.seat_of_key(ada) is None
    assert [chair.by for chair in table.committed.state.chairs] == ["free", "touch", "free"]
    assert not codes & {chair.ticket for chair in table.committed.state.chairs} - {None}
    assert evening.store.for_club.club() is None
    assert not evening.at_table().copied
    evening.restart()
    assert (evening.table.id, evening.at_table().copied) == (table.id, False)


def test_moved_table_that_is_no_copy_keeps_its_keys_and_is_asked_once(evening):
    evening.sit("phone Ada", "free")
    ada = evening.keys[1]
    with evening.store.commit() as write:
        write.for_club.join(CLUB)
    before = evening.table.id
    evening.restart(moved=True)
    evening.send(AnswerCopy, phone(1), new=False)
    assert (evening.table.id, evening.table.joining.seat_of_key(ada)) == (before, 0)
    assert evening.store.for_club.club() == CLUB
    assert not evening.at_table().copied
    refused("not-copied", evening.send, AnswerCopy, new=True)
    evening.restart()
    assert not evening.at_table().copied


def test_question_about_a_copied_sd_card_stays_until_answered(evening):
    evening.restart(moved=True)
    evening.restart()
    assert evening.at_table().copied


def test_answering_the_copy_question_is_refused_during_a_game(evening):
    evening.start("phone Ada", "touch")
    evening.restart(moved=True)
    refused("phase", evening.send, AnswerCopy, new=True)
    assert evening.at_table().copied


def test_copied_table_drops_old_phones_from_suspended_games(evening):
    evening.start("phone Ada", "touch")
    ada = evening.keys[1]
    evening.send(Suspend)
    evening.restart(moved=True)
    evening.send(AnswerCopy, new=True)
    [(number, *_)] = evening.store.suspended()
    evening.send(Resume, game=number)
    assert evening.table.joining.seat_of_key(ada) is None
    assert hash_key(ada) not in {chair.key for chair in evening.table.committed.state.chairs}
    assert evening.table.phase == "game"


def test_owner_page_of_a_phone_shows_the_copy_question(tmp_path, facts):
    served = Served(tmp_path, facts).sit("Ada", "Ben")
    asked = []
    for copied in (False, True):
        served.table.committed.state = replace(served.table.committed.state, copied=copied)
        served.table.notify_changed()
        show, reader = PageMaker(served.table, GAMES), PageState(phone(1), "owner")
        show.update_page(reader, False)
        asked.append([f"answer-copy;new={answer}" in reader.shown["copied"].html for answer in ("true", "false")])
    served.store.close()
    assert asked == [[False, False], [True, True]]
