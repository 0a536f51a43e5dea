"""Bots that think in another process, here a stub that a test answers for; the table never waits for it."""

import msgspec
import pytest

from app.games import game_list
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, SetGame, Start, Suspend
from app.protocol.play_messages import Undo
from app.protocol.seat_messages import SetSeat, SetSeats
from app.protocol.settings_messages import SetTable
from app.protocol.thinker_messages import ChosenAction, GameBegins, GameJudged, LineSaid, Ready, line
from app.table.bots.bot_scheduler import SILENT_SECONDS, START_SECONDS
from tests.app.table.bots import BOTS, PLAYERS, ByHand
from tests.app.tables import Evening, phone


@pytest.fixture
def thinker():
    return ByHand()


@pytest.fixture
def evening(tmp_path, thinker, every_fact):
    games = game_list.shelf(every_fact)
    made = Evening(tmp_path, shelf={"duel": games["duel"]}, players=PLAYERS, bots=BOTS, thinker=thinker)
    yield made
    made.close()


def hard(evening, seat=2):
    evening.send(SetSeat, seat=seat, by="bot", bot="hard")


def start_against_hard_bot(evening):
    """Start a game against a hard bot, choose the first wonder on the screen, so that the bot is asked."""
    evening.send(SetSeats, count=2)
    evening.send(SetSeat, seat=1, by="touch")
    hard(evening)
    evening.send(SetGame, first=1)
    evening.send(Start)
    choose(evening)


def choose(evening):
    [asked] = evening.snapshot(SCREEN).questions
    evening.say(asked.seat, asked.legal[0])


def list_moves(evening):
    return [applied.move for applied in evening.table.committed.match.moves]


def later(evening, seconds):
    evening.now += seconds
    evening.table.tick(evening.now)


def legal(evening):
    seat = evening.table.committed.state.questions[0].seat
    return [str(action) for action in evening.table.committed.match.state.legal(seat)]


def test_the_bot_process_starts_with_the_first_bot_and_ends_with_the_last(evening, thinker):
    evening.send(SetSeats, count=2)
    assert thinker.starts == 0
    evening.send(SetSeat, seat=2, by="bot", bot="easy")
    assert (thinker.starts, thinker.ends) == (1, 0)
    hard(evening)
    assert (thinker.starts, thinker.ends) == (1, 0)
    evening.send(SetSeat, seat=2, by="touch")
    assert (thinker.starts, thinker.ends) == (1, 1)


def test_bot_process_receives_the_record_line_by_line_and_thinks_in_the_background(evening, thinker):
    start_against_hard_bot(evening)
    game, *lines, think = thinker.told
    assert isinstance(game, GameBegins)
    assert [(each.seat, each.text) for each in lines] == [(each.seat, each.text) for each in list_moves(evening)]
    assert think.seat == 1
    assert think.player in {f"hard:{style}" for style in PLAYERS.styles("varied", "duel")}
    assert think.iterations == PLAYERS.iterations("hard", "duel", 2) > 0
    assert 1 <= think.effort == PLAYERS.seconds("hard", "duel", 2) < think.seconds
    before = len(list_moves(evening))
    later(evening, 1)
    assert len(list_moves(evening)) == before
    thinker.answer(think.number, legal(evening)[-1])
    assert len(list_moves(evening)) == before, "it waits as every bot does"
    wanted = legal(evening)[-1]
    later(evening, evening.settings.bot_pace)
    assert (1, wanted) in [(each.seat, each.text) for each in list_moves(evening)[before:]]
    assert isinstance(thinker.told[-2], LineSaid), "and its own line is told, before the next is asked"


def test_drawn_style_of_a_hard_bot_is_kept_for_the_game_and_secret(evening, thinker):
    start_against_hard_bot(evening)
    drawn = thinker.think_requests[-1].player
    evening.restart()
    later(evening, 0)
    assert thinker.think_requests[-1].player == drawn
    for who in (SCREEN, phone(1)):
        assert evening.at_table(who).seats[1].character == "varied"
        assert drawn not in str(evening.snapshot(who))


def test_games_draw_a_style_unless_one_was_chosen(evening, thinker):
    start_against_hard_bot(evening)
    drawn = {_player_of_another_game(evening, thinker) for _ in range(12)}
    assert 1 < len(drawn) <= len(PLAYERS.styles("varied", "duel"))
    evening.send(SetSeat, seat=2, bot="hard:scholar")
    assert _player_of_another_game(evening, thinker) == "hard:scholar"


def _player_of_another_game(evening, thinker):
    evening.send(EndEarly, sure=True)
    evening.send(Rematch)
    if evening.snapshot(SCREEN).questions:  # the bot does not begin
        choose(evening)
    return thinker.think_requests[-1].player


def people_play(evening, **settings):
    """Start a game of two people on the screen."""
    evening.send(SetGame, guided=False)
    evening.send(SetTable, **settings)
    evening.send(SetSeats, count=2)
    for seat in (1, 2):
        evening.send(SetSeat, seat=seat, by="touch")
    assert thinker_runs(evening) is False, "nobody needs help in a lobby"
    evening.send(Start)


def thinker_runs(evening):
    return evening.table.parts.scheduler._running


