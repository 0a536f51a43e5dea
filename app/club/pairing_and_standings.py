"""Pairing and standings of tournaments, as pure functions.

Games for two use the Swiss system: people with equal points meet, and nobody meets twice if avoidable. It is a
minimum-cost matching, computed by networkx. Larger tables are filled in the order of the standings, then improved by
local search: people swap places as long as that reduces repeated meetings or differences at a table.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Final, NamedTuple

STARTS: Final = 8  # starting orders of the local search at most
SWAPS: Final = 4000  # swaps from each at most


class Pairing(NamedTuple):
    """The people (by number) at a table of a round; one alone has a bye. `places`: from 1, None: no result yet."""

    people: tuple[int, ...]
    places: tuple[int, ...] | None = None


class Stand(NamedTuple):
    """A person's standing. `place`: from 1, ties share it; `met`: points of opponents, summed by round."""

    number: int
    place: int
    points: Fraction
    met: Fraction
    played: int  # rounds with a result
    unshared_wins: int  # alone
    byes: int
    shared: int  # first places


class TooFewPeople(Exception):
    """Too few people are left for a table."""


# ---- how everybody stands ------------------------------------------------------------------------------------


def count_points(pairing: Pairing, most: int) -> dict[int, Fraction]:
    """Return each person's points of a round: one for each person beaten, half for each tie.

    Points at a smaller table are scaled up. A bye counts as a win in games for two, as usual in the Swiss system, and
    otherwise as the average of a table.
    """
    if len(pairing.people) == 1:
        return {pairing.people[0]: Fraction(1) if most == 2 else Fraction(most - 1, 2)}
    if pairing.places is None:
        return {}
    half = Fraction(most - 1, len(pairing.people) - 1) / 2
    behind = {place: sum((place < each) + (place <= each) for each in pairing.places) - 1 for place in pairing.places}
    return {person: half * behind[place] for person, place in zip(pairing.people, pairing.places, strict=True)}


def rank_people(lot: str, people: Collection[int], rounds: Sequence[Sequence[Pairing]], most: int) -> list[Stand]:
    """Rank everybody, best first: by points, then fewest byes, then by points of opponents.

    `lot`: the seed that breaks ties.
    """
    total: dict[int, Fraction] = dict.fromkeys(people, Fraction(0))
    for pairing in _iterate_pairings(rounds):
        for person, more in count_points(pairing, most).items():
            total[person] += more
    met: dict[int, Fraction] = dict.fromkeys(people, Fraction(0))
    played, won, byes, shared = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    for who, places in _iterate_pairings(rounds):
        for n, person in enumerate(who):
            others = [total[other] for other in who if other != person]
            if not others:
                met[person] += total[person]  # as if against an equal opponent
                byes[person] += 1
            elif places is not None:
                met[person] += sum(others, Fraction(0)) / len(others)
                first = shared if places.count(1) > 1 else won
                first[person] += places[n] == 1
                played[person] += 1
    reached = {person: (-total[person], byes[person], -met[person]) for person in people}
    order = sorted(people, key=lambda each: (reached[each], _draw_hash(lot, each)))
    stands: list[Stand] = []
    for number, each in enumerate(order, 1):
        last = stands[-1] if stands else None
        same = last is not None and reached[last.number] == reached[each]
        place = last.place if last is not None and same else number
        stands.append(Stand(each, place, total[each], met[each], played[each], won[each], byes[each], shared[each]))
    return stands


def rank_places(entered: Sequence[int]) -> tuple[int, ...]:
    """Convert entered places to ranks, without gaps except after ties."""
    return tuple(1 + sum(other < mine for other in entered) for mine in entered)


# ---- the next round ------------------------------------------------------------------------------------------


