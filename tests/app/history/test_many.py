"""Many games: starting reads none of them, and each needs little room."""

import random

import msgspec

from app.storage.database import Store
from engine.players.action_comparison import RankedAction
from engine.players.game_review import JudgedDecision, WinProbabilities, choose_moments
from tests.app import histories
from tests.nights.damage import GAME, Table

NAMES = ("Ada", "Ben", "Cleo", "Dmitri", "Elisabeth", "Farid", "Gudrun")
MAX_GAME_BYTES = 30_000  # bytes of a game


def test_a_start_reads_no_finished_games(tmp_path, monkeypatch):
    store = Store(tmp_path / "table.db")
    histories.fill(store, GAME)
    histories.copies(store, 20)
    store.close()
    table = Table(tmp_path)
    table.sit("phone Ada", "touch")
    table.close()
    with monkeypatch.context() as patch:
        read = Store.history
        patch.setattr(Store, "history", lambda at, *, daily: read(at, daily=daily))  # the lobby shows deals of the day
        for reads in ("archived", "finished", "game", "texts_with_names"):
            patch.delattr(Store, reads)
        table.open()
        assert table.at_table().phase == "lobby"
        table.close()
    table.open()
    assert len(table.table.finished.list_games()) == 24
    assert table.table.finished.players("architects") >= {"ada", "ben", "gudrun"}
    table.close()


def random_review(seats, turns):
    """Build a review with random judgements for seven people."""
    rng = random.Random(7)
    choices = tuple(RankedAction(f"build guild-of-somebody{n} left 2 right 3", n * rng.random()) for n in range(4))
    said = [
        JudgedDecision(turn * seats + seat, seat, turn, choices[0].action, rng.random() * 3, rng.random() * 9, choices)
        for turn in range(1, turns + 1)
        for seat in range(1, seats + 1)
    ]
    course = tuple(
        WinProbabilities(turn * seats, turn, tuple(round(rng.random(), 4) for _ in range(seats)))
        for turn in range(1, turns + 2)
    )
    return said, course


def moments_by_seat(said, course):
    return {seat: choose_moments([each for each in said if each.seat == seat], course) for seat in range(1, 8)}


def test_reviewed_seven_player_game_takes_little_space(tmp_path):
    store = Store(tmp_path / "table.db")
    histories.fill(store, GAME, [NAMES])
    said, course = random_review(7, 18)
    kept = {moment.judged for each in moments_by_seat(said, course).values() for moment in each}
    numbers = [number for number, each in enumerate(said, 1) if each in kept]

    def count_used_bytes():
        pages, free, size = (
            store._db.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * size

    before = count_used_bytes()
    histories.copies(store, 10)
    with store.commit() as write:
        for game in range(-10, 0):
            write.begin_review(game)
            write.append_judged(game, 1, map(msgspec.json.encode, said))
            write.finish_review(game, msgspec.json.encode(course), [80] * 7, numbers)
    assert (count_used_bytes() - before) / 10 < MAX_GAME_BYTES, (count_used_bytes() - before) / 10
    left = [msgspec.json.decode(each, type=JudgedDecision) for each in store.review(-1).judged]
    assert moments_by_seat(left, course) == moments_by_seat(said, course), "as if all of it were still there"
    store.close()
