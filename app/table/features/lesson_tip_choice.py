"""Choice of ideas in guided games: at most one for each decision, added to the table state by the same commit.

All are pure functions. Taught ideas are stored in the table state, so they survive a restart, and an undo removes
those that were taught after the undone move.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from app.protocol.name_rules import name_key
from app.protocol.teaching_messages import LessonTip
from app.table.core.table_state import TableState, TaughtIdea
from app.table.game.match import AppliedMove, Match, MoveResult, OpenQuestion, apply, box_of
from app.table.game.view_cache import PositionCache
from app.table.lobby.seating import Chair, Chairs
from app.text.lesson_tips import ANSWER, Facts, Idea, Ideas, LessonContext, Lists, ideas_by_id, number
from engine.game import CHANCE, AnyData, AnyView, Seat

FIRST_CHOICE: Final = 2  # own turn from which on a choice of the round is asked, …
TURNS_APART: Final = 2  # … own turns between two of a seat, …
MAX_CHOICES: Final = 8  # … and so many in one game at most
MAX_IDEAS: Final = 24  # ideas for a seat in one game
SPARE_IDEAS: Final = 3  # of them, reserved for new ideas rather than for confirming applied ones
FIRST_IDEAS: Final = 2  # ideas before the first action: the goal, and the first question


class Curriculum(msgspec.Struct, frozen=True):
    """The ideas to teach, by game, and the ideas that people already learned of the game on the table."""

    lists: Lists
    learned: Mapping[str, frozenset[str]] = {}  # ids, by normalised name


class TaughtGame(msgspec.Struct, frozen=True):
    """The current moment of a guided game, with its people. `moves`: the valid ones."""

    ideas: Ideas
    box: AnyData  # its game data
    position: PositionCache
    moves: Sequence[AppliedMove]
    chairs: Chairs
    questions: tuple[OpenQuestion, ...]
    game: str
    learned: Mapping[str, frozenset[str]]

    @classmethod
    def build(
        cls, curriculum: Curriculum, state: TableState, match: Match | None, result: MoveResult | None = None
    ) -> "TaughtGame | None":
        """Build the current moment; None where nothing is taught. `result`: of the move in this commit."""
        agreed = state.lobby
        ideas = curriculum.lists.get(agreed.game)
        if not ideas or match is None or state.phase != "game" or agreed.mode != "play":
            return None
        position, more = (result.position, result.moves) if result else (match.position, ())
        moves = [*match.moves, *more]
        return cls(
            ideas=ideas,
            box=box_of(match.rules, match),
            position=position,
            moves=moves,
            chairs=state.chairs,
            questions=state.questions,
            game=agreed.game,
            learned=curriculum.learned,
        )

    @property
    def last_move(self) -> int:
        """The number of the last valid move."""
        return self.moves[-1].move.number if self.moves else 0

    def is_new_to(self, seat: int, idea: Idea) -> bool:
        """Check whether an idea is new to the person at a seat (from 1); 0: to anybody."""
        chairs = self.chairs if seat == 0 else self.chairs[seat - 1 : seat]
        return any(can_learn(chair, self.game, idea, self.learned) for chair in chairs)

    def describe_context(
        self, seat: int, events: tuple[object, ...], taught: Iterable[TaughtIdea]
    ) -> LessonContext[AnyView, AnyData]:
        """Describe the context of a tip for a seat (0: everybody)."""
        known = frozenset(each.id for each in taught if each.seat in (0, seat))
        if not seat:
            return LessonContext(0, self.position.state.view(None), self.box, (), events, known)
        its = Seat(seat - 1)
        asked = any(question.seat == its for question in self.questions)
        legal = self.position.legal(its) if asked else ()
        return LessonContext(seat, self.position.state.view(its), self.box, legal, events, known)

    def is_persons_turn(self) -> bool:
        """Check whether a person is to act."""
        return any(question.seat != CHANCE and self.chairs[question.seat].person for question in self.questions)

    @property
    def is_half_chosen(self) -> bool:
        """True while some have chosen of what all are asked at once, and others have not."""
        last = self.moves[-1].move if self.moves and self.questions else None
        if last is None or any(asked.since >= last.number for asked in self.questions):
            return False
        return all(asked.seat != last.seat for asked in self.questions)

    @property
    def is_simultaneous(self) -> bool:
        """True while all choose at once, and ideas for one seat do not wait for another's decision."""
        return len(self.questions) > 1 or self.is_half_chosen

    @property
    def people(self) -> int:
        return sum(chair.person for chair in self.chairs)

    def count_decisions(self, move: int, seat: int = 0) -> int:
        """Count the decisions of people after a move; `seat`: of that one alone."""
        count = 0
        for applied in reversed(self.moves):
            if applied.move.number <= move:
                break
            count += applied.by_person and seat in (0, applied.move.seat + 1)
        return count

    def reads_answer(self, seat: int, taught: Iterable[TaughtIdea]) -> bool:
        """Check whether a seat (from 1) is still told how its choice was."""
        return any(
            each.id == ANSWER and each.seat == seat and not self.count_decisions(each.move, seat) for each in taught
        )

    def is_over(self, taught: TaughtIdea, idea: Idea) -> bool:
        """Check whether an idea has been shown for as long as it is to be.

        An idea about an event is shown until a person's next decision, others for as many decisions as there are
        people. Where all choose at once, a seat's own idea is shown until it has chosen, a common one until all have.
        What is said of a choice is shown until that seat's next one.
        """
        if idea.answers:
            return self.count_decisions(taught.move, taught.seat) >= 1
        if self.is_simultaneous:
            return self.count_decisions(taught.move, taught.seat) >= (1 if taught.seat else self.people)
        return self.count_decisions(taught.move) >= (1 if idea.holds else self.people)


