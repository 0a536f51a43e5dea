"""Statistics over finished games, by person and by wonder: values and pure functions, without storage.

Games that ended early, and incomplete score sheets, are listed but do not count. People are identified by their names,
ignoring case and surrounding blanks.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec

from app.protocol.name_rules import name_key
from app.protocol.results import FinishedGame


class PlayedSeat(msgspec.Struct, frozen=True):
    """One seat of a finished game."""

    game: FinishedGame
    seat: int  # from 1

    @property
    def name(self) -> str | None:
        """The name of the person; None for a bot or an unnamed person."""
        return self.game.result.seats[self.seat - 1]

    @property
    def display_name(self) -> str | None:
        """The name of the person or of the bot."""
        return self.game.result.name(self.seat)

    @property
    def badge(self) -> tuple[str, str]:
        """Emblem and colour; "" in games from before there were any."""
        return self.game.result.badge(self.seat)

    @property
    def identity(self) -> str:
        """The wonder's slug; "" where seats have no wonder."""
        return self.game.result.identities[self.seat - 1] if self.game.result.identities else ""

    @property
    def bot(self) -> bool:
        return self.seat in self.game.result.bots

    @property
    def points(self) -> Mapping[str, int]:
        """Points by category, without the total."""
        score = self.game.result.scores[self.seat - 1]
        return {category: n for category, n in score.items() if category != "total"}

    @property
    def total(self) -> int:
        return self.game.result.scores[self.seat - 1]["total"]

    @property
    def accuracy(self) -> int | None:
        """The accuracy of the seat's choices, 0 to 100; None if the game was not reviewed or the seat not judged."""
        return self.game.accuracy[self.seat - 1] if self.game.accuracy else None

    @property
    def is_winner(self) -> bool:
        """True for a first place, shared or not."""
        return self.seat in self.game.result.winners

    @property
    def won_alone(self) -> bool:
        """True for an unshared first place, the only result that counts as a win."""
        return self.game.result.winners == (self.seat,)

    @property
    def counts(self) -> bool:
        """True if the game counts for averages."""
        return is_whole(self.game)


class GameFilter(msgspec.Struct, frozen=True):
    """A filter of games; "" and 0 match everything. `role`: a wonder that took part."""

    kind: str = ""
    seats: int = 0
    mode: str = ""
    role: str = ""

    @property
    def facts(self) -> dict[str, str | int]:
        """The active criteria by name."""
        return {name: value for name, value in msgspec.structs.asdict(self).items() if value}

    def replace_value(self, name: str, value: str | int) -> dict[str, str | int]:
        """Return the criteria with one of them changed."""
        return msgspec.structs.replace(self, **{name: value}).facts

    def select_games(self, games: Iterable[FinishedGame]) -> tuple[FinishedGame, ...]:
        """Return the matching games in their order."""
        return tuple(
            game
            for game in games
            if self.kind in ("", game.kind)
            and self.seats in (0, len(game.result.seats))
            and self.mode in ("", game.mode)
            and (not self.role or self.role in game.result.identities)
        )

    def select_seats(self, mine: Iterable[PlayedSeat]) -> tuple[PlayedSeat, ...]:
        """Return the seats that had the wonder of the filter."""
        return tuple(entry for entry in mine if self.role in ("", entry.identity))


ALL_GAMES: Final = GameFilter()


class FilterValues(msgspec.Struct, frozen=True):
    """The values to filter by: most played first, seats by number, wonders with their kind of game."""

    kinds: tuple[str, ...]
    seats: tuple[int, ...]
    modes: tuple[str, ...]
    roles: tuple[tuple[str, str], ...]


class Streak(msgspec.Struct, frozen=True):
    """Games in a row, of those that count. `now`: the current streak; negative: games since the last win. `best`: the
    longest winning streak."""

    now: int
    best: int


class Rival(msgspec.Struct, frozen=True):
    """An opponent in the games that count, with how often each of the two came out ahead."""

    name: str
    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        """The number of games in which both were level."""
        return self.games - self.ahead - self.behind


