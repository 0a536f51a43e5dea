"""Touches out of turn: the table asks whether a turn was forgotten. Duel and 7 Wonders, reported at a real table."""

import random

import pytest

from app.protocol.cardboard_messages import House
from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.play_messages import Act, SkipOpening
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import SetTable, Settings
from app.screen.composition import compose
from tests.app.screen import SIZE, duels, sevens, stage
from tests.app.screen.finger import frames
from tests.app.screen.in_process import Hand
from tests.app.screen.layout_faults import faults
from tests.app.tables import Evening

SIZES = ((800, 480), (1024, 600), (480, 800), SIZE)
BOARDS = ("gizah-day", "rhodos-night", "ephesos-day")
SHELF = {
    "duel": (duels.DUEL, {"duel": duels.DUEL.data}),
    "seven-wonders": (sevens.GAME, {"seven_wonders": sevens.GAME.data}),
}


@pytest.fixture
def open_table(tmp_path):
    """A function that opens a table after this many reported turns of a game, with a hand at its screen."""
    made = []

    def begin_game(name, turns):
        game, screens = SHELF[name]
        evening = Evening(tmp_path, shelf={name: game}, modes={name: ("play", "track")})
        evening.settings = Settings(welcomed=True, motion=False)
        evening.restart()
        evening.send(SetGame, game=name, mode="track", first=1 if name == "duel" else None)
        evening.sit(*["touch"] * (2 if name == "duel" else 3))
        if name != "duel":
            evening.boards(*BOARDS)
        evening.send(Start)
        evening.send(SkipOpening)
        rng, state = random.Random(turns), lambda: evening.table.committed.match.state
        while state().reported_turn() < turns:
            question = evening.table.committed.state.questions[0]
            lines = [*map(str, state().legal(question.seat))]
            plain = [text for text in lines if text.removeprefix("choose ").startswith(("build", "discard"))] or lines
            say(evening, question.seat, rng.choice(plain))
        hand = Hand(evening, stage.screens(**screens))
        made.append((hand, evening))
        return hand, evening

    yield begin_game
    for hand, evening in made:
        hand.shown.close()
        evening.close()


def say(evening, seat, text):
    question = next(each for each in evening.table.committed.state.questions if each.seat == seat)
    evening.send(Act, seat=seat + 1, question=question.number, action=text)


def panel_title(hand):
    """Return the title of the open panel."""
    found = [part.view for part in compose(hand.control.scene, *SIZE) if part.key.startswith("panel")]
    return found[0].form.title if found else ""


def game_state(evening):
    return evening.table.committed.match.state


def card_key(hand, other=False):
    """Return the key of a card that can be reported, or (`other`) of one that has been."""
    kind = "told " if other else "tell "
    return next(key for key in sorted(hand.shown.hit_areas()) if key.startswith(kind) and "ground" not in key)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("by", ["a button", "the name", "a wonder"])
def test_card_of_the_other_seat_asks_about_a_forgotten_turn(open_table, by):
    hand, evening = open_table("duel", 6)
    acting = game_state(evening).to_act[0] + 1
    hand.tap(card_key(hand))
    wonder = next(iter(sorted(key for key in hand.shown.hit_areas() if key.startswith(f"wonder {3 - acting} "))))
    if by == "the name":
        hand.shown.hit_areas()[f"seat {3 - acting} name"].tap()  # what just happened lies on its middle
        frames(2)
        hand.touches += 1
    else:
        hand.tap({"a button": "not in turn", "a wonder": wonder}[by])
    assert "Did we forget one?" in panel_title(hand)
    hand.tap("enter it")
    assert hand.touches == 3
    card = card_key(hand).split()[-1]
    hand.tap(f"tell {card}", f"discard {card}")
    assert evening.log()[-1]["type"] == "turn-began"
    assert game_state(evening).to_act[0] + 1 == 3 - acting
    assert hand.control.ui.panel == ""


