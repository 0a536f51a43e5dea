"""Reviews of finished games: the thinker judges them decision by decision while it has nothing else to do.

Judged decisions are stored with the game a few at a time, so that a restart resumes, and are deleted with it. They
contain seats and lines, and no names. docs/review.md describes the result.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from app.protocol.history_messages import Review, ReviewChoice, ReviewMoment, WinChances
from app.protocol.rejection import Rejection
from app.protocol.results import FinishedGame, mode_of
from app.protocol.thinker_messages import JudgeGame
from app.storage.database import Store
from app.storage.row_codec import SavedGame, SavedReview
from app.table.core.game_library import GameLibrary
from app.table.game.match import box_in
from app.text.action_reasons import OpenCards
from engine.game import HasParallelReports, Seat
from engine.players.action_comparison import strip_payment
from engine.players.game_review import (
    LARGE_POINTS,
    JudgedDecision,
    Moment,
    WinProbabilities,
    choose_moments,
    compute_accuracy,
)
from engine.record import BrokenRecord, apply_stored, start_stored

PACK: Final = 8  # decisions stored at once


class Reviews:
    """The queue of games to review, and stored reviews. `thinking`: there is a thinker to judge them."""

    def __init__(self, store: Store, games: GameLibrary, *, thinking: bool) -> None:
        self._store = store
        self._games = games
        self._thinking = thinking
        self._queued: list[int] = store.reviews_begun() if thinking else []
        self._given_up: set[int] = set()  # until the table starts again
        self._decisions: list[JudgedDecision] = []  # of the first game in the queue, …
        self._stored = 0  # … how many of them are stored
        self._since: Mapping[int, int] = {}
        self._fresh = False  # a game was added to the queue
        self._over = False  # a review is complete

    @property
    def pending_game(self) -> int:
        return self._queued[0] if self._queued else 0

    def take_fresh(self) -> bool:
        """Return True once after another game has been requested."""
        fresh, self._fresh = self._fresh, False
        return fresh

    def take_over(self) -> bool:
        """Return True once after another game has been judged."""
        over, self._over = self._over, False
        return over

    def queue_finished(self, game: int) -> None:
        """Queue a game that has just ended, if a person played in it."""
        saved, finished = self._store.game(game), self._store.finished(game)
        if saved is not None and finished is not None and len(finished.result.bots) < len(finished.result.seats):
            self._queue(finished, saved)

    def _queue(self, game: FinishedGame, saved: SavedGame) -> bool:
        """Queue a game. Return True if it can be judged."""
        if game.game in self._queued:
            return True
        if not self._thinking or game.game in self._given_up or not self._is_reviewable(saved):
            return False
        with suppress(Rejection), self._store.commit() as write:  # no room: then it begins anew with the next start
            write.begin_review(game.game)
        self._queued.append(game.game)
        self._fresh = True
        return True

    def _is_reviewable(self, saved: SavedGame) -> bool:
        """Check whether a player was trained for such a game, and its record says what each seat knew."""
        if mode_of(saved.header) == "tally":
            return False
        try:
            state = start_stored(self._games.rules, saved.header)
        except BrokenRecord:
            return False
        if mode_of(saved.header) == "track" and isinstance(state, HasParallelReports):
            return False
        return self._games.players.has_weights(saved.kind, len(state.scores()), saved.header.get("variant", ""))

    def build_request(self, game: int) -> JudgeGame | None:
        """Return the request for a game; None if it does not exist any more."""
        saved, decisions, finished = self._store.game(game), self._store.review(game), self._store.finished(game)
        if saved is None or finished is None:
            self.drop(game)
            return None
        self._decisions = _decode_decisions(decisions)
        self._stored = len(self._decisions)
        self._since = _human_seats(finished)
        return JudgeGame(
            game=game,
            header=saved.header,
            lines=tuple((move.seat, move.text) for move in saved.moves),
            since=dict(self._since),
            judged=tuple((each.line, each.seat - 1) for each in self._decisions),
            seed=finished.mark,
        )

    def add_decision(self, game: int, one: JudgedDecision | None) -> None:
        """Keep one judged decision, and store packs of them."""
        if game == self.pending_game and one is not None:
            self._decisions.append(one)
            if len(self._decisions) - self._stored >= PACK:
                self._store_known(game)

    def finish(self, game: int, course: tuple[WinProbabilities, ...]) -> None:
        """Store the finished review of a game; an empty course gives it up."""
        if game != self.pending_game:
            return
        if not course:
            self.give_up(game)
            return
        seats = len(course[0].by_seat)
        mine = [[each for each in self._decisions if each.seat == seat + 1] for seat in range(seats)]
        self._store_known(game, course, [compute_accuracy(each) for each in mine])
        self.drop(game)
        self._over = True

    def give_up(self, game: int) -> None:
        """Drop a game on which the thinker failed, until the table restarts."""
        self._given_up.add(game)
        self.drop(game)

    def drop(self, game: int) -> None:
        """Remove a game from the queue."""
        self._queued = [each for each in self._queued if each != game]
        self._decisions, self._stored = [], 0

    def _store_known(
        self, game: int, course: Sequence[WinProbabilities] = (), figures: Sequence[int | None] = ()
    ) -> None:
        if self._store.review(game) is None:  # thrown away with its game meanwhile
            return
        fresh = [msgspec.json.encode(each) for each in self._decisions[self._stored :]]
        with suppress(Rejection):  # a full disk: what is missing is judged once more
            with self._store.commit() as write:
                write.append_judged(game, self._stored + 1, fresh)
                if course:
                    write.finish_review(game, msgspec.json.encode(course), figures, self._list_shown_decisions(course))
            self._stored = len(self._decisions)

    def _list_shown_decisions(self, course: Sequence[WinProbabilities]) -> list[int]:
        """List the numbers of the decisions that a finished review shows; the others (50 kB a game) are not kept."""
        seats = {each.seat for each in self._decisions}
        by_seat = ([each for each in self._decisions if each.seat == seat] for seat in seats)
        shown = (moment.judged for mine in by_seat for moment in choose_moments(mine, course))
        lines = {(judged.line, judged.seat) for judged in shown}
        return [number for number, each in enumerate(self._decisions, 1) if (each.line, each.seat) in lines]

    def build_answer(self, id: str, game: FinishedGame, saved: SavedGame, seat: int) -> Review:
        """Build the answer to an AskReview. `seat`: whose moments, from 1; 0: nobody's."""
        kept = self._store.review(game.game)
        if kept is None or kept.course is None:
            return Review(id, game.mark, "working" if self._queue(game, saved) else "none")
        course = msgspec.json.decode(kept.course, type=tuple[WinProbabilities, ...])
        return Review(
            id=id,
            game=game.mark,
            state="ready",
            course=tuple(WinChances(each.turn, each.by_seat) for each in course),
            accuracy=kept.accuracy,
            seat=seat,
            moments=self._moments(saved, [each for each in _decode_decisions(kept) if each.seat == seat], course)
            if seat
            else (),
        )

    def _moments(
        self, saved: SavedGame, mine: Sequence[JudgedDecision], course: Sequence[WinProbabilities]
    ) -> tuple[ReviewMoment, ...]:
        """Build the moments of a review with the reasons for each choice, from what the seat knew then."""
        found = {each.judged.line: each for each in choose_moments(mine, course)}
        moments = []
        try:
            state = start_stored(self._games.rules, saved.header)
            for line, move in enumerate(saved.moves):
                if line in found:
                    moments.append(self._moment(saved, state, found[line]))
                apply_stored(state, move.seat, move.text)
        except BrokenRecord:
            return ()
        return tuple(moments)

    # Any: each game has its own actions.
    def _moment(self, saved: SavedGame, state: Any, moment: Moment) -> ReviewMoment:
        judged, reasons = moment.judged, self._games.reasons.get(saved.kind)
        view, box = state.view(Seat(judged.seat - 1)), box_in(self._games.rules[saved.kind], saved.header)
        done, order = strip_payment(judged.action), [*map(str, state.legal(Seat(judged.seat - 1)))]
        choices = [
            ReviewChoice(
                action=judged.action if strip_payment(each.action) == done else each.action,
                because=reasons.of_action(view, box, judged.seat, each.action)[:1] if reasons else (),
                worse=each.is_clear and each.points_behind >= LARGE_POINTS,
                card=reasons.card_of(view, judged.seat, each.action) if isinstance(reasons, OpenCards) else "",
            )
            for each in judged.choices
        ]
        choices.sort(key=lambda each: order.index(each.action) if each.action in order else len(order))
        best = judged.action if strip_payment(judged.choices[0].action) == done else judged.choices[0].action
        return ReviewMoment(
            why=moment.kind, line=judged.line, turn=judged.turn, done=judged.action, best=best, choices=tuple(choices)
        )


def _human_seats(game: FinishedGame) -> dict[int, int]:
    """Return the seats (from 0) that people played, each with the line from which they did."""
    seats = {seat: 0 for seat in range(len(game.result.seats)) if seat + 1 not in game.result.bots}
    for each in game.result.takeovers:
        if each.seat - 1 in seats:
            seats[each.seat - 1] = each.after
    return seats


def _decode_decisions(kept: SavedReview | None) -> list[JudgedDecision]:
    return [msgspec.json.decode(text, type=JudgedDecision) for text in kept.judged] if kept else []
