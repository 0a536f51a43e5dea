"""Results of games as plain values, shared by the history, its files and their readers."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

RankKey: TypeAlias = tuple[int, int]  # a seat's points and its tie-breaker value

SEATS: Final = 7  # of a game, at most


def rank_seats(reached: Sequence[RankKey], winners: Collection[int]) -> tuple[int, ...]:
    """Return each seat's place, from 1. Ties share a place; `winners` (seats, from 1) rank before everybody else."""
    keys = [(seat in winners, *key) for seat, key in enumerate(reached, 1)]
    return tuple(1 + sum(other > mine for other in keys) for mine in keys)


class Takeover(msgspec.Struct, frozen=True):
    """A takeover of a seat during a game. Names are "" if they were forgotten."""

    seat: int  # from 1
    after: int  # lines of the record before it
    name: str
    of: str  # the former player
    bot: bool  # the former player was a bot, for nobody else


class Daily(msgspec.Struct, frozen=True):
    """The deal of the day that a game used. `data`: the version of the game's data; `own`: with values corrected by
    people.
    """

    date: str
    data: int
    own: bool = False


class Result(msgspec.Struct, frozen=True):
    """The result of a game, by seat."""

    seats: tuple[str | None, ...]  # names
    identities: tuple[str, ...]  # empty if the game has none
    scores: tuple[dict[str, int], ...]  # by category, with `total`
    winners: tuple[int, ...]  # from 1; empty if ended early
    early: bool
    turns: int
    bots: tuple[int, ...] = ()  # seats, from 1, that a bot played at the end
    how: str = ""  # the kind of victory, in games with several
    counts: tuple[dict[str, int], ...] = ()  # counts of each seat's actions, in games that store them
    emblems: tuple[str, ...] = ()  # by seat, like colours; empty in old games
    colours: tuple[str, ...] = ()
    bot_names: tuple[str, ...] = ()  # of the bot that played the seat, also until a takeover; ""
    levels: tuple[str, ...] = ()  # of the bot that played the seat at the end, "" of people; empty in old games
    takeovers: tuple[Takeover, ...] = ()  # in their order
    # The score sheet was closed with empty cells; unset in old games.
    unfinished: bool | msgspec.UnsetType = msgspec.UNSET
    daily: Daily | None = None  # set for a deal of the day, which counts in no average
    dealt: str = ""  # id of a deal shared with other tables in a club's tournament
    # Ideas of a guided game that each seat was taught, by id, and whether its person applied them; empty: none.
    learned: tuple[dict[str, bool], ...] = ()
    chosen: bool = False  # the deal was picked for a lesson: excluded from statistics and ratings
    first: int = 0  # the seat that began, from 1; 0: none or unknown

    @property
    def places_by_points(self) -> tuple[int, ...]:
        """The place of each seat, from 1: winners first, then by points without a tie-breaker."""
        return rank_seats([(score["total"], 0) for score in self.scores], self.winners)

    def has_totals_of(self, scores: Sequence[Mapping[str, int]]) -> bool:
        """Check that scores, by seat, have the totals of this result."""
        return [score["total"] for score in scores] == [score["total"] for score in self.scores]

    def name(self, seat: int) -> str | None:
        """Return the name of a seat's player (from 1) at the end, a person or a bot; None without a name."""
        bot = self.bot_names[seat - 1] if self.bot_names and seat in self.bots else ""
        return self.seats[seat - 1] or bot or None

    def badge(self, seat: int) -> tuple[str, str]:
        """Return emblem and colour of a seat (from 1), "" in old games."""
        return (self.emblems[seat - 1], self.colours[seat - 1]) if self.emblems and self.colours else ("", "")


class FinishedGame(msgspec.Struct, frozen=True):
    mark: str  # the game's globally unique id
    game: int  # its number at this table; below 0 if imported
    kind: str  # architects
    mode: str  # play | track | tally
    variant: tuple[str, ...]
    began: float  # seconds since 1970, as all times here
    ended: float
    seconds: float  # of play, without suspensions and power-off
    result: Result
    accuracy: tuple[int | None, ...] = ()  # by seat, 0 to 100, once the game is reviewed; None: not judged


class Archived(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game with its record: everything that leaves a table in an export. Contains no secret."""

    id: str  # its mark
    began: float
    ended: float
    seconds: float
    header: dict[str, str]  # of its record
    moves: tuple[str, ...] = ()  # lines of its record
    result: Result


def mode_of(header: Mapping[str, str]) -> str:
    if header.get("game") == "tally":
        return "tally"
    return "track" if header.get("deal") == "lazy" else "play"


def kind_of(header: Mapping[str, str]) -> str:
    """Return the slug of the game; for a tally, that of its sheet."""
    return header.get("sheet", "") if header.get("game") == "tally" else header.get("game", "")
