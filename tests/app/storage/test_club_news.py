"""The queue of news for the club: it holds the current state of each game, however often that changes."""

import sqlite3

import pytest

from app.protocol.table_to_club_messages import Membership
from app.storage.database import Store
from app.storage.database_copies import copy_of
from tests.app import histories
from tests.nights.damage import GAME

CLUB = Membership("http://127.0.0.1:8090", "4kq7", "Dice & Co", "key")


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "table.db", clock=lambda: 1_000_000.0)
    yield store
    store.close()


def join(store, past=False):
    with store.commit() as write:
        write.for_club.join(CLUB)
        if past:
            write.for_club.tell_all()


def news(store):
    return store.for_club.list_oldest(1000)


def acknowledge_news(store, behind=None):
    told = {each.id: each.version for each in news(store)}
    with store.commit() as write:
        write.for_club.remove_sent(told, behind or {})


def test_news_queue_is_empty_without_a_club(store):
    histories.fill(store, GAME)
    assert store.for_club.club() is None
    assert news(store) == []


def test_earlier_games_are_queued_only_when_joining_with_the_past(store):
    histories.fill(store, GAME)
    join(store)
    assert news(store) == []
    join(store, past=True)
    own = {game.mark for game in store.history() if game.game > 0}
    assert own
    assert {each.id for each in news(store) if each.game} == own


def test_sent_news_are_removed_and_later_changes_stay_queued(store):
    histories.fill(store, GAME)
    join(store, past=True)
    before = {each.id: each.version for each in news(store)}
    game = next(game for game in store.history() if game.game > 0)
    with store.commit() as write:
        write.delete_game(game.game)
    with store.commit() as write:
        write.for_club.remove_sent(before, {})
    [left] = news(store)
    assert (left.id, left.game) == (game.mark, None)
    assert left.version > before[game.mark]
    acknowledge_news(store)
    assert store.for_club.waiting() == 0


def test_a_local_rename_is_sent_and_a_received_one_is_not(store):
    histories.fill(store, GAME)
    join(store)
    game = next(store.archived())
    number = next(each.game for each in store.history() if each.mark == game.id)
    with store.commit() as write:
        write.rewrite(number, game.header, game.result, None)
    assert [each.game for each in news(store)] == [game]
    acknowledge_news(store)
    brought = type(game)(**{field: getattr(game, field) for field in game.__struct_fields__} | {"id": "elsewhere"})
    with store.commit() as write:
        write.import_game(brought)
    assert news(store) == []


def test_table_restored_from_an_older_copy_continues_the_club_s_version_count(store):
    histories.fill(store, GAME)
    join(store, past=True)
    first = news(store)[0]
    acknowledge_news(store, behind={first.id: first.version + 10**9})
    [again] = news(store)
    assert again.id == first.id
    assert again.version > first.version + 10**9


def test_news_list_members_whose_phones_are_stored(store):
    histories.fill(store, GAME)
    join(store)
    game = next(game for game in store.history() if game.game > 0)
    for phones, members in (
        ({1: ("phone-1", "ada"), 2: ("phone-2", "")}, {1: "ada"}),
        ({2: ("phone-2", "")}, {}),
        ({}, None),
    ):
        with store.commit() as write:
            write.for_club.store_phones(game.game, phones)
            write.for_club.tell_all()
        assert {each.id: each.members for each in news(store)}[game.mark] == members
    assert store.for_club.guest_seat("phone-2", game.mark) is None


def test_queued_news_wake_the_sender(store):
    woken = []
    store.on_outbox_grown = lambda: woken.append(1)
    histories.fill(store, GAME)
    assert woken == []
    join(store, past=True)
    assert woken == [1]


def test_every_game_is_sent_again_after_damage(store, tmp_path):
    histories.fill(store, GAME)
    join(store, past=True)
    own = {each.id for each in news(store)}
    acknowledge_news(store)
    store.close()
    copy_of(tmp_path / "table.db").unlink(missing_ok=True)
    with sqlite3.connect(tmp_path / "table.db") as db:
        db.execute("UPDATE games SET kind = 'other' WHERE number = (SELECT max(number) FROM games)")
    db.close()
    mended = Store(tmp_path / "table.db", clock=lambda: 1_000_100.0)
    try:
        assert mended.verify() is False
        mended.repair()
        assert mended.for_club.club() == CLUB
        assert {each.id for each in news(mended)} == own
    finally:
        mended.close()