def test_name_of_the_other_seat_opens_its_seat_page(open_table):
    hand, evening = open_table("duel", 6)
    other = 2 - game_state(evening).to_act[0]
    hand.shown.hit_areas()[f"seat {other} name"].tap()
    assert hand.control.ui.panel == f"seat {other}"


def test_entered_duel_card_leads_to_its_turn(open_table):
    hand, _ = open_table("duel", 6)
    place = card_key(hand, other=True)
    hand.tap(place)
    assert panel_title(hand).endswith("has been entered already. What is wrong?")
    turn = next(key for key in hand.shown.hit_areas() if key.startswith("log "))
    hand.tap(turn)
    assert hand.touches == 2
    told = stage.at(hand.control).repair.told
    assert place.split()[-1] in {word for line in told for word in line.text.split()}


def test_an_unaffordable_card_asks_for_a_correction_of_the_coins(open_table):
    hand, evening = open_table("duel", 6)
    acting = game_state(evening).to_act[0] + 1
    evening.send(House, counts={f"coins {acting}": 0})
    hand.room.hear()
    ways = hand.control.model.view.derived.standing[acting - 1].build_options
    lying = hand.shown.hit_areas()
    dear = [way.thing for way in ways if way.cost and f"tell {way.thing}" in lying]
    short = f"build {dear[0]}"
    hand.tap(f"tell {short.split()[-1]}", short)
    assert "too few coins" in panel_title(hand)
    hand.tap("number", "number more", "number more", "count it")
    assert game_state(evening).correctable_counts()[f"coins {acting}"].now == 2


def test_seat_that_has_entered_its_turn_is_asked_about_the_missing_seat(open_table):
    hand, evening = open_table("seven-wonders", 3)
    for seat in (0, 1):
        say(evening, seat, "choose sell")
    hand.room.hear()
    hand.tap("seat 1 hand", "late 1")
    assert panel_title(hand) == "Seat 3 has not entered this turn yet. Is it missing?"
    hand.tap("enter it")
    hand.tap("tell 3 sell")
    assert game_state(evening).reported_turn() == 4


def test_seats_without_an_entered_turn_are_all_listed(open_table):
    hand, evening = open_table("seven-wonders", 3)
    say(evening, 0, "choose sell")
    hand.room.hear()
    hand.tap("seat 1 hand", "late 1")
    assert {"enter 2", "enter 3", "log"} <= hand.shown.hit_areas().keys()
    hand.tap("enter 3", "tell 3 sell")
    assert game_state(evening).to_act == (1,)


def test_unaffordable_seven_wonders_card_asks_about_an_earlier_turn(open_table):
    hand, evening = open_table("seven-wonders", 3)
    evening.send(House, counts={"coins 1": 0})
    hand.room.hear()
    hand.tap("seat 1 hand")
    legal = {text.split()[2] for text in map(str, game_state(evening).legal(0)) if text.startswith("choose build")}
    grid = next(part.view for part in compose(hand.control.scene, *SIZE) if part.key == "tells 1")
    kind, dear = next(
        (kind.key, spot.slug) for kind in grid.kinds for spot in kind.spots if spot.slug not in legal and not spot.gone
    )
    if f"tell 1 {dear}" not in hand.shown.hit_areas():
        hand.tap(f"kind 1 {kind}")
    hand.tap(f"tell 1 {dear}")
    assert "cannot pay that (1 coin missing). Was an earlier turn wrong?" in panel_title(hand)
    hand.control.open_panel("forgot coins 1 stage", 0)
    assert panel_title(hand).startswith("Stage 1 costs ")
    assert " missing). Was an earlier turn wrong?" in panel_title(hand) or "(missing: " in panel_title(hand)
    assert {"log", "number", "nothing missing"} <= hand.shown.hit_areas().keys()