def can_learn(chair: Chair, game: str, idea: Idea, learned: Mapping[str, frozenset[str]]) -> bool:
    """Check whether a person sits here who neither knows the game nor has learned this idea."""
    known = learned.get(name_key(chair.name), frozenset()) if chair.name else frozenset()
    return chair.person and game not in chair.knows and (idea.answers or (idea.after or idea.id) not in known)


def add_ideas(
    curriculum: Curriculum,
    state: TableState,
    match: Match | None,
    result: MoveResult | None,
    *,
    undone: frozenset[int],
    answers: Mapping[int, Facts],
) -> tuple[TaughtIdea, ...]:
    """Return the taught ideas after the commit to `state`. `answers`: to choices of the round made in it, by seat.

    An undo removes those of undone moves and adds none. Where all choose at once, everybody gets one at the beginning
    and another, to read while waiting, once half of them have chosen; each seat gets its own at the beginning.
    """
    if undone:
        return tuple(each for each in state.taught_ideas if each.move not in undone)
    taught = state.taught_ideas
    lesson = TaughtGame.build(curriculum, state, match, result)
    if lesson is None:
        return taught
    taught += tuple(TaughtIdea(ANSWER, seat, lesson.last_move, facts) for seat, facts in answers.items())
    if any(each.move == lesson.last_move for each in taught):  # this decision has one already
        return taught
    events = tuple(each.event for each in result.events if each.audience is None) if result else ()
    before = not any(applied.move.seat != CHANCE for applied in lesson.moves)
    if lesson.is_half_chosen:
        newest = max((each.move for each in taught if not each.seat), default=0)
        read = 2 * lesson.count_decisions(newest) >= lesson.people
        contexts = _LessonContexts(lesson, taught, events)
        return taught + _find_next(lesson, contexts, lambda idea: idea.whose == "table") if read else taught
    for _ in range(FIRST_IDEAS if before else 1):
        taught += _find_next(
            lesson,
            _LessonContexts(lesson, taught, events),
            lambda idea: not idea.secret and (idea.whose == "table" or not lesson.is_simultaneous),
        )
    contexts = _LessonContexts(lesson, taught, events)  # ideas of one seat do not change those of another
    if not lesson.is_simultaneous:
        return taught + _find_next(lesson, contexts, lambda idea: idea.secret)
    for seat in range(1, len(lesson.chairs) + 1):
        own = _find_next(lesson, contexts, lambda idea: idea.whose == "seat" and not idea.secret, (seat,))
        taught += own or _find_next(lesson, contexts, lambda idea: idea.secret, (seat,))
    return taught


def _find_next(
    lesson: TaughtGame, contexts: "_LessonContexts", fits: Callable[[Idea], bool], seats: Collection[int] = ()
) -> tuple[TaughtIdea, ...]:
    """Find the first idea that applies and was not taught yet, for one of these seats; without any, for anybody.

    Secret ideas do not count against the limit of public ones.
    """
    asks = lesson.is_persons_turn()
    for idea in lesson.ideas:
        if idea.chooses or not fits(idea) or not (asks or idea.at_once):
            continue
        for seat in contexts.seats_to_teach(idea, seats):
            facts = idea.when(contexts.context(seat))
            if facts is not None:
                return (TaughtIdea(idea.id, seat, lesson.last_move, facts),)
    return ()


