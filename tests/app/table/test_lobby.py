"""The lobby before and after a game: seats, wishes and draws of wonders, rematch, early end, suspension, history."""

import json

import pytest

from app.games.architects import position_entry
from app.games.architects import words_facade as architects
from app.protocol import game_lifecycle_messages
from app.protocol.client_rights import PANEL, SCREEN
from app.protocol.history_messages import DeleteGame
from app.protocol.machine_messages import Shutdown
from app.protocol.play_messages import Act, Cue, Horn, Undo, Vote
from app.protocol.seat_badges import COLOURS, EMBLEMS
from app.protocol.seat_messages import MoveSeat, Rename, SeatInfo, SetSeat, SetSeats
from app.protocol.settings_messages import SetTable, Settings
from app.table.core.presence import GONE_SECONDS
from app.table.features.recent_changes import LINE_SECONDS
from app.table.lobby import game_agreement
from app.table.lobby.game_agreement import Lobby
from app.text import table_text as table_words
from app.text.translation import words
from engine.architects.game_facade import Architects
from engine.game import Seat
from tests.app.table.plays import choice, play_out, play_to_end, refused
from tests.app.tables import Evening, phone
from tests.positions import Hands, entered_at


def list_controllers(evening):
    return [seat.by for seat in evening.at_table().seats]


def wonders(evening):
    return [seat.wonder for seat in evening.at_table().seats]


# ---- seats


def test_a_new_table_has_four_free_seats(evening):
    view = evening.at_table()
    assert (view.phase, view.game_id, view.game, list_controllers(evening)) == ("lobby", 0, "pebbles", ["free"] * 4)
    assert [seat.lang for seat in view.seats] == ["en"] * 4


def test_lowering_the_seat_count_removes_free_seats_first(evening):
    evening.sit("free", "touch", "free", "bot")
    evening.send(SetSeats, count=3)
    assert list_controllers(evening) == ["free", "touch", "bot"]
    evening.send(SetSeats, count=5)
    assert list_controllers(evening) == ["free", "touch", "bot", "free", "free"]


def test_seat_count_below_the_number_of_people_is_refused(evening):
    evening.sit("touch", "touch", "touch", "bot")
    no = refused("seats-taken", evening.send, SetSeats, count=2)
    assert no.params == {"count": 2, "taken": 3}


@pytest.mark.parametrize("count", [0, 1, 6, -2])
def test_seat_count_outside_the_game_s_range_is_refused(evening, count):
    assert refused("seats", evening.send, SetSeats, count=count).params == {"fewest": 2, "most": 5}


@pytest.mark.parametrize(
    ("wish", "rule"),
    [
        ({"seat": 9, "by": "touch"}, "no-such-seat"),
        ({"seat": 0, "by": "touch"}, "no-such-seat"),
        ({"seat": 1, "by": "phone"}, "join"),
        ({"seat": 1, "name": "Ada"}, "seat-free"),
        ({"seat": 1, "bot": "first"}, "not-a-bot"),
        ({"seat": 1, "by": "bot", "bot": "genius"}, "no-such-bot"),
        ({"seat": 1, "wonder": "giza"}, "no-such-wonder"),
        ({"seat": 1, "wonder": "west"}, "wonder-taken"),
        ({"seat": 1, "by": "touch", "name": "a,b"}, "name"),
        ({"seat": 1, "by": "touch", "name": "BEN"}, "name-taken"),
    ],
    ids=str,
)
def test_invalid_seats_are_refused(evening, wish, rule):
    evening.sit("free", "touch")
    evening.send(SetSeat, seat=2, wonder="west", name="Ben")
    before = evening.at_table()
    refused(rule, evening.send, SetSeat, **wish)
    assert evening.at_table() == before


MINE = {"emblem": EMBLEMS[0], "colour": COLOURS[0]}  # of whoever sits down first


