"""Finished games, and what they come to by person and by wonder. Values and pure functions; the store keeps them.

A game that was ended early, or a score sheet on which something was not entered, is listed, but counts for nothing:
its points are not whole. People are known by their names, whatever the capitals and the blanks round them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec

from app.protocol.names import known_as
from app.protocol.results import Finished


class PlayedSeat(msgspec.Struct, frozen=True):
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
    def accuracy(self) -> int | None:
        """How well its choices were made, 0 to 100; None where the game was not reviewed, or nobody's are judged."""
        return self.game.accuracy[self.seat - 1] if self.game.accuracy else None

    @property
    def won(self) -> bool:
        """A first place, alone or shared with others."""
        return self.seat in self.game.result.winners

    @property
    def won_alone(self) -> bool:
        """A first place that nobody shares; only this counts as a win."""
        return self.game.result.winners == (self.seat,)

    @property
    def counts(self) -> bool:
        """Whether it goes into the averages."""
        return is_whole(self.game)


class Cut(msgspec.Struct, frozen=True):
    """Which games are looked at; what is "" or 0 leaves nothing out. `role`: what a seat was."""

    kind: str = ""
    seats: int = 0
    mode: str = ""
    role: str = ""

    @property
    def facts(self) -> dict[str, str | int]:
        """What it looks at, by name."""
        return {name: value for name, value in msgspec.structs.asdict(self).items() if value}

    def but(self, name: str, value: str | int) -> dict[str, str | int]:
        """What it would look at with another value of one of them."""
        return msgspec.structs.replace(self, **{name: value}).facts

    def games(self, games: Iterable[Finished]) -> tuple[Finished, ...]:
        """Those it is about, in their order."""
        return tuple(
            game
            for game in games
            if self.kind in ("", game.kind)
            and self.seats in (0, len(game.result.seats))
            and self.mode in ("", game.mode)
            and (not self.role or self.role in game.result.identities)
        )

    def entries(self, mine: Iterable[PlayedSeat]) -> tuple[PlayedSeat, ...]:
        """Those that were that."""
        return tuple(entry for entry in mine if self.role in ("", entry.identity))


ALL: Final = Cut()  # every game


class Cuts(msgspec.Struct, frozen=True):
    """What there is to choose between: what was played most first, seats by number, roles with their kind of game."""

    kinds: tuple[str, ...]
    seats: tuple[int, ...]
    modes: tuple[str, ...]
    roles: tuple[tuple[str, str], ...]


class Streak(msgspec.Struct, frozen=True):
    """Games in a row, of those that count: won (`now` below 0: not won) until now, and the most that were ever won."""

    now: int
    best: int


class Rival(msgspec.Struct, frozen=True):
    """Somebody and another in the same games, of those that count: who came out ahead how often."""

    name: str
    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        """How often neither did."""
        return self.games - self.ahead - self.behind


class Sum(msgspec.Struct, frozen=True):
    """What entries of one kind of game come to. Averages are over games in which there was such a category; the best is
    of games whose deal nobody chose, None if there are none."""

    kind: str
    games: int
    wins: int
    shared: int
    points: float  # on average
    best: int | None
    categories: tuple[tuple[str, float], ...]  # averages, as they stand on the sheet


class Person(msgspec.Struct, frozen=True):
    """Somebody, by the name they last had. `games`, `wins` and `shared` first places are of games that count.

    A shared first place is no win, here and wherever else wins are counted.
    """

    name: str
    games: int
    wins: int
    shared: int
    entries: tuple[PlayedSeat, ...]  # all of them, the newest first


class Wonder(msgspec.Struct, frozen=True):
    """What a seat may be in a kind of game, and what came of it."""

    kind: str
    slug: str
    games: int
    wins: int
    shared: int
    entries: tuple[PlayedSeat, ...]


def cuts(games: Iterable[Finished]) -> Cuts:
    """Of these games; where all are alike, nothing."""
    games = tuple(games)
    kinds = Counter(game.kind for game in games)
    modes = Counter(game.mode for game in games)
    roles = {(game.kind, slug) for game in games for slug in game.result.identities if slug}
    seats = sorted({len(game.result.seats) for game in games})

    def several(found: Sequence[Any]) -> tuple[Any, ...]:  # Any: what is chosen between
        return tuple(found) if len(found) > 1 else ()

    return Cuts(
        several([kind for kind, _ in kinds.most_common()]),
        several(seats),
        several([mode for mode, _ in modes.most_common()]),
        several(sorted(roles)),
    )


def is_whole(game: Finished) -> bool:
    """Whether it was played to its end, and everything entered; a day's deal, which people may know, never counts.

    Of older score sheets nobody knows what was not entered: there somebody without any points says so, unless the game
    was won at once, whatever the points.
    """
    result = game.result
    if result.early or result.daily or result.unfinished is True:
        return False
    if result.unfinished is False or result.how:
        return True
    if game.mode != "tally" or all(map(any, (score.values() for score in result.scores))):
        return True
    return any(result.scores[seat - 1]["total"] == 0 for seat in result.winners)


def entries(games: Iterable[Finished]) -> tuple[PlayedSeat, ...]:
    """Every seat of these games, in their order."""
    return tuple(PlayedSeat(game, seat) for game in games for seat in range(1, len(game.result.seats) + 1))


