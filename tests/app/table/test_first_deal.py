"""Deals of teaching games: the table chooses a secret that shows the lessons early, unless something else deals."""

import itertools
import random
from collections import defaultdict

import pytest

from app.games import game_list
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import EndEarly, Resume, ReturnToLobby, SetGame, Start, Suspend
from app.protocol.seat_messages import SetSeat
from app.storage.random_keys_and_ids import Chance
from app.table.game.match import box_of
from app.table.lobby import first_deal
from tests.app.games import taught
from tests.app.tables import Evening, phone

DEALS = game_list.deals()
KINDS = {"architects": (2, 3, 4, 7), "duel": (2,), "seven-wonders": (3, 5)}


def stop_clock():
    return 0.0


# ---- which of many -------------------------------------------------------------------------------------------


def choose_deal_from(found, clock=stop_clock):
    """Return the deal chosen from these results of its conditions, and the number of deals examined."""
    made, numbers = iter(found), itertools.count(1)
    drawn = first_deal.choose_deal(bytes, lambda secret: (next(numbers), next(made)), lambda drawn: drawn[1], clock)
    return drawn, next(numbers) - 1


def test_first_deal_that_meets_all_conditions_is_chosen():
    assert choose_deal_from([(True, False), (True, True), (True, True)]) == ((2, (True, True)), 2)


def test_only_one_deal_is_drawn_without_conditions():
    assert choose_deal_from([(), ()]) == ((1, ()), 1)


def test_best_deal_in_order_of_conditions_is_chosen_otherwise():
    found = [(False, True, True), (True, False, True), (True, False, True), (True, False, False)]
    drawn, count = choose_deal_from([*found, *[(False, False, False)] * first_deal.MAX_DRAWS])
    assert (drawn, count) == ((2, (True, False, True)), first_deal.MAX_DRAWS)


def test_choosing_a_teaching_deal_stops_at_its_time_limit():
    ticks = itertools.count()
    drawn, count = choose_deal_from(itertools.repeat((False,)), lambda: next(ticks) * first_deal.DRAW_SECONDS / 10)
    assert (drawn[0], count) == (1, 10)


# ---- at a table ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def games(every_fact):
    return game_list.shelf(every_fact)


@pytest.fixture
def table(tmp_path, games):
    """A factory of evenings."""
    made = []

    def make(game, **fields):
        (tmp_path / str(len(made))).mkdir()
        given = {"seed": None, "deals": DEALS, "modes": game_list.modes(), **fields}
        made.append(Evening(tmp_path / str(len(made)), shelf=games, lessons=game_list.lessons(), **given))
        made[-1].send(SetGame, game=game)
        return made[-1]

    yield make
    for at in made:
        at.close()


def check_teaching_conditions(at):
    """List, for each teaching condition, whether the game that has just started meets it."""
    match, game = at.table.committed.match, at.table.committed.state.lobby.game
    dealt = first_deal.DealtGame(match.state, at.table.committed.dealer, match.setup.seats, box_of(match.rules, match))
    return DEALS[game].check_conditions(dealt)


@pytest.mark.parametrize(("game", "seats"), [(game, n) for game, seats in KINDS.items() for n in seats])
def test_first_game_meets_all_teaching_conditions_with_bots(table, game, seats):
    at = table(game).start("touch", *["bot"] * (seats - 1), first=None)
    assert all(check_teaching_conditions(at))
    assert at.table.committed.state.chosen


@pytest.mark.parametrize("variant", [("leaders",), ("leaders", "experts")])
def test_guided_game_with_leaders_has_no_deal_conditions(table, variant):
    at = table("seven-wonders").sit("touch", "touch", "touch")
    at.send(SetGame, variant=variant, guided=True)
    at.send(Start)
    assert at.at_table().guided
    assert check_teaching_conditions(at) == ()


def test_secret_of_a_teaching_deal_is_stored_and_not_printed(table):
    at = table("architects").start("touch", "touch")
    before = at.view()
    at.restart()
    assert all(check_teaching_conditions(at))
    assert at.view() == before
    assert "Dealer()" in repr(at.table.committed.dealer)


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"guided": False}, id="it does not teach"),
        pytest.param({"mode": "track", "first": 1}, id="people deal"),
        pytest.param({"daily": True}, id="a day deals"),
    ],
)
def test_teaching_deal_is_used_only_in_guided_games_the_table_deals(table, fields):
    at = table("architects").sit("touch", "free", "free")
    at.send(SetGame, **fields)
    if "mode" in fields:
        at.send(SetSeat, seat=2, by="touch")
        at.boards("rhodes", "giza")
    elif not at.at_table().daily:
        at.send(SetSeat, seat=2, by="bot")
    at.send(Start)
    assert not at.table.committed.state.chosen


def test_seeded_table_uses_no_teaching_deal(table):
    found = [table("architects", seed=seed).start("touch", "bot") for seed in ("one", "one")]
    assert found[0].view() == found[1].view()
    assert not found[0].table.committed.state.chosen


