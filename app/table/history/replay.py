"""Replay of a finished game up to any line or turn, limited to what the public could see then."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from app.protocol.history_messages import PastPosition
from app.protocol.log_messages import TURN, Line
from app.protocol.rejection import Rejection
from app.protocol.results import Archived, FinishedGame, Result
from app.protocol.seat_messages import SeatInfo
from app.protocol.table_messages import TableView
from app.storage.database import Store
from app.storage.row_codec import Move, SavedGame
from app.table.lobby import game_agreement
from engine.game import CHANCE, EVERYONE, Audience, Event, Rules, Session, count_turns
from engine.header_values import read_data_keys
from engine.record import BrokenRecord, apply_stored, last_state, start_stored


class _Stop(NamedTuple):
    """A line that ends a step, and its turn; 0: none."""

    line: int
    turn: int


class _Course(NamedTuple):
    """The lines at which steps end, from line 0 to the last, and the lines with public events."""

    stops: list[_Stop]
    public_lines: list[int]

    @property
    def first_turn_line(self) -> int:
        """The line that ends the first turn; without turns the first one that ends a step."""
        return next((stop.line for stop in self.stops if stop.turn), self.stops[min(1, len(self.stops) - 1)].line)


def build_past_position(
    id: str, now: TableView, game: FinishedGame, saved: SavedGame, shelf: Mapping[str, Rules], line: int | None
) -> PastPosition:
    """Answer a LookBack; `now`: today's table. Rejection `no-looking-back` if the record cannot be replayed."""
    last = len(saved.moves)
    if not _is_consistent(saved.header, game.result):
        raise Rejection("no-looking-back")
    try:
        state = start_stored(shelf, saved.header)
        course = _find_steps(state.copy(), saved.moves)
        stops, line = course.stops, course.first_turn_line if line is None else min(max(line, 0), last)
        events = _replay_step(state, saved.moves[:line], frozenset(stop.line for stop in stops))
        view = msgspec.json.encode(state.view(None))
    except BrokenRecord:
        raise Rejection("no-looking-back") from None
    news = tuple(Line(number, line, msgspec.Raw(msgspec.json.encode(event))) for number, event in enumerate(events, 1))
    table = msgspec.json.encode(_table(now, game, saved, over=line == last))
    here = bisect_left(stops, line, key=lambda stop: stop.line)  # the stop at this line, or the next
    return PastPosition(
        id=id,
        game=game.mark,
        line=line,
        last=last,
        table=msgspec.Raw(table),
        view=msgspec.Raw(view),
        news=news,
        turn=stops[here].turn,
        turns=stops[-1].turn,
        previous=stops[here - 1].line if here else None,
        next=next((stop.line for stop in stops[here:] if stop.line > line), None),
        back=max((0, *(each for each in course.public_lines if each < line))) if line else None,
        on=next((each for each in (*course.public_lines, last) if each > line), None),
        first=course.first_turn_line,
    )


def select_new(
    store: Store, rules: Mapping[str, Rules], games: Iterable[Archived], *, again: bool = False
) -> tuple[tuple[Archived, ...], int]:
    """Return the games of a file that are new here, and how many have been deleted here.

    `again`: those count as new, too. An imported copy whose record cannot be played to its result gives way to one
    whose can.
    """
    games, states, records = tuple(games), store.game_states(), store.imported_records()
    deleted = {id for id, state in states.items() if state in ("deleted", "binned")}
    here = states.keys() - (deleted if again else frozenset())

    def mends(game: Archived) -> bool:
        lines = "\n".join(game.moves)
        if records.get(game.id, lines) == lines or not _reaches_result(rules, game):
            return False
        return not any(_reaches_result(rules, copy) for copy in store.archived(game.id))

    fresh = {game.id: game for game in games if game.id not in here or mends(game)}
    return tuple(fresh.values()), len({game.id for game in games} & deleted - fresh.keys())


def _reaches_result(rules: Mapping[str, Rules], game: Archived) -> bool:
    """Check that a record can be played to the points of its result."""
    try:
        return game.result.has_totals_of(last_state(rules, game.header, game.moves).scores())
    except BrokenRecord:
        return False


# Any in these: each game has its own actions.
def _find_steps(state: Session[Any], moves: Sequence[Move]) -> _Course:
    """Find all steps of a record, as far as it can be replayed; the rest is one step."""
    stops, turn = [_Stop(0, 0)], count_turns(state)
    public_lines: list[int] = []

    def on_event(event: Event, audience: Audience) -> None:
        if audience is EVERYONE and public_lines[-1:] != [line]:
            public_lines.append(line)

    for line, move in enumerate(moves, 1):
        asked, before = state.to_act, turn
        try:
            apply_stored(state, move.seat, move.text, on_event)
        except BrokenRecord:
            break
        turn = count_turns(state)
        at_once = not turn and (state.to_act == (CHANCE,) or set(state.to_act) < set(asked))
        if turn is None or turn != before or not (turn or at_once):
            stops.append(_Stop(line, before or 0))
    if stops[-1].line < len(moves):
        stops.append(_Stop(len(moves), turn or 0))
    return _Course(stops, public_lines)


def _replay_step(state: Session[Any], moves: Sequence[Move], stops: Collection[int]) -> list[Event]:
    """Apply these moves; return the public events in the step of the last one.

    A line that ends a turn also begins the next one, to which its events from the turn's heading on belong.
    """
    step_events: list[Event] = []
    begun: list[Event] = []
    emitted: list[Event] = []

    def on_event(event: Event, audience: Audience) -> None:
        if audience is EVERYONE:
            emitted.append(event)

    for line, move in enumerate(moves, 1):
        emitted.clear()
        apply_stored(state, move.seat, move.text, on_event)
        if line - 1 in stops:
            step_events = begun
        head = len(emitted)
        if line in stops:
            head = next((at for at, event in enumerate(emitted) if event.__struct_config__.tag == TURN), head)
        step_events += emitted[:head]
        begun = emitted[head:]
    return step_events


def _is_consistent(header: Mapping[str, str], result: Result) -> bool:
    """Check whether a record has the seats of its result; in a foreign file the two may differ."""
    count = header.get("seats", "")
    return count == str(len(result.seats)) or (
        bool(count)
        and game_agreement.identities(header) == result.identities
        and len(result.identities) == len(result.seats)
    )


def _table(now: TableView, game: FinishedGame, saved: SavedGame, *, over: bool) -> TableView:
    """Build the table as it was set then, with today's settings, and points shown."""
    result = game.result
    data, overrides = read_data_keys({} if game.mode == "tally" else saved.header)  # a sheet has data of its own
    return msgspec.structs.replace(
        now,
        phase="over" if over else "game",
        game_id=game.game,
        game=saved.kind,
        mode=game.mode,
        variant=game.variant,
        first=int(saved.header.get("first", "1")),
        early=result.early and over,
        seats=tuple(
            SeatInfo(
                seat=seat,
                by="bot" if seat in result.bots else "touch",
                name=result.name(seat),
                lang=now.settings.lang,
                present=True,
                wonder=(result.identities[seat - 1] or None) if result.identities else None,
                bot=None,
                emblem=result.badge(seat)[0],
                colour=result.badge(seat)[1],
                own_bot=seat in result.bots and name is None,
            )
            for seat, name in enumerate(result.seats, 1)
        ),
        settings=msgspec.structs.replace(now.settings, points=True),
        undo=None,
        vote=None,
        repair=None,
        ritual=None,
        fought=0,
        doubts=(),
        data=data,
        facts=overrides,
    )
