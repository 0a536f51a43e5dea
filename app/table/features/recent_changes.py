"""*Changed today*: a list of the changes of the last day, each of which one touch undoes.

Changes of one thing in quick succession share one line with the state before the first: a child at the volume makes
one line, not forty. Beyond MAX_LINES lines, the two nearest about one thing are merged.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from app.protocol.access_messages import LockTable
from app.protocol.base_messages import Intent
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.name_rules import name_key
from app.protocol.revertible_change_messages import ChangedToday, PutBack, SeatOccupant, SettingValue, What
from app.protocol.seat_messages import Leave, MoveSeat, Rename, SetSeat, SetSeats
from app.protocol.settings_messages import SetTable, Settings
from app.storage.import_batches import Batch
from app.table.core.change_records import (
    GamesCame,
    GamesOut,
    GameThrown,
    ListedChange,
    LockBefore,
    PlacesBefore,
    SeatBefore,
    SettingBefore,
    Was,
    changed_thing,
    drop_lines,
)
from app.table.core.table_state import TableState
from app.table.core.transaction import Transaction
from app.table.features.feature import Feature
from app.table.features.intent_context import IntentContext
from app.table.lobby.game_agreement import Lobby
from app.table.lobby.seating import Chair

LINE_SECONDS: Final = 24 * 3600.0  # lifetime of a line
MERGE_SECONDS: Final = 30.0  # changes of one thing within that long share a line
MAX_LINES: Final = 40  # lines
_KINDS: Final[Mapping[type[Was], What]] = {
    SettingBefore: "setting",
    LockBefore: "lock",
    SeatBefore: "seat",
    PlacesBefore: "places",
    GameThrown: "game",
    GamesCame: "came",
    GamesOut: "out",
}
LISTED_INTENTS: Final = (  # intents whose changes are listed
    SetSeats,
    SetSeat,
    MoveSeat,
    SetGame,
    Rename,
    Leave,
    SetTable,
    LockTable,
    PutBack,
)


class RecentChanges(Feature):
    """Keep the list of recent changes, and what the store needs to undo them."""

    def on_start(self, transaction: Transaction) -> None:
        kept = bin_contents(transaction.state)
        transaction.writes.append(lambda write: write.empty_bin(*kept))

    def on_transaction(self, context: IntentContext, intent: Intent, transaction: Transaction) -> None:
        if not isinstance(intent, LISTED_INTENTS):
            return
        settings = self._parts.owner.settings
        fresh, by, before = transaction.settings or settings, context.chair_number, self._parts.committed.state
        transaction.state = record_changes(
            before, transaction.state, settings=settings, fresh=fresh, by=by, date=self._parts.store.clock()
        )

    def before_commit(self, transaction: Transaction) -> None:
        kept = bin_contents(transaction.state)
        if bin_contents(self._parts.committed.state) != kept:
            transaction.writes.append(lambda write: write.empty_bin(*kept))

    def act(self, now: float) -> None:
        """Drop lines that are a day old."""
        state, date = self._parts.committed.state, self._parts.store.clock()
        expires = expiry(state)
        if expires is not None and expires <= date:
            self._parts.commit(SCREEN, "", Transaction(drop_expired(state, date), state.vote))


def list_change(context: IntentContext, transaction: Transaction, was: Was) -> Transaction:
    """Add a line to the list, so that this transaction can be undone for a day."""
    transaction.state = add_line(transaction.state, was, context.chair_number, context.parts.store.clock())
    return transaction


def find_line(table: TableState, number: int, date: float) -> ListedChange | None:
    """Return the line of a number, unless it is older than a day. `date`: now, in seconds since 1970."""
    return next((each for each in drop_expired(table, date).today if each.number == number), None)


def record_changes(
    before: TableState, after: TableState, settings: Settings, fresh: Settings, by: int | None, date: float
) -> TableState:
    """Add lines about a change, and drop lines whose state is current again."""
    differences = [*_seats(before, after), *_places(before, after), *_settings(settings, fresh)]
    if before.locked != after.locked:
        differences.append(LockBefore(before.locked))
    changed = {changed_thing(was) for was in differences}
    for was in differences:
        after = add_line(after, was, by, date)
    newest = {changed_thing(each.was): each for each in after.today if changed_thing(each.was) in changed}
    restored = [each for each in newest.values() if _is_current(each.was, after, fresh)]
    today = tuple(each for each in after.today if each not in restored)
    return after if today == after.today else replace(after, today=today)


def add_line(table: TableState, was: Was, by: int | None, date: float) -> TableState:
    """Add a line, or merge it into the newest about the same thing within MERGE_SECONDS seconds."""
    lines = _drop_expired(table.today, date)
    last = next((line for line in reversed(lines) if changed_thing(line.was) == changed_thing(was)), None)
    if isinstance(was, GamesCame | GamesOut | GameThrown):
        lines, last = drop_lines(lines, was, 0), None
    if last is not None and date - last.at <= MERGE_SECONDS:
        line = ListedChange(last.number, date, by, _merge(last.was, was))
        return replace(table, today=(*(line for line in lines if line is not last), line))
    number = table.change_count + 1
    return replace(table, today=_limit((*lines, ListedChange(number, date, by, was))), change_count=number)


def drop_expired(table: TableState, date: float) -> TableState:
    """Drop the lines that are older than a day."""
    lines = _drop_expired(table.today, date)
    return table if len(lines) == len(table.today) else replace(table, today=lines)


def expiry(table: TableState) -> float | None:
    """Return when the first line expires, in seconds since 1970; None if there is no line."""
    return min((each.at + LINE_SECONDS for each in table.today), default=None)


def rename_person(table: TableState, name: str, into: str | None) -> TableState:
    """Rename a person in the list; None: drop the lines that name them."""
    return replace(
        table, today=tuple(line for each in table.today if (line := _rename_in_line(each, name, into)) is not None)
    )


def list_names(table: TableState) -> Iterator[str]:
    for each in table.today:
        chairs = (
            (each.was.chair,)
            if isinstance(each.was, SeatBefore)
            else each.was.gone
            if isinstance(each.was, PlacesBefore)
            else ()
        )
        yield from (chair.name for chair in chairs if chair.name is not None)


def bin_contents(table: TableState) -> tuple[frozenset[int], tuple[tuple[int, int], ...]]:
    """Return what the store keeps for the list: deleted games, and removed batches."""
    was = [each.was for each in table.today]
    games = frozenset(each.game for each in was if isinstance(each, GameThrown))
    return games, tuple((each.first, each.last) for each in was if isinstance(each, GamesOut))


def agreed_terms(lobby: Lobby) -> tuple[object, ...]:
    """Return the terms of an agreement, without what is stored about other games."""
    return lobby.game, lobby.mode, lobby.variant, lobby.rules, lobby.first, lobby.keep, lobby.guided, lobby.daily


def strip_chair(chair: Chair) -> Chair:
    """Return a chair without the fields that the list never restores: its tickets, and its person's goal."""
    return replace(chair, ticket="", ticket_until=None, asker=None, plan="")