def test_seat_is_set_by_one_intent(evening):
    evening.send(SetSeat, seat=2, by="touch", name=" Ada ", lang="nl", wonder="south")
    assert evening.at_table().seats[1] == SeatInfo(2, "touch", "Ada", "nl", True, "south", None, **MINE)
    evening.send(SetSeat, seat=2, by="bot", bot="random")
    assert evening.at_table().seats[1] == SeatInfo(2, "bot", None, "nl", True, "south", "random", **MINE, own_bot=True)
    evening.send(SetSeat, seat=2, by="free")
    assert evening.at_table().seats[1] == SeatInfo(2, "free", None, "en", False, None, None)


def test_empty_name_removes_the_name(evening):
    evening.send(SetSeat, seat=1, by="touch", name="Ada")
    evening.send(SetSeat, seat=1, name=" ")
    assert evening.at_table().seats[0].name is None


def test_moved_seats_keep_their_people_and_keys(evening):
    evening.sit("phone Ada", "bot", "free")
    evening.send(MoveSeat, seat=1, to=3)
    assert list_controllers(evening) == ["free", "bot", "phone"]
    assert evening.table.joining.seat_of_key(evening.keys[1]) == 2
    assert evening.at_table().seats[2].present


def test_phones_may_set_up_and_start_a_game(evening):
    evening.sit("phone Ada", "free", "free")
    evening.send(SetSeat, phone(1), seat=2, by="bot")
    evening.send(game_lifecycle_messages.SetGame, phone(1), first=2)
    evening.send(SetSeats, phone(1), count=2)
    evening.send(game_lifecycle_messages.Start, phone(1))
    assert evening.at_table().phase == "game"


def test_phone_may_not_free_another_phone_s_seat(evening):
    evening.sit("phone Ada", "phone Ben")
    refused("not-your-seat", evening.send, SetSeat, phone(1), seat=2, by="free")
    evening.send(SetSeat, SCREEN, seat=2, by="free")
    assert list_controllers(evening) == ["phone", "free"]
    assert [cue.what for cue in evening.cues] == ["moved"]


# ---- the game and its rules


@pytest.mark.parametrize(
    ("wish", "rule"),
    [
        ({"game": "chess"}, "no-such-game"),
        ({"first": 9}, "no-such-seat"),
        ({"first": 0}, "no-such-seat"),
        ({"variant": ("medals",)}, "setup"),
        ({"rules": {"cheat": True}}, "setup"),
        ({"rules": {"a=yes,b": True}}, "setup"),
    ],
    ids=str,
)
def test_invalid_game_settings_are_refused(evening, wish, rule):
    before = evening.at_table()
    refused(rule, evening.send, game_lifecycle_messages.SetGame, **wish)
    assert evening.at_table() == before


def test_changing_one_house_rule_keeps_the_others(facts):
    shelf = {"architects": Architects(facts)}
    agreed = Lobby("architects")
    for rules in ({"coin-may-replace-a-resource-you-have": True}, {"economy-forces-a-build": False}):
        agreed = game_agreement.apply_intent(agreed, game_lifecycle_messages.SetGame(id="x", rules=rules), shelf, {}, 4)
    assert agreed.rules == {"coin-may-replace-a-resource-you-have": True, "economy-forces-a-build": False}


def test_chosen_wonders_are_kept_and_others_drawn_at_random(evening):
    evening.sit("bot", "bot", "bot", "bot")
    evening.send(SetSeat, seat=3, wonder="middle")
    evening.send(game_lifecycle_messages.Start)
    assert wonders(evening)[2] == "middle"
    assert len(set(wonders(evening))) == 4
    assert evening.log()[0]["identities"] == wonders(evening)


