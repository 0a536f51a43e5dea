"""Faults put into the product by hand, to see that evenings find them. `GAMES`: the games in which one can be seen."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import pytest

from app.phones import open_page_state
from app.storage import schema
from app.storage.commit_writer import Write
from app.storage.database import Store
from app.table import reader_views, table
from app.table.core.seen_intents import SeenIntents
from app.table.features.bot_play import BotPlay
from app.table.game import game_log
from engine.architects import scoring, visibility
from engine.duel import scoring as duel_scoring
from engine.memoize import clear_all

Put = Callable[[pytest.MonkeyPatch], None]


def _never_synced(patch: pytest.MonkeyPatch) -> None:
    """Return from a commit without waiting for the disk."""
    set_up = schema.set_up

    def prepared(db: Any) -> None:
        set_up(db)
        db.execute("PRAGMA synchronous = NORMAL")

    patch.setattr(schema, "set_up", prepared)


def _commit_after_telling(patch: pytest.MonkeyPatch) -> None:
    """Announce an action before it is stored; store it with the next commit."""

    @contextmanager
    def commit(self: Store, lived: float = 0.0) -> Iterator[Write]:
        if self._db.in_transaction:
            self._db.execute("COMMIT")
        self._db.execute("BEGIN IMMEDIATE")
        yield Write(self._db, self._chance, self.clock(), lived)

    patch.setattr(Store, "commit", commit)


def _id_forgotten(patch: pytest.MonkeyPatch) -> None:
    """Keep the ids of intents in memory only: they are lost when the program ends."""
    patch.setattr(Write, "idempotency_key", lambda self, scope, id: None)


def _id_acts_twice(patch: pytest.MonkeyPatch) -> None:
    """Apply a repeated intent a second time."""
    patch.setattr(SeenIntents, "holds", lambda self, device, id: False)


def _undo_half_done(patch: pytest.MonkeyPatch) -> None:
    """Leave undone rows in the database."""
    patch.setattr(Write, "undo_moves", lambda self, game, numbers: None)


def _struck_early(patch: pytest.MonkeyPatch) -> None:
    """Stamp undone lines of the log one number too early: readers who are up to date never receive the change."""
    undo_lines = game_log.Log.undo_lines
    patch.setattr(game_log.Log, "undo_lines", lambda self, numbers, stamp: undo_lines(self, numbers, stamp - 1))


def _view_too_wide(patch: pytest.MonkeyPatch) -> None:
    """Send a phone the questions of other seats after its own."""
    asked = reader_views.Views.questions

    def questions(self: Any, who: Any) -> Any:
        own = asked(self, who)
        match, state = self._parts.committed.match, self._parts.committed.state
        if who.role != "seat" or match is None or match.tracked:
            return own
        seen = self.snapshots()
        return (*own, *(seen.question(each, public=False) for each in state.questions if each.seat != who.seat))

    patch.setattr(reader_views.Views, "questions", questions)


def _log_too_wide(patch: pytest.MonkeyPatch) -> None:
    """Show every line of the log to every reader."""
    patch.setattr(game_log, "may_read", lambda audience, reader: True)


def _key_outlives(patch: pytest.MonkeyPatch) -> None:
    """Show the join codes of a seat, with their keys, to every phone."""
    codes = table.Joining.codes

    def screen_codes(self: Any, who: Any) -> Any:
        return codes(self, table.client_rights.SCREEN)

    patch.setattr(table.Joining, "codes", screen_codes)


def _sum_wrong(patch: pytest.MonkeyPatch) -> None:
    """Count one point too few for each military token."""
    by = scoring.points

    def points(lookup: Any, wonder: Any, built: Any, cards: Any, cat: Any, military: int, *more: Any) -> Any:
        found = by(lookup, wonder, built, cards, cat, military, *more)
        return (*found[:3], max(0, found[3] - military), *found[4:])

    patch.setattr(scoring, "points", points)
    patch.setattr(visibility, "points", points)


def _part_not_renewed(patch: pytest.MonkeyPatch) -> None:
    """Keep the old undo part on a page when a new one should be sent."""
    changes = open_page_state.PageState.update_parts

    def fewer(self: Any, made: Any, *more: Any) -> Any:
        if self.shown and "undo" in made and "undo" in self._parts:
            made = {**made, "undo": self._parts["undo"]}
        return changes(self, made, *more)

    patch.setattr(open_page_state.PageState, "update_parts", fewer)


def _waits_for_nobody(patch: pytest.MonkeyPatch) -> None:
    """Drop some questions, so that a seat to act is never asked."""
    asked = reader_views.Views.questions

    def questions(self: Any, who: Any) -> Any:
        found = asked(self, who)
        return tuple(each for each in found if each.number % 17)

    patch.setattr(reader_views.Views, "questions", questions)


def _question_anew(patch: pytest.MonkeyPatch) -> None:
    """Reuse numbers of questions after a restart."""
    took = table.restore_table

    def restore_lower_count(*told: Any) -> Any:
        truth, notices = took(*told)
        count = max((each.number for each in truth.state.questions), default=0)
        truth.state = table.replace(
            truth.state, question_count=max(0, count - 3) if not truth.state.questions else count
        )
        return truth, notices

    patch.setattr(table, "restore_table", restore_lower_count)


def _bot_sleeps(patch: pytest.MonkeyPatch) -> None:
    """Disable the timer that wakes bots."""
    patch.setattr(BotPlay, "_answer_time", lambda self, asked: None)


def _vote_lost(patch: pytest.MonkeyPatch) -> None:
    """Lose a running vote when the program begins again."""
    took = table.restore_table

    def restore_without_vote(*told: Any, **named: Any) -> Any:
        truth, notices = took(*told, **named)
        truth.state = table.replace(truth.state, vote=None)
        return truth, notices

    patch.setattr(table, "restore_table", restore_without_vote)


def _last_move_lost(patch: pytest.MonkeyPatch) -> None:
    """Drop the newest row of a game that is suspended."""
    stored = Write.game_state

    def game_state(self: Write, game: int, state: Any, *more: Any, **named: Any) -> None:
        stored(self, game, state, *more, **named)
        if state == "aside":
            newest = "(SELECT max(number) FROM rows WHERE game = :game AND NOT undone)"
            self._db.execute(f"DELETE FROM rows WHERE game = :game AND number = {newest}", {"game": game})

    patch.setattr(Write, "game_state", game_state)


def _points_swapped(patch: pytest.MonkeyPatch) -> None:
    """Store the points of seats 1 and 2 for each other in the history."""
    stored = Write.game_state

    def game_state(self: Write, game: int, state: Any, result: Any = None, note: bytes | None = None) -> None:
        if result is not None:
            first, second, *others = result.scores
            result = table.replace(result, scores=(second, first, *others))
        stored(self, game, state, result, note)

    patch.setattr(Write, "game_state", game_state)


def _refused_and_there(patch: pytest.MonkeyPatch) -> None:
    """Leave a commit of which the sync failed in the write-ahead log, where the next start takes it for done."""

    def void(self: Store) -> None:
        with suppress(sqlite3.Error):
            self._own.execute("ROLLBACK")

    patch.setattr(Store, "_void", void)


def _blue_twice(patch: pytest.MonkeyPatch) -> None:
    """Count Duel's blue cards twice."""
    by = duel_scoring.points

    def points(*told: Any) -> Any:
        military, blue, *others = by(*told)
        return (military, 2 * blue, *others)

    patch.setattr(duel_scoring, "points", points)


