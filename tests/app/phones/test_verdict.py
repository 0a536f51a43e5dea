"""The end page of a phone: one's own place first, who has won and how, everybody in order, and why of equals."""

import re

import pytest

from app.looks.end_stages import CATEGORY, MOMENT
from app.phones import end_parts as ends
from app.phones.open_page_state import PageState
from app.protocol.client_rights import ONLOOKER, Actor
from app.text.translation import languages, words
from engine.game import Seat

NAMES = ("Ada", "Ben", "Cleo", "Dora")
PLACE = {"de": "Platz {} von 4", "en": "Place {} of 4", "fr": "{}e sur 4", "nl": "Plaats {} van 4"}
LINES = (("Wonder", 9), ("Cat", 2))


def verdict(did, winners, seat, why=(), **facts):
    order = ends.list_places(did, winners, NAMES[: len(did)], seat, why)
    return ends.Verdict(early=False, order=order, result="So it is.", lines=LINES, **facts)


@pytest.mark.parametrize(
    ("did", "winners", "places"),
    [
        pytest.param([(20, 1), (30, 2), (25, 3), (10, 1)], (2,), [3, 1, 2, 4], id="by points"),
        pytest.param([(20, 1), (30, 2), (20, 3), (10, 1)], (2,), [3, 1, 2, 4], id="by what decides among equals"),
        pytest.param([(20, 1), (30, 2), (20, 1), (30, 2)], (2, 4), [3, 1, 3, 1], id="equals share a place"),
        pytest.param([(20, 1), (30, 2)], (1,), [1, 2], id="who has won at once is first"),
    ],
)
def test_every_seat_has_a_place(did, winners, places):
    assert [verdict(did, winners, seat).own_place.place for seat in range(1, len(did) + 1)] == places
    order = [(entry.place, entry.name) for entry in verdict(did, winners, 1).order]
    assert order == sorted(zip(places, NAMES, strict=False))


def test_the_end_sequence_lasts_as_long_as_on_the_screen():
    did = [(20, 1), (30, 2)]
    assert verdict(did, (2,), 1).lasts == pytest.approx(MOMENT + 2 * CATEGORY)
    assert verdict(did, (2,), 1, counts=False).lasts == pytest.approx(MOMENT)
    assert verdict(did, (2,), 1, moment=False).lasts == pytest.approx(2 * CATEGORY)
    assert verdict(did, (2,), None).lasts == verdict(did, (2,), 1).lasts


def test_onlooker_has_neither_place_nor_points(evening):
    _, show = evening
    watched = verdict([(20, 1), (30, 2)], (2,), None)
    assert watched.own_place is None
    html = show.pages.part("en", show.make_pages("architects", (1, "")).labels, watched).html
    assert "Wonder" not in html
    assert 'class="mine"' not in html


REASONS = ("Ada lacked 10 points.", "Ben won.", "You lacked 5 points.", "Dora lacked 20 points.")


def test_own_result_is_above_the_others(evening):
    _, show = evening
    labels = show.make_pages("architects", (1, "")).labels
    did = [(20, 1), (30, 2), (25, 3), (10, 1)]
    html = show.pages.part("en", labels, verdict(did, (2,), 3, why=REASONS)).html
    places = [html.index(REASONS[at]) for at in (2, 1, 0, 3)]  # oneself, then in the order of places
    assert places == sorted(places)
    assert places[0] < html.index("Wonder") < places[1]
    assert all(html.count(each) == 1 for each in REASONS)
    watched = show.pages.part("en", labels, verdict(did, (2,), None, why=REASONS)).html
    assert all(watched.index("<ol") < watched.index(each) for each in REASONS)
    assert "why" not in show.pages.part("en", labels, verdict(did, (2,), 3)).html


def test_shared_victory_is_explained_once(evening):
    _, show = evening
    labels = show.make_pages("architects", (1, "")).labels
    did = [(30, 1), (30, 1), (25, 3), (10, 1)]
    for seat, told in ((1, [REASONS[0]]), (3, ["So it is.", REASONS[2]]), (None, ["So it is."])):
        html = show.pages.part("en", labels, verdict(did, (1, 2), seat, why=REASONS)).html
        assert [each for each in ("So it is.", *REASONS[: seat or 2]) if each in html] == told, seat


@pytest.mark.parametrize("lang", languages())
def test_end_page_begins_with_the_own_place(evening, lang):
    _, show = evening
    pages = show.pages
    for winners, said in (((2,), PLACE[lang].format(3)), ((1,), words(lang)("You have won!"))):
        part = verdict([(20, 1), (30, 2), (25, 3), (10, 1)], winners, 1)
        html = pages.part(lang, show.make_pages("architects", (1, "")).labels, part).html
        assert re.search("<h1>(.*?)</h1>", html)[1] == said
        assert html.index("<h1>") < html.index("So it is.") < html.index("Wonder") < html.index("Cleo")
        assert ("#i-crown" in html.partition("<h1>")[0]) is (winners == (1,))


def test_undo_is_only_on_the_last_tab_after_the_end(evening):
    served, show = evening
    sat = served.sit("Ada", "Ben", lang="en").start()
    reader = PageState(Actor("seat", Seat(0)))
    while sat.phase() == "game":
        sat.act(sat.asked().legal[0])
    show.update_page(reader, False)
    assert "undo" not in reader.shown
    assert 'data-do="undo;' in reader.shown["undo_after_end"].html
    watching = PageState(ONLOOKER)
    show.update_page(watching, False)
    assert "undo_after_end" not in watching.shown
