"""Who plays whom: nobody meets twice while that can be avoided, byes go round, the same standings give the same."""

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


def played(people, rng):
    """How a table may end; a shared place now and then."""
    return Pairing(people, rank_places([rng.randrange(3) for _ in people]) if len(people) > 1 else None)


def meetings(rounds):
    return Counter(pair for each in rounds for it in each for pair in combinations(sorted(it.people), 2))


def without_repeats(people, met):
    """Whether all can be paired with somebody new."""
    if not people:
        return True
    first, *rest = people
    return any((first, other) not in met and without_repeats([it for it in rest if it != other], met) for other in rest)


def course(seed, count, rounds, most, least):
    """A tournament by chance, in which people come late and leave: each round, as it was before it."""
    rng, there, before = random.Random(seed), list(range(1, count + 1)), []
    for number in range(rounds):
        if number and rng.random() < 0.3:
            there.remove(rng.choice(there))
        if number and rng.random() < 0.3:
            there.append(max([*there, *(n for each in before for it in each for n in it.people)]) + 1)
        made = pair_round(f"lot {seed}", there, before, most, least)
        yield sorted(there), list(before), made
        before.append([played(people, rng) for people in made])


@pytest.mark.sampled(36)
@pytest.mark.parametrize("seed", range(25))
def test_for_two_nobody_meets_twice_while_it_can_be_avoided_and_byes_go_round(seed):
    count = 5 + seed % 8
    for there, before, made in course(seed, count, 6, 2, 2):
        assert sorted(n for people in made for n in people) == there
        assert Counter(map(len, made))[1] == len(there) % 2
        byes = Counter(it.people[0] for each in before for it in each if len(it.people) == 1)
        out = [people[0] for people in made if len(people) == 1]
        assert all(byes[n] == min(byes[other] for other in there) for n in out)
        met, again = meetings(before), [people for people in made if meetings(before)[tuple(sorted(people))]]
        fewest = min(byes[other] for other in there)
        free = [[n for n in there if n != o] for o in there if byes[o] == fewest] if len(there) % 2 else [there]
        if again:
            assert not any(without_repeats(rest, met) for rest in free)


def test_who_stands_alike_meets_and_of_them_the_upper_half_the_lower():
    people = range(1, 9)
    first = [Pairing((n, n + 1), (1, 2)) for n in (1, 3, 5, 7)]
    order = [it.number for it in rank_people("lot", people, [first], 2)]
    assert set(order[:4]) == {1, 3, 5, 7}
    made = pair_round("lot", people, [first], 2, 2)
    assert {frozenset(it) for it in made[:2]} == {frozenset({order[0], order[2]}), frozenset({order[1], order[3]})}


def test_a_bye_goes_to_whoever_stands_lowest_of_those_who_had_none():
    first = pair_round("lot", range(1, 6), [], 2, 2)
    [out] = first[-1]
    rounds = [[Pairing(it, (1, 2) if len(it) > 1 else None) for it in first]]
    low = [it.number for it in rank_people("lot", range(1, 6), rounds, 2) if it.number != out][-1]
    assert pair_round("lot", range(1, 6), rounds, 2, 2)[-1] == (low,)


@pytest.mark.parametrize("seed", range(12))
def test_tables_are_alike_and_hold_everybody(seed):
    most = 3 + seed % 5
    for there, before, made in course(seed, 11 + seed, 4, most, 3 if most > 3 else 2):
        assert sorted(n for people in made for n in people) == there
        sizes = [len(people) for people in made if len(people) > 1]
        assert max(sizes) - min(sizes) <= 1
        assert max(sizes) <= most
        byes = Counter(it.people[0] for each in before for it in each if len(it.people) == 1)
        out = [people[0] for people in made if len(people) == 1]
        assert len(out) == len(there) - sum(choose_table_sizes(len(there), most, 3 if most > 3 else 2))
        if out:
            rest = [byes[n] for n in there if n not in out]
            assert max(byes[n] for n in out) <= min(rest)


def test_at_tables_nobody_meets_twice_where_there_is_room():
    """16 people at four tables of four could meet everybody once in five rounds; three are held here."""
    rng, rounds = random.Random(3), []
    for _ in range(3):
        rounds.append([played(it, rng) for it in pair_round("lot", range(1, 17), rounds, 4, 3)])
    assert max(meetings(rounds).values()) == 1