FAULTS: Final[dict[str, Put]] = {
    "a commit after the telling": _commit_after_telling,
    "never synced": _never_synced,
    "an id forgotten": _id_forgotten,
    "an id acts twice": _id_acts_twice,
    "an undo half done": _undo_half_done,
    "struck out a number early": _struck_early,
    "a view too wide": _view_too_wide,
    "a log too wide": _log_too_wide,
    "another seat's code": _key_outlives,
    "a sum that is wrong": _sum_wrong,
    "a part that is not renewed": _part_not_renewed,
    "a question that waits for nobody": _waits_for_nobody,
    "a number used again": _question_anew,
    "a bot that sleeps": _bot_sleeps,
    "a vote lost at a restart": _vote_lost,
    "a suspended game without its last move": _last_move_lost,
    "points of two seats swapped in the history": _points_swapped,
    "a refused write that is there again": _refused_and_there,
    "blue cards counted twice": _blue_twice,
}


@contextmanager
def put_in(name: str) -> Iterator[None]:
    """Patch the fault in for the length of the context; empty all caches before and after it."""
    clear_all()
    try:
        with pytest.MonkeyPatch.context() as patch:
            FAULTS[name](patch)
            yield
    finally:
        clear_all()


GAMES: Final = {  # where a fault concerns only some of them
    "a sum that is wrong": ("architects",),
    "a view too wide": ("seven-wonders",),
    "a log too wide": ("architects", "seven-wonders"),
    "blue cards counted twice": ("duel",),
}
SHEETS: Final = ("a commit after the telling", "never synced", "an id acts twice", "struck out a number early")  # too