class _LessonContexts:
    """A cache of the contexts for everybody and for each seat."""

    def __init__(self, lesson: TaughtGame, taught: tuple[TaughtIdea, ...], events: tuple[object, ...]) -> None:
        self._lesson, self._taught, self._events = lesson, taught, events
        self._known = {(each.id, each.seat) for each in taught}
        self._secret = {idea.id for idea in lesson.ideas if idea.secret}
        self._made: dict[int, LessonContext[AnyView, AnyData]] = {}
        self._counts: dict[tuple[int, bool], int] = {}

    def context(self, seat: int) -> LessonContext[AnyView, AnyData]:
        if seat not in self._made:
            self._made[seat] = self._lesson.describe_context(seat, self._events, self._taught)
        return self._made[seat]

    def _count_told(self, seat: int, *, secrets: bool) -> int:
        """Count the ideas taught to a seat; 0: the largest count of a seat. `secrets`: include secret ones."""
        if (seat, secrets) not in self._counts:
            known = [to for id, to in self._known if secrets or id not in self._secret]
            own = [to for to in known if to]
            most = own.count(seat) if seat else max(map(own.count, own), default=0)
            self._counts[seat, secrets] = len(known) - len(own) + most
        return self._counts[seat, secrets]

    def seats_to_teach(self, idea: Idea, seats: Collection[int]) -> Iterator[int]:
        """Yield the seats that may still get an idea, of these or, without any, of all."""
        most = MAX_IDEAS - SPARE_IDEAS if idea.after else MAX_IDEAS
        for seat in seats or ((0,) if idea.whose == "table" else range(1, len(self._lesson.chairs) + 1)):
            if (idea.id, seat) in self._known or not self._lesson.is_new_to(seat, idea):
                continue
            if self._count_told(seat, secrets=idea.secret) >= most or self._lesson.reads_answer(seat, self._taught):
                continue
            if not idea.after or any(id == idea.after and to in (0, seat or to) for id, to in self._known):
                yield seat


def current_tips(
    curriculum: Curriculum, state: TableState, match: Match | None, *, goal: bool, to_all: bool = False
) -> dict[int, tuple[LessonTip, bool]]:
    """Return the current tips of everybody (0) and of each seat, and whether all may see them.

    That is the newest idea of each while it is true; an expired one is shown on request, unless it was about an event.
    `goal`: the goal of the game comes before the first question. `to_all`: as if no secret idea had been taught, so
    that a missing public tip does not reveal a secret one.
    """
    lesson = TaughtGame.build(curriculum, state, match)
    if lesson is None or not state.taught_ideas:
        return {}
    ideas = ideas_by_id(lesson.ideas)
    found: dict[int, tuple[LessonTip, bool]] = {}
    secret = {idea.id for idea in lesson.ideas if to_all and idea.secret}
    newest = {each.seat: each for each in state.taught_ideas if each.id not in secret}
    if goal and not state.taught_ideas[0].seat and all(each.move == lesson.last_move for each in state.taught_ideas):
        newest = {0: state.taught_ideas[0]}
    for seat, each in newest.items():
        idea = ideas.get(each.id)
        if idea is None or not lesson.is_new_to(seat, idea):
            continue
        again = lesson.is_over(each, idea)
        if not (again and idea.holds) and idea.is_current(
            lesson.describe_context(seat, (), state.taught_ideas), each.facts
        ):
            seats = range(1, len(lesson.chairs) + 1) if seat == 0 else ()
            but = tuple(
                other for other in seats if lesson.chairs[other - 1].person and not lesson.is_new_to(other, idea)
            )
            public = not idea.secret and not (idea.answers and lesson.chairs[seat - 1].by != "touch")
            found[seat] = LessonTip(each.id, seat, each.facts, but, again), public
    return found


class OpenChoice(msgspec.Struct, frozen=True):
    """A seat with an open question that may become a choice of the round.

    `turn`: the number of its turn; `public`: the seat knows no more than everybody.
    """

    asked: OpenQuestion
    turn: int
    public: bool
    idea: str