def test_random_wonders_and_first_player_differ_between_games(evening):
    evening.sit("touch", "touch", "touch")
    evening.send(game_lifecycle_messages.Start)
    drawn = {(tuple(wonders(evening)), evening.at_table().first)}
    for _ in range(12):
        evening.send(game_lifecycle_messages.EndEarly, sure=True)
        evening.send(game_lifecycle_messages.ReturnToLobby)
        evening.send(game_lifecycle_messages.Start)
        drawn.add((tuple(wonders(evening)), evening.at_table().first))
    assert len({wonders for wonders, _ in drawn}) > 4
    assert len({first for _, first in drawn}) == 3


def test_free_seats_are_removed_at_the_start(evening):
    evening.sit("free", "phone Ada", "free", "touch")
    evening.send(game_lifecycle_messages.SetGame, first=4)
    evening.send(game_lifecycle_messages.Start)
    assert list_controllers(evening) == ["phone", "touch"]
    assert evening.at_table().first == 2
    assert evening.view()["to_act"] == [2]
    assert evening.table.joining.seat_of_key(evening.keys[2]) == 0


def test_a_free_first_seat_passes_to_the_next_clockwise(evening):
    evening.sit("touch", "touch", "free", "free")
    evening.send(game_lifecycle_messages.SetGame, first=3)
    evening.send(game_lifecycle_messages.Start)
    assert evening.at_table().first == 1


def test_start_with_too_few_people_is_refused(evening):
    evening.sit("touch", "free", "free")
    assert refused("too-few", evening.send, game_lifecycle_messages.Start).params == {"need": 2, "have": 1}
    assert list_controllers(evening) == ["touch", "free", "free"]


def test_record_contains_names_if_every_seat_has_one(evening):
    evening.start("phone Ada", "phone Ben")
    assert evening.store.game(1).header["names"] == "Ada, Ben"
    evening.send(game_lifecycle_messages.EndEarly, sure=True)
    evening.send(SetSeat, seat=2, by="bot")
    evening.send(SetSeat, seat=2, by="touch", name="")
    evening.send(game_lifecycle_messages.Rematch)
    assert "names" not in evening.store.game(2).header


def test_lobby_intents_are_refused_in_a_game(evening):
    evening.start("touch", "touch")
    for kind, fields in (
        (SetSeats, {"count": 3}),
        (MoveSeat, {"seat": 1, "to": 2}),
        (game_lifecycle_messages.SetGame, {"first": 1}),
        (game_lifecycle_messages.Start, {"position": "{}"}),
        (game_lifecycle_messages.ReturnToLobby, {}),
        (game_lifecycle_messages.Resume, {"game": 1}),
        (game_lifecycle_messages.Discard, {"game": 1, "sure": True}),
    ):
        assert refused("phase", evening.send, kind, **fields).params == {"phase": "game"}
    refused("lobby-only", evening.send, SetSeat, seat=1, by="free")
    refused("lobby-only", evening.send, SetSeat, seat=1, wonder="middle")


def test_two_people_may_begin_or_leave_a_game_at_the_same_moment(evening):
    start, rematch, to_lobby = (
        getattr(game_lifecycle_messages, name) for name in ("Start", "Rematch", "ReturnToLobby")
    )
    evening.sit("phone Ada", "phone Ben")
    for kind in (start, rematch, to_lobby):
        evening.send(kind, phone(1))
        revision, game = evening.table.rev, evening.table.committed.state.game_count
        evening.send(kind, phone(2))
        assert (evening.table.rev, evening.table.committed.state.game_count) == (revision, game), kind
        if kind is not to_lobby:
            evening.send(game_lifecycle_messages.EndEarly, sure=True)


def test_game_intents_are_refused_in_the_lobby(evening):
    for kind, fields in (
        (game_lifecycle_messages.EndEarly, {"sure": True}),
        (game_lifecycle_messages.Suspend, {}),
        (game_lifecycle_messages.Rematch, {}),
    ):
        refused("phase", evening.send, kind, **fields)
    refused("no-game", evening.send, Undo, row=1)
    refused("stale", evening.send, Act, seat=1, question=1, action="pass")
    refused("stale", evening.send, Vote, row=1, seat=1, yes=True)


