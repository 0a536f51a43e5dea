"""Every two values of two factors meet, in few rows, and always in the same."""

from itertools import combinations, product

from tests.pictures.pairs import covering

SIZES, SEATS, LANGS, LIGHTS = ("small", "middle", "large", "upright"), range(2, 8), ("en", "de", "nl", "fr"), (0, 1)
ANY = {"size": SIZES, "seats": SEATS, "lang": LANGS, "light": LIGHTS}
TWO = {**ANY, "seats": (2,)}


def pairs(row):
    return {frozenset(pair) for pair in combinations(row.items(), 2)}


def wanted(items):
    return {
        frozenset({(one, a), (other, b)})
        for values in items
        for one, other in combinations(values, 2)
        for a, b in product(values[one], values[other])
    }


def test_every_two_values_meet_and_each_item_has_its_row_first():
    items = [ANY] * 30 + [TWO] * 9
    rows = list(covering(items))
    assert [nth for nth, _ in rows][:39] == list(range(39))
    assert set().union(*(pairs(row) for _, row in rows)) >= wanted(items)
    for nth, row in rows:
        assert all(row[factor] in values for factor, values in items[nth].items())
    assert len(rows) == 39, "24 sizes with seats need 24 rows; with 39 there is room for all"


def test_one_item_gets_as_many_rows_as_it_needs_and_hardly_more():
    rows = list(covering([ANY]))
    assert set().union(*(pairs(row) for _, row in rows)) == wanted([ANY])
    assert 24 <= len(rows) <= 30


def test_values_go_on_meeting_evenly_once_all_have_met():
    rows = [row for _, row in covering([ANY] * 96)]
    for size, seats in product(SIZES, SEATS):
        assert 3 <= sum((row["size"], row["seats"]) == (size, seats) for row in rows) <= 5


def test_a_new_item_at_the_end_changes_no_row_before():
    items = [ANY, TWO] * 20
    assert list(covering([*items, ANY]))[:40] == list(covering(items))[:40]
