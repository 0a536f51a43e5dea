"""How games ended, as plain values: what the history, its files and everybody who reads it share."""

from collections.abc import Mapping
from typing import Final

import msgspec

SEATS: Final = 7  # of a game, at most


class Takeover(msgspec.Struct, frozen=True):
    """Somebody took a seat over while a game ran. Names are "" where nobody is known by one any more."""

    seat: int  # from 1
    after: int  # lines of the record that were said before
    name: str
    of: str  # who played it until then
    bot: bool  # that was a bot, for nobody else


class Daily(msgspec.Struct, frozen=True):
    """Whose day's deal a game was. `data`: the version of the game's data; `own`: with values that people corrected."""

    date: str
    data: int
    own: bool = False


class Result(msgspec.Struct, frozen=True):
    """How a game ended, by seat."""

    seats: tuple[str | None, ...]  # names
    identities: tuple[str, ...]  # empty where seats have no printed identity
    scores: tuple[dict[str, int], ...]  # by category, with `total`
    winners: tuple[int, ...]  # from 1; empty if ended early
    early: bool
    turns: int
    bots: tuple[int, ...] = ()  # seats, from 1, that a bot played at the end
    how: str = ""  # it was won, where there is more than one way
    counts: tuple[dict[str, int], ...] = ()  # what each seat did how often, in games of which that is kept
    emblems: tuple[str, ...] = ()  # of each seat, as its colour; empty in games before there were any
    colours: tuple[str, ...] = ()
    bot_names: tuple[str, ...] = ()  # what a bot was called that played a seat, or did until a person took over; ""
    takeovers: tuple[Takeover, ...] = ()  # in their order
    # A score sheet that was closed while something was not entered yet; unset where nobody kept that.
    unfinished: bool | msgspec.UnsetType = msgspec.UNSET
    daily: Daily | None = None  # it was a day's deal, and counts in no average
    dealt: str = ""  # the mark of a deal that others had, too: a round's of a club's tournament
    # Ideas of its first game that each seat was told, by their ids, and whether its person did it; empty: none was.
    learned: tuple[dict[str, bool], ...] = ()
    chosen: bool = (
        False  # its deal was chosen for what a first game teaches: it is no measure of anybody, nor of chance
    )
    first: int = 0  # the seat that began, from 1; 0 where nobody does, and where nobody kept that

    def name(self, seat: int) -> str | None:
        """What whoever played a seat (from 1) at the end is called, a person or a bot; None without a name."""
        bot = self.bot_names[seat - 1] if self.bot_names and seat in self.bots else ""
        return self.seats[seat - 1] or bot or None

    def badge(self, seat: int) -> tuple[str, str]:
        """The emblem and the colour of a seat (from 1), "" in games before there were any."""
        return (self.emblems[seat - 1], self.colours[seat - 1]) if self.emblems and self.colours else ("", "")


class Finished(msgspec.Struct, frozen=True):
    """One game of the history."""

    mark: str  # this game's own, wherever it is brought
    game: int  # its number at this table; below 0 if it was brought from elsewhere
    kind: str  # architects
    mode: str  # play | track | tally
    variant: tuple[str, ...]
    began: float  # seconds since 1970, as all times here
    ended: float
    seconds: float  # at the table, without the time it lay aside or the table was off
    result: Result
    accuracy: tuple[int | None, ...] = ()  # of each seat, 0 to 100, once the game is reviewed; None: it was not judged


class Archived(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game with its record: all that leaves a table, and comes to another. No secret is in it."""

    id: str  # its mark
    began: float
    ended: float
    seconds: float
    header: dict[str, str]  # of its record
    moves: tuple[str, ...] = ()  # lines of its record
    result: Result


def mode_of(header: Mapping[str, str]) -> str:
    """How a game with this header was had."""
    if header.get("game") == "tally":
        return "tally"
    return "track" if header.get("deal") == "lazy" else "play"


def kind_of(header: Mapping[str, str]) -> str:
    """Which game it was; a tally says whose sheet it filled."""
    return header.get("sheet", "") if header.get("game") == "tally" else header.get("game", "")