# ---- in mid-game


def test_a_seat_is_given_to_a_bot_and_back_in_mid_game(evening):
    evening.start("phone Ada", "touch")
    number = evening.number(1)
    evening.send(SetSeat, phone(1), seat=1, by="bot")
    assert [cue.what for cue in evening.cues] == ["moved"]
    assert evening.table.joining.seat_of_key(evening.keys[1]) is None
    assert evening.asked() == {1: number}
    assert evening.at_table().seats[0].name == "Ada"
    evening.now = evening.table.next_tick()
    evening.table.tick(evening.now)
    assert evening.view()["turn"] == 1
    evening.send(SetSeat, seat=1, by="touch")
    evening.say(2, "pass")
    evening.say(1, "pass")


def test_phone_may_give_away_only_its_own_seat_in_a_game(evening):
    evening.start("phone Ada", "touch", "bot")
    for seat in (2, 3):
        refused("not-your-seat", evening.send, SetSeat, phone(1), seat=seat, by="bot")


def test_absent_phone_may_be_replaced_by_a_bot_after_a_while_if_headless(tmp_path):
    evening = Evening(tmp_path, headless=True).start("phone Ada", "phone Ben")
    refused("not-your-seat", evening.send, SetSeat, phone(1), seat=2, by="bot")
    evening.table.presence.set_connected(Seat(1), False)
    evening.now += GONE_SECONDS - 1
    refused("just-away", evening.send, SetSeat, phone(1), seat=2, by="bot")
    evening.now += 1
    evening.send(SetSeat, phone(1), seat=2, by="bot")
    assert list_controllers(evening) == ["phone", "bot"]
    evening.close()


def test_absent_phone_s_seat_may_be_freed_in_a_headless_lobby(tmp_path):
    evening = Evening(tmp_path, headless=True).sit("phone Ada", "phone Ben")
    evening.table.presence.set_connected(Seat(1), False)
    evening.send(SetSeat, phone(1), seat=2, by="free")
    assert list_controllers(evening) == ["phone", "free"]
    evening.close()


# ---- bots


def test_bot_waits_for_the_configured_pace(evening):
    evening.send(SetTable, bot_pace=2.0)
    evening.start("bot", "touch")
    assert evening.table.next_tick() == evening.now + 2.0
    evening.table.tick(evening.now + 1.9)
    assert evening.view()["turn"] == 0
    evening.now += 2.0
    evening.table.tick(evening.now)
    assert evening.view()["turn"] == 1
    assert evening.table.next_tick() is None


def test_bots_play_a_whole_game(evening):
    evening.start("bot", "bot", "bot")
    play_out(evening)
    assert evening.at_table().phase == "over"


def test_bot_retries_an_action_that_could_not_be_stored(evening):
    evening.start("bot", "touch")
    evening.now = evening.table.next_tick()
    with evening.unwritable():
        evening.table.tick(evening.now)
    assert evening.view()["turn"] == 0
    assert evening.table.next_tick() > evening.now
    evening.now = evening.table.next_tick()
    evening.table.tick(evening.now)
    assert evening.view()["turn"] == 1


def test_bot_receives_only_what_its_seat_may_know(tmp_path):
    seen = []

    def curious(state, seat, rng):
        seen.append((state.hands, state.chosen))
        return state.legal(seat)[0]

    evening = Evening(tmp_path, players={"curious": curious}).start("bot", "touch", "touch")
    play_out(evening)
    while evening.view()["turn"] < 6:
        evening.say(evening.view()["to_act"][0], "take") if evening.view()["to_act"] != [1] else play_out(evening)
    evening.say(2, choice(evening, 2))
    true = evening.table.committed.match.state
    for _ in range(20):
        play_out(evening)
    hands, _ = seen[-1]
    assert hands[0] == true.hands[0]
    assert hands[1:] != true.hands[1:]
    evening.close()


