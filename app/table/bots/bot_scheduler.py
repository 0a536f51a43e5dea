"""Scheduling of bots and advice on a thinker process, for which the table never waits.

The thinker gets the record line by line, and a request as soon as a question is open; its answer is kept until the bot
may act (app/table/bots/ceremony_waits.py). Answers to closed questions are dropped.
If the thinker fails, a player without
search acts instead, and another thinker starts. Nothing of this is stored.

A thinker starts with a game in which anybody may ask for help; its start counts against no answer. While it is
starting, busy or dead, a hint is answered here by one step ahead, and again once the search has an answer.
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
from app.table.bots import advice
from app.table.bots.reviews import Reviews
from app.table.core.committed_state import CommittedState
from app.table.game.bot_players import BotPlayers, Bots, full_name
from app.table.game.match import Match, OpenQuestion
from app.table.lobby.seating import Chair, bot_of
from engine.game import CHANCE, HasParallelReports, Rng, Seat
from engine.players.action_comparison import ActionRanking

BOT_SECONDS: Final = 1.5  # a bot thinks so long at most
HINT_SECONDS: Final = 1.2  # over a hint
QUICK_HINT_SECONDS: Final = 0.4  # seconds that a hint waits for the search before one step ahead answers it
START_SECONDS: Final = 60.0  # seconds in which a thinker has to start
SILENT_SECONDS: Final = 5.0  # seconds without a word, after which a thinker that is asked something is given up, and …
DAILY_SILENT_SECONDS: Final = 60.0  # … in a deal of the day, where it thinks without a limit
MIN_TURNS_APART: Final = 3  # own turns, at least, between two suggestions to a seat


class Thinker(Protocol):
    """The other process. None of this waits."""

    def start(self, heard: Callable[[bytes | None], None]) -> None:
        """Begin one. `heard` is called with each line it says, and with None when it has ended by itself."""

    def say(self, text: bytes) -> None:
        """Send a line."""

    def end(self) -> None:
        """Stop the process; nothing it sends is received any more."""


class PendingAction(msgspec.Struct):
    """A question that the thinker has. `action`: what it said; `failed`: it will not say anything."""

    question: int
    action: str | None = None
    failed: bool = False


class WantedJudgement(msgspec.Struct):
    """A judgement of what a seat is asked. `why`: somebody wants a hint, has a coach, or is in a lesson, which may
    suggest something. `weighed`: the best answer so far. `open`: a better one may come. `public`: everybody may read
    what comes of it."""

    question: int
    seat: Seat
    why: Literal["hint", "coach", "lesson"]
    public: bool = False
    turn: int = 0  # in a lesson: which of the seat's own
    asked_at: float = 0.0  # by the clock
    number: int = 0  # of the wish, once the thinker has it
    weighed: ActionRanking | None = None
    open: bool = True


class BotScheduler:
    """`thinker` None: there is no other process here, and all bots act at once."""

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
        self._reviewed = 0  # the game that it has been told to review
        self._committed = committed
        self._players = players
        self._bots = bots
        self._thinker = thinker
        self._clock = clock
        self._running = False
        self._ready = False  # it has started
        self._heard_at = 0.0  # when it was started, last said something, or was first asked something
        self._asked: dict[int, PendingAction] = {}  # by the number of the wish
        self._count = 0
        self._game = 0  # what it has been told: of which game, and of that the numbers of the first and …
        self._told: list[int] = []  # … all other moves
        self._wanted: list[WantedJudgement] = []
        self._suggested_in = 0  # the game of …
        self._suggested: dict[Seat, int] = {}  # … own turns, with the newest suggestion
        self._since = 0  # the last move when it was asked, where people deal
        self._coached_about: set[int] = set()  # questions
        self._fresh = False  # something was said that people wait for

    # ---- what changes at the table ---------------------------------------------------------------------

    def follow(self) -> None:
        """Send the thinker the committed state and open questions; start or stop it as needed."""
        if not self._needed():
            self._end()
            return
        if not self._running and self._thinker is not None:
            self._running, self._ready, self._game, self._reviewed = True, False, 0, 0
            self._heard_at = self._clock()
            self._thinker.start(self.hear)
        self._review()
        state, match = self._committed.state, self._committed.match
        if state.phase != "game" or match is None:
            self._game = 0
            self._asked.clear()
            self._wanted.clear()
            return
        self._tell(match)
        self._weigh(match)
        open_ = {each.number: each for each in state.questions if self.is_for(each)}
        for number, asked in tuple(self._asked.items()):
            if asked.question not in open_:
                del self._asked[number]
                if asked.action is None and not asked.failed:
                    self._say(Drop(number))
        known = {each.question for each in self._asked.values()}
        for each in open_.values():
            if each.number not in known:
                self._ask(each, match)

    def _needed(self) -> bool:
        """Return whether a bot sits here, before a game or in it, or somebody may ask for help in the game."""
        state = self._committed.state
        if self._thinker is None:
            return False
        if self._reviews.next:
            return True
        if state.phase == "over":
            return False
        if state.lobby.mode == "play" and any(chair.by == "bot" for chair in state.chairs):
            return True
        helps = self._settings().hints != 0 or state.guided or any(map(self._coached, state.chairs))
        return bool(helps) and any(chair.person for chair in state.chairs) and self.judges()

    def _review(self) -> None:
        """Send the thinker the finished game that is to be judged while nothing else is open."""
        wanted = self._reviews.next
        if wanted == self._reviewed:
            return
        self._reviewed = wanted
        if wanted and (said := self._reviews.begin(wanted)) is not None:
            self._say(said)
        elif wanted:
            self._review()

    def is_for(self, asked: OpenQuestion) -> bool:
        """Check whether the thinker answers this question."""
        match, chairs = self._committed.match, self._committed.state.chairs
        return self._thinker is not None and match is not None and asked.seat >= 0 and chairs[asked.seat].by == "bot"

    # ---- advice ----------------------------------------------------------------------------------------

    def judges(self) -> bool:
        """Check whether actions of the running game can be judged, which needs every seat's choices to be known."""
        state, match = self._committed.state, self._committed.match
        if self._thinker is None or match is None or state.phase != "game" or state.lobby.mode == "tally":
            return False
        header = match.setup.header()
        return self._players.has_weights(match.rules.name, match.setup.seats, header.get("variant", "")) and (
            not match.tracked or not isinstance(match.state, HasParallelReports)
        )

    def _coached(self, chair: Chair) -> bool:
        return chair.coach and chair.person and self._committed.state.lobby.mode == "play"

    def ask_hint(self, question: OpenQuestion) -> None:
        """Request a hint about this question; `follow` sends the request."""
        about = [each for each in self._wanted if each.question == question.number]
        self._wanted = [each for each in self._wanted if each not in about or each.why != "hint"]
        known = next((each for each in about if each.why == "lesson" and each.weighed and not each.public), None)
        fresh = WantedJudgement(question.number, question.seat, "hint", asked_at=self._clock())
        if known:
            fresh.number, fresh.weighed, fresh.open = known.number, known.weighed, False
        self._wanted.append(fresh)

    def hints(self) -> list[WantedJudgement]:
        """Return the hints that are open or ready."""
        return [each for each in self._wanted if each.why == "hint"]

    def look_for(self, seats: Sequence[tuple[OpenQuestion, int, bool]]) -> None:
        """Request judgements for lessons, which suggest what is clearly better; nobody waits for them.

        `seats`: the question, in which own turn it is, and whether everybody may read the suggestion.
        """
        if not seats or not self.judges():
            return
        if self._suggested_in != self._committed.state.game:
            self._suggested_in, self._suggested = self._committed.state.game, {}
        known = {each.question for each in self._wanted if each.why == "lesson"}
        fresh = [
            WantedJudgement(asked.number, asked.seat, "lesson", public, turn)
            for asked, turn, public in seats
            if asked.number not in known and self._has_rested(asked.seat, turn)
        ]
        if fresh:
            self._wanted += fresh
            self.follow()

    def suggestions(self) -> list[WantedJudgement]:
        """Return the judgements so clear that a lesson suggests their first choice."""
        return [each for each in self._wanted if each.why == "lesson" and advice.is_ahead(each.weighed)]

    def _has_rested(self, seat: Seat, turn: int) -> bool:
        before = self._suggested.get(seat)
        return before is None or turn == before or abs(turn - before) >= MIN_TURNS_APART

    def judged(self, question: int) -> ActionRanking | None:
        """Return what a coach knows of a question; what the thinker has not judged yet is judged here."""
        wanted = next((each for each in self._wanted if each.why == "coach" and each.question == question), None)
        if wanted is not None and wanted.weighed is None:
            self._answer_at_once(wanted)
        return wanted.weighed if wanted else None

    def coached(self, said: Act) -> str:
        """Return what a coach names beside a clearly worse action, once for each question, or ""."""
        if said.question in self._coached_about:
            return ""
        other = advice.instead(self.judged(said.question), said.action)
        if other:
            self._coached_about.add(said.question)
        return other

    def has_news(self) -> bool:
        """Return True once after an answer that people wait for has come."""
        fresh, self._fresh = self._fresh, False
        return fresh

    def _weigh(self, match: Match) -> None:
        """Ask for what is wanted, and for no more."""
        state = self._committed.state
        open_ = {each.number: each for each in state.questions if each.seat != CHANCE}
        if match.tracked:  # questions stay there while others tell
            since = match.moves[-1].move.number if match.moves else 0
            if since != self._since:
                self._wanted, self._since = [each for each in self._wanted if not each.number], since
        gone = [each for each in self._wanted if each.question not in open_]
        for each in gone:
            if each.number and each.open:
                self._say(Drop(each.number))
        self._wanted = [each for each in self._wanted if each.question in open_]
        coached = {each.question for each in self._wanted if each.why == "coach"}
        for asked in open_.values():
            if asked.number not in coached and self._coached(state.chairs[asked.seat]) and self.judges():
                self._wanted.append(WantedJudgement(asked.number, asked.seat, "coach"))
        for each in self._wanted:
            if not each.number and each.open:
                self._ask_weighed(each, open_[each.question], match)

    def _ask_weighed(self, wanted: WantedJudgement, asked: OpenQuestion, match: Match) -> None:
        """Send a request for a judgement; one for a lesson has no time limit, as nobody waits for it."""
        hardest = self._players.levels[-1]
        iterations = (
            0 if wanted.why == "coach" else self._players.iterations(hardest, match.rules.name, match.setup.seats)
        )
        self._wait_from_now()
        self._count += 1
        wanted.number = self._count
        beside = wanted.why == "lesson"
        seconds = None if beside else HINT_SECONDS
        self._say(Weigh(wanted.number, asked.seat, iterations, self._seed(asked), seconds, beside, wanted.public))

    def _seed(self, asked: OpenQuestion) -> int:
        """Return the seed of a judgement: nobody learns anything by it, as it follows from what everybody knows."""
        state = self._committed.state
        return Rng(f"{state.table} {state.game} {asked.seat} {asked.since}").getrandbits(63)

    def _answer_at_once(self, wanted: WantedJudgement) -> None:
        """Answer a wish by one step ahead, until the thinker has a better answer."""
        match, asked = (
            self._committed.match,
            next(it for it in self._committed.state.questions if it.number == wanted.question),
        )
        assert match is not None
        variant = match.setup.header().get("variant", "")
        judge = self._players.quick_ranker(match.rules.name, match.setup.seats, variant)
        wanted.weighed = judge(match.state, asked.seat, Rng(self._seed(asked)))
        self._fresh = self._fresh or wanted.why == "hint"

    # ---- bots ------------------------------------------------------------------------------------------

    def name(self, chair: Chair) -> str:
        """Return the full name of the bot on a chair, as players are registered."""
        return full_name(*bot_of(chair, self._players, self._bots, self._committed.state.lobby.game))

    def _tell(self, match: Match) -> None:
        """Send the moves that the thinker has not received; all of them after an undo."""
        game, moves = self._committed.state.game, [applied.move for applied in match.moves]
        known = len(self._told)
        if match.tracked:  # a line may tell something else by now
            self._game = 0
        if game != self._game or known > len(moves) or (known and moves[known - 1].number != self._told[-1]):
            self._asked.clear()
            self._game, self._told, known = game, [], 0
            self._say(GameBegins(dict(match.setup.header())))
        for move in moves[known:]:
            self._told.append(move.number)
            self._say(LineSaid(move.seat, move.text))

    def _ask(self, asked: OpenQuestion, match: Match) -> None:
        """Request an action. The seed comes from the dealer, so that the same game asks for the same."""
        dealer, chair = self._committed.dealer, self._committed.state.chairs[asked.seat]
        assert dealer is not None
        name = self.name(chair)
        seed = dealer.rng(f"player {asked.seat + 1}", asked.since).getrandbits(63)
        iterations = self._players.iterations(name, match.rules.name, match.setup.seats)
        self._wait_from_now()
        self._count += 1
        self._asked[self._count] = PendingAction(asked.number)
        seconds = None if self._committed.state.daily else BOT_SECONDS  # a day's deal is played alike on every machine
        self._say(Think(self._count, asked.seat, name, iterations, seed, seconds))

    def _wait_from_now(self) -> None:
        """Count the silence of a thinker from its first open wish on."""
        if self._ready and not self._waiting():
            self._heard_at = self._clock()

    def _waiting(self) -> bool:
        wishes = any(each.number and each.open and each.why != "lesson" for each in self._wanted)
        return wishes or any(each.action is None and not each.failed for each in self._asked.values())

    def _say(self, said: ToThinker) -> None:
        if self._running and self._thinker is not None:
            self._thinker.say(line(said))

    def _end(self) -> None:
        if self._running and self._thinker is not None:
            self._thinker.end()
        self._running, self._ready, self._game = False, False, 0
        self._asked.clear()
        self._wanted.clear()

    # ---- what it says ----------------------------------------------------------------------------------

    def hear(self, text: bytes | None) -> None:
        """Process a line from the thinker; None: it has died."""
        try:
            said = None if text is None else FROM_THINKER.decode(text)
        except msgspec.MsgspecError:
            said = None
        if said is None:
            self._give_up()
            return
        self._heard_at = self._clock()
        if isinstance(said, Ready):
            self._ready = True
            return
        if isinstance(said, DecisionJudged):
            self._reviews.judged(said.game, said.judged)
            return
        if isinstance(said, GameJudged):
            self._reviews.over(said.game, said.course)
            self._fresh = True
            return
        if isinstance(said, Advice):
            for wanted in self._wanted:
                if wanted.number == said.number:
                    self._take_in(wanted, said.weighed)
            return
        asked = self._asked.get(said.number)
        if asked is not None:
            asked.action = said.action

    def _take_in(self, wanted: WantedJudgement, weighed: ActionRanking) -> None:
        """Store a judgement; for a lesson it is news only if it suggests something."""
        wanted.weighed, wanted.open = weighed, False
        suggests = wanted.why == "lesson" and advice.is_ahead(weighed)
        if suggests:
            self._suggested[wanted.seat] = wanted.turn
        self._fresh = self._fresh or suggests or wanted.why == "hint"

    def action(self, question: OpenQuestion) -> str | None:
        """Return the action for a bot as soon as it is known; None if the bot has to act without the thinker."""
        asked = self._of(question)
        return asked.action if asked else None

    def refused(self, question: OpenQuestion) -> None:
        """Give the thinker up after the table has refused its action."""
        self._give_up()
        asked = self._of(question)
        if asked is not None:
            asked.action, asked.failed = None, True

    def ready(self, question: OpenQuestion) -> bool:
        """Check whether the bot need not wait for the thinker any more."""
        asked = self._of(question)
        return asked is None or asked.failed or asked.action is not None

    def _of(self, question: OpenQuestion) -> PendingAction | None:
        return next((each for each in self._asked.values() if each.question == question.number), None)

    # ---- time ------------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Give up a thinker that has been silent for too long, and answer hints that have waited for it."""
        if self._silent_until() <= now:
            self._give_up()
        for wanted in self._wanted:
            if self._quick_at(wanted) <= now:
                self._answer_at_once(wanted)
        if self._fresh and self._reviewed and self._reviewed != self._reviews.next:
            self._reviewed = 0
            self.follow()

    def next_tick(self) -> float:
        return self._clock() if self._fresh else min([self._silent_until(), *map(self._quick_at, self._wanted)])

    def _quick_at(self, wanted: WantedJudgement) -> float:
        """Return when one step ahead answers a hint: at once while no thinker is there that could be faster."""
        if wanted.why != "hint" or wanted.weighed is not None:
            return inf
        return wanted.asked_at + QUICK_HINT_SECONDS if self._ready and wanted.open else wanted.asked_at

    def _silent_until(self) -> float:
        if not self._ready:
            return self._heard_at + START_SECONDS if self._running else inf
        silent = SILENT_SECONDS if self._committed.state.daily is None else DAILY_SILENT_SECONDS
        return self._heard_at + silent if self._waiting() else inf

    def _give_up(self) -> None:
        """Stop waiting for the thinker; the next change of the table starts another."""
        if self._running and self._thinker is not None:
            self._thinker.end()
        if self._reviewed and not self._waiting():
            self._reviews.give_up(self._reviewed)
        self._running, self._ready, self._game, self._reviewed = False, False, 0, 0
        for each in self._asked.values():
            each.failed = each.action is None
        for wanted in self._wanted:
            wanted.open, self._fresh = False, self._fresh or (wanted.open and wanted.why == "hint")