def open_choices(
    curriculum: Curriculum, state: TableState, match: Match | None, stands: Mapping[int, tuple[LessonTip, bool]]
) -> tuple[OpenChoice, ...]:
    """List the questions of seats without a tip in `stands` that may become a choice of the round.

    Where all choose at once, it replaces a common tip, unless that asks something. On the screen all read it, so none
    is asked there that follows from a seat's secrets.
    """
    lesson = TaughtGame.build(curriculum, state, match)
    idea = next((idea for idea in lesson.ideas if idea.chooses), None) if lesson else None
    if lesson is None or idea is None:
        return ()
    current = {seat: tip for seat, (tip, _) in stands.items() if not tip.again}
    ideas, found = ideas_by_id(lesson.ideas), list[OpenChoice]()
    to_all = current.get(0)
    quiet = to_all is None or (lesson.is_simultaneous and not ideas[to_all.id].asks)
    for asked in lesson.questions:
        seat = asked.seat + 1
        reads = seat in current or not (quiet or (to_all and seat in to_all.but))
        if asked.seat == CHANCE or reads or not lesson.is_new_to(seat, idea):
            continue
        touched, now = lesson.chairs[asked.seat].by == "touch", lesson.describe_context(seat, (), ())
        facts = idea.when(now)
        if facts is None or not _may_ask(state, seat, number(facts["turn"])):
            continue
        game = lesson.position.state
        if not touched or (game.is_public(asked.seat) and now.view is game.view(None)):
            found.append(OpenChoice(asked, number(facts["turn"]), touched, idea.id))
    return tuple(found)


def _may_ask(state: TableState, seat: int, turn: int) -> bool:
    """Check whether a seat (from 1) may be asked again in this own turn."""
    asked = [number(each.facts["own-turn"]) for each in state.taught_ideas if (each.id, each.seat) == (ANSWER, seat)]
    return turn >= FIRST_CHOICE and len(asked) < MAX_CHOICES and (not asked or turn - asked[-1] >= TURNS_APART)


def list_met_ideas(
    lists: Lists, state: TableState, before: Mapping[str, frozenset[str]], happened: Collection[tuple[str, int]]
) -> tuple[tuple[str, ...], ...]:
    """List for each seat the ideas that its person met in a finished lesson.

    These are the taught ones, those that `happened` to the seat or to the whole table, and those learned `before`.
    """
    if not state.guided or state.phase != "over":
        return ()
    known = (before.get(name_key(chair.name), frozenset()) if chair.name else frozenset() for chair in state.chairs)
    came = {(each.id, each.seat) for each in state.taught_ideas}.union(happened)
    return tuple(
        tuple(
            idea.id
            for idea in lists.get(state.lobby.game, ())
            if idea.id in had or came & {(idea.id, 0), (idea.id, seat)}
        )
        for seat, had in enumerate(known, 1)
    )


def find_shown_ideas(ideas: Ideas, match: Match) -> frozenset[tuple[str, int]]:
    """Find the ideas that a game's public events show, each with its seat (0: the whole table)."""
    state: Any = match.rules.start(match.setup)  # Any: of a sheet a Session
    box, found = box_of(match.rules, match), set[tuple[str, int]]()
    for applied in match.moves:
        _, emitted = apply(state, applied.move, state.parse(applied.move.text))
        for event in (each.event for each in emitted if each.audience is None):
            shown = (idea for idea in ideas if idea.met and idea.met(event, box))
            found |= {(idea.id, getattr(event, "seat", 0) if idea.whose == "seat" else 0) for idea in shown}
    return frozenset(found)


def summarise_learning(
    lists: Lists, state: TableState, before: Mapping[str, frozenset[str]]
) -> tuple[dict[str, bool], ...]:
    """Return for each seat the ideas taught in a finished game, and whether its person applied them."""
    ideas = ideas_by_id(lists.get(state.lobby.game, ())) if state.guided else {}
    found: list[dict[str, bool]] = [{} for _ in state.chairs] if ideas else []
    for each in state.taught_ideas if ideas else ():
        idea = ideas.get(each.id)
        for seat, chair in enumerate(state.chairs, 1):
            if idea is None or each.seat not in (0, seat) or not can_learn(chair, state.lobby.game, idea, before):
                continue
            if not idea.after:
                found[seat - 1].setdefault(each.id, False)
            elif seat in (each.seat, each.facts.get("seat")):
                found[seat - 1][idea.after] = True
    return tuple(found)
