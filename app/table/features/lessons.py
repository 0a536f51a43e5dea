"""Lessons of a guided game: current tips, choices of the round, and the ideas that people met once it is over."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from app.protocol.client_rights import Actor
from app.protocol.table_messages import TableView
from app.protocol.teaching_messages import LessonTip
from app.table.bots import advice
from app.table.core.commit import Commit
from app.table.core.table_state import TableState
from app.table.core.transaction import Transaction
from app.table.features import lesson_tip_choice
from app.table.features.feature import Feature
from app.table.features.lesson_tip_choice import Curriculum, OpenChoice
from app.table.features.rarely_changing_view import is_guided
from app.table.features.table_parts import TableParts
from app.table.game.match import AppliedMove, Match
from app.table.lobby import game_agreement
from app.text.lesson_tips import Facts
from engine.game import Seat
from engine.players.action_comparison import ActionRanking


class AskedChoice(NamedTuple):
    """A choice of the round that is asked: the ranking, and the facts of the answer except how the choice was."""

    ranking: ActionRanking
    facts: Facts


class CurrentTips:
    """The current tips, by seat (0: the whole table), each with whether all may read it."""

    __slots__ = ("by_seat", "choices", "open_choices", "to_all")

    def __init__(self) -> None:
        self.by_seat: dict[int, tuple[LessonTip, bool]] = {}
        self.to_all: dict[int, tuple[LessonTip, bool]] = {}  # as if no secret idea had been taught
        self.open_choices: tuple[OpenChoice, ...] = ()
        self.choices: dict[Seat, AskedChoice] = {}  # those that are asked


class GuidedLessons(Feature):
    """Teach the game that is played, if it is guided."""

    def __init__(self, parts: TableParts) -> None:
        super().__init__(parts)
        self._current: CurrentTips | None = None  # until something changes
        self._shown_ideas: tuple[int, frozenset[tuple[str, int]]] | None = None  # in which game that is over

    def before_commit(self, transaction: Transaction) -> None:
        """Add the variants to a lobby that come with its next game if that teaches."""
        table, parts = transaction.state, self._parts
        if table.phase != "lobby" or not parts.games.deals:
            return
        agreed, deal, finished = table.lobby, parts.games.deals.get(table.lobby.game), parts.finished
        teaches = deal is not None and is_guided(table, finished.kinds(), finished.players(agreed.game))
        brought = game_agreement.set_lesson_variants(agreed, deal.VARIANT if deal and teaches else ())
        if brought is not agreed:
            transaction.state = replace(table, lobby=brought)

    def complete(self, state: TableState, match: Match | None, transaction: Transaction) -> TableState:
        """Add the ideas that are taught from this commit on."""
        lists, learned = self._parts.games.lessons, self._parts.finished.learned_ideas
        if not (lists and state.guided and state.phase == "game" and (transaction.result or transaction.undone)):
            return state
        curriculum, result = Curriculum(lists, learned(state.lobby.game)), transaction.result
        answers = self._answer_choices(result.moves) if result else {}
        return replace(
            state,
            taught_ideas=lesson_tip_choice.add_ideas(
                curriculum, state, match, result, undone=transaction.undone, answers=answers
            ),
        )

    def _answer_choices(self, moves: Iterable[AppliedMove]) -> dict[int, Facts]:
        """Return by seat (from 1) what is said of choices of the round that were made by these moves."""
        asked = self._current.choices if self._current else {}
        found = {}
        for move in (applied.move for applied in moves if applied.by_person and applied.move.seat in asked):
            if grade := advice.grade_choice(asked[move.seat].ranking, move.text):
                found[move.seat + 1] = asked[move.seat].facts | grade
        return found

    def on_commit(self, before: TableState, commit: Commit) -> None:
        if commit.state.phase != "over":
            self._shown_ideas = None

    def forget(self) -> None:
        self._current = None

    def after_emit(self) -> None:
        """Request rankings of what may become a choice of the round."""
        parts, state = self._parts, self._parts.committed.state
        found: tuple[OpenChoice, ...] = ()
        if parts.games.lessons and state.guided and state.phase == "game":
            found = self.current_lesson(parts.rarely_changing_view()).open_choices
        if parts.scheduler.rankings.add_choices([(each.asked, each.public) for each in found]):
            parts.scheduler.follow()

    def table_fields(self, view: TableView) -> Mapping[str, Any]:
        tip = self.current_lesson(view).by_seat.get(0)
        return {"lesson": tip[0] if tip else None, "met": self._list_met_ideas()}

    def snapshot_fields(self, who: Actor) -> Mapping[str, Any]:
        return {"lessons": self._readable(who)}

    def _readable(self, who: Actor) -> tuple[LessonTip, ...]:
        """Return a seat's own tips; for the screen, the seats' tips that all may read."""
        if who.role not in ("screen", "seat"):
            return ()
        now = self.current_lesson(self._parts.rarely_changing_view())
        if who.role == "screen":
            return tuple(each for each, public in now.to_all.values() if each.seat and public)
        own = None if who.seat is None else who.seat + 1
        return tuple(each for each, _ in now.by_seat.values() if each.seat == own)

    def current_lesson(self, table: TableView) -> CurrentTips:
        """Return the current tips and choices: none while a ceremony is shown."""
        if self._current is None:
            parts, self._current = self._parts, CurrentTips()
            if table.guided and parts.games.lessons and not parts.ceremonies.is_running:
                self._teach(self._current, Curriculum(parts.games.lessons, parts.finished.learned_ideas(table.game)))
        return self._current

    def _teach(self, now: CurrentTips, curriculum: Curriculum) -> None:
        parts = self._parts
        state, match, goal = parts.committed.state, parts.committed.match, parts.ceremonies.begins
        now.by_seat = lesson_tip_choice.current_tips(curriculum, state, match, goal=goal)
        if parts.scheduler.rankings.can_rank():
            now.open_choices = lesson_tip_choice.open_choices(curriculum, state, match, now.by_seat)
        asked = self._find_choices(now)
        now.to_all = lesson_tip_choice.current_tips(curriculum, state, match, goal=goal, to_all=True)
        now.to_all |= {seat: each for seat, each in asked.items() if each[1]}
        now.by_seat |= asked

    def _find_choices(self, now: CurrentTips) -> dict[int, tuple[LessonTip, bool]]:
        """Return the choices of the round that are clear enough to be asked, by seat. The tip tells nothing of them."""
        match, found = self._parts.committed.match, dict[int, tuple[LessonTip, bool]]()
        rankings = self._parts.scheduler.rankings.list_clear_choices()
        for choice in now.open_choices:
            ranking = rankings.get(choice.asked.number)
            if match is None or ranking is None:
                continue
            reasons = self._parts.games.reasons.get(match.rules.name)
            facts = advice.describe_choice(reasons, match, choice.asked.seat, ranking)
            if facts is not None:
                now.choices[choice.asked.seat] = AskedChoice(ranking, {**facts, "own-turn": choice.turn})
                found[choice.asked.seat + 1] = LessonTip(choice.idea, choice.asked.seat + 1), choice.public
        return found

    def _list_met_ideas(self) -> tuple[tuple[str, ...], ...]:
        """List the ideas that people met in a finished lesson; the game is replayed for that once."""
        parts, state, match = self._parts, self._parts.committed.state, self._parts.committed.match
        if state.phase != "over" or not state.guided or match is None:
            return ()
        if self._shown_ideas is None or self._shown_ideas[0] != state.game:
            ideas = parts.games.lessons.get(state.lobby.game, ())
            self._shown_ideas = state.game, lesson_tip_choice.find_shown_ideas(ideas, match)
        learned = parts.finished.learned_ideas(state.lobby.game)
        return lesson_tip_choice.list_met_ideas(parts.games.lessons, state, learned, self._shown_ideas[1])