def people(games: Iterable[Finished], cut: Cut = ALL) -> tuple[Person, ...]:
    """Everybody with a name, who played most first. `games` come newest first."""
    return named(cut.entries(entries(cut.games(games))))


def named(mine: Iterable[PlayedSeat]) -> tuple[Person, ...]:
    """Everybody with a name among these seats, who played most first."""
    found: dict[str, list[PlayedSeat]] = {}
    for entry in mine:
        if entry.name is not None:
            found.setdefault(known_as(entry.name), []).append(entry)
    everybody = [Person(str(mine[0].name), *_won(mine), tuple(mine)) for mine in found.values()]
    return tuple(sorted(everybody, key=lambda one: (-one.games, -one.wins, known_as(one.name))))


def person(games: Iterable[Finished], name: str, cut: Cut = ALL) -> Person | None:
    """One of `people`, however the name is written."""
    return next((one for one in people(games, cut) if known_as(one.name) == known_as(name)), None)


def streak(mine: Iterable[PlayedSeat]) -> Streak:
    """Of somebody's entries, the newest first."""
    won = [entry.won_alone for entry in mine if entry.counts]
    runs = [(one, len(tuple(same))) for one, same in groupby(won)]
    now = runs[0] if runs else (True, 0)
    return Streak(now[1] if now[0] else -now[1], max((length for one, length in runs if one), default=0))


def rivals(mine: Iterable[PlayedSeat]) -> tuple[Rival, ...]:
    """Everybody with a name whom somebody of these entries has met, who was met most often first."""
    met: dict[str, list[tuple[PlayedSeat, PlayedSeat]]] = {}
    for entry in mine:
        for other in entries([entry.game]) if entry.counts else ():
            if other.name is not None and other.seat != entry.seat:
                met.setdefault(known_as(other.name), []).append((entry, other))
    found = [
        Rival(
            str(games[0][1].name),
            len(games),
            sum(_rank(me) > _rank(other) for me, other in games),
            sum(_rank(me) < _rank(other) for me, other in games),
        )
        for games in met.values()
    ]
    return tuple(sorted(found, key=lambda one: (-one.games, one.behind - one.ahead, known_as(one.name))))


def _rank(entry: PlayedSeat) -> tuple[bool, int]:
    """What decides who came out ahead: the first place, then points."""
    return entry.won, entry.total


def wonders(games: Iterable[Finished], cut: Cut = ALL) -> tuple[Wonder, ...]:
    """What seats have been, by kind of game, who won most often first."""
    mine = cut.entries(entries(cut.games(games)))
    return tuple(sorted(_roles(mine), key=lambda one: (one.kind, -share(one.wins, one.games), -one.games, one.slug)))


def wonder(games: Iterable[Finished], kind: str, slug: str, cut: Cut = ALL) -> Wonder | None:
    """One of `wonders`."""
    return next((one for one in wonders(games, cut) if (one.kind, one.slug) == (kind, slug)), None)


def roles(mine: Iterable[PlayedSeat]) -> tuple[Wonder, ...]:
    """What somebody has been, the most often first."""
    return tuple(sorted(_roles(mine), key=lambda one: (-one.games, -one.wins, one.kind, one.slug)))


def sums(mine: Iterable[PlayedSeat]) -> tuple[Sum, ...]:
    """What these entries come to, one sum for each kind of game, the most played first: points differ between them."""
    kinds: dict[str, list[PlayedSeat]] = {}
    for entry in mine:
        if entry.counts:
            kinds.setdefault(entry.game.kind, []).append(entry)
    return tuple(sorted((_sum(kind, played) for kind, played in kinds.items()), key=lambda one: (-one.games, one.kind)))


def _roles(mine: Iterable[PlayedSeat]) -> list[Wonder]:
    found: dict[tuple[str, str], list[PlayedSeat]] = {}
    for entry in mine:
        if entry.identity:
            found.setdefault((entry.game.kind, entry.identity), []).append(entry)
    return [Wonder(kind, slug, *_won(played), tuple(played)) for (kind, slug), played in found.items()]


def _sum(kind: str, played: Sequence[PlayedSeat]) -> Sum:
    games, wins, shared = _won(played)
    points: dict[str, list[int]] = {}
    for entry in sorted(played, key=lambda each: -len(each.points)):  # the longest sheet sets the order
        for category, n in entry.points.items():
            points.setdefault(category, []).append(n)
    totals = [entry.total for entry in played]
    best = max((entry.total for entry in played if not entry.game.result.chosen), default=None)
    averages = tuple((category, _mean(all_)) for category, all_ in points.items())
    return Sum(kind, games, wins, shared, _mean(totals), best, averages)


def share(wins: int, games: int) -> float:
    """Of games, from 0 to 1; 0 where there are none."""
    return wins / games if games else 0.0


def _won(mine: Iterable[PlayedSeat]) -> tuple[int, int, int]:
    """Return the numbers of games that count, of wins and of shared first places."""
    counted = [entry for entry in mine if entry.counts]
    wins = sum(entry.won_alone for entry in counted)
    return len(counted), wins, sum(entry.won for entry in counted) - wins


def _mean(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers)