# ---- the end and after


def test_finished_game_is_stored_in_the_history(evening):
    evening.start("phone Ada", "touch")
    evening.now += 60
    play_to_end(evening)
    [game] = evening.table.finished.list_games()
    assert (game.game, game.kind, game.began, game.ended) == (1, "pebbles", 1000.0, 1060.0)
    assert game.result.seats == ("Ada", None)
    assert list(game.result.identities) == wonders(evening)
    assert [set(score) for score in game.result.scores] == [{"pebbles", "secret", "total"}] * 2
    totals = [score["total"] for score in game.result.scores]
    assert game.result.winners == tuple(n for n, total in enumerate(totals, 1) if total == max(totals))
    assert not game.result.early


def test_game_set_not_to_be_kept_is_not_stored(evening):
    evening.sit("touch", "touch")
    evening.send(game_lifecycle_messages.SetGame, keep=False)
    evening.send(game_lifecycle_messages.Start)
    play_to_end(evening)
    assert evening.table.finished.list_games() == ()
    assert evening.view()["over"]
    evening.send(game_lifecycle_messages.ReturnToLobby)
    assert evening.store.game(1) is None


def test_ending_early_needs_confirmation_and_is_scored_and_marked(evening):
    evening.start("touch", "touch")
    evening.say(1, "take")
    assert refused("sure", evening.send, game_lifecycle_messages.EndEarly).params == {"what": "end-early"}
    evening.send(game_lifecycle_messages.EndEarly, sure=True)
    view = evening.at_table()
    assert (view.phase, view.early, evening.asked()) == ("over", True, {})
    [game] = evening.table.finished.list_games()
    assert game.result.early
    assert game.result.winners == ()
    assert game.result.scores[0]["total"] == evening.view()["seats"][0]["score"]["total"] > 0
    evening.restart()
    assert evening.at_table() == view


def test_rematch_has_the_same_seats_and_the_next_first_player(evening):
    evening.sit("phone Ada", "bot", "touch")
    evening.send(SetSeat, seat=2, wonder="east")
    evening.send(game_lifecycle_messages.SetGame, first=3)
    evening.send(game_lifecycle_messages.Start)
    for first in (1, 2, 3):
        evening.send(game_lifecycle_messages.EndEarly, sure=True)
        evening.send(game_lifecycle_messages.Rematch)
        assert (evening.at_table().first, evening.at_table().early) == (first, False)
        assert evening.view()["to_act"] == [first]
        assert list_controllers(evening) == ["phone", "bot", "touch"]
        assert wonders(evening)[1] == "east"
    assert evening.table.joining.seat_of_key(evening.keys[1]) == 0
    assert evening.at_table().game_id == 4


def test_returning_to_the_lobby_keeps_the_seats(evening):
    evening.start("phone Ada", "bot")
    evening.send(game_lifecycle_messages.EndEarly, sure=True)
    evening.send(game_lifecycle_messages.ReturnToLobby)
    view = evening.at_table()
    assert (view.phase, view.game_id, view.early, list_controllers(evening)) == ("lobby", 0, False, ["phone", "bot"])
    assert evening.snapshot().game is None


def test_games_begin_with_an_empty_log(evening):
    evening.start("touch", "touch")
    evening.say(1, "pass")
    since = evening.table.log_end
    evening.send(game_lifecycle_messages.EndEarly, sure=True)
    evening.send(game_lifecycle_messages.Rematch)
    assert [line["type"] for line in evening.log(since=since)][:1] == ["game-began"]
    assert evening.log(since=since) == evening.log()


# ---- laying aside


def laid_aside(evening, *seats):
    evening.start(*(seats or ("phone Ada", "touch", "bot")))
    evening.say(1, "take")
    before = evening.view(), evening.log()
    evening.now += 5
    evening.send(game_lifecycle_messages.Suspend)
    return before


