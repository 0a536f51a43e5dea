"""The deal of the day: one a day and a game, alone against hard bots, the same at every table, counted nowhere."""

import msgspec
import pytest

from app.games import game_list
from app.history.statistics import is_whole
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, ReturnToLobby, SetGame, Start
from app.protocol.results import Daily, FinishedGame
from app.protocol.seat_messages import SetSeat, SetSeats
from app.table.features.daily_deal import list_results, today
from tests.app.table.bots import BOTS, PLAYERS, ByHand
from tests.app.table.plays import refused
from tests.app.tables import SCREEN, Evening

DAY = 24 * 3600.0


@pytest.fixture
def opened(tmp_path, every_fact):
    made, games = [], game_list.shelf(every_fact)

    def open_one(game="duel", seed="one", **facts):
        (folder := tmp_path / str(len(made))).mkdir()
        only = {game: games[game]}
        made.append(Evening(folder, shelf=only, players=PLAYERS, bots=BOTS, seed=seed, **facts))
        made[-1].send(SetSeats, count=3 if game != "duel" else 2)
        made[-1].send(SetSeat, seat=2, by="touch", name="Ada")
        return made[-1]

    yield open_one
    for evening in made:
        evening.close()


def deal(evening):
    """What is laid out, for whom, by the record's header and its first lines."""
    match = evening.table.committed.match
    return dict(match.setup.header()), [applied.move.text for applied in match.moves]


def test_its_bots_think_by_iterations_alone_as_machines_differ(opened):
    thinker = ByHand()
    evening = opened("duel", thinker=thinker)
    begin(evening)
    while not thinker.asked:
        [asked] = evening.snapshot(SCREEN).questions
        evening.say(asked.seat, asked.legal[0])
    [asked] = thinker.asked
    assert (asked.effort, asked.seconds) == (0, None)
    assert asked.iterations == PLAYERS.iterations("hard", "duel", 2)


def begin(evening):
    evening.send(SetGame, daily=True)
    evening.send(Start)


@pytest.mark.parametrize(("game", "seats"), [("duel", 2), ("architects", 3), ("seven-wonders", 3)])
def test_the_deal_of_the_day_seats_one_person_against_hard_bots(opened, game, seats):
    evening = opened(game)
    evening.send(SetGame, daily=True)
    table = evening.at_table()
    assert table.daily
    assert [(seat.by, seat.bot, seat.character) for seat in table.seats] == [
        ("touch", None, ""),
        *[("bot", "hard", "plain")] * (seats - 1),
    ]
    evening.send(Start)
    assert evening.at_table().daily


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", ["duel", "architects", "seven-wonders"])
def test_the_deal_of_the_day_is_the_same_everywhere_and_changes_daily(opened, game):
    one, other, next_day = opened(game), opened(game, seed="other"), opened(game)
    next_day.date += DAY
    for evening in (one, other, next_day):
        begin(evening)
    assert deal(one) == deal(other)
    assert deal(one) != deal(next_day)


def test_other_settings_switch_the_deal_of_the_day_off_and_a_game_can_start(opened):
    evening = opened("architects")
    usual = evening.at_table().rules
    evening.send(SetGame, variant=("medals",), rules={"coin-may-replace-a-resource-you-have": True})
    assert evening.at_table().rules != usual
    evening.send(SetGame, daily=True)
    assert (evening.at_table().variant, evening.at_table().rules) == ((), usual)
    evening.send(SetGame, variant=("medals",))
    assert not evening.at_table().daily
    for otherwise in (
        {"seat": 2, "bot": "easy"},
        {"seat": 2, "by": "free"},
        {"seat": 1, "wonder": "giza"},
        {"seat": 2, "by": "touch"},
    ):
        evening.send(SetGame, daily=True)
        evening.send(SetSeat, seat=1, by="free")
        evening.send(SetSeat, seat=1, by="touch")
        assert evening.at_table().daily
        evening.send(SetSeat, **otherwise)
        assert not evening.at_table().daily
    refused("daily", evening.send, SetGame, daily=True)
    evening.send(SetSeat, seat=2, by="free")
    evening.send(SetGame, daily=True)
    evening.join(2, "Ben")  # with a phone
    evening.send(Start)
    assert not evening.at_table().daily


def test_the_deal_of_the_day_has_no_time_limit_and_no_undo(opened):
    thinker = ByHand()
    evening = opened(thinker=thinker)
    begin(evening)
    while not thinker.asked:
        [asked] = evening.snapshot().questions
        evening.say(asked.seat, asked.legal[0])
    assert thinker.asked[0].seconds is None
    assert evening.at_table().undo is None


def test_the_deal_of_the_day_is_stored_with_its_date_and_counts_nowhere(opened):
    evening = opened()
    begin(evening)
    while evening.at_table().phase == "game":
        for asked in evening.snapshot().questions:
            evening.say(asked.seat, asked.legal[0])
            break
        else:
            evening.now += 60
            evening.table.tick(evening.now)
    [kept] = evening.table.finished.list_games()
    assert kept.result.daily == Daily(today(evening.now + evening.date), 1)
    assert not is_whole(kept)
    evening.send(Rematch)
    assert not evening.at_table().daily
    evening.send(EndEarly, sure=True)
    evening.send(ReturnToLobby)
    [shown] = evening.at_table().dailies
    points = [score["total"] for score in kept.result.scores]
    assert (shown.name, shown.points, shown.best, shown.alike) == ("Ada", *points, True)


def test_of_other_values_it_is_said_and_not_compared():
    def finished(mark, **facts):
        result = {"seats": ["Ada", None], "identities": [], "scores": [{"total": 9}, {"total": 7}], "winners": [1]}
        game = {"mark": mark, "game": 1, "kind": "duel", "mode": "play", "variant": [], "began": 0, "ended": 1}
        made = game | {"seconds": 1, "result": result | {"early": False, "turns": 1} | facts}
        return msgspec.convert(made, FinishedGame)

    games = [
        finished("c", daily={"date": "2026-05-03", "data": 2}),
        finished("b", daily={"date": "2026-05-02", "data": 1, "own": True}),
        finished("a", daily={"date": "2026-05-01", "data": 1}),
        finished("z"),
    ]
    found = list_results(games, "duel", Daily("", 1))
    assert [(each.date[-1], each.alike) for each in found] == [("3", False), ("2", False), ("1", True)]
