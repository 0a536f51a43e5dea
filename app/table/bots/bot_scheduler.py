"""Scheduling of bots on a worker process, the thinker, for which the table never waits.

The thinker gets the record line by line, and a request as soon as a question is open; its answer is kept until the bot
may act (app/table/bots/ceremony_waits.py). Answers to closed questions are dropped. If the thinker fails, a player
without search acts instead, and another thinker starts. Nothing of this is stored.

A thinker starts with a game in which anybody may ask for help (app/table/bots/ranking_requests.py); its start is not
counted as silence.
"""

from collections.abc import Callable
from math import inf
from typing import Final, Protocol

import msgspec

from app.protocol.thinker_messages import (
    FROM_THINKER,
    Advice,
    DecisionJudged,
    Drop,
    GameBegins,
    GameJudged,
    LineSaid,
    Ready,
    Think,
    ToThinker,
    line,
)
from app.storage.row_codec import Move
from app.table.bots.ranking_requests import RankingRequests
from app.table.bots.reviews import Reviews
from app.table.core.committed_state import CommittedState
from app.table.core.game_library import GameLibrary
from app.table.core.owner_files import OwnerSettings
from app.table.game.bot_definitions import player_name
from app.table.game.match import Match, OpenQuestion
from app.table.lobby.seating import bot_of
from engine.game import Seat

BOT_SECONDS: Final = 1.5  # time limit of a bot's search by iterations
SLACK: Final = 1.25  # time limit of a search by processor time, as a multiple of that
START_SECONDS: Final = 60.0  # timeout of a thinker's start
SILENT_SECONDS: Final = 10.0  # timeout of an answer, more than any level takes, after which the thinker is given up …
DAILY_SILENT_SECONDS: Final = 60.0  # … and in a daily deal, where the search has no time limit


class Thinker(Protocol):
    """The worker process; no method blocks."""

    def start(self, heard: Callable[[bytes | None], None]) -> None:
        """Start a process. `heard` is called with each line it sends, and with None when it has ended by itself."""

    def say(self, text: bytes) -> None:
        """Send a line."""

    def end(self) -> None:
        """Stop the process; nothing it sends is received any more."""


class PendingAction(msgspec.Struct):
    """A request for a bot's action. `action`: the answer; `failed`: there will be none."""

    question: int
    action: str | None = None
    failed: bool = False