def test_lobby_lists_suspended_games(evening):
    evening.send(SetSeat, seat=2, wonder="west")
    laid_aside(evening, "phone Ada", "touch")
    view = evening.at_table()
    assert (view.phase, view.game_id, evening.asked()) == ("lobby", 0, {})
    assert view.laid_aside == (
        game_lifecycle_messages.SuspendedView(game=1, kind="pebbles", seats=("Ada", "west"), turn=1, when=1005.0),
    )
    evening.restart()
    assert evening.at_table().laid_aside == view.laid_aside


def test_resumed_game_continues_where_it_was_suspended(evening):
    view, log = laid_aside(evening)
    asked = evening.table.committed.state.question_count
    evening.send(game_lifecycle_messages.Resume, game=1)
    assert evening.view() == view
    assert evening.log()[: len(log)] == log
    assert evening.kinds()[-1] == "game-resumed"
    assert min(evening.asked().values()) > asked
    assert evening.at_table().laid_aside == ()
    assert list_controllers(evening) == ["phone", "touch", "bot"]
    assert evening.table.joining.seat_of_key(evening.keys[1]) == 0
    assert evening.at_table().seats[0].present
    evening.say(2, "pass")


def test_resuming_sends_the_whole_log_again(evening):
    _, log = laid_aside(evening)
    since = evening.table.log_end
    assert [line["type"] for line in evening.log()] == ["game-laid-aside"]
    assert evening.log(since=since - 1) == evening.log()
    evening.send(game_lifecycle_messages.Resume, game=1)
    assert evening.log(since=since)[: len(log)] == log
    assert evening.log(since=evening.table.log_end) == []


def test_a_suspended_game_survives_other_games(evening):
    view, _ = laid_aside(evening)
    evening.send(game_lifecycle_messages.Start)
    assert evening.at_table().game_id == 2
    evening.send(game_lifecycle_messages.EndEarly, sure=True)
    evening.send(game_lifecycle_messages.ReturnToLobby)
    evening.restart()
    evening.send(game_lifecycle_messages.Resume, game=1)
    assert evening.view() == view


def test_resumed_game_assigns_seats_by_name(evening):
    laid_aside(evening, "phone Ada", "phone Ben")
    for seat in (1, 2):
        evening.send(SetSeat, seat=seat, by="free")
    evening.send(SetSeats, count=3)
    ben = evening.join(1, "Ben")
    cleo = evening.join(3, "Cleo")
    evening.send(game_lifecycle_messages.Resume, game=1)
    assert evening.table.joining.seat_of_key(ben) == 1
    assert [seat.present for seat in evening.at_table().seats] == [False, True]
    assert evening.table.joining.seat_of_key(cleo) is None
    assert evening.cues[-1] == Cue("moved", seat=3)


def test_phone_passed_on_to_another_player_of_a_suspended_game_holds_that_seat_alone(evening):
    laid_aside(evening, "phone Ada", "phone Ben", "phone Mei")
    evening.send(SetSeat, seat=3, by="free")
    evening.send(Rename, phone(2), name="Mei", lang="en")
    evening.send(game_lifecycle_messages.Resume, game=1)
    assert evening.table.joining.seat_of_key(evening.keys[2]) == 2
    assert [seat.present for seat in evening.at_table().seats] == [True, False, True]
    assert [seat.name for seat in evening.at_table().seats] == ["Ada", "Ben", "Mei"]


def test_settings_of_people_are_as_they_chose_them_since_the_game_was_suspended(evening):
    laid_aside(evening, "phone Ada", "phone Ben")
    evening.send(SetSeat, phone(1), seat=1, left=True, coach=True)
    evening.send(SetSeat, seat=2, by="free")
    evening.join(2, "Zoe")
    evening.send(SetSeat, phone(2), seat=2, knows=True)
    evening.send(game_lifecycle_messages.Resume, game=1)
    seats = evening.at_table().seats
    assert [(seat.name, seat.left, seat.coach, seat.knows) for seat in seats] == [
        ("Ada", True, True, False),
        ("Zoe", False, False, True),
    ]