class Sum(msgspec.Struct, frozen=True):
    """The summary of one kind of game. Averages of a category use only games that have it; the best result ignores
    games with a chosen deal (None: none left)."""

    kind: str
    games: int
    wins: int
    shared: int
    points: float  # on average
    best: int | None
    categories: tuple[tuple[str, float], ...]  # averages, in the order of the score sheet


class Person(msgspec.Struct, frozen=True):
    """A person under the latest spelling of the name. `games`, `wins` and `shared` first places: of games that count.

    A shared first place never counts as a win.
    """

    name: str
    games: int
    wins: int
    shared: int
    entries: tuple[PlayedSeat, ...]  # every seat, newest game first


class Wonder(msgspec.Struct, frozen=True):
    """The results of a wonder in one kind of game."""

    kind: str
    slug: str
    games: int
    wins: int
    shared: int
    entries: tuple[PlayedSeat, ...]


def list_filter_values(games: Iterable[FinishedGame]) -> FilterValues:
    """Return the filter values of these games; empty for a criterion with only one value."""
    games = tuple(games)
    kinds = Counter(game.kind for game in games)
    modes = Counter(game.mode for game in games)
    roles = {(game.kind, slug) for game in games for slug in game.result.identities if slug}
    seats = sorted({len(game.result.seats) for game in games})

    def several(found: Sequence[Any]) -> tuple[Any, ...]:  # Any: what is chosen between
        return tuple(found) if len(found) > 1 else ()

    return FilterValues(
        several([kind for kind, _ in kinds.most_common()]),
        several(seats),
        several([mode for mode, _ in modes.most_common()]),
        several(sorted(roles)),
    )


def is_whole(game: FinishedGame) -> bool:
    """Check whether a game counts: complete, fully entered, and no deal of the day, which people may know in advance.

    Older score sheets do not store what is missing: a seat without points then marks them as incomplete, unless the
    game was won regardless of points.
    """
    result = game.result
    if result.early or result.daily or result.unfinished is True:
        return False
    if result.unfinished is False or result.how:
        return True
    if game.mode != "tally" or all(map(any, (score.values() for score in result.scores))):
        return True
    return any(result.scores[seat - 1]["total"] == 0 for seat in result.winners)


def list_seats(games: Iterable[FinishedGame]) -> tuple[PlayedSeat, ...]:
    """List every seat of these games, in their order."""
    return tuple(PlayedSeat(game, seat) for game in games for seat in range(1, len(game.result.seats) + 1))


def list_people(games: Iterable[FinishedGame], game_filter: GameFilter = ALL_GAMES) -> tuple[Person, ...]:
    """List everybody with a name, most games first. `games`: newest first."""
    return group_by_person(game_filter.select_seats(list_seats(game_filter.select_games(games))))


def group_by_person(mine: Iterable[PlayedSeat]) -> tuple[Person, ...]:
    """List everybody with a name among these seats, most games first."""
    found: dict[str, list[PlayedSeat]] = {}
    for entry in mine:
        if entry.name is not None:
            found.setdefault(name_key(entry.name), []).append(entry)
    everybody = [Person(str(mine[0].name), *_count_wins(mine), tuple(mine)) for mine in found.values()]
    return tuple(sorted(everybody, key=lambda one: (-one.games, -one.wins, name_key(one.name))))


def find_person(games: Iterable[FinishedGame], name: str, game_filter: GameFilter = ALL_GAMES) -> Person | None:
    """Return one of `list_people`; case and surrounding blanks of the name are ignored."""
    return next((one for one in list_people(games, game_filter) if name_key(one.name) == name_key(name)), None)


def measure_streak(mine: Iterable[PlayedSeat]) -> Streak:
    """Return the winning streaks of a person's seats, newest first."""
    won = [entry.won_alone for entry in mine if entry.counts]
    runs = [(one, len(tuple(same))) for one, same in groupby(won)]
    now = runs[0] if runs else (True, 0)
    return Streak(now[1] if now[0] else -now[1], max((length for one, length in runs if one), default=0))