class BotScheduler:
    """The requests to the thinker and their answers. Without a thinker all bots act at once, without a search."""

    def __init__(
        self,
        committed: CommittedState,
        games: GameLibrary,
        owner: OwnerSettings,
        reviews: Reviews,
        thinker: Thinker | None,
        clock: Callable[[], float],
    ) -> None:
        self._owner = owner
        self._reviews = reviews
        self._reviewed = 0  # the game sent for review
        self._committed = committed
        self._games = games
        self._thinker = thinker
        self._clock = clock
        self._running = False
        self._ready = False  # the thinker has started
        self._last_line_at = 0.0  # or of its start, or of the first open request
        self._pending: dict[int, PendingAction] = {}  # by request number
        self._count = 0
        self._game = 0  # the game whose moves were sent; 0: none
        self._header: dict[str, str] = {}  # as sent
        self._sent_moves: list[Move] = []
        self.rankings = RankingRequests(committed, games.players, thinker is not None, self._send, self._next_number)
        self._has_news = False  # an answer has come that people wait for

    # ---- changes of the table ---------------------------------------------------------------------

    def follow(self) -> None:
        """Send the thinker the committed state and open questions; start or stop it as needed."""
        if not self._is_thinker_needed():
            self._stop()
            return
        if not self._running and self._thinker is not None:
            self._running, self._ready, self._game, self._reviewed = True, False, 0, 0
            self._last_line_at = self._clock()
            self._thinker.start(self.receive)
        self._send_review()
        state, match = self._committed.state, self._committed.match
        if state.phase != "game" or match is None:
            self._game = 0
            self._pending.clear()
            self.rankings.clear()
            return
        self._send_moves(match)
        self.rankings.follow(match)
        open_ = {each.number: each for each in state.questions if self.is_for(each)}
        for number, asked in tuple(self._pending.items()):
            if asked.question not in open_:
                del self._pending[number]
                if asked.action is None and not asked.failed:
                    self._send(Drop(number))
        known = {each.question for each in self._pending.values()}
        for each in open_.values():
            if each.number not in known:
                self._request_action(each, match)

    def _is_thinker_needed(self) -> bool:
        """Check whether a bot sits at the table, a review is queued, or people may ask for help in the game."""
        state = self._committed.state
        if self._thinker is None:
            return False
        if self._reviews.pending_game:
            return True
        if state.phase == "over":
            return False
        if any(chair.by == "bot" for chair in state.chairs):
            return True
        return self.rankings.may_be_needed(self._owner.settings)

    def _send_review(self) -> None:
        wanted = self._reviews.pending_game
        if wanted == self._reviewed:
            return
        self._reviewed = wanted
        if wanted and (said := self._reviews.build_request(wanted)) is not None:
            self._send(said)
        elif wanted:
            self._send_review()

    def is_for(self, asked: OpenQuestion) -> bool:
        """Check whether the thinker answers this question."""
        match, chairs = self._committed.match, self._committed.state.chairs
        return self._thinker is not None and match is not None and asked.seat >= 0 and chairs[asked.seat].by == "bot"

    def take_news(self) -> bool:
        """Return True once after an answer that people wait for has come."""
        fresh, self._has_news = self._has_news, False
        return fresh

    # ---- bots ------------------------------------------------------------------------------------------

    def bot_name(self, seat: Seat) -> str:
        """Return the full name of a seat's bot, as players are registered, with the character drawn for this game.

        It is drawn from the dealer's secret, and sent to no reader.
        """
        state, dealer = self._committed.state, self._committed.dealer
        assert dealer is not None
        game = state.lobby.game
        name = player_name(*bot_of(state.chairs[seat], self._games.players, self._games.bots, game))
        return self._games.players.draw_character(name, game, dealer.rng(f"character {seat + 1}", 0))

    def _send_moves(self, match: Match) -> None:
        """Send the moves that the thinker has not received; all of them after an undo or a correction."""
        game, moves = self._committed.state.game, [applied.move for applied in match.moves]
        known = len(self._sent_moves)
        header = dict(match.setup.header())
        is_choice_changed = match.tracked and known < len(moves)  # it may change the choices of an open question
        if is_choice_changed or (game, header) != (self._game, self._header) or moves[:known] != self._sent_moves:
            self._pending.clear()
            self._game, self._header, self._sent_moves, known = game, header, [], 0
            self._send(GameBegins(header))
        for move in moves[known:]:
            self._sent_moves.append(move)
            self._send(LineSaid(move.seat, move.text))

    def _request_action(self, asked: OpenQuestion, match: Match) -> None:
        """Request an action. The seed comes from the dealer, so that the same game asks for the same."""
        dealer = self._committed.dealer
        assert dealer is not None
        name = self.bot_name(asked.seat)
        seed = dealer.rng(f"player {asked.seat + 1}", asked.since).getrandbits(63)
        iterations = self._games.players.iterations(name, match.rules.name, match.setup.seats)
        number = self._next_number()
        self._pending[number] = PendingAction(asked.number)
        seconds, effort = None, 0.0  # a day's deal is played alike on every machine
        if self._committed.state.daily is None:
            effort = self._games.players.seconds(name, match.rules.name, match.setup.seats)
            seconds = SLACK * effort if effort else BOT_SECONDS
        self._send(
            Think(
                number,
                seat=asked.seat,
                player=name,
                iterations=iterations,
                seed=seed,
                seconds=seconds,
                effort=effort,
            )
        )

    def _next_number(self) -> int:
        """Return the number of a new request. The first open one starts the timeout of the thinker."""
        if self._ready and not self._is_waiting():
            self._last_line_at = self._clock()
        self._count += 1
        return self._count

    def _is_waiting(self) -> bool:
        actions = any(each.action is None and not each.failed for each in self._pending.values())
        return actions or self.rankings.is_hint_awaited

    def _send(self, said: ToThinker) -> None:
        if self._running and self._thinker is not None:
            self._thinker.say(line(said))

    def _stop(self) -> None:
        if self._running and self._thinker is not None:
            self._thinker.end()
        self._running, self._ready, self._game = False, False, 0
        self._pending.clear()
        self.rankings.clear()

    # ---- answers ----------------------------------------------------------------------------------

    def receive(self, text: bytes | None) -> None:
        """Process a line from the thinker; None: its process has ended."""
        try:
            message = None if text is None else FROM_THINKER.decode(text)
        except msgspec.MsgspecError:
            message = None
        if message is None:
            self._give_up()
            return
        self._last_line_at = self._clock()
        if isinstance(message, Ready):
            self._ready = True
            return
        if isinstance(message, DecisionJudged):
            self._reviews.add_decision(message.game, message.judged)
            return
        if isinstance(message, GameJudged):
            self._reviews.finish(message.game, message.course)
            self._has_news = True
            return
        if isinstance(message, Advice):
            self._has_news |= self.rankings.store(message.number, message.weighed)
            return
        asked = self._pending.get(message.number)
        if asked is not None:
            asked.action = message.action

    def action(self, question: OpenQuestion) -> str | None:
        """Return the thinker's action for a bot; None if it has none."""
        asked = self._find_pending(question)
        return asked.action if asked else None

    def give_up_on(self, question: OpenQuestion) -> None:
        """Give the thinker up after the table has refused its action."""
        self._give_up()
        asked = self._find_pending(question)
        if asked is not None:
            asked.action, asked.failed = None, True

    def is_ready(self, question: OpenQuestion) -> bool:
        """Check whether the bot need not wait for the thinker any more."""
        asked = self._find_pending(question)
        return asked is None or asked.failed or asked.action is not None

    def _find_pending(self, question: OpenQuestion) -> PendingAction | None:
        return next((each for each in self._pending.values() if each.question == question.number), None)

    # ---- time ------------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Give up a thinker that has been silent for too long."""
        if self._silence_deadline() <= now:
            self._give_up()
        if self._has_news and self._reviewed and self._reviewed != self._reviews.pending_game:
            self._reviewed = 0
            self.follow()

    def next_tick(self) -> float:
        return self._clock() if self._has_news else self._silence_deadline()

    def _silence_deadline(self) -> float:
        if not self._ready:
            return self._last_line_at + START_SECONDS if self._running else inf
        silent = SILENT_SECONDS if self._committed.state.daily is None else DAILY_SILENT_SECONDS
        return self._last_line_at + silent if self._is_waiting() else inf

    def _give_up(self) -> None:
        """Stop waiting for the thinker; the next change of the table starts another."""
        if self._running and self._thinker is not None:
            self._thinker.end()
        if self._reviewed and not self._is_waiting():
            self._reviews.give_up(self._reviewed)
        self._running, self._ready, self._game, self._reviewed = False, False, 0, 0
        for each in self._pending.values():
            each.failed = each.action is None
        self._has_news |= self.rankings.give_up()
