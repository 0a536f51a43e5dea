"""Scheduling of bots and advice on a worker process, the thinker, for which the table never waits.

The thinker gets the record line by line, and a request as soon as a question is open; its answer is kept until the bot
may act (app/table/bots/ceremony_waits.py). Answers to closed questions are dropped. If the thinker fails, a player
without search acts instead, and another thinker starts. Nothing of this is stored.

A thinker starts with a game in which anybody may ask for help; its start is not counted as silence. A hint is answered
at once by one step ahead, and again once the search has an answer.
"""

from collections.abc import Callable, Sequence
from math import inf
from typing import Final, Literal, Protocol

import msgspec

from app.protocol.play_messages import Act
from app.protocol.settings_messages import Settings
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
    Weigh,
    line,
)
from app.storage.row_codec import Move
from app.table.bots import advice
from app.table.bots.reviews import Reviews
from app.table.core.committed_state import CommittedState
from app.table.game.bot_definitions import BotPlayers, Bots, player_name
from app.table.game.match import Match, OpenQuestion
from app.table.lobby.seating import Chair, bot_of
from engine.game import CHANCE, HasParallelReports, Rng, Seat
from engine.players.action_comparison import ActionRanking

BOT_SECONDS: Final = 1.5  # time limit of a bot's search by iterations
SLACK: Final = 1.25  # time limit of a search by processor time, as a multiple of that
HINT_SECONDS: Final = 0.8  # time limit of the search for a hint
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


class WantedJudgement(msgspec.Struct):
    """A request for a judgement of a seat's question, for a hint, a coach or a lesson's choice of the round.

    `weighed`: the best answer so far; `open`: a better one may come; `public`: everybody may read the result.
    """

    question: int
    seat: Seat
    why: Literal["hint", "coach", "lesson"]
    public: bool = False
    number: int = 0  # of the request, once it is sent
    weighed: ActionRanking | None = None
    open: bool = True


