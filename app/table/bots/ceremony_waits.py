"""Ceremonies that bots wait for: an opening, markers to be turned by hand, shields that meet, animated events.

The game itself is already past them, and nothing of them is stored.
"""

from collections.abc import Callable
from itertools import takewhile
from math import inf
from typing import Final

from app.protocol import ceremony_durations, table_log_events
from app.protocol.play_messages import Cue, Opening, Ritual
from app.table.cardboard import conflict_marker_turning
from app.table.core.commit import Commit
from app.table.core.committed_state import CommittedState
from app.table.core.table_state import TableState
from app.table.game.match import EmittedEvent, OpenQuestion
from engine.game import CHANCE

GOAL_SECONDS: Final = 9.0  # reading time for the goal of a game, before other lessons
READING_SECONDS: Final = 4.0  # bots wait for that long after a lesson


class Ceremonies:
    """The running ceremonies, with their deadlines by the table's clock. `cue` is called for each turned marker."""

    def __init__(self, committed: CommittedState, clock: Callable[[], float], cue: Callable[[Cue], None]) -> None:
        self._committed = committed
        self._clock = clock
        self._cue = cue
        self.ritual: Ritual | None = None  # the conflict markers that wait for a hand
        self._ritual_until = 0.0
        self.opening: Opening | None = None
        self._opening_until = 0.0
        self.begins = False  # an opening has just ended, and people read the goal of the game
        self._begins_until = inf
        self.fought = 0  # the log line of a conflict whose result is delayed; 0: none
        self._meeting_seconds = 0.0
        self._meeting_until = inf
        self._delayed: tuple[EmittedEvent, ...] = ()  # events delayed until then
        self._released: tuple[EmittedEvent, ...] = ()  # delayed events to send now
        self._shown_seconds = 0.0  # duration of the newest animation
        self._shown_until = 0.0
        self._asked_at: dict[int, float] = {}  # by question

    @property
    def is_running(self) -> bool:
        return bool(self.opening or self.ritual or self.fought)

    def resume_ritual(self, log_tells: Ritual | None) -> None:
        """Restore the markers that wait according to the log."""
        self.ritual, self._ritual_until = log_tells, inf

    def turn_markers(self, turned: tuple[int, ...], left: Ritual | None) -> bool:
        """Turn markers; `left` still wait. Bots think from now on. Return True: readers see a difference."""
        assert self.ritual is not None
        self._cue(Cue(what="marker", seat=self.ritual.seat, markers=turned))
        now = self._clock()
        self.ritual, self._ritual_until = left, now + self._ritual_lasts()
        self._take_time(now)
        if left is None and self.fought:
            self._meeting_until = now + self._meeting_seconds
            if not self._meeting_seconds:
                self._release_delayed()
        return True

    def show_opening_step(self, step: Opening | None) -> None:
        """Show the next step of an opening, or end it (None); bots think from then on."""
        now = self._clock()
        self.opening = step
        if step is None:
            self._asked_at = dict.fromkeys(self._asked_at, now)
            if self._committed.state.taught_ideas:
                self.begins, self._begins_until = True, now + GOAL_SECONDS
        else:
            self._opening_until = now + ceremony_durations.OPENING_SECONDS[step.step]

    def skip(self) -> bool:
        """Skip the opening, or the shields that meet. Return True if there was something to skip."""
        if self.opening is not None:
            self.show_opening_step(None)
        elif self.fought and self.ritual is None:
            self._release_delayed()
        else:
            return False
        return True

    def take_delayed_events(self) -> tuple[EmittedEvent, ...]:
        """Return the delayed events whose shields have met, once."""
        told, self._released = self._released, ()
        return told

    def _release_delayed(self) -> None:
        """Release the events that were delayed until shields had met; bots think from now on."""
        self._released += self._delayed
        self.fought, self._delayed, self._meeting_until = 0, (), inf
        self._take_time(self._clock())

    def _take_time(self, now: float) -> None:
        self._asked_at, self._shown_until = dict.fromkeys(self._asked_at, now), now + self._shown_seconds

    def follow(
        self, commit: Commit, before: TableState, *, with_ritual: bool, with_meeting: bool
    ) -> tuple[EmittedEvent, ...]:
        """Follow a commit: an action ends a ritual and releases delayed events, and may start the next.

        An undo or another game cancels them; a new game starts an opening. Return the events to send at once;
        `with_meeting`: the result of a conflict is delayed until its shields have met.
        """
        transaction = commit.transaction
        state, result, now = self._committed.state, transaction.result, self._clock()
        self._asked_at = {each.number: self._asked_at.get(each.number, now) for each in state.questions}
        running = state.phase == "game" and state.game == before.game
        if transaction.undone or not (running or result):
            self.ritual, self.fought, self._delayed = None, 0, ()
        if transaction.undone or result or not running:
            self.opening, self.begins, self._begins_until = None, False, inf
        for began in transaction.news:
            if isinstance(began, table_log_events.GameBegan) and state.lobby.mode == "play":
                self.show_opening_step(ceremony_durations.first_opening(began))
        if self.ritual is not None and self._is_handled(self.ritual.seat, before):
            self.turn_markers(self.ritual.open, None)
        if result is None:
            return commit.events
        self._shown_seconds = ceremony_durations.longest(emitted.event for emitted in result.events)
        if len(state.taught_ideas) > len(before.taught_ideas):
            self._shown_seconds = max(self._shown_seconds, READING_SECONDS)
        self._shown_until = now + self._shown_seconds
        if self.ritual is not None:
            self.turn_markers(self.ritual.open, None)
        if self.fought:
            self._release_delayed()
        if running and with_ritual:
            self._begin_ritual(conflict_marker_turning.find_ritual(result.events))
        return self._withhold(commit, with_meeting) if with_meeting or self.ritual is not None else commit.events

    def _withhold(self, commit: Commit, with_meeting: bool) -> tuple[EmittedEvent, ...]:
        """Return the events to send at once; those from a conflict on are delayed."""
        emitted = commit.events
        first_fight = next((nth for nth, each in enumerate(emitted) if ceremony_durations.fights(each.event)), None)
        state = self._committed.state
        if first_fight is None or state.lobby.mode != "play":  # people who deal look round by themselves
            return emitted
        if state.phase == "over" and not hasattr(emitted[first_fight].event, "shields"):  # nothing is seen meeting then
            return emitted
        self.fought, self._delayed = commit.lines[first_fight - len(emitted)].number, emitted[first_fight:]
        self._meeting_seconds = ceremony_durations.SHIELDS_SECONDS if with_meeting else 0.0
        self._meeting_until = inf if self.ritual is not None else self._clock() + self._meeting_seconds
        return emitted[:first_fight]

    def _begin_ritual(self, begun: Ritual | None) -> None:
        """Start a ritual if a person has to turn markers; never on a sheet, and in track not for those of a battle."""
        mode, chairs = self._committed.state.lobby.mode, self._committed.state.chairs
        if begun is None or mode == "tally" or (mode == "track" and begun.flipped == begun.tokens):
            return
        if chairs[begun.seat - 1].person:
            self.ritual, self._ritual_until = begun, self._clock() + self._ritual_lasts()

    def _is_handled(self, seat: int, before: TableState) -> bool:
        """Check whether a seat has just confirmed a reminder."""
        now, was = self._committed.state.handled, before.handled
        return bool(now) and now[seat] > (was[seat] if was else 0)

    def _ritual_lasts(self) -> float:
        """Return how many seconds markers wait for the next hand; infinity where people turn those of their own box."""
        return inf if self._committed.state.lobby.mode == "track" else conflict_marker_turning.MARKER_SECONDS

    def tick(self, now: float) -> bool:
        """Advance overdue markers, shields and openings. Return True if readers see a difference."""
        turns = self.ritual is not None and self._ritual_until <= now
        if self.ritual is not None and turns:
            self.turn_markers(self.ritual.open, None)
        meets = self._meeting_until <= now
        if meets:
            self._release_delayed()
        opens = self.opening is not None and self._opening_until <= now
        if self.opening is not None and opens:
            self.show_opening_step(ceremony_durations.next_opening(self.opening))
        read = self._begins_until <= now
        if read:
            self.begins, self._begins_until = False, inf
        return turns or meets or opens or read

    def next_tick(self) -> float:
        """Return when `tick` is next needed."""
        ritual = inf if self.ritual is None else self._ritual_until
        return min(
            ritual, self._meeting_until, self._begins_until, inf if self.opening is None else self._opening_until
        )

    def bot_due(self, asked: OpenQuestion, pace: float) -> float | None:
        """Return when a bot answers; None while people vote on an undo or, where the table deals, turn markers.

        It waits until people have seen what happened, unless it is to act at once (a pace of 0).
        """
        committed = self._committed
        is_bot = asked.seat != CHANCE and committed.state.chairs[asked.seat].by == "bot"
        turns = self.ritual is not None and committed.state.lobby.mode == "play"
        if not is_bot or committed.vote is not None or turns:
            return None
        asked_at = self._asked_at[asked.number]
        if not pace:
            return asked_at
        waits = self.opening is not None or self.fought
        return None if waits else max(asked_at + pace * self._count_simultaneous_bots(asked), self._shown_until)

    def _count_simultaneous_bots(self, asked: OpenQuestion) -> int:
        """Return how many bots choose at once with this one; 1 if a person does, too.

        Bots alone take as long for that as one after the other: people have as much to look at.
        """
        match, state = self._committed.match, self._committed.state
        assert match is not None
        questions = [each for each in state.questions if each.since == asked.since]
        answers = takewhile(lambda each: each.move.number > asked.since, reversed(match.moves))
        people = any(state.chairs[each.seat].person for each in questions)
        if people or any(each.move.from_people for each in answers):
            return 1
        return len(questions)
