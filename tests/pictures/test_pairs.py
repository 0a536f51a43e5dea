"""Every two values of two factors meet, in few rows, and always in the same."""

from itertools import combinations, product

from tests.pictures.pairs import covering

SIZES, SEATS, LANGS, LIGHTS = ("small", "middle", "large", "upright"), range(2, 8), ("en", "de", "nl", "fr"), (0, 1)
ALL_VALUES = {"size": SIZES, "seats": SEATS, "lang": LANGS, "light": LIGHTS}
TWO = {**ALL_VALUES, "seats": (2,)}


def pairs(row):
    return {frozenset(pair) for pair in combinations(row.items(), 2)}


def possible_pairs(items):
    return {
        frozenset({(one, a), (other, b)})
        for values in items
        for one, other in combinations(values, 2)
        for a, b in product(values[one], values[other])
    }


def test_every_two_values_share_a_row_and_each_item_has_its_own_row():
    items = [ALL_VALUES] * 30 + [TWO] * 9
    rows = list(covering(items))
    assert [nth for nth, _ in rows][:39] == list(range(39))
    assert set().union(*(pairs(row) for _, row in rows)) >= possible_pairs(items)
    for nth, row in rows:
        assert all(row[factor] in values for factor, values in items[nth].items())
    assert len(rows) == 39, "24 sizes with seats need 24 rows; with 39 there is room for all"


def test_single_item_gets_few_more_rows_than_needed():
    rows = list(covering([ALL_VALUES]))
    assert set().union(*(pairs(row) for _, row in rows)) == possible_pairs([ALL_VALUES])
    assert 24 <= len(rows) <= 30


def test_further_rows_distribute_pairs_evenly():
    rows = [row for _, row in covering([ALL_VALUES] * 96)]
    for size, seats in product(SIZES, SEATS):
        assert 3 <= sum((row["size"], row["seats"]) == (size, seats) for row in rows) <= 5


def test_appended_item_keeps_earlier_rows():
    items = [ALL_VALUES, TWO] * 20
    assert list(covering([*items, ALL_VALUES]))[:40] == list(covering(items))[:40]
