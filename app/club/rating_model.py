"""The rating model: which games count, and how they change ratings. Pure functions, on openskill's Plackett-Luce."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from math import lcm
from typing import TYPE_CHECKING, Final, NamedTuple

from app.history.statistics import is_whole
from app.protocol.results import Archived, FinishedGame, kind_of, mode_of

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

SCALE: Final = 40.0  # displayed points for one unit of the model
START: Final = 1000.0  # displayed points at the start
SIGMAS: Final = 3.0  # sigmas subtracted from mu: a lower bound
BOT: Final = "bot:"  # prefix of a rated bot's name
REMOVED: Final = "?"  # prefix of the id of a removed member
POOL: Final = re.compile(r"(?P<kind>.+)-(?P<seats>\d)(?P<bots>-bots)?")


class Rating(NamedTuple):
    """A player's rating after some games. `mu`: the model's estimate, `sigma`: its uncertainty."""

    mu: float
    sigma: float
    games: int = 0
    wins: int = 0

    @property
    def points(self) -> float:
        """The displayed rating: a lower bound of the estimate."""
        return display_points(self.mu, self.sigma)


class Sitting(NamedTuple):
    """A rated player in a seat (from 1) of a game, a member's id, a bot or a removed member; and their place.

    `shared`: somebody at the table has the same place, even an unrated guest.
    """

    seat: int
    player: str
    place: int
    shared: bool = False


BEGINNER: Final = Rating(25.0, 25.0 / 3)


def display_points(mu: float, sigma: float) -> float:
    return START + SCALE * (mu - SIGMAS * sigma)


@cache
def model() -> "PlackettLuce":
    """Load the model on first use, since the import is slow."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=BEGINNER.mu, sigma=BEGINNER.sigma)


def rate_game(before: Sequence[Rating], at: Sequence[int]) -> list[Rating]:
    """Return the ratings after a game; `at`: places from 1, ties share them.

    Ties are rated by the mean over all their orders: the model's own rule for ties rates two winners of four below the
    third.
    """
    orders = [_rate_without_ties(before, order) for order in _list_orders(before, at)]
    means = [[sum(each) / len(orders) for each in zip(*same, strict=True)] for same in zip(*orders, strict=True)]
    return [
        Rating(mu, sigma, old.games + 1, old.wins + (place == 1))
        for old, (mu, sigma), place in zip(before, means, at, strict=True)
    ]


def _rate_without_ties(before: Sequence[Rating], at: Sequence[int]) -> list[tuple[float, float]]:
    """Return `mu` and `sigma` of each player after a game without ties."""
    rated = model().rate(
        [[model().rating(each.mu, each.sigma)] for each in before], ranks=[float(place) for place in at]
    )
    return [(float(new.mu), float(new.sigma)) for [new] in rated]


def _list_orders(before: Sequence[Rating], at: Sequence[int]) -> list[list[int]]:
    """List orders without ties in which tied players come first equally often, whatever their seats."""
    groups = [[n for n, each in enumerate(at) if each == place] for place in sorted({*at})]
    for group in groups:
        group.sort(key=lambda n: before[n][:2])
    rounds = lcm(*map(len, groups))
    turned = [[n for group in groups for n in _rotate(group, turn)] for turn in range(rounds)]
    if any(len(group) > 2 for group in groups):  # every pair appears in both orders equally often
        turned += [[n for group in groups for n in _rotate(group[::-1], turn)] for turn in range(rounds)]
    return [[order.index(n) + 1 for n in range(len(at))] for order in turned]


def _rotate(group: Sequence[int], by: int) -> list[int]:
    by %= len(group)
    return [*group[by:], *group[:by]]


def pool_id(kind: str, seats: int, bots: bool = False) -> str:
    """Return the pool of games of a kind and number of seats; `bots`: the pool in which bots are rated, too."""
    return f"{kind}-{seats}{'-bots' if bots else ''}"


def is_measure(game: Archived) -> bool:
    """Check that a game measures its players' skill."""
    result = game.result
    played = FinishedGame(
        mark=game.id,
        game=0,
        kind=kind_of(game.header),
        mode=mode_of(game.header),
        variant=(),
        began=0.0,
        ended=0.0,
        seconds=0.0,
        result=result,
    )
    return not result.chosen and bool(result.winners) and is_whole(played)


def list_sittings(game: Archived, members: Mapping[int, str], bots: bool) -> list[Sitting]:
    """List a game's rated players by seat; empty unless there are two. `members`: by seat; `bots`: rate bots, too.

    Guests and people with two seats are left out. Games that measure nobody are unrated: ended early, incomplete, or
    with a known or chosen deal.
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
    places = result.places_by_points
    return [Sitting(seat, player, place := places[seat - 1], places.count(place) > 1) for seat, player in who.items()]