def build_list(table: TableState, settings: Settings, batches: Iterable[Batch]) -> tuple[ChangedToday, ...]:
    """Build the list as everybody at the table reads it, the newest first."""
    counted, chairs = {batch.first: batch.games for batch in batches}, {chair.number: chair for chair in table.chairs}
    seats = {chair.number: seat for seat, chair in enumerate(table.chairs, 1)}
    then: dict[tuple[str, str | int], Was] = {}  # by thing, how it was before the line that follows
    changes = []
    for each in reversed(table.today):
        by = 0 if each.by is None else seats.get(each.by, -1)
        line = ChangedToday(each.number, each.at, by, _KINDS[type(each.was)])
        later = then.get(changed_thing(each.was))
        then[changed_thing(each.was)] = each.was
        match each.was:
            case SettingBefore(name, was):
                now = later.was if isinstance(later, SettingBefore) else _value(settings, name)
                line = replace(line, name=name, was=was, now=now)
            case LockBefore(locked):
                line = replace(line, was=locked)
            case SeatBefore(chair):
                now_there = later.chair if isinstance(later, SeatBefore) else chairs.get(chair.number)
                sat = _occupant(now_there) if now_there else None
                known = now_there or chair
                open_ = table.phase == "lobby" or (chair.by != "free" and chair.key in ("", known.key))
                seat = seats.get(chair.number, 0)
                line = replace(line, seat=seat, sat=_occupant(chair), sits=sat, open=open_)
            case PlacesBefore(lobby, ring):
                ahead = later if isinstance(later, PlacesBefore) else PlacesBefore(table.lobby, tuple(seats))
                name, was, now = _main_difference(lobby, ring, ahead.lobby, ahead.ring)
                line = replace(line, name=name, was=was, now=now, open=table.phase == "lobby")
            case GameThrown(_, kind, finished):
                line = replace(line, name=kind, was=finished)
            case GamesCame(first):
                line = replace(line, n=counted.get(first, 0))
            case GamesOut(_, _, games):
                line = replace(line, n=games)
        if line.what != "came" or line.n:
            changes.append(line)
    return tuple(changes)


