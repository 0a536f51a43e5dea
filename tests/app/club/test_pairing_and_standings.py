"""Tests of pairings and standings: no avoidable rematch, byes take turns, and equal standings give equal pairings."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from app.club import pairing_and_standings
from app.club.pairing_and_standings import (
    Pairing,
    TooFewPeople,
    choose_table_sizes,
    pair_round,
    rank_people,
    rank_places,
)


def finish_pairing(people, rng):
    """Return a pairing with random places, sometimes shared."""
    return Pairing(people, rank_places([rng.randrange(3) for _ in people]) if len(people) > 1 else None)


def count_meetings(rounds):
    return Counter(pair for each in rounds for pairing in each for pair in combinations(sorted(pairing.people), 2))


def can_avoid_rematches(people, met):
    """Return True if everybody can be paired with somebody they have not met."""
    if not people:
        return True
    first, *rest = people
    return any(
        (first, other) not in met and can_avoid_rematches([person for person in rest if person != other], met)
        for other in rest
    )


def random_tournament(seed, count, rounds, most, least):
    """Yield each round of a random tournament, in which people come late and leave, as it was before the round."""
    rng, there, before = random.Random(seed), list(range(1, count + 1)), []
    for number in range(rounds):
        if number and rng.random() < 0.3:
            there.remove(rng.choice(there))
        if number and rng.random() < 0.3:
            there.append(max([*there, *(n for each in before for pairing in each for n in pairing.people)]) + 1)
        made = pair_round(f"lot {seed}", there, before, most, least)
        yield sorted(there), list(before), made
        before.append([finish_pairing(people, rng) for people in made])


@pytest.mark.sampled(36)
@pytest.mark.parametrize("seed", range(25))
def test_pairing_for_two_avoids_rematches_and_rotates_byes(seed):
    count = 5 + seed % 8
    for there, before, made in random_tournament(seed, count, 6, 2, 2):
        assert sorted(n for people in made for n in people) == there
        assert Counter(map(len, made))[1] == len(there) % 2
        byes = Counter(pairing.people[0] for each in before for pairing in each if len(pairing.people) == 1)
        out = [people[0] for people in made if len(people) == 1]
        assert all(byes[n] == min(byes[other] for other in there) for n in out)
        met, again = (
            count_meetings(before),
            [people for people in made if count_meetings(before)[tuple(sorted(people))]],
        )
        fewest = min(byes[other] for other in there)
        free = [[n for n in there if n != o] for o in there if byes[o] == fewest] if len(there) % 2 else [there]
        if again:
            assert not any(can_avoid_rematches(rest, met) for rest in free)


def test_equal_scores_are_paired_upper_half_against_lower_half():
    people = range(1, 9)
    first = [Pairing((n, n + 1), (1, 2)) for n in (1, 3, 5, 7)]
    order = [standing.number for standing in rank_people("lot", people, [first], 2)]
    assert set(order[:4]) == {1, 3, 5, 7}
    made = pair_round("lot", people, [first], 2, 2)
    assert {frozenset(people) for people in made[:2]} == {
        frozenset({order[0], order[2]}),
        frozenset({order[1], order[3]}),
    }


def test_bye_goes_to_the_lowest_ranked_person_without_one():
    first = pair_round("lot", range(1, 6), [], 2, 2)
    [out] = first[-1]
    rounds = [[Pairing(people, (1, 2) if len(people) > 1 else None) for people in first]]
    low = [standing.number for standing in rank_people("lot", range(1, 6), rounds, 2) if standing.number != out][-1]
    assert pair_round("lot", range(1, 6), rounds, 2, 2)[-1] == (low,)


@pytest.mark.parametrize("seed", range(12))
def test_tables_differ_by_one_seat_at_most_and_seat_everybody(seed):
    most = 3 + seed % 5
    for there, before, made in random_tournament(seed, 11 + seed, 4, most, 3 if most > 3 else 2):
        assert sorted(n for people in made for n in people) == there
        sizes = [len(people) for people in made if len(people) > 1]
        assert max(sizes) - min(sizes) <= 1
        assert max(sizes) <= most
        byes = Counter(pairing.people[0] for each in before for pairing in each if len(pairing.people) == 1)
        out = [people[0] for people in made if len(people) == 1]
        assert len(out) == len(there) - sum(choose_table_sizes(len(there), most, 3 if most > 3 else 2))
        if out:
            rest = [byes[n] for n in there if n not in out]
            assert max(byes[n] for n in out) <= min(rest)


def test_tables_of_four_avoid_rematches_where_possible():
    """16 people at four tables of four could meet everybody once in five rounds; three are held here."""
    rng, rounds = random.Random(3), []
    for _ in range(3):
        rounds.append([finish_pairing(people, rng) for people in pair_round("lot", range(1, 17), rounds, 4, 3)])
    assert max(count_meetings(rounds).values()) == 1


def test_unavoidable_rematches_are_spread_evenly():
    """Of twelve people at tables of four everybody meets 18 in six rounds: about 1.6 times each other one."""
    rng, rounds = random.Random(5), []
    for _ in range(6):
        rounds.append([finish_pairing(people, rng) for people in pair_round("lot", range(1, 13), rounds, 4, 4)])
    met = count_meetings(rounds)
    assert max(met.values()) <= 3
    assert len(met) >= 60  # of 66 pairs


@pytest.mark.parametrize(("most", "least"), [(2, 2), (4, 3)])
def test_pairing_is_deterministic_per_lot(most, least):
    def rounds(lot):
        rng, made = random.Random(1), []
        for _ in range(4):
            made.append([finish_pairing(people, rng) for people in pair_round(lot, {*range(1, 14)}, made, most, least)])
        return made

    assert rounds("one") == rounds("one")
    assert rounds("one") != rounds("other")


@pytest.mark.parametrize(
    ("people", "most", "least", "sizes"),
    [
        (16, 4, 3, [4, 4, 4, 4]), (13, 4, 3, [4, 3, 3, 3]), (5, 4, 3, [4]), (5, 4, 2, [3, 2]), (9, 2, 2, [2, 2, 2, 2]),
        (7, 7, 3, [7]), (8, 7, 3, [4, 4]), (11, 3, 3, [3, 3, 3]), (3, 4, 3, [3]),
    ],
)  # fmt: skip
def test_people_are_divided_into_table_sizes(people, most, least, sizes):
    assert choose_table_sizes(people, most, least) == sizes


def test_round_with_too_few_people_is_refused():
    with pytest.raises(TooFewPeople):
        choose_table_sizes(2, 4, 3)
    with pytest.raises(TooFewPeople):
        pair_round("lot", [1], [], 2, 2)
    with pytest.raises(TooFewPeople):
        pair_round("lot", [], [], 2, 2)


def test_points_count_the_people_placed_behind():
    assert pairing_and_standings.count_points(Pairing((1, 2), (2, 1)), 2) == {1: 0, 2: 1}
    assert pairing_and_standings.count_points(Pairing((1, 2), (1, 1)), 2) == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert pairing_and_standings.count_points(Pairing((1, 2, 3, 4), (1, 2, 2, 4)), 4) == {
        1: 3,
        2: Fraction(3, 2),
        3: Fraction(3, 2),
        4: 0,
    }
    assert pairing_and_standings.count_points(Pairing((1, 2, 3), (1, 2, 3)), 4) == {1: 3, 2: Fraction(3, 2), 3: 0}
    assert pairing_and_standings.count_points(Pairing((7,)), 2) == {7: 1}
    assert pairing_and_standings.count_points(Pairing((7,)), 4) == {7: Fraction(3, 2)}
    assert pairing_and_standings.count_points(Pairing((1, 2)), 2) == {}


def test_points_of_a_full_table_always_sum_to_the_same():
    rng = random.Random(4)
    for _ in range(200):
        people = tuple(range(rng.randrange(2, 8)))
        got = pairing_and_standings.count_points(finish_pairing(people, rng), len(people))
        assert sum(got.values()) == Fraction(len(people) * (len(people) - 1), 2)


def test_ties_are_broken_by_the_opponents_points():
    rounds = [
        [Pairing((1, 2), (1, 2)), Pairing((3, 4), (1, 2)), Pairing((5,))],
        [Pairing((1, 3), (1, 2)), Pairing((2, 5), (1, 2)), Pairing((4,))],
    ]
    by = {standing.number: standing for standing in rank_people("lot", range(1, 6), rounds, 2)}
    assert [by[n].points for n in range(1, 6)] == [2, 1, 1, 1, 1]
    assert [by[n].met for n in range(1, 6)] == [2, 3, 3, 2, 2]
    assert [by[n].place for n in range(1, 6)] == [1, 2, 2, 4, 4]
    assert (by[5].byes, by[5].played, by[1].unshared_wins) == (1, 1, 2)


@pytest.mark.parametrize(("people", "most"), [(5, 2), (7, 2), (5, 4), (9, 4), (7, 3)])
def test_bye_never_ranks_above_a_winner(people, most):
    """Play a first round in which each table has a winner; then somebody who sat out leaves."""
    made = pair_round("lot", range(1, people + 1), [], most, most)
    out = {people[0] for people in made if len(people) == 1}
    assert out
    round = [Pairing(people, tuple(range(1, len(people) + 1)) if len(people) > 1 else None) for people in made]
    ranking = rank_people("lot", range(1, people + 1), [round], most)
    winners = {people[0] for people in made if len(people) > 1}
    assert {standing.number for standing in ranking[: len(winners)]} == winners
    assert all(standing.place > len(winners) for standing in ranking if standing.number in out)


@pytest.mark.parametrize("people", range(4, 13))
def test_planned_round_robin_has_no_rematches(people):
    """Six people who are paired round by round may be left as two groups of three after three rounds."""
    planned = people - 1 if people % 2 == 0 else people
    for seed in range(4):
        rng, before = random.Random(seed), []
        for _ in range(planned):
            made = pair_round(f"lot {seed}", range(1, people + 1), before, 2, 2, planned)
            assert sorted(n for people in made for n in people) == list(range(1, people + 1))
            before.append([finish_pairing(people, rng) for people in made])
        assert max(count_meetings(before).values()) == 1
        byes = Counter(pairing.people[0] for each in before for pairing in each if len(pairing.people) == 1)
        assert not byes or {*byes.values()} == {1}


def test_late_entry_into_a_planned_tournament_is_paired():
    before = [[finish_pairing(people, random.Random(1)) for people in pair_round("lot", range(1, 7), [], 2, 2, 5)]]
    made = pair_round("lot", range(1, 8), before, 2, 2, 5)
    assert sorted(n for people in made for n in people) == list(range(1, 8))


def test_places_are_normalized_to_competition_ranking():
    assert rank_places([1, 3, 3, 4]) == (1, 2, 2, 4)
    assert rank_places([2, 2]) == (1, 1)