def test_the_bot_process_runs_while_hints_are_possible(evening, thinker):
    people_play(evening)
    assert thinker_runs(evening)
    assert thinker.told, "it knows the game already"
    evening.send(SetTable, hints=0)
    assert not thinker_runs(evening)
    evening.send(SetSeat, seat=1, coach=True)
    assert thinker_runs(evening)


def test_bot_process_does_not_run_while_hints_are_impossible(evening, thinker):
    people_play(evening, hints=0)
    choose(evening)
    assert thinker.starts == 0
    evening.send(SetTable, hints=1)
    assert thinker_runs(evening)
    evening.send(Suspend)
    assert not thinker_runs(evening)


def test_start_of_the_bot_process_does_not_count_as_silence(evening, thinker):
    thinker.ready = False
    start_against_hard_bot(evening)
    before = len(list_moves(evening))
    later(evening, SILENT_SECONDS + 1)
    assert (thinker.ends, len(list_moves(evening))) == (0, before)
    thinker.heard(line(Ready()))
    later(evening, SILENT_SECONDS - 1)
    assert thinker.ends == 0
    thinker.answer(thinker.think_requests[-1].number, legal(evening)[0])
    later(evening, 0)
    assert len(list_moves(evening)) > before


def test_bot_process_that_never_starts_is_replaced_by_a_simple_player(evening, thinker):
    thinker.ready = False
    start_against_hard_bot(evening)
    before = len(list_moves(evening))
    later(evening, START_SECONDS)
    assert len(list_moves(evening)) > before


def test_a_late_answer_is_stale(evening, thinker):
    evening.send(SetTable, hints=0)
    evening.send(SetGame, guided=False)
    start_against_hard_bot(evening)
    think = thinker.think_requests[-1]
    taken = legal(evening)[0]
    evening.send(SetSeat, seat=2, by="touch")
    before = len(list_moves(evening))
    assert (thinker.heard, thinker.ends) == (None, 1), "nobody needs it any more"
    hard(evening)
    thinker.answer(think.number, taken)
    later(evening, 3)
    assert len(list_moves(evening)) == before, "it was asked anew, and has not answered that"


def test_an_undo_resends_the_record_and_cancels_the_current_task(evening, thinker):
    start_against_hard_bot(evening)
    [think] = thinker.think_requests
    evening.send(Undo, row=evening.at_table().undo.row)
    assert thinker.think_requests == [think], "nothing is asked of the bot now"
    choose(evening)
    told = thinker.told
    again = [at for at, each in enumerate(told) if isinstance(each, GameBegins)]
    assert len(again) == 2
    lines = [each.text for each in told[again[-1] :] if isinstance(each, LineSaid)]
    assert lines == [each.text for each in list_moves(evening)]
    before = len(list_moves(evening))
    thinker.answer(think.number, legal(evening)[0])
    later(evening, 3)
    assert len(list_moves(evening)) == before, "an answer to what was taken back is nothing"
    thinker.answer(thinker.think_requests[-1].number, legal(evening)[0])
    later(evening, 0)
    assert len(list_moves(evening)) > before


@pytest.mark.parametrize("how", ["silent", "dead", "nonsense", "illegal"])
def test_failed_bot_process_is_replaced_and_a_simple_player_acts(evening, thinker, how):
    start_against_hard_bot(evening)
    before, starts = len(list_moves(evening)), thinker.starts
    if how == "silent":
        later(evening, SILENT_SECONDS - 0.1)
        assert len(list_moves(evening)) == before
        assert evening.table.next_tick() == pytest.approx(evening.now + 0.1)
        later(evening, 0.2)
    else:
        said = {
            "dead": None,
            "nonsense": b"{}\n",
            "illegal": line(ChosenAction(thinker.think_requests[-1].number, "discard moon")),
        }
        thinker.heard(said[how])
        later(evening, 3)
    assert len(list_moves(evening)) > before
    assert thinker.starts == starts + 1
    assert isinstance(thinker.told[0], GameBegins)


def test_errors_contain_no_message_of_the_bot_process(evening, thinker, caplog, capfd):
    start_against_hard_bot(evening)
    thinker.heard(b'{"number": "secret-card"}')
    later(evening, 3)
    assert "secret-card" not in caplog.text + "".join(capfd.readouterr())


def test_bot_process_ends_after_the_review_of_an_ended_game(evening, thinker):
    start_against_hard_bot(evening)
    evening.send(EndEarly, sure=True)
    assert thinker.ends == 0, "it reviews the game"
    thinker.heard(line(GameJudged(thinker.told[-1].game)))
    later(evening, 0)
    assert thinker.ends == 1
    evening.send(Rematch)
    assert thinker.starts == 2


def test_requests_to_the_bot_process_are_deterministic(tmp_path, every_fact):
    seeds = []
    for name in ("a", "b"):
        thinker, games = ByHand(), game_list.shelf(every_fact)
        (tmp_path / name).mkdir()
        evening = Evening(tmp_path / name, shelf={"duel": games["duel"]}, players=PLAYERS, thinker=thinker)
        start_against_hard_bot(evening)
        seeds.append([msgspec.to_builtins(each) for each in thinker.think_requests])
        evening.close()
    assert seeds[0] == seeds[1]