def test_meetings_are_spread_where_they_have_to_repeat():
    """Of twelve people at tables of four everybody meets 18 in six rounds: about 1.6 times each other one."""
    rng, rounds = random.Random(5), []
    for _ in range(6):
        rounds.append([played(it, rng) for it in pair_round("lot", range(1, 13), rounds, 4, 4)])
    met = meetings(rounds)
    assert max(met.values()) <= 3
    assert len(met) >= 60  # of 66 pairs


@pytest.mark.parametrize(("most", "least"), [(2, 2), (4, 3)])
def test_the_same_standings_give_the_same_round_and_another_lot_another(most, least):
    def rounds(lot):
        rng, made = random.Random(1), []
        for _ in range(4):
            made.append([played(it, rng) for it in pair_round(lot, {*range(1, 14)}, made, most, least)])
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
def test_sizes_of_tables(people, most, least, sizes):
    assert choose_table_sizes(people, most, least) == sizes


def test_too_few_people_are_no_round():
    with pytest.raises(TooFewPeople):
        choose_table_sizes(2, 4, 3)
    with pytest.raises(TooFewPeople):
        pair_round("lot", [1], [], 2, 2)
    with pytest.raises(TooFewPeople):
        pair_round("lot", [], [], 2, 2)


def test_points_are_those_whom_one_comes_before():
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


def test_each_whole_table_brings_as_much():
    rng = random.Random(4)
    for _ in range(200):
        people = tuple(range(rng.randrange(2, 8)))
        got = pairing_and_standings.count_points(played(people, rng), len(people))
        assert sum(got.values()) == Fraction(len(people) * (len(people) - 1), 2)


def test_of_equals_stands_higher_who_met_people_with_more_points():
    rounds = [
        [Pairing((1, 2), (1, 2)), Pairing((3, 4), (1, 2)), Pairing((5,))],
        [Pairing((1, 3), (1, 2)), Pairing((2, 5), (1, 2)), Pairing((4,))],
    ]
    by = {it.number: it for it in rank_people("lot", range(1, 6), rounds, 2)}
    assert [by[n].points for n in range(1, 6)] == [2, 1, 1, 1, 1]
    assert [by[n].met for n in range(1, 6)] == [2, 3, 3, 2, 2]
    assert [by[n].place for n in range(1, 6)] == [1, 2, 2, 4, 4]
    assert (by[5].byes, by[5].played, by[1].unshared_wins) == (1, 1, 2)


@pytest.mark.parametrize(("people", "most"), [(5, 2), (7, 2), (5, 4), (9, 4), (7, 3)])
def test_nobody_leads_by_sitting_out(people, most):
    """Play a first round in which each table has a winner; then somebody who sat out leaves."""
    made = pair_round("lot", range(1, people + 1), [], most, most)
    out = {it[0] for it in made if len(it) == 1}
    assert out
    round = [Pairing(it, tuple(range(1, len(it) + 1)) if len(it) > 1 else None) for it in made]
    ranking = rank_people("lot", range(1, people + 1), [round], most)
    winners = {it[0] for it in made if len(it) > 1}
    assert {it.number for it in ranking[: len(winners)]} == winners
    assert all(it.place > len(winners) for it in ranking if it.number in out)


@pytest.mark.parametrize("people", range(4, 13))
def test_nobody_meets_twice_in_as_many_rounds_as_there_are_others(people):
    """Six people who are paired round by round may be left as two groups of three after three rounds."""
    planned = people - 1 if people % 2 == 0 else people
    for seed in range(4):
        rng, before = random.Random(seed), []
        for _ in range(planned):
            made = pair_round(f"lot {seed}", range(1, people + 1), before, 2, 2, planned)
            assert sorted(n for it in made for n in it) == list(range(1, people + 1))
            before.append([played(it, rng) for it in made])
        assert max(meetings(before).values()) == 1
        byes = Counter(it.people[0] for each in before for it in each if len(it.people) == 1)
        assert not byes or {*byes.values()} == {1}


def test_somebody_who_comes_late_is_paired_as_well_as_it_goes():
    before = [[played(it, random.Random(1)) for it in pair_round("lot", range(1, 7), [], 2, 2, 5)]]
    made = pair_round("lot", range(1, 8), before, 2, 2, 5)
    assert sorted(n for it in made for n in it) == list(range(1, 8))


def test_places_that_were_written_down_are_put_right():
    assert rank_places([1, 3, 3, 4]) == (1, 2, 2, 4)
    assert rank_places([2, 2]) == (1, 1)