class BotScheduler:
    """The requests to the thinker and their answers. Without a thinker all bots act at once, without a search."""

    def __init__(
        self,
        committed: CommittedState,
        players: BotPlayers,
        bots: Bots,
        thinker: Thinker | None,
        clock: Callable[[], float],
        reviews: Reviews,
        settings: Callable[[], Settings],
    ) -> None:
        self._settings = settings
        self._reviews = reviews
        self._reviewed = 0  # the game sent for review
        self._committed = committed
        self._players = players
        self._bots = bots
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
        self._judgements: list[WantedJudgement] = []
        self._since = 0  # the last move at the newest request, where people deal
        self._coached_about: set[int] = set()  # questions
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
            self._judgements.clear()
            return
        self._send_moves(match)
        self._request_judgements(match)
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
        helps = self._settings().hints != 0 or state.guided or any(map(self._has_coach, state.chairs))
        return bool(helps) and any(chair.person for chair in state.chairs) and self.can_judge()

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

    # ---- advice ----------------------------------------------------------------------------------------

    def can_judge(self) -> bool:
        """Check whether the thinker can judge actions of the running game: it needs every seat's choices."""
        state, match = self._committed.state, self._committed.match
        if self._thinker is None or match is None or state.phase != "game" or state.lobby.mode == "tally":
            return False
        header = match.setup.header()
        return self._players.has_weights(match.rules.name, match.setup.seats, header.get("variant", "")) and (
            not match.tracked or not isinstance(match.state, HasParallelReports)
        )

    def _has_coach(self, chair: Chair) -> bool:
        return chair.coach and chair.person and self._committed.state.lobby.mode == "play"

    def ask_hint(self, question: OpenQuestion) -> None:
        """Answer a hint about this question by one step ahead or what is known; `follow` sends the request for more."""
        about = [each for each in self._judgements if each.question == question.number]
        self._judgements = [each for each in self._judgements if each not in about or each.why != "hint"]
        known = next((each for each in about if each.number and each.weighed and not each.public), None)
        fresh = WantedJudgement(question.number, question.seat, "hint")
        if known:
            fresh.number, fresh.weighed, fresh.open = known.number, known.weighed, False
        else:
            self._answer_at_once(fresh)
        self._judgements.append(fresh)

    def hints(self) -> list[WantedJudgement]:
        """Return the hints that are open or ready."""
        return [each for each in self._judgements if each.why == "hint"]

    def request_choices(self, asked: Sequence[tuple[OpenQuestion, bool]]) -> None:
        """Request judgements for choices of the round, without a time limit: of a question, and whether all may read
        it.
        """
        if not asked or not self.can_judge():
            return
        known = {each.question for each in self._judgements if each.why == "lesson"}
        fresh = [
            WantedJudgement(question.number, question.seat, "lesson", public)
            for question, public in asked
            if question.number not in known
        ]
        if fresh:
            self._judgements += fresh
            self.follow()

    def clear_choices(self) -> list[WantedJudgement]:
        """Return the judgements so clear that a lesson asks for the better action."""
        return [each for each in self._judgements if each.why == "lesson" and advice.find_lesson_rival(each.weighed)]

    def find_judgement(self, question: int) -> ActionRanking | None:
        """Return a coach's judgement of a question, by one step ahead if the thinker has not answered yet."""
        wanted = next((each for each in self._judgements if each.why == "coach" and each.question == question), None)
        if wanted is not None and wanted.weighed is None:
            self._answer_at_once(wanted)
        return wanted.weighed if wanted else None

    def find_coach_objection(self, said: Act) -> str:
        """Return the better action if a person's action is clearly worse, once for each question, else ""."""
        if said.question in self._coached_about:
            return ""
        other = advice.find_coach_suggestion(self.find_judgement(said.question), said.action)
        if other:
            self._coached_about.add(said.question)
        return other

    def take_news(self) -> bool:
        """Return True once after an answer that people wait for has come."""
        fresh, self._has_news = self._has_news, False
        return fresh

    def _request_judgements(self, match: Match) -> None:
        """Send requests for new judgements, and cancel those of closed questions."""
        state = self._committed.state
        open_ = {each.number: each for each in state.questions if each.seat != CHANCE}
        if match.tracked:  # questions stay there while others tell
            since = match.moves[-1].move.number if match.moves else 0
            if since != self._since:
                self._judgements, self._since = [each for each in self._judgements if not each.number], since
        gone = [each for each in self._judgements if each.question not in open_]
        for each in gone:
            if each.number and each.open:
                self._send(Drop(each.number))
        self._judgements = [each for each in self._judgements if each.question in open_]
        coached = {each.question for each in self._judgements if each.why == "coach"}
        for asked in open_.values():
            if asked.number not in coached and self._has_coach(state.chairs[asked.seat]) and self.can_judge():
                self._judgements.append(WantedJudgement(asked.number, asked.seat, "coach"))
        for each in self._judgements:
            if not each.number and each.open:
                self._request_judgement(each, open_[each.question], match)

    def _request_judgement(self, wanted: WantedJudgement, asked: OpenQuestion, match: Match) -> None:
        """Send a request for a judgement; one for a lesson or a coach has no time limit, as nobody waits for it."""
        iterations = self._players.iterations(self._players.daily, match.rules.name, match.setup.seats)
        self._wait_from_now()
        self._count += 1
        wanted.number = self._count
        beside = wanted.why != "hint"
        seconds = None if beside else HINT_SECONDS
        self._send(
            Weigh(
                wanted.number,
                seat=asked.seat,
                iterations=iterations,
                seed=self._seed(asked),
                seconds=seconds,
                beside=beside,
                public=wanted.public,
            )
        )

    def _seed(self, asked: OpenQuestion) -> int:
        """Return the seed of a judgement, computed from public facts alone so that it reveals nothing."""
        state = self._committed.state
        return Rng(f"{state.table} {state.game} {asked.seat} {asked.since}").getrandbits(63)

    def _answer_at_once(self, wanted: WantedJudgement) -> None:
        """Answer a request by one step ahead, until the thinker has a better answer."""
        match, asked = (
            self._committed.match,
            next(question for question in self._committed.state.questions if question.number == wanted.question),
        )
        assert match is not None
        variant = match.setup.header().get("variant", "")
        judge = self._players.quick_ranker(match.rules.name, match.setup.seats, variant)
        wanted.weighed = judge(match.state, asked.seat, Rng(self._seed(asked)))

    # ---- bots ------------------------------------------------------------------------------------------

    def bot_name(self, seat: Seat) -> str:
        """Return the full name of a seat's bot, as players are registered, with the character drawn for this game.

        It is drawn from the dealer's secret, and sent to no reader.
        """
        state, dealer = self._committed.state, self._committed.dealer
        assert dealer is not None
        game = state.lobby.game
        name = player_name(*bot_of(state.chairs[seat], self._players, self._bots, game))
        return self._players.draw_character(name, game, dealer.rng(f"character {seat + 1}", 0))

    def _send_moves(self, match: Match) -> None:
        """Send the moves that the thinker has not received; all of them after an undo or a correction."""
        game, moves = self._committed.state.game, [applied.move for applied in match.moves]
        known = len(self._sent_moves)
        header = dict(match.setup.header())
        told = match.tracked and known < len(moves)  # it may change the choices of an open question
        if told or (game, header) != (self._game, self._header) or moves[:known] != self._sent_moves:
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
        iterations = self._players.iterations(name, match.rules.name, match.setup.seats)
        self._wait_from_now()
        self._count += 1
        self._pending[self._count] = PendingAction(asked.number)
        seconds, effort = None, 0.0  # a day's deal is played alike on every machine
        if self._committed.state.daily is None:
            effort = self._players.seconds(name, match.rules.name, match.setup.seats)
            seconds = SLACK * effort if effort else BOT_SECONDS
        self._send(
            Think(
                self._count,
                seat=asked.seat,
                player=name,
                iterations=iterations,
                seed=seed,
                seconds=seconds,
                effort=effort,
            )
        )

    def _wait_from_now(self) -> None:
        """Start the timeout of the thinker with its first open request."""
        if self._ready and not self._is_waiting():
            self._last_line_at = self._clock()

    def _is_waiting(self) -> bool:
        wishes = any(each.number and each.open and each.why == "hint" for each in self._judgements)
        return wishes or any(each.action is None and not each.failed for each in self._pending.values())

    def _send(self, said: ToThinker) -> None:
        if self._running and self._thinker is not None:
            self._thinker.say(line(said))

    def _stop(self) -> None:
        if self._running and self._thinker is not None:
            self._thinker.end()
        self._running, self._ready, self._game = False, False, 0
        self._pending.clear()
        self._judgements.clear()

    # ---- answers ----------------------------------------------------------------------------------

    def receive(self, text: bytes | None) -> None:
        """Process a line from the thinker; None: its process has ended."""
        try:
            said = None if text is None else FROM_THINKER.decode(text)
        except msgspec.MsgspecError:
            said = None
        if said is None:
            self._give_up()
            return
        self._last_line_at = self._clock()
        if isinstance(said, Ready):
            self._ready = True
            return
        if isinstance(said, DecisionJudged):
            self._reviews.add_decision(said.game, said.judged)
            return
        if isinstance(said, GameJudged):
            self._reviews.finish(said.game, said.course)
            self._has_news = True
            return
        if isinstance(said, Advice):
            for wanted in self._judgements:
                if wanted.number == said.number:
                    self._store_judgement(wanted, said.weighed)
            return
        asked = self._pending.get(said.number)
        if asked is not None:
            asked.action = said.action

    def _store_judgement(self, wanted: WantedJudgement, weighed: ActionRanking) -> None:
        """Store a judgement; for a lesson it is news only if something can be asked."""
        wanted.weighed, wanted.open = weighed, False
        asks = wanted.why == "lesson" and advice.find_lesson_rival(weighed) is not None
        self._has_news = self._has_news or asks or wanted.why == "hint"

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
        for wanted in self._judgements:
            wanted.open, self._has_news = False, self._has_news or (wanted.open and wanted.why == "hint")