def pair_round(
    lot: str, people: Collection[int], rounds: Sequence[Sequence[Pairing]], most: int, least: int, planned: int = 0
) -> list[tuple[int, ...]]:
    """Return the next round: tables in order, then byes. Raise TooFewPeople.

    Deterministic for the same people, rounds and `lot`. `planned`: rounds in all; while the same people play, nobody
    meets twice in them if avoidable.
    """
    everybody = {person for pairing in _iterate_pairings(rounds) for person in pairing.people} | set(people)
    order = [person for person in rank_people(lot, everybody, rounds, most) if person.number in people]
    met = Counter(pair for pairing in _iterate_pairings(rounds) for pair in combinations(sorted(pairing.people), 2))
    if not order:
        raise TooFewPeople
    if most == 2:
        return _pair_swiss(order, met, [] if planned <= len(order) // 2 else _list_rounds_left(lot, people, rounds))
    sizes = choose_table_sizes(len(order), most, least)
    out = set(sorted(order, key=lambda each: (each.byes, -order.index(each)))[: len(order) - sum(sizes)])
    seated = [each for each in order if each not in out]
    fewest = _fill_tables(f"{lot} {len(rounds)}", seated, sizes, met)
    return fewest + [(each.number,) for each in order if each in out]


def choose_table_sizes(people: int, most: int, least: int) -> list[int]:
    """Return the table sizes: fewest byes first, then fewest tables, as equal as possible. Raise TooFewPeople."""
    for seated in range(people, least - 1, -1):
        count = -(-seated // most)
        if seated // count >= least:
            return [seated // count + (n < seated % count) for n in range(count)]
    raise TooFewPeople


def _list_rounds_left(
    lot: str, people: Collection[int], rounds: Sequence[Sequence[Pairing]]
) -> list[list[tuple[int, ...]]]:
    """List the remaining rounds of a round robin (circle method), if all earlier rounds belong to it.

    With more rounds than half the people, pairs chosen round by round can reach a dead end: six people may leave two
    groups of three.
    """
    circle = sorted(people, key=lambda each: _draw_hash(lot, each))
    if len(circle) % 2:
        circle.append(0)  # numbers of people begin at 1: paired with 0 means a bye
    fixed, *others = circle
    table = []
    for turn in range(len(others)):
        ring = [fixed, *others[turn:], *others[:turn]]
        pairs = [(ring[n], ring[-1 - n]) for n in range(len(ring) // 2)]
        table.append([tuple(each for each in pair if each) for pair in pairs])
    played = [{frozenset(pairing.people) for pairing in each} for each in rounds]
    left = [each for each in table if {frozenset(pair) for pair in each} not in played]
    return left if len(left) == len(table) - len(played) else []


def _pair_swiss(
    order: Sequence[Stand], met: Mapping[tuple[int, int], int], only: Sequence[Sequence[tuple[int, ...]]]
) -> list[tuple[int, ...]]:
    """Pair people by cost: byes in rotation first, then fewest repeated meetings, then similar points.

    Among equal points the upper half meets the lower. `only`: rounds to choose from, if not empty.
    """
    from networkx import Graph
    from networkx.algorithms.matching import max_weight_matching

    count = len(order)
    if count < 2:
        raise TooFewPeople
    halves = [int(each.points * 2) for each in order]
    sizes = Counter(halves)
    # Each cost outweighs the sum of all those before it.
    near = count**3 + 1
    again = near * (count * (max(halves) + 1) ** 2 + 1)
    bye = again * (count * (1 + sum(n * n for n in met.values())) + 1)
    costs: dict[tuple[int, int], int] = {}
    for a, b in combinations(range(count), 2):
        gap = halves[a] - halves[b]
        fold = (b - a - sizes[halves[a]] // 2) ** 2 if gap == 0 else b - a
        costs[a, b] = fold + near * gap**2 + again * met.get(_pair(order[a].number, order[b].number), 0) ** 2
    if count % 2:
        for a in range(count):
            costs[a, count] = (count - 1 - a) ** 2 + near * (halves[a] - min(halves)) ** 2 + bye * order[a].byes ** 2
    if only:
        at = {each.number: n for n, each in enumerate(order)}
        choice = [[_pair(at[pair[0]], at[pair[1]] if len(pair) == 2 else count) for pair in each] for each in only]
        pairs = sorted(min(choice, key=lambda each: sum(costs[pair] for pair in each)))
    else:
        graph = Graph()
        graph.add_nodes_from(range(count + count % 2))
        graph.add_weighted_edges_from((a, b, max(costs.values()) + 1 - cost) for (a, b), cost in costs.items())
        pairs = sorted(_pair(*pair) for pair in max_weight_matching(graph, maxcardinality=True))
    whole = [(order[a].number, order[b].number) for a, b in pairs if b < count]
    return [*whole, *((order[a].number,) for a, b in pairs if b == count)]


def _fill_tables(
    lot: str, order: Sequence[Stand], sizes: Sequence[int], met: Mapping[tuple[int, int], int]
) -> list[tuple[int, ...]]:
    """Fill tables with few repeated meetings and people of similar standing, by local search."""
    if not met:
        best = _cut_into_tables(list(range(len(order))), sizes)  # a random order
    else:
        costs = _compute_costs(order, met)
        found = []
        people = list(range(len(order)))
        for start in range(STARTS):
            found.append(_improve(_cut_into_tables(people, sizes), costs))
            if found[-1][0] < costs.again:  # no repeated meetings
                break
            people.sort(key=lambda n: _draw_hash(f"{lot} {start}", n))
        best = min(found)[1]
    return [tuple(order[n].number for n in sorted(table)) for table in sorted(best, key=min)]


class _Costs(NamedTuple):
    """The cost of each pair at one table; `again`: the cost of one earlier meeting."""

    of: list[list[int]]
    again: int


def _compute_costs(order: Sequence[Stand], met: Mapping[tuple[int, int], int]) -> _Costs:
    count = len(order)
    ranks = {value: n for n, value in enumerate(sorted({each.points for each in order}))}
    again = count**4 + 1
    of = [[0] * count for _ in order]
    for a, b in combinations(range(count), 2):
        pair = _pair(order[a].number, order[b].number)
        gap = ranks[order[a].points] - ranks[order[b].points]
        of[a][b] = of[b][a] = again * met.get(pair, 0) ** 2 + gap**2
    return _Costs(of, again)


def _improve(places: list[list[int]], costs: _Costs) -> tuple[int, list[list[int]]]:
    """Swap people as long as the total cost falls, the best swap first."""
    of = costs.of
    for _ in range(SWAPS):
        change, best = 0, None
        at = [[sum(of[person][other] for other in table) for table in places] for person in range(len(of))]
        for i, j in combinations(range(len(places)), 2):
            for a, mine in enumerate(places[i]):
                for b, theirs in enumerate(places[j]):
                    more = at[mine][j] + at[theirs][i] - at[mine][i] - at[theirs][j] - 2 * of[mine][theirs]
                    if more < change:
                        change, best = more, (i, a, j, b)
        if best is None:
            break
        i, a, j, b = best
        places[i][a], places[j][b] = places[j][b], places[i][a]
    return sum(of[a][b] for table in places for a, b in combinations(table, 2)), places


def _cut_into_tables(people: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    ends = [sum(sizes[:n]) for n in range(len(sizes) + 1)]
    return [list(people[a:b]) for a, b in pairwise(ends)]


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _iterate_pairings(rounds: Sequence[Sequence[Pairing]]) -> Iterator[Pairing]:
    return (pairing for each in rounds for pairing in each)


def _draw_hash(lot: str, number: int) -> str:
    return hashlib.sha256(f"{lot} {number}".encode()).hexdigest()
