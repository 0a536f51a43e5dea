"""One game being played: its state and the rows that led there. Applying the rows again is undo, resume and replay.

A `Play` never changes halfway: `answer` and `without` work on copies, and `take` puts the result in place once it has
been stored. What is offered for taking back follows from the rows alone, so it is the same after a restart.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeAlias

import msgspec

from app.protocol.rights import Who
from app.storage.rows import Row
from app.table.dealer import Answers
from app.table.outlook import Outlook
from engine.game import CHANCE, Action, Audience, Event, Rules, Seat, Setup, State

Line: TypeAlias = tuple[Seat, str]  # who says what, as in a record


class Past(msgspec.Struct, frozen=True):
    """A row that stands, and what came of it: `looked` are seats told something that not everybody was.

    `card`: what everybody saw a seat get by it, if the row does not say so itself.
    """

    row: Row
    looked: frozenset[Seat]
    public: bool  # it told something to everyone
    card: str = ""

    @property
    def by_person(self) -> bool:
        return self.row.seat != CHANCE and self.row.told


class Told(msgspec.Struct, frozen=True):
    """One event, who may read it (None: everyone), and the row it came from (0: the table's own news)."""

    event: Event
    readers: Audience
    row: int = 0
    by: int = 0  # the row's teller


class Step(msgspec.Struct, frozen=True):
    """What one action with the chance after it leads to."""

    outlook: Outlook
    past: tuple[Past, ...]
    told: tuple[Told, ...]

    @property
    def state(self) -> State[Action]:
        return self.outlook.state


class Asked(msgspec.Struct, frozen=True):
    """An open question. `since`: the last row that stood when it was opened."""

    number: int
    seat: Seat
    since: int


class Play:
    """The state of one game, the rows that stand, and the number of the last row ever said."""

    __slots__ = ("last_row", "outlook", "past", "rules", "setup", "tracked")

    def __init__(self, rules: Rules, setup: Setup, rows: Iterable[Row] = (), last_row: int = 0) -> None:
        self.rules = rules
        self.setup = setup
        self.tracked = setup.header().get("deal") == "lazy"  # people deal, and tell what came
        state, self.past = self._replay(rows)
        self.outlook = Outlook(state)
        self.last_row = last_row

    @property
    def state(self) -> State[Action]:
        return self.outlook.state

    def begin(self, chance: Answers) -> Step:
        """The chance that comes before the first action."""
        return self._with_chance(self.state.copy(), [], chance)

    def answer(self, lines: Sequence[Line], who: Who, chance: Answers) -> Step:
        """Lines said in one go, and the chance that follows, as far as it is answered.

        IllegalAction if the rules say no to one of them, ValueError if one cannot be read.
        """
        state = self.state.copy()
        said: list[tuple[Past, list[Told]]] = []
        for seat, text in lines:
            action = state.parse(text)
            row = Row(self.last_row + 1 + len(said), seat, str(action), who.role, who.seat)
            said.append(say(state, row, action))
        return self._with_chance(state, said, chance)

    def _with_chance(self, state: State[Action], said: list[tuple[Past, list[Told]]], chance: Answers) -> Step:
        while state.to_act and (answer := chance.answer(state)) is not None:
            row = Row(self.last_row + 1 + len(said), state.to_act[0], str(answer), "people")
            said.append(say(state, row, answer))
        past, told = tuple(past for past, _ in said), tuple(told for _, tolds in said for told in tolds)
        return Step(Outlook(state, self.outlook), past, told)

    def take(self, step: Step) -> None:
        """Put in place what `answer` gave."""
        self.outlook = step.outlook
        self.past += step.past
        self.last_row += len(step.past)

    def became(self, state: State[Action], past: Sequence[Past], last_row: int) -> "Play":
        """The same game with other lines, which led to this state."""
        twin = Play(self.rules, self.setup, (), last_row)
        twin.outlook, twin.past = Outlook(state), list(past)
        return twin

    def without(self, rows: Collection[int]) -> "Play":
        """The same game with these rows not said. IllegalAction if the others cannot be said without them."""
        kept = [past.row for past in self.past if past.row.number not in rows]
        return Play(self.rules, self.setup, kept, self.last_row)

    # ---- what may be taken back ------------------------------------------------------------------------

    def last_told(self) -> int | None:
        """In track: where in `past` the newest decision stands, or chance told before any; None: there is none."""
        told = [at for at, past in enumerate(self.past) if past.row.told]
        return next((at for at in reversed(told) if self.past[at].row.seat != CHANCE), told[-1] if told else None)

    def last_of_a_person(self, open_: Sequence[Asked]) -> int | None:
        """Where in `past` the action stands that an undo would take back, with all that followed; None: there is none.

        Nothing is taken back past a look. A choice made while others still choose is no matter of theirs: see `own`.
        """
        for at in range(len(self.past) - 1, -1, -1):
            past = self.past[at]
            if past.looked:
                return None
            if past.by_person:
                return None if _still_choosing(past.row, open_) else at
        return None

    def card_of(self, at: int) -> str:
        """The card that came with the action at this place in `past`, as `Past.card`."""
        later = (n for n in range(at + 1, len(self.past)) if self.past[n].row.seat != CHANCE)
        return next((past.card for past in self.past[at : next(later, None)] if past.card), "")

    def own(self, open_: Sequence[Asked]) -> list[Row]:
        """Choices that their seats may take back by themselves, because others have not chosen yet."""
        found: dict[Seat, Row] = {}
        if not open_ or self.tracked:
            return []
        oldest = min(asked.since for asked in open_)
        for past in reversed(self.past):
            row = past.row
            if row.number <= oldest or row.seat == CHANCE:
                break
            mine = row.seat not in found and past.by_person and past.looked <= {row.seat}
            if mine and _still_choosing(row, open_):
                found[row.seat] = row
        return list(found.values())

    def _replay(self, rows: Iterable[Row]) -> tuple[State[Action], list[Past]]:
        state: Any = self.rules.start(self.setup)  # Any: of a sheet a Session, where nobody is to act
        return state, [say(state, row, state.parse(row.text))[0] for row in rows]


def _still_choosing(row: Row, open_: Sequence[Asked]) -> bool:
    return any(asked.seat != row.seat and asked.since < row.number for asked in open_)


def say(state: State[Action], row: Row, action: Action) -> tuple[Past, list[Told]]:
    """Carry out a row; what it is from now on, and what it told."""
    told: list[Told] = []
    teller = row.teller
    state.apply(row.seat, action, lambda event, readers: told.append(Told(event, readers, row.number, teller)))
    looked = frozenset(seat for each in told for seat in each.readers or ())
    public = [each.event for each in told if each.readers is None]
    card = next((event.taken for event in public if event.taken), "")
    return Past(row, looked, bool(public), card), told


def ask(
    to_act: Iterable[Seat], open_: Sequence[Asked], *, stands: int, last: int, count: int, answered: Seat | None
) -> tuple[tuple[Asked, ...], int]:
    """The questions open now, and the number of the newest ever asked; `count` is the newest so far.

    A question of `open_` is left alone if its seat still owes it, has not just `answered`, and it was opened by row
    `stands` or before. New ones count as opened after row `last`.
    """
    before = {asked.seat: asked for asked in open_ if asked.since <= stands and asked.seat != answered}
    result = []
    for seat in to_act:
        asked = before.get(seat)
        if asked is None:
            count += 1
            asked = Asked(count, seat, last)
        result.append(asked)
    return tuple(result), count
