"""The deal of the day: one for each day and game, alone against hard bots, equal at all tables, not in statistics."""

from datetime import UTC, datetime

import msgspec
import pytest

from app.games import game_list
from app.games.architects import words_facade as architects_words
from app.games.duel import words_facade as duel_words
from app.history.statistics import is_whole
from app.protocol.daily_results import list_people, list_results
from app.protocol.game_lifecycle_messages import (
    DailyPlayed,
    EndEarly,
    Resume,
    ReturnToLobby,
    SetGame,
    Start,
    Suspend,
)
from app.protocol.history_messages import DeleteGame, MergePeople
from app.protocol.results import Daily, FinishedGame
from app.protocol.seat_messages import SetSeat, SetSeats
from app.shown.lobby.daily_deal import result_code, result_line
from app.table.features.daily_deal import CHECK_SECONDS, derive_secret, today
from app.text.time_zone import MACHINE, use_zone
from app.text.translation import words
from tests.app.table.bots import BOTS, PLAYERS, ByHand
from tests.app.table.plays import refused
from tests.app.tables import SCREEN, Evening

DAY = 24 * 3600.0


@pytest.fixture
def open_evening(tmp_path, every_fact):
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
    """Return what is laid out and for whom: the record's header and its first lines."""
    match = evening.table.committed.match
    return dict(match.setup.header()), [applied.move.text for applied in match.moves]


def test_bots_of_the_day_s_deal_are_limited_by_iterations_not_time(open_evening):
    thinker = ByHand()
    evening = open_evening("duel", thinker=thinker)
    begin(evening)
    while not thinker.think_requests:
        [asked] = evening.snapshot(SCREEN).questions
        evening.say(asked.seat, asked.legal[0])
    [asked] = thinker.think_requests
    assert (asked.effort, asked.seconds) == (0, None)
    assert asked.iterations == PLAYERS.iterations("hard", "duel", 2)


def begin(evening):
    evening.send(SetGame, daily=True)
    evening.send(Start)


@pytest.mark.parametrize(("game", "seats"), [("duel", 2), ("architects", 3), ("seven-wonders", 3)])
def test_the_deal_of_the_day_seats_one_person_against_hard_bots(open_evening, game, seats):
    evening = open_evening(game)
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
def test_the_deal_of_the_day_is_the_same_everywhere_and_changes_daily(open_evening, game):
    one, other, next_day = open_evening(game), open_evening(game, seed="other"), open_evening(game)
    next_day.date += DAY
    for evening in (one, other, next_day):
        begin(evening)
    assert deal(one) == deal(other)
    assert deal(one) != deal(next_day)


def test_changing_another_setting_switches_the_deal_of_the_day_off(open_evening):
    evening = open_evening("architects")
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


def test_the_deal_of_the_day_has_no_time_limit_and_no_undo(open_evening):
    thinker = ByHand()
    evening = open_evening(thinker=thinker)
    begin(evening)
    while not thinker.think_requests:
        [asked] = evening.snapshot().questions
        evening.say(asked.seat, asked.legal[0])
    assert thinker.think_requests[0].seconds is None
    assert evening.at_table().undo is None


def finish(evening):
    """Play the running game to its end."""
    while evening.at_table().phase == "game":
        for asked in evening.snapshot().questions:
            evening.say(asked.seat, asked.legal[0])
            break
        else:
            evening.now += 60
            evening.table.tick(evening.now)
    return evening.table.finished.list_games()[0]


def test_the_deal_of_the_day_is_stored_with_its_date_and_counts_nowhere(open_evening):
    evening = open_evening()
    begin(evening)
    kept = finish(evening)
    assert kept.result.daily == Daily(today(evening.now + evening.date), 1)
    assert not is_whole(kept)
    points = [score["total"] for score in kept.result.scores]
    for phase in ("over", "lobby"):
        table = evening.at_table()
        assert (table.phase, table.day) == (phase, kept.result.daily.date)
        [shown], [person] = table.dailies, table.daily_people
        assert (shown.name, shown.points, shown.best, shown.alike) == ("Ada", *points, True)
        assert (person.name, person.row, person.days, person.best, person.total) == ("Ada", 1, 1, points[0], points[0])
        if phase == "over":
            evening.send(ReturnToLobby)
    evening.send(SetGame, daily=False)
    evening.send(Start)
    assert (evening.at_table().daily, evening.at_table().day) == (False, "")


def test_only_the_first_finished_game_with_a_day_s_deal_counts(open_evening):
    evening = open_evening()
    begin(evening)
    evening.send(EndEarly, sure=True)
    assert evening.at_table().dailies == ()
    evening.send(ReturnToLobby)
    evening.send(Start)
    first = finish(evening)
    [counts] = evening.at_table().dailies
    evening.send(ReturnToLobby)
    evening.send(Start)
    second = finish(evening)
    assert evening.at_table().dailies == (counts,)
    assert counts.game == first.game != second.game
    evening.send(DeleteGame, game=first.mark, sure=True)
    assert [each.game for each in evening.at_table().dailies] == [second.game]


def test_suspended_deal_of_the_day_keeps_its_date(open_evening):
    evening = open_evening()
    begin(evening)
    day = today(evening.now + evening.date)
    evening.send(Suspend)
    [aside] = evening.at_table().laid_aside
    assert aside.day == evening.at_table().day == day
    evening.date += DAY
    evening.send(Resume, game=aside.game)
    finish(evening)
    table = evening.at_table()
    assert [each.date for each in table.dailies] == [table.day] == [day]
    assert [each.row for each in table.daily_people] == [1], "up to yesterday"


