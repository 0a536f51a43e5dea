"""What of a game is rated, and what it changes: pure functions, by openskill's model of Plackett and Luce."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from math import lcm
from typing import TYPE_CHECKING, Final, NamedTuple

from app.history.statistics import is_whole
from app.protocol.results import Archived, Finished, kind_of, mode_of
from app.shown.play.standings import places

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

SCALE: Final = 40.0  # points for people in one of the model's
START: Final = 1000.0  # points of whoever has not played yet
SURE: Final = 3.0  # widths of doubt below what the model holds for likely: that much is sure
BOT: Final = "bot:"  # before the name of a bot, where bots are rated
SOMEBODY: Final = "?"  # before the id of somebody who wished to be forgotten
POOL: Final = re.compile(r"(?P<kind>.+)-(?P<seats>\d)(?P<bots>-bots)?")


class Rating(NamedTuple):
    """How somebody stands after some games. `mu`: what the model holds for likely, `sigma`: how much it doubts it."""

    mu: float
    sigma: float
    games: int = 0
    wins: int = 0

    @property
    def points(self) -> float:
        """What people read: as much as is sure."""
        return points(self.mu, self.sigma)


class Sitting(NamedTuple):
    """Who is rated for a seat (from 1) of a game, a member by their id, a bot, or somebody; and their place in it.

    `shared`: somebody at the table has the same place, be it a guest who is not rated.
    """

    seat: int
    player: str
    place: int
    shared: bool = False


BEGINNER: Final = Rating(25.0, 25.0 / 3)


def points(mu: float, sigma: float) -> float:
    return START + SCALE * (mu - SURE * sigma)


@cache
def model() -> "PlackettLuce":
    """Loaded when something is rated first, since it takes a while."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=BEGINNER.mu, sigma=BEGINNER.sigma)


def after(before: Sequence[Rating], at: Sequence[int]) -> list[Rating]:
    """Return how those who have played one game stand after it; `at`: their places, from 1, which equals share.

    Equals are rated by the mean of their orders: the model's own rule for shared places puts two winners of four below
    the third.
    """
    orders = [_rated(before, order) for order in _orders(before, at)]
    means = [[sum(each) / len(orders) for each in zip(*same, strict=True)] for same in zip(*orders, strict=True)]
    return [
        Rating(mu, sigma, old.games + 1, old.wins + (place == 1))
        for old, (mu, sigma), place in zip(before, means, at, strict=True)
    ]


def _rated(before: Sequence[Rating], at: Sequence[int]) -> list[tuple[float, float]]:
    """Return `mu` and `sigma` of each after a game in which nobody shared a place."""
    rated = model().rate([[model().rating(it.mu, it.sigma)] for it in before], ranks=[float(place) for place in at])
    return [(float(new.mu), float(new.sigma)) for [new] in rated]


def _orders(before: Sequence[Rating], at: Sequence[int]) -> list[list[int]]:
    """List the orders without shared places in which equals come first equally often, whoever sits where."""
    groups = [[n for n, each in enumerate(at) if each == place] for place in sorted({*at})]
    for group in groups:
        group.sort(key=lambda n: before[n][:2])
    rounds = lcm(*map(len, groups))
    turned = [[n for group in groups for n in _turned(group, turn)] for turn in range(rounds)]
    if any(len(group) > 2 for group in groups):  # each pair of equals is told apart in both ways, equally often
        turned += [[n for group in groups for n in _turned(group[::-1], turn)] for turn in range(rounds)]
    return [[order.index(n) + 1 for n in range(len(at))] for order in turned]


def _turned(group: Sequence[int], by: int) -> list[int]:
    by %= len(group)
    return [*group[by:], *group[:by]]


def pool_of(kind: str, seats: int, bots: bool = False) -> str:
    """Where games of a kind and a number of seats are rated; `bots`: of those in which bots are rated as well."""
    return f"{kind}-{seats}{'-bots' if bots else ''}"


def is_measure(game: Archived) -> bool:
    """Whether a game says something of those who played it."""
    result = game.result
    played = Finished(game.id, 0, kind_of(game.header), mode_of(game.header), (), 0.0, 0.0, 0.0, result)
    return not result.chosen and bool(result.winners) and is_whole(played)


def sittings(game: Archived, members: Mapping[int, str], bots: bool) -> list[Sitting]:
    """Who of a game is rated, by seat; nobody, unless two are. `members`: who of the club's sat there; `bots`: rate
    them as well.

    Left out are guests, of whom nobody knows who they are, and whoever had two seats. Games that say nothing of those
    who played them are not rated: ended early, not entered whole, with a deal that people may know or that was chosen.
    """
    result = game.result
    if not is_measure(game):
        return []
    who = {seat: members[seat] for seat in range(1, len(result.seats) + 1) if seat in members}
    if result.bots:
        who = {seat: player for seat, player in who.items() if seat not in result.bots}
        if bots and who:
            who |= {seat: f"{BOT}{result.name(seat)}" for seat in result.bots if result.name(seat)}
    seen = list(who.values())
    who = {seat: player for seat, player in sorted(who.items()) if seen.count(player) == 1}
    if len(who) < 2:
        return []
    reached = places([(score["total"], 0) for score in result.scores], result.winners)
    return [Sitting(seat, player, place := reached[seat - 1], reached.count(place) > 1) for seat, player in who.items()]