@pytest.mark.rotated
@pytest.mark.parametrize("who", [pytest.param(SCREEN, id="screen"), pytest.param(phone(1), id="phone")])
@pytest.mark.parametrize("seed", [None, "11"])
@pytest.mark.parametrize("game", KINDS)
def test_guided_game_uses_first_game_wonders_unless_its_variant_was_changed(table, game, seed, who):
    at = table(game, seed=seed).sit("phone Ada", *["bot"] * (KINDS[game][0] - 1))
    added = next(iter(at.table.games.shelf[game].variants()))

    def start_with_variants(*said):
        """Choose these variants in turn and start.

        Return the variant of the game, and whether every wonder is one for beginners.
        """
        for variant in said:
            at.send(SetGame, who, variant=variant)
        at.send(Start, who)
        assert at.at_table().guided
        chosen = at.table.committed.match.setup.header().get("variant", "").split()
        plain = all(DEALS[game].is_preferred(seat.wonder) for seat in at.at_table().seats)
        at.send(Suspend, who)
        return tuple(chosen), plain

    brings = DEALS[game].VARIANT
    assert start_with_variants() == (brings, True)
    assert start_with_variants((), (added,), ()) == ((), True)
    assert start_with_variants() == (brings, True), "said of the game before"
    at.send(SetGame, who, variant=())
    at.send(SetGame, who, game=(other := next(other for other in KINDS if other != game)))
    at.send(SetGame, who, variant=tuple(at.table.games.shelf[other].variants())[:1])
    at.send(Start, who)
    at.send(Suspend, who)
    at.send(SetGame, who, game=game)
    assert start_with_variants() == (brings, True), "said before another game"


def test_result_of_a_teaching_deal_is_marked(table):
    at = table("architects").start("touch", "touch")
    at.send(EndEarly, sure=True)
    at.send(ReturnToLobby)
    at.send(SetGame, guided=False)
    at.send(Start)
    at.send(EndEarly, sure=True)
    assert [game.result.chosen for game in at.table.finished.list_games()] == [False, True]


def test_teaching_deal_is_still_marked_after_a_suspension(table):
    at = table("architects").start("touch", "touch")
    number = at.at_table().game_id
    at.send(Suspend)
    assert not at.table.committed.state.chosen
    at.send(Resume, game=number)
    assert at.table.committed.state.chosen


# ---- what comes with it ----------------------------------------------------------------------------------------


def test_first_game_variant_of_duel_follows_the_guided_setting(table):
    at = table("duel")
    assert at.at_table().variant == ("first-game",)
    at.send(SetGame, guided=False)
    assert at.at_table().variant == ()
    at.send(SetGame, guided=True)
    at.send(SetGame, game="architects")
    assert at.at_table().variant == ()
    at.send(SetGame, game="duel")
    assert at.at_table().variant == ("first-game",)
    at.restart()
    assert at.at_table().variant == ("first-game",)


@pytest.mark.parametrize("game", ["duel", "architects"])
def test_chosen_variant_overrides_the_first_game_variant(table, game):
    at, said = table("duel"), ()
    at.send(SetGame, variant=said)
    assert at.at_table().variant == said
    at.send(SetGame, game=game)
    at.send(SetGame, game="duel")
    assert at.at_table().variant == said
    at.start("touch", "touch")
    assert at.view()["age"] == 0
    assert all(check_teaching_conditions(at)), "whichever wonders are drafted"


def test_deal_of_the_day_has_no_first_game_variant(table):
    at = table("duel").sit("touch", "free")
    at.send(SetGame, daily=True)
    assert (at.at_table().daily, at.at_table().variant) == (True, ())


def test_drawn_wonders_show_their_day_side_in_a_guided_game(table):
    at = table("seven-wonders").start("touch", *["bot"] * 6, first=None)
    assert {seat.wonder.rpartition("-")[2] for seat in at.at_table().seats} == {"day"}


def test_chosen_side_of_a_wonder_is_kept_in_a_guided_game(table):
    at = table("seven-wonders").sit("touch", "bot", "bot").boards("rhodos-night")
    at.send(Start)
    assert at.at_table().seats[0].wonder == "rhodos-night"


# ---- when it comes to be told (first-game.md, 6.3) -----------------------------------------------------------

# Own turns within which 95 % of seats get the explanation.
BY = {"red": 5, "green": 5, "blue": 5, "coin": 10, "horn": 10, "build": 10}
LATER_TURNS = {2: {"red": 6, "green": 6, "blue": 6}}
USUAL_SHARE = 0.95


def turns_until_told(at, rng, most):
    """Return for each idea the own turns of each seat until the idea was explained to it.

    A seat that did not get the explanation counts as `most` + 1.
    """
    seats = len(at.at_table().seats)
    mine, found = [0] * seats, defaultdict(dict)

    def look():
        for idea in at.table.committed.state.taught_ideas:
            for seat in [idea.seat] if idea.seat else range(1, seats + 1):
                found[idea.id].setdefault(seat, mine[seat - 1] + 1)

    look()
    turn = at.view()["turn"]
    while at.at_table().phase == "game" and min(mine) < most:
        taught.turn(at, rng, 0.5)
        if at.at_table().phase != "game":
            break
        now = at.view()
        if now["turn"] != turn:
            mine[(now["hints"]["active"] - 2) % seats] += 1
            turn = now["turn"]
        look()
    return {idea: [found[idea].get(seat, most + 1) for seat in range(1, seats + 1)] for idea in BY}


@pytest.mark.rotated
@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("nights", [2, pytest.param(60, marks=pytest.mark.full)])
def test_a_teaching_deal_shows_its_lessons_early(table, n, nights, monkeypatch):
    came, secrets = defaultdict(list), random.Random(n)
    monkeypatch.setattr(Chance, "secret", lambda _: secrets.randbytes(32))
    for nth in range(nights):
        at = table("architects").start(*["touch"] * n)
        for idea, when in turns_until_told(at, random.Random(f"{n} {nth}"), 15).items():
            came[idea] += when
    limits = BY | LATER_TURNS.get(n, {})
    late = {idea: sum(when > by for when in came[idea]) / len(came[idea]) for idea, by in limits.items()}
    least = 1 - USUAL_SHARE if nights > 2 else 0.5
    assert {idea: part for idea, part in late.items() if part > least} == {}
