"""Requests to the thinker to rank a seat's actions: for hints, for coaches, and for a lesson's choices of the round.

A hint is answered at once by one step ahead, and again once the thinker's search has an answer. Requests end with their
question.
"""

from collections.abc import Callable, Sequence
from typing import Final, Literal

import msgspec

from app.protocol.play_messages import Act
from app.protocol.settings_messages import Settings
from app.protocol.thinker_messages import Drop, ToThinker, Weigh
from app.table.bots import advice
from app.table.core.committed_state import CommittedState
from app.table.game.bot_definitions import BotPlayers
from app.table.game.match import Match, OpenQuestion
from app.table.lobby.seating import Chair
from engine.game import CHANCE, HasParallelReports, Rng, Seat
from engine.players.action_comparison import ActionRanking

HINT_SECONDS: Final = 0.8  # time limit of the search for a hint


class RankingRequest(msgspec.Struct):
    """A request to rank the actions of a question.

    `ranking`: the best answer so far; `open`: a better one may come; `public`: everybody may read the result.
    """

    question: int
    seat: Seat
    why: Literal["hint", "coach", "lesson"]
    public: bool = False
    number: int = 0  # of the request, once it is sent
    ranking: ActionRanking | None = None
    open: bool = True


class RankingRequests:
    """The requests about open questions. `send` sends a message, `next_number` numbers a request and waits for it."""

    def __init__(
        self,
        committed: CommittedState,
        players: BotPlayers,
        has_thinker: bool,
        send: Callable[[ToThinker], None],
        next_number: Callable[[], int],
    ) -> None:
        self._committed = committed
        self._players = players
        self._has_thinker = has_thinker
        self._send = send
        self._next_number = next_number
        self._requests: list[RankingRequest] = []
        self._since = 0  # the last move at the newest request, where people deal
        self._coached_about: set[int] = set()  # questions

    def can_rank(self) -> bool:
        """Check whether the thinker can rank actions of the running game: it needs every seat's choices."""
        state, match = self._committed.state, self._committed.match
        if not self._has_thinker or match is None or state.phase != "game" or state.lobby.mode == "tally":
            return False
        header = match.setup.header()
        return self._players.has_weights(match.rules.name, match.setup.seats, header.get("variant", "")) and (
            not match.tracked or not isinstance(match.state, HasParallelReports)
        )

    def may_be_needed(self, settings: Settings) -> bool:
        """Check whether people may ask for help in the running game."""
        state = self._committed.state
        helps = settings.hints != 0 or state.guided or any(map(self._has_coach, state.chairs))
        return bool(helps) and any(chair.person for chair in state.chairs) and self.can_rank()

    @property
    def is_hint_awaited(self) -> bool:
        """True if somebody waits for the thinker's answer to a hint."""
        return any(each.number and each.open and each.why == "hint" for each in self._requests)

    # ---- hints, coaches, choices of the round ------------------------------------------------------------

    def ask_hint(self, question: OpenQuestion) -> None:
        """Answer a hint about this question by one step ahead or what is known; `follow` sends the request for more."""
        about = [each for each in self._requests if each.question == question.number]
        self._requests = [each for each in self._requests if each not in about or each.why != "hint"]
        known = next((each for each in about if each.number and each.ranking and not each.public), None)
        fresh = RankingRequest(question.number, question.seat, "hint")
        if known:
            fresh.number, fresh.ranking, fresh.open = known.number, known.ranking, False
        else:
            self._answer_at_once(fresh)
        self._requests.append(fresh)

    def list_hints(self) -> list[RankingRequest]:
        """Return the hints that are open or ready."""
        return [each for each in self._requests if each.why == "hint"]

    def add_choices(self, asked: Sequence[tuple[OpenQuestion, bool]]) -> bool:
        """Add requests for choices of the round: of a question, and whether all may read it. Return True if any is new;
        then `follow` sends it.
        """
        if not asked or not self.can_rank():
            return False
        known = {each.question for each in self._requests if each.why == "lesson"}
        fresh = [
            RankingRequest(question.number, question.seat, "lesson", public)
            for question, public in asked
            if question.number not in known
        ]
        self._requests += fresh
        return bool(fresh)

    def list_clear_choices(self) -> dict[int, ActionRanking]:
        """Return by question the rankings so clear that a lesson asks for the better action."""
        found = {each.question: each.ranking for each in self._requests if each.why == "lesson"}
        return {number: ranking for number, ranking in found.items() if ranking and advice.find_lesson_rival(ranking)}

    def find_coach_ranking(self, question: int) -> ActionRanking | None:
        """Return a coach's ranking for a question, by one step ahead if the thinker has not answered yet."""
        wanted = next((each for each in self._requests if each.why == "coach" and each.question == question), None)
        if wanted is not None and wanted.ranking is None:
            self._answer_at_once(wanted)
        return wanted.ranking if wanted else None

    def find_coach_objection(self, said: Act) -> str:
        """Return the better action if a person's action is clearly worse, once for each question, else ""."""
        if said.question in self._coached_about:
            return ""
        other = advice.find_coach_suggestion(self.find_coach_ranking(said.question), said.action)
        if other:
            self._coached_about.add(said.question)
        return other

    def _has_coach(self, chair: Chair) -> bool:
        return chair.coach and chair.person and self._committed.state.lobby.mode == "play"

    # ---- messages ----------------------------------------------------------------------------------------

    def follow(self, match: Match) -> None:
        """Send new requests, and cancel those of closed questions."""
        state = self._committed.state
        open_ = {each.number: each for each in state.questions if each.seat != CHANCE}
        if match.tracked:  # questions stay there while others tell
            since = match.moves[-1].move.number if match.moves else 0
            if since != self._since:
                self._requests, self._since = [each for each in self._requests if not each.number], since
        gone = [each for each in self._requests if each.question not in open_]
        for each in gone:
            if each.number and each.open:
                self._send(Drop(each.number))
        self._requests = [each for each in self._requests if each.question in open_]
        coached = {each.question for each in self._requests if each.why == "coach"}
        for asked in open_.values():
            if asked.number not in coached and self._has_coach(state.chairs[asked.seat]) and self.can_rank():
                self._requests.append(RankingRequest(asked.number, asked.seat, "coach"))
        for each in self._requests:
            if not each.number and each.open:
                self._send_request(each, open_[each.question], match)

    def _send_request(self, wanted: RankingRequest, asked: OpenQuestion, match: Match) -> None:
        """Send a request; one for a lesson or a coach has no time limit, as nobody waits for it."""
        wanted.number = self._next_number()
        beside = wanted.why != "hint"
        self._send(
            Weigh(
                wanted.number,
                seat=asked.seat,
                iterations=self._players.iterations(self._players.daily, match.rules.name, match.setup.seats),
                seed=self._seed(asked),
                seconds=None if beside else HINT_SECONDS,
                beside=beside,
                public=wanted.public,
            )
        )

    def _seed(self, asked: OpenQuestion) -> int:
        """Return the seed of a ranking, computed from public facts alone so that it reveals nothing."""
        state = self._committed.state
        return Rng(f"{state.table} {state.game} {asked.seat} {asked.since}").getrandbits(63)

    def _answer_at_once(self, wanted: RankingRequest) -> None:
        """Answer a request by one step ahead, until the thinker has a better answer."""
        match = self._committed.match
        asked = next(each for each in self._committed.state.questions if each.number == wanted.question)
        assert match is not None
        variant = match.setup.header().get("variant", "")
        rank = self._players.quick_ranker(match.rules.name, match.setup.seats, variant)
        wanted.ranking = rank(match.state, asked.seat, Rng(self._seed(asked)))

    def store(self, number: int, ranking: ActionRanking) -> bool:
        """Store the thinker's answer. Return True if people wait for it; in a lesson, if something can be asked."""
        answered = [each for each in self._requests if each.number == number]
        for wanted in answered:
            wanted.ranking, wanted.open = ranking, False
        asks = advice.find_lesson_rival(ranking) is not None
        return any(each.why == "hint" or (each.why == "lesson" and asks) for each in answered)

    def give_up(self) -> bool:
        """Expect no more answers. Return True if a hint waited for one."""
        waited = any(each.open and each.why == "hint" for each in self._requests)
        for each in self._requests:
            each.open = False
        return waited

    def clear(self) -> None:
        """Drop all requests, when the game is over or the thinker stops."""
        self._requests.clear()