def test_discarding_a_game_needs_confirmation(evening):
    laid_aside(evening)
    assert refused("sure", evening.send, game_lifecycle_messages.Discard, game=1).params == {"what": "discard"}
    evening.send(game_lifecycle_messages.Discard, game=1, sure=True)
    assert evening.at_table().laid_aside == ()
    evening.now += LINE_SECONDS + 1  # until then it can be put back
    evening.table.tick(evening.now)
    assert evening.store.game(1) is None


@pytest.mark.parametrize("kind", [game_lifecycle_messages.Resume, game_lifecycle_messages.Discard])
def test_only_suspended_games_can_be_resumed_or_discarded(evening, kind):
    evening.start("touch", "touch")
    evening.send(game_lifecycle_messages.EndEarly, sure=True)
    evening.send(game_lifecycle_messages.ReturnToLobby)
    for game in (0, 1, 2):
        refused("no-such-game", evening.send, kind, game=game)


# ---- settings and the rest


def test_settings_are_saved_and_shown(evening):
    evening.send(SetTable, lang="fr", motion=False)
    assert (evening.settings.lang, evening.settings.motion) == ("fr", False)
    assert evening.at_table().settings == evening.settings == evening.table.settings
    assert [seat.lang for seat in evening.at_table().seats] == ["fr"] * 4


def test_a_setting_out_of_range_is_refused(evening):
    refused("setting", evening.send, SetTable, bot_pace=-1.0)
    assert evening.table.settings == Settings()


def test_setting_that_cannot_be_stored_is_not_applied(evening):
    with evening.unwritable():
        refused("unwritable", evening.send, SetTable, lang="de")
    assert evening.table.settings == evening.settings == Settings()


def test_only_the_screen_may_set_addresses_and_shut_down(evening):
    evening.sit("phone Ada", "free")
    refused("rights", evening.send, SetTable, phone(1), host_address="10.0.0.1")
    refused("rights", evening.send, SetTable, phone(1), power_off=True)
    refused("rights", evening.send, Shutdown, phone(1), sure=True)
    evening.send(SetTable, host_address="10.0.0.1")
    refused("sure", evening.send, Shutdown)
    evening.send(Shutdown, sure=True)
    assert evening.cues == [Cue("bye")]


def test_phone_may_set_rotation_and_display_of_the_screen(evening):
    """The phone's settings restore a picture that nobody can touch."""
    evening.sit("phone Ada", "free")
    for name, value in {"rotation": 90, "display": "HDMI-A-2"}.items():
        evening.send(SetTable, phone(1), **{name: value})
        assert getattr(evening.table.settings, name) == value
    refused("setting", evening.send, SetTable, phone(1), rotation=45)


def test_repeated_horn_intent_sounds_once(evening):
    evening.sit("phone Ada", "free")
    evening.send(Horn, phone(1), id="toot")
    evening.send(Horn, phone(1), id="toot")
    assert evening.cues == [Cue("horn", seat=1, n=1)]


def test_horn_is_refused_to_all_for_a_second_after_it_sounded(evening):
    evening.sit("phone Ada", "free")
    evening.send(Horn, phone(1))
    evening.now += 0.9
    for who in (SCREEN, PANEL, phone(1)):
        refused("horn-rest", evening.send, Horn, who)
    evening.now += 0.2
    evening.send(Horn, PANEL)
    assert [cue.seat for cue in evening.cues] == [1, 0]