def _main_difference(
    lobby: Lobby, ring: tuple[int, ...], now: Lobby, there: tuple[int, ...]
) -> tuple[str, str | int | None, str | int | None]:
    """Return the most important difference, which the sentence about a line names."""
    if lobby.game != now.game:
        return "game", lobby.game, now.game
    if len(ring) != len(there):
        return "count", len(ring), len(there)
    if agreed_terms(lobby) == agreed_terms(now):
        return "order", None, None
    return "agreed", None, None


def _occupant(chair: Chair) -> SeatOccupant:
    return SeatOccupant(chair.by, chair.called if chair.own_bot else chair.name or "")


def _value(settings: Settings, name: str) -> SettingValue:
    value: SettingValue = getattr(settings, name)
    return value


def _seats(before: TableState, after: TableState) -> Iterator[Was]:
    there = {chair.number: chair for chair in after.chairs}
    for chair in before.chairs:
        now = there.get(chair.number)
        if now is not None and now is not chair and strip_chair(now) != strip_chair(chair):
            yield SeatBefore(strip_chair(chair))


def _places(before: TableState, after: TableState) -> Iterator[Was]:
    ring, there = [tuple(chair.number for chair in each.chairs) for each in (before, after)]
    if ring != there or agreed_terms(before.lobby) != agreed_terms(after.lobby):
        gone = tuple(strip_chair(chair) for chair in before.chairs if chair.number not in there)
        yield PlacesBefore(before.lobby, ring, gone)


def _settings(before: Settings, after: Settings) -> Iterator[Was]:
    for name in Settings.__struct_fields__:
        if name != "welcomed" and _value(before, name) != _value(after, name):
            yield SettingBefore(name, _value(before, name))


def _is_current(was: Was, table: TableState, settings: Settings) -> bool:
    match was:
        case SettingBefore():
            return _value(settings, was.name) == was.was
        case LockBefore():
            return table.locked == was.was
        case SeatBefore():
            return any(strip_chair(chair) == was.chair for chair in table.chairs)
        case PlacesBefore():
            return (
                agreed_terms(table.lobby) == agreed_terms(was.lobby)
                and tuple(c.number for c in table.chairs) == was.ring
            )
        case _:
            return False


def _merge(first: Was, second: Was) -> Was:
    """Merge two lines into one with the state before both."""
    if not isinstance(first, PlacesBefore) or not isinstance(second, PlacesBefore):
        return first
    known = {chair.number for chair in first.gone}
    more = tuple(chair for chair in second.gone if chair.number in first.ring and chair.number not in known)
    return replace(first, gone=first.gone + more)


def _limit(lines: tuple[ListedChange, ...]) -> tuple[ListedChange, ...]:
    """Limit the list to MAX_LINES lines: merge the nearest two about one thing, else drop the oldest."""
    if len(lines) <= MAX_LINES:
        return lines
    pairs = []
    for nth, line in enumerate(lines):
        later = next((each for each in lines[nth + 1 :] if changed_thing(each.was) == changed_thing(line.was)), None)
        if later is not None:
            pairs.append((later.at - line.at, nth, line, later))
    if not pairs:
        return lines[1:]
    _, _, first, second = min(pairs, key=lambda pair: pair[:2])
    one = replace(second, was=_merge(first.was, second.was))
    return tuple(one if line is second else line for line in lines if line is not first)


def _drop_expired(lines: tuple[ListedChange, ...], date: float) -> tuple[ListedChange, ...]:
    return tuple(line for line in lines if date < line.at + LINE_SECONDS)


def _rename_in_line(listed: ListedChange, name: str, into: str | None) -> ListedChange | None:
    was = listed.was
    if isinstance(was, SeatBefore) and _is_named(was.chair, name):
        return None if into is None else replace(listed, was=SeatBefore(replace(was.chair, name=into)))
    if isinstance(was, PlacesBefore) and any(_is_named(chair, name) for chair in was.gone):
        gone = tuple(replace(chair, name=into) if _is_named(chair, name) else chair for chair in was.gone)
        return None if into is None else replace(listed, was=replace(was, gone=gone))
    return listed


def _is_named(chair: Chair, name: str) -> bool:
    return chair.name is not None and name_key(chair.name) == name_key(name)
