"""Ceremonies that bots wait for: an opening, markers that wait for a hand, shields that meet, events to be seen.

It is ceremony. The game is past it, and nothing of it is stored.
"""

from collections.abc import Callable
from itertools import takewhile
from math import inf
from typing import Final

from app.protocol import ceremony_durations, table_events
from app.protocol.play_messages import Cue, Opening, Ritual
from app.table.cardboard import conflict_marker_ritual
from app.table.core.commit import Commit
from app.table.core.committed_state import CommittedState
from app.table.core.table_state import TableState
from app.table.game.match import EmittedEvent, OpenQuestion
from engine.game import CHANCE

GOAL: Final = 9.0  # seconds in which people read what a game is about, before they read what they can do
READ: Final = 4.0  # seconds for which bots let people read what was taught


class Ceremonies:
    """`cue` is called with each marker that is turned. Times are the clock's."""

    def __init__(self, committed: CommittedState, clock: Callable[[], float], cue: Callable[[Cue], None]) -> None:
        self._committed = committed
        self._clock = clock
        self._cue = cue
        self.ritual: Ritual | None = None  # the conflict markers that wait for a hand
        self._ritual_until = 0.0
        self.opening: Opening | None = None
        self._opening_until = 0.0
        self.begins = False  # an opening has just ended, and people read what the game is about
        self._begins_until = inf
        self.fought = 0  # the line of a conflict that is shown once its markers are turned and its shields have met
        self._meets = 0.0  # seconds for which they do
        self._meet_until = inf
        self._late: tuple[EmittedEvent, ...] = ()  # what is told then
        self._told: tuple[EmittedEvent, ...] = ()  # what has waited, and is told now
        self._shows = 0.0  # seconds for which what happened last is shown
        self._shown_until = 0.0
        self._asked_at: dict[int, float] = {}  # by question

    # ---- markers and openings --------------------------------------------------------------------------

    def resume_ritual(self, log_tells: Ritual | None) -> None:
        """Restore the markers that wait according to the log."""
        self.ritual, self._ritual_until = log_tells, inf

    def turn(self, turned: tuple[int, ...], left: Ritual | None) -> bool:
        """Turn markers; `left` still wait. Bots, who waited too, take their time from now. Return True: it is seen."""
        assert self.ritual is not None
        self._cue(Cue(what="marker", seat=self.ritual.seat, markers=turned))
        now = self._clock()
        self.ritual, self._ritual_until = left, now + self._ritual_lasts()
        self._take_time(now)
        if left is None and self.fought:
            self._meet_until = now + self._meets
            if not self._meets:
                self._met()
        return True

    def open(self, step: Opening | None) -> None:
        """Show the next step of an opening, or end it (None); bots take their time from now."""
        now = self._clock()
        self.opening = step
        if step is None:
            self._asked_at = dict.fromkeys(self._asked_at, now)
            if self._committed.state.told:
                self.begins, self._begins_until = True, now + GOAL
        else:
            self._opening_until = now + ceremony_durations.STEPS[step.step]

    def skip(self) -> bool:
        """Skip the opening, or the shields that meet. Return True if there was something to skip."""
        if self.opening is not None:
            self.open(None)
        elif self.fought and self.ritual is None:
            self._met()
        else:
            return False
        return True

    def late(self) -> tuple[EmittedEvent, ...]:
        """Return the delayed events whose shields have met, once."""
        told, self._told = self._told, ()
        return told

    def _met(self) -> None:
        """Release the events that were delayed until shields had met; bots take their time from now."""
        self._told += self._late
        self.fought, self._late, self._meet_until = 0, (), inf
        self._take_time(self._clock())

    def _take_time(self, now: float) -> None:
        self._asked_at, self._shown_until = dict.fromkeys(self._asked_at, now), now + self._shows

    def follow(
        self, commit: Commit, before: TableState, *, with_ritual: bool, with_meeting: bool
    ) -> tuple[EmittedEvent, ...]:
        """Follow a commit: an action ends a ritual and releases delayed events, and may start the next.

        What is taken back with the game, or left with it, is not turned and not told any more. A game that begins is
        opened. Gives what is told now of its events; `with_meeting`: shields meet before it is told what that brought.
        """
        transaction = commit.transaction
        state, result, now = self._committed.state, transaction.result, self._clock()
        self._asked_at = {each.number: self._asked_at.get(each.number, now) for each in state.questions}
        running = state.phase == "game" and state.game == before.game
        if transaction.undone or not (running or result):
            self.ritual, self.fought, self._late = None, 0, ()
        if transaction.undone or result or not running:
            self.opening, self.begins, self._begins_until = None, False, inf
        for began in transaction.news:
            if isinstance(began, table_events.GameBegan) and state.lobby.mode == "play":
                self.open(ceremony_durations.opening(began))
        if self.ritual is not None and self._is_handled(self.ritual.seat, before):
            self.turn(self.ritual.open, None)
        if result is None:
            return commit.events
        self._shows = ceremony_durations.longest(emitted.event for emitted in result.events)
        if len(state.told) > len(before.told):
            self._shows = max(self._shows, READ)
        self._shown_until = now + self._shows
        if self.ritual is not None:
            self.turn(self.ritual.open, None)
        if self.fought:
            self._met()
        if running and with_ritual:
            self._begin_ritual(conflict_marker_ritual.begun(result.events))
        return self._withhold(commit, with_meeting) if with_meeting or self.ritual is not None else commit.events

    def _withhold(self, commit: Commit, with_meeting: bool) -> tuple[EmittedEvent, ...]:
        """Return the events to send at once; those from a conflict on are delayed."""
        told = commit.events
        fought = next((nth for nth, each in enumerate(told) if ceremony_durations.fights(each.event)), None)
        state = self._committed.state
        if fought is None or state.lobby.mode != "play":  # people who deal look round by themselves
            return told
        if state.phase == "over" and not hasattr(told[fought].event, "shields"):  # nothing is seen meeting then
            return told
        self.fought, self._late = commit.lines[fought - len(told)].number, told[fought:]
        self._meets = ceremony_durations.SHIELDS_SECONDS if with_meeting else 0.0
        self._meet_until = inf if self.ritual is not None else self._clock() + self._meets
        return told[:fought]

    def _begin_ritual(self, begun: Ritual | None) -> None:
        """Start waiting for a person's hand on markers; never on a sheet, and in track not for those of a battle."""
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
        return inf if self._committed.state.lobby.mode == "track" else conflict_marker_ritual.MARKER_SECONDS

    # ---- time ------------------------------------------------------------------------------------------

    def tick(self, now: float) -> bool:
        """Turn markers that nobody has turned, let shields meet and an opening go on; whether that changes anything."""
        turns = self.ritual is not None and self._ritual_until <= now
        if self.ritual is not None and turns:
            self.turn(self.ritual.open, None)
        meets = self._meet_until <= now
        if meets:
            self._met()
        opens = self.opening is not None and self._opening_until <= now
        if self.opening is not None and opens:
            self.open(ceremony_durations.following(self.opening))
        read = self._begins_until <= now
        if read:
            self.begins, self._begins_until = False, inf
        return turns or meets or opens or read

    def next_tick(self) -> float:
        """Return when `tick` is next needed."""
        ritual = inf if self.ritual is None else self._ritual_until
        return min(ritual, self._meet_until, self._begins_until, inf if self.opening is None else self._opening_until)

    def bot_due(self, asked: OpenQuestion, pace: float) -> float | None:
        """Return when a bot answers; None while people vote on an undo or turn markers.

        It waits until people have seen what happened, unless it is to act at once (a pace of 0).
        """
        committed = self._committed
        is_bot = asked.seat != CHANCE and committed.state.chairs[asked.seat].by == "bot"
        if not is_bot or committed.vote is not None or self.ritual is not None:
            return None
        asked_at = self._asked_at[asked.number]
        if not pace:
            return asked_at
        waits = self.opening is not None or self.fought
        return None if waits else max(asked_at + pace * self._alone(asked), self._shown_until)

    def _alone(self, asked: OpenQuestion) -> int:
        """Return how many bots choose at once with this one; 1 if a person does, too.

        Bots alone take as long for that as one after the other: people have as much to look at.
        """
        match, state = self._committed.match, self._committed.state
        assert match is not None
        questions = [each for each in state.questions if each.since == asked.since]
        said = takewhile(lambda each: each.move.number > asked.since, reversed(match.moves))
        people = any(state.chairs[each.seat].person for each in questions)
        if people or any(each.move.from_people for each in said):
            return 1
        return len(questions)