def test_points_are_hidden_while_playing_only(evening):
    evening.send(SetTable, points=False)
    evening.start("touch", "touch")
    for who in (SCREEN, phone(1)):
        assert "score" not in str(evening.view(who))
    evening.send(SetTable, points=True)
    assert "score" in str(evening.view())
    evening.send(SetTable, points=False)
    evening.send(game_lifecycle_messages.EndEarly, sure=True)
    assert "score" in str(evening.view())


# ---- begun in the middle


@pytest.fixture
def middle(tmp_path, facts):
    """A table where people deal, with a free chair between them, and the cards to lay out before the first turn."""
    game = Architects(facts)
    evening = Evening(tmp_path, shelf={"architects": game}, modes={"architects": ("play", "track")})
    evening.sit("phone Ada", "free", "phone Ben", "touch")
    for seat, wonder in ((1, "giza"), (3, "rhodes"), (4, "ephesus")):
        evening.send(SetSeat, seat=seat, wonder=wonder)
    evening.send(game_lifecycle_messages.SetGame, mode="track")
    at = Hands(position_entry, entered_at(evening.at_table(), game.data())).say("active", 1)
    for token in ("decor", "tactics", "culture"):
        at.lay(token, "center", 1)
    yield evening, at.position() | {"tokens_left": 12}
    evening.close()


def stage_on_nothing(at):
    at["seats"][1]["stages"] = [5]


def too_full(at):
    at["stacks"]["3"] = {"left": 26}


def a_seat_too_few(at):
    at["seats"].pop()


def no_object(at):
    at.clear()


@pytest.mark.parametrize(
    ("fault", "about", "told"),
    [
        pytest.param(
            stage_on_nothing,
            {"why": "stage", "seat": 2, "wonder": "rhodes", "name": "Ben", "stage": 5},
            "Ben: Bauabschnitt 5 braucht die Abschnitte darunter.",
            id="a seat with a name",
        ),
        pytest.param(
            too_full,
            {"why": "stack", "seat": 3, "wonder": "ephesus", "stack": "3", "began": 25},
            "Links von Platz 3: höchstens 25 Karten.",
            id="the stack of a seat without one",
        ),
        pytest.param(
            a_seat_too_few,
            {"why": "seats", "there": 2, "here": 3},
            "Die Stellung hat 2 Plätze, dieser Tisch aber 3.",
            id="the lobby's own fault",
        ),
        pytest.param(
            no_object,
            {"why": "shape"},
            "Die Stellung ist nicht richtig geschrieben: position.",
            id="nothing to read",
        ),
    ],
)
def test_invalid_position_is_refused_with_a_sentence(middle, fault, about, told):
    evening, at = middle
    fault(at)
    no = refused("position", evening.send, game_lifecycle_messages.Start, position=json.dumps(at))
    assert {key: value for key, value in no.params.items() if key != "reason"} == about
    assert (
        table_words.refusal(words("de"), no.code, no.params, architects) == f"Diese Stellung ist nicht möglich. {told}"
    )


def test_position_with_a_duplicate_wonder_is_refused(middle):
    evening, at = middle
    at["seats"][2]["wonder"] = "giza"
    assert refused("wonder-taken", evening.send, game_lifecycle_messages.Start, position=json.dumps(at)).params == {
        "wonder": "giza",
        "seat": 1,
    }


def test_game_starts_from_a_valid_entered_position(middle):
    evening, at = middle
    evening.send(game_lifecycle_messages.Start, position=json.dumps(at))
    assert wonders(evening) == ["giza", "rhodes", "ephesus"]


def test_next_game_is_guided_until_a_game_was_finished(evening):
    """A deleted game counts as well: no view may be older than the data that it is derived from."""
    assert evening.at_table().guided
    evening.start("touch", "touch")
    evening.send(game_lifecycle_messages.EndEarly, sure=True)
    evening.send(game_lifecycle_messages.ReturnToLobby)
    assert not evening.at_table().guided
    [game] = evening.table.finished.list_games()
    evening.send(DeleteGame, game=game.mark, sure=True)
    assert evening.at_table().guided