def list_rivals(mine: Iterable[PlayedSeat]) -> tuple[Rival, ...]:
    """List the opponents with names in a person's games, most frequent first."""
    met: dict[str, list[tuple[PlayedSeat, PlayedSeat]]] = {}
    for entry in mine:
        for other in list_seats([entry.game]) if entry.counts else ():
            if other.name is not None and other.seat != entry.seat:
                met.setdefault(name_key(other.name), []).append((entry, other))
    found = [
        Rival(
            str(games[0][1].name),
            len(games),
            sum(_rank(me) > _rank(other) for me, other in games),
            sum(_rank(me) < _rank(other) for me, other in games),
        )
        for games in met.values()
    ]
    return tuple(sorted(found, key=lambda one: (-one.games, one.behind - one.ahead, name_key(one.name))))


def _rank(entry: PlayedSeat) -> tuple[bool, int]:
    """Return the sort key of who came out ahead: first place, then points."""
    return entry.is_winner, entry.total


def list_wonders(games: Iterable[FinishedGame], game_filter: GameFilter = ALL_GAMES) -> tuple[Wonder, ...]:
    """List the wonders by kind of game, highest share of wins first."""
    mine = game_filter.select_seats(list_seats(game_filter.select_games(games)))
    return tuple(
        sorted(
            _group_by_wonder(mine), key=lambda one: (one.kind, -win_share(one.wins, one.games), -one.games, one.slug)
        )
    )


def find_wonder(
    games: Iterable[FinishedGame], kind: str, slug: str, game_filter: GameFilter = ALL_GAMES
) -> Wonder | None:
    """Return one of `list_wonders`."""
    return next((one for one in list_wonders(games, game_filter) if (one.kind, one.slug) == (kind, slug)), None)


def list_played_wonders(mine: Iterable[PlayedSeat]) -> tuple[Wonder, ...]:
    """List the wonders a person has played, most often first."""
    return tuple(sorted(_group_by_wonder(mine), key=lambda one: (-one.games, -one.wins, one.kind, one.slug)))


def summarise_by_game(mine: Iterable[PlayedSeat]) -> tuple[Sum, ...]:
    """Summarise these seats by kind of game, most played first."""
    kinds: dict[str, list[PlayedSeat]] = {}
    for entry in mine:
        if entry.counts:
            kinds.setdefault(entry.game.kind, []).append(entry)
    return tuple(
        sorted((_summarise(kind, played) for kind, played in kinds.items()), key=lambda one: (-one.games, one.kind))
    )


def _group_by_wonder(mine: Iterable[PlayedSeat]) -> list[Wonder]:
    found: dict[tuple[str, str], list[PlayedSeat]] = {}
    for entry in mine:
        if entry.identity:
            found.setdefault((entry.game.kind, entry.identity), []).append(entry)
    return [Wonder(kind, slug, *_count_wins(played), tuple(played)) for (kind, slug), played in found.items()]


def _summarise(kind: str, played: Sequence[PlayedSeat]) -> Sum:
    games, wins, shared = _count_wins(played)
    points: dict[str, list[int]] = {}
    for entry in sorted(played, key=lambda each: -len(each.points)):  # the longest sheet sets the order
        for category, n in entry.points.items():
            points.setdefault(category, []).append(n)
    totals = [entry.total for entry in played]
    best = max((entry.total for entry in played if not entry.game.result.chosen), default=None)
    averages = tuple((category, _average(all_)) for category, all_ in points.items())
    return Sum(kind, games, wins, shared, _average(totals), best, averages)


def win_share(wins: int, games: int) -> float:
    """Return the share of wins, 0 to 1; 0 without games."""
    return wins / games if games else 0.0


def _count_wins(mine: Iterable[PlayedSeat]) -> tuple[int, int, int]:
    """Return the numbers of games that count, of wins and of shared first places."""
    counted = [entry for entry in mine if entry.counts]
    wins = sum(entry.won_alone for entry in counted)
    return len(counted), wins, sum(entry.is_winner for entry in counted) - wins


def _average(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers)
