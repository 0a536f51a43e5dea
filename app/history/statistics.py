"""Finished games, and what they come to by person and by wonder. Values and pure functions; the store keeps them.

A game that was ended early is listed, but counts for nothing: nobody won it, and its points are not whole. People are
known by their names, whatever the capitals and the blanks round them.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from app.protocol.names import known_as
from app.protocol.results import Finished


class Entry(msgspec.Struct, frozen=True):
    """One seat of a finished game."""

    game: Finished
    seat: int  # from 1

    @property
    def name(self) -> str | None:
        """Of its person; statistics are of people."""
        return self.game.result.seats[self.seat - 1]

    @property
    def called(self) -> str | None:
        """What it is called: by its person, or by the bot that played it."""
        return self.game.result.name(self.seat)

    @property
    def badge(self) -> tuple[str, str]:
        """Its emblem and its colour, "" in games before there were any."""
        return self.game.result.badge(self.seat)

    @property
    def identity(self) -> str:
        """What it was (a wonder's slug); "" where seats have no printed identity."""
        return self.game.result.identities[self.seat - 1] if self.game.result.identities else ""

    @property
    def bot(self) -> bool:
        return self.seat in self.game.result.bots

    @property
    def points(self) -> Mapping[str, int]:
        """By category, without the total."""
        score = self.game.result.scores[self.seat - 1]
        return {category: n for category, n in score.items() if category != "total"}

    @property
    def total(self) -> int:
        return self.game.result.scores[self.seat - 1]["total"]

    @property
    def won(self) -> bool:
        return self.seat in self.game.result.winners

    @property
    def counts(self) -> bool:
        """Whether it goes into the averages."""
        return not self.game.result.early


class Sum(msgspec.Struct, frozen=True):
    """What entries of one kind of game come to. Averages are over games in which there was such a category."""

    kind: str
    games: int
    wins: int
    points: float  # on average
    best: int
    categories: tuple[tuple[str, float], ...]  # averages, as they stand on the sheet


class Person(msgspec.Struct, frozen=True):
    """Somebody, by the name they last had. `games` and `wins` are those that count."""

    name: str
    games: int
    wins: int
    entries: tuple[Entry, ...]  # all of them, the newest first


class Wonder(msgspec.Struct, frozen=True):
    """What a seat may be in a kind of game, and what came of it."""

    kind: str
    slug: str
    games: int
    wins: int
    entries: tuple[Entry, ...]


def entries(games: Iterable[Finished]) -> tuple[Entry, ...]:
    """Every seat of these games, in their order."""
    return tuple(Entry(game, seat) for game in games for seat in range(1, len(game.result.seats) + 1))


def people(games: Iterable[Finished]) -> tuple[Person, ...]:
    """Everybody with a name, who played most first. `games` come newest first."""
    return named(entries(games))


def named(mine: Iterable[Entry]) -> tuple[Person, ...]:
    """Everybody with a name among these seats, who played most first."""
    found: dict[str, list[Entry]] = {}
    for entry in mine:
        if entry.name is not None:
            found.setdefault(known_as(entry.name), []).append(entry)
    everybody = [Person(str(mine[0].name), *_won(mine), tuple(mine)) for mine in found.values()]
    return tuple(sorted(everybody, key=lambda one: (-one.games, -one.wins, known_as(one.name))))


def person(games: Iterable[Finished], name: str) -> Person | None:
    """One of `people`, however the name is written."""
    return next((one for one in people(games) if known_as(one.name) == known_as(name)), None)


def wonders(games: Iterable[Finished]) -> tuple[Wonder, ...]:
    """What seats have been, by kind of game, who won most often first."""
    return tuple(
        sorted(_roles(entries(games)), key=lambda one: (one.kind, -share(one.wins, one.games), -one.games, one.slug))
    )


def wonder(games: Iterable[Finished], kind: str, slug: str) -> Wonder | None:
    """One of `wonders`."""
    return next((one for one in wonders(games) if (one.kind, one.slug) == (kind, slug)), None)


def roles(mine: Iterable[Entry]) -> tuple[Wonder, ...]:
    """What somebody has been, the most often first."""
    return tuple(sorted(_roles(mine), key=lambda one: (-one.games, -one.wins, one.kind, one.slug)))


def sums(mine: Iterable[Entry]) -> tuple[Sum, ...]:
    """What these entries come to, one sum for each kind of game, the most played first: points differ between them."""
    kinds: dict[str, list[Entry]] = {}
    for entry in mine:
        if entry.counts:
            kinds.setdefault(entry.game.kind, []).append(entry)
    return tuple(sorted((_sum(kind, played) for kind, played in kinds.items()), key=lambda one: (-one.games, one.kind)))


def _roles(mine: Iterable[Entry]) -> list[Wonder]:
    found: dict[tuple[str, str], list[Entry]] = {}
    for entry in mine:
        if entry.identity:
            found.setdefault((entry.game.kind, entry.identity), []).append(entry)
    return [Wonder(kind, slug, *_won(played), tuple(played)) for (kind, slug), played in found.items()]


def _sum(kind: str, played: Sequence[Entry]) -> Sum:
    games, wins = _won(played)
    points: dict[str, list[int]] = {}
    for entry in sorted(played, key=lambda each: -len(each.points)):  # the longest sheet sets the order
        for category, n in entry.points.items():
            points.setdefault(category, []).append(n)
    totals = [entry.total for entry in played]
    averages = tuple((category, _mean(all_)) for category, all_ in points.items())
    return Sum(kind, games, wins, _mean(totals), max(totals), averages)


def share(wins: int, games: int) -> float:
    """Of games, from 0 to 1; 0 where there are none."""
    return wins / games if games else 0.0


def _won(mine: Iterable[Entry]) -> tuple[int, int]:
    counted = [entry for entry in mine if entry.counts]
    return len(counted), sum(entry.won for entry in counted)


def _mean(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers)