def test_results_follow_a_person_s_corrected_name(open_evening):
    evening = open_evening()
    begin(evening)
    finish(evening)
    evening.send(MergePeople, name="Ada", into="Ida", sure=True)
    evening.send(ReturnToLobby)
    table = evening.at_table()
    assert [each.name for each in (*table.dailies, *table.daily_people)] == ["Ida", "Ida"]


@pytest.fixture
def zone():
    yield use_zone
    use_zone(MACHINE)


def test_the_date_in_the_lobby_changes_at_midnight_and_with_the_time_zone(open_evening, zone):
    evening = open_evening()
    zone("Europe/Berlin")
    evening.date = datetime(2026, 11, 28, 22, 59, 30, tzinfo=UTC).timestamp() - evening.now
    evening.send(SetGame, daily=True)

    def wait(seconds):
        """Tick the table for that many seconds; return the date that it shows, and whether it announced a change."""
        until = evening.now + seconds
        evening.changes.clear()
        while (at := evening.table.next_tick()) <= until:
            evening.now = max(evening.now, at)
            evening.table.tick(evening.now)
        return evening.at_table().day, bool(evening.changes)

    assert evening.at_table().day == "2026-11-28"
    assert wait(CHECK_SECONDS) == ("2026-11-29", True)
    assert wait(CHECK_SECONDS) == ("2026-11-29", False)
    zone("America/New_York")
    assert wait(CHECK_SECONDS) == ("2026-11-28", True)
    zone("Europe/Berlin")
    evening.send(Start)  # before the lobby has looked again
    assert evening.table.committed.state.daily.date == "2026-11-29"


def daily_result(date, name="Ada", kind="duel", points=9, **facts):
    return DailyPlayed(date, kind, name, points, 7, won=True, alike=True, game=1, **facts)


@pytest.mark.parametrize(
    ("dates", "row"),
    [
        (["2026-03-01"], 1),
        (["2026-02-28"], 1),
        (["2026-02-27"], 0),
        (["2026-03-01", "2026-02-28", "2026-02-27", "2026-02-25"], 3),
        (["2026-02-28", "2026-02-27"], 2),
    ],
)
def test_streak_of_days_ends_today_or_yesterday(dates, row):
    assert [each.row for each in list_people(map(daily_result, dates), "duel", "2026-03-01")] == [row]


def test_streak_counts_any_game_and_points_are_summed_per_person_and_game():
    games = [
        daily_result("2026-03-02", "ADA", points=20),
        daily_result("2026-03-01", "Ada", "architects", 50),
        daily_result("2026-02-28", "Ada"),
        daily_result("2026-02-28", "Ben"),
        daily_result("2026-02-28", ""),
    ]
    ada, ben = list_people(games, "duel", "2026-03-02")
    assert (ada.name, ada.row, ada.days, ada.best, ada.total) == ("ADA", 3, 2, 20, 29)
    assert (ben.name, ben.row) == ("Ben", 0)


@pytest.mark.rotated
@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr"])
def test_shared_line_contains_date_game_and_result_but_not_the_deal(open_evening, lang, caplog):
    caplog.set_level(0)
    evening = open_evening()
    begin(evening)
    kept = finish(evening)
    w, table = words(lang), evening.at_table()
    code = result_code(w, table, duel_words)
    result = kept.result
    [mine, best] = [score["total"] for score in result.scores]
    points = f"{mine}:{best} ({duel_words.victory(w, result.how)})"
    said = w("won {points}", points=points) if 1 in result.winners else w("lost {points}", points=points)
    day = "/".join(reversed(result.daily.date.split("-"))) if lang == "en" else result.daily.date[:4]
    assert code.url.startswith(f"Wondertable · {w('Deal of the day')} ")
    assert day in code.url
    assert code.url.endswith(f" · {duel_words.title(w)} · {w('{result} against hard bots', result=said)}")
    assert code.about.startswith(code.url)
    assert code.about.count("Ada") == 1
    secret = derive_secret(result.daily, "duel")
    header = dict(evening.table.committed.match.setup.header()).values()
    for hidden in (secret.hex(), *(value for value in header if len(value) > 5)):
        assert hidden not in code.about
    told = msgspec.json.encode(evening.snapshot()).decode()
    for text in (told, caplog.text):
        assert secret.hex() not in text
        assert str(list(secret)) not in text


def test_results_with_other_card_values_are_marked_as_not_comparable():
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
    found = list_results(games, Daily("", 1))
    assert [(each.date[-1], each.alike) for each in found] == [("3", False), ("2", False), ("1", True)]


@pytest.mark.parametrize(
    ("winners", "said"), [([1], "won 9:9"), ([2], "lost 9:9"), ([1, 2], "shared 9:9"), ([2, 3], "lost 9:9")]
)
def test_shared_victory_over_the_deal_of_the_day_is_not_said_to_be_won(winners, said):
    result = {"seats": ["Ada", None, None], "identities": [], "scores": [{"total": 9}] * 3, "winners": winners}
    game = {"mark": "a", "game": 1, "kind": "architects", "mode": "play", "variant": [], "began": 0, "ended": 1}
    made = game | {
        "seconds": 1,
        "result": result | {"early": False, "turns": 1, "daily": {"date": "2026-05-01", "data": 1}},
    }
    [played] = list_results([msgspec.convert(made, FinishedGame)], Daily("", 1))
    assert result_line(words("en"), played, architects_words).endswith(f" · {said} against hard bots")