def test_a_seven_wonders_card_without_copies_left_leads_to_its_turn(open_table):
    hand, evening = open_table("seven-wonders", 5)
    hand.tap("all done 1", "seat 1 hand")
    grid = next(part.view for part in compose(hand.control.scene, *SIZE) if part.key == "tells 1")
    kind, gone = next((kind.key, spot.slug) for kind in grid.kinds for spot in kind.spots if spot.gone)
    if f"kind 1 {kind}" in hand.shown.hit_areas():
        hand.tap(f"kind 1 {kind}")
    before = hand.touches
    hand.tap(f"told 1 {gone}")
    assert panel_title(hand).endswith("has been entered already. What is wrong?")
    hand.tap(next(key for key in hand.shown.hit_areas() if key.startswith("log ")))
    assert hand.touches == before + 2
    told = stage.at(hand.control).repair.told
    assert gone in {word for line in told for word in line.text.split()}
    assert evening.at_table().repair is not None


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "seat", "before"), [("duel", "wonder 1 ", []), ("seven-wonders", "seat 1 zone", ["all done 1"])]
)
def test_entered_card_is_two_touches_away_from_its_seat(open_table, name, seat, before):
    """“Ada has another card there”: the turns of whoever is touched show their cards, and a turn its lines."""
    hand, _ = open_table(name, 6)
    hand.tap(*before, "undo")
    hand.tap(min(key for key in hand.shown.hit_areas() if key.startswith(seat)))
    rows = [key for key in hand.shown.hit_areas() if key.startswith("log ")]
    assert rows
    start = hand.touches
    hand.tap(rows[-1])
    line = next(each for each in stage.at(hand.control).repair.told if each.question.seat == 1)
    hand.tap(f"line {line.row}")
    assert hand.touches == start + 2
    assert any(key.startswith(("tell ", "kind ")) for key in hand.shown.hit_areas())


def test_a_touched_duel_wonder_leads_to_the_turn_that_built_it(open_table):
    hand, evening = open_table("duel", 6)
    built = []
    rng = random.Random(1)
    while not built:
        seat = game_state(evening).to_act[0]
        lines = [*map(str, game_state(evening).legal(seat))]
        say(evening, seat, rng.choice([text for text in lines if " with " in text] or lines))
        built = [
            (chair.seat, slug)
            for chair in game_state(evening).view(None).seats
            for slug, under in chair.wonders.items()
            if under
        ]
    hand.room.hear()
    whose, wonder = built[0]
    hand.tap("undo", f"wonder {whose} {wonder}")
    assert len([key for key in hand.shown.hit_areas() if key.startswith("log ")]) == 1
    hand.tap("all turns")
    assert len([key for key in hand.shown.hit_areas() if key.startswith("log ")]) > 1


def test_undo_page_of_a_seat_asks_about_a_missing_turn(open_table):
    hand, evening = open_table("seven-wonders", 3)
    say(evening, 0, "choose sell")
    hand.room.hear()
    hand.tap("undo", "seat 1 zone", "forgot")
    assert "Is somebody missing?" in panel_title(hand)


PAGES = {
    "duel": (("tell",), ("tell", "not in turn"), ("told",)),
    "seven-wonders": (("seat 1 hand",), ("seat 1 hand", "late 1")),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("name", "page"), [(name, page) for name, pages in PAGES.items() for page in pages])
def test_pages_fit_every_screen_and_language(open_table, name, page):
    hand, evening = open_table(name, 6)
    if name != "duel":
        say(evening, 0, "choose sell")
        hand.room.hear()
        while key := next((key for key in hand.shown.hit_areas() if key.startswith("remind ")), None):
            hand.tap(key)
    for key in page:
        hand.tap(card_key(hand, key == "told") if key in ("tell", "told") else key)
    for lang, size in zip(("de", "fr", "nl", "en"), SIZES, strict=True):
        evening.send(SetTable, lang=lang)
        for seat in evening.at_table().seats:
            evening.send(SetSeat, seat=seat.seat, lang=lang)
        hand.room.hear()
        assert not faults(hand.room, size), (lang, size)
