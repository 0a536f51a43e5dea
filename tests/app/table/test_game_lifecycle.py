"""A table with more than one game: changes between them in the lobby, and games that its screen cannot draw."""

import msgspec
import pytest

from app.games.game_list import shelf
from app.games.seven_wonders import words_facade as seven_wonders
from app.protocol.client_rights import ONLOOKER, Actor
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, SetGame, Start, Suspend
from app.protocol.play_messages import Undo, Vote
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import HandOver, JoinRequest, Leave, SetSeat, SetSeats
from app.protocol.settings_messages import SetTable
from app.text.table_text import refusal
from app.text.translation import words
from engine.architects.game_facade import Architects
from engine.duel.game_facade import Duel
from engine.game import Seat
from engine.players import PLAYERS
from tests.app.tables import Evening, phone


@pytest.fixture
def evening(tmp_path, every_fact):
    """A table with Architects and Duel, whose screen draws only the first."""
    shelf = {"architects": Architects(every_fact["architects"]), "duel": Duel(every_fact["duel"])}
    evening = Evening(tmp_path, shelf=shelf, players=PLAYERS, by_touch=("architects",))
    yield evening
    evening.close()


def refused(evening, kind, **wish):
    with pytest.raises(Rejection) as no:
        evening.send(kind, **wish)
    return no.value


def test_house_rules_of_one_game_do_not_apply_to_another(evening):
    evening.send(SetGame, variant=("medals",), rules={"economy-forces-a-build": False}, first=4, keep=False)
    evening.send(SetSeat, seat=1, by="bot", wonder="giza")
    evening.send(SetGame, game="duel")
    shown = evening.at_table()
    assert (shown.game, shown.variant, shown.rules, shown.first, shown.keep) == ("duel", (), {}, None, False)
    assert shown.seats[0].wonder is None
    evening.send(SetGame, game="architects")
    shown = evening.at_table()
    assert (shown.variant, shown.rules["economy-forces-a-build"]) == (("medals", "medal-tokens"), False), "as it was"


def test_medals_include_their_tokens_until_switched_off(evening):
    """The rules set up the expansion with its tokens; a record names both, even where both are usual."""
    evening.send(SetGame, variant=("medals",))
    assert evening.at_table().variant == ("medals", "medal-tokens")
    evening.send(SetGame, variant=("medals", "medal-tokens", "expert"))
    assert evening.at_table().variant == ("medals", "medal-tokens", "expert")
    evening.send(SetGame, variant=("medals",))
    assert evening.at_table().variant == ("medals",)
    evening.send(SetGame, variant=("medals", "medal-tokens"))
    evening.send(SetGame, variant=("medal-tokens",))
    assert evening.at_table().variant == ()
    evening.send(SetGame, variant=("medal-tokens",))
    assert evening.at_table().variant == ("medal-tokens",)


@pytest.mark.parametrize("side", ["left", "right", "center"])
def test_the_undo_offer_names_the_revealed_card(evening, side):
    evening.start("touch", "touch", "touch")
    reach = evening.view()["hints"]["reach"]
    lies = {each["side"]: each["card"] for each in reach[0]}
    evening.say(1, f"take {side}")
    offer = evening.at_table().undo
    [came] = [each for each in evening.view()["seats"][0]["cards"]]
    assert (offer.action, offer.card) == (f"take {side}", came)
    assert lies[side] in (came, None)


def test_a_record_with_medals_alone_is_played_with_medals_alone(every_fact):
    setup = Architects(every_fact["architects"]).setup(
        {"game": "architects", "seats": "giza, rhodes", "variant": "medals"}
    )
    assert setup.header()["variant"] == "medals"


def test_number_of_seats_follows_the_chosen_game(evening):
    evening.send(SetSeats, count=5)
    evening.send(SetGame, game="duel", first=2)
    shown = evening.at_table()
    assert len(shown.seats) == 2
    assert shown.places == (2, 2)
    assert shown.first == 2
    evening.send(SetGame, game="architects")
    assert evening.at_table().places == (2, 7)
    evening.send(SetSeats, count=5)
    assert len({chair.number for chair in evening.table.committed.state.chairs}) == 5


def test_first_player_without_a_seat_is_cleared(evening):
    evening.send(SetGame, game="duel", first=4)
    assert evening.at_table().first is None


def test_smaller_game_removes_bots_and_keeps_people(evening):
    for seat, name in ((0, "Ada"), (3, "Ben")):
        evening.table.joining.join(None, Seat(seat), JoinRequest(name, "en"))
    for seat in (2, 3):
        evening.send(SetSeat, seat=seat, by="bot")
    evening.send(SetGame, game="duel")
    assert [(chair.by, chair.name) for chair in evening.at_table().seats] == [("phone", "Ada"), ("phone", "Ben")]


def test_game_with_too_few_seats_for_its_people_is_refused(evening):
    for seat in (1, 2, 3):
        evening.send(SetSeat, seat=seat, by="touch")
    assert refused(evening, SetGame, game="duel").code == "seats-taken"
    assert evening.at_table().game == "architects"


def test_touch_seats_are_refused_in_a_game_the_screen_does_not_draw(evening):
    evening.send(SetSeat, seat=1, by="touch")
    evening.send(SetGame, game="duel")
    assert [chair.by for chair in evening.at_table().seats] == ["free", "free"]
    no = refused(evening, SetSeat, seat=1, by="touch")
    assert no.code == "not-by-touch"
    assert "does not draw" in refusal(words("en"), no.code, no.params)
    evening.send(SetGame, game="architects")
    evening.send(SetSeat, seat=1, by="touch")


def test_seat_left_in_a_phone_only_game_waits_for_another_phone(evening):
    evening.send(SetGame, game="duel")
    for seat, name in enumerate(("Alice", "Bob")):
        evening.table.joining.join(None, Seat(seat), JoinRequest(name, "en"))
    evening.send(Start)
    evening.send(Leave, Actor("seat", Seat(1)))
    assert evening.at_table().seats[1].by == "phone"
    assert refused(evening, SetSeat, seat=2, by="touch").code == "not-by-touch"
    evening.send(HandOver, seat=2)
    assert evening.table.joining.join(evening.table.joining.ticket(Seat(1)), Seat(1), JoinRequest("Cleo", "en"))


@pytest.mark.parametrize(("name", "keeps"), [("Cleo", False), ("ada", True)])
def test_hand_and_coach_are_those_of_whoever_takes_over_a_phone_s_seat(evening, name, keeps):
    evening.send(SetGame, game="duel")
    evening.start("phone Ada", "phone Bob")
    evening.send(SetSeat, phone(1), seat=1, left=True, coach=True)
    evening.send(HandOver, seat=1)
    evening.join(1, name)
    seat = evening.at_table().seats[0]
    assert (seat.left, seat.coach) == (keeps, keeps)


def test_a_game_of_bots_ends_and_another_game_follows(evening):
    evening.send(SetTable, bot_pace=0)
    evening.send(SetGame, game="duel")
    for seat in (1, 2):
        evening.send(SetSeat, seat=seat, by="bot", bot="random")
    evening.send(Start)
    while evening.at_table().phase == "game":
        evening.table.tick(evening.now)
    evening.send(Rematch)
    evening.send(Suspend)
    evening.send(SetGame, game="architects")
    evening.send(Start)
    assert [one.kind for one in evening.at_table().laid_aside] == ["duel"]


def test_restart_restores_a_running_duel(evening):
    evening.send(SetTable, bot_pace=0)
    evening.send(SetGame, game="duel")
    for seat in (1, 2):
        evening.send(SetSeat, seat=seat, by="bot", bot="random")
    evening.send(Start)
    for _ in range(30):
        evening.table.tick(evening.now)
    before = bytes(evening.table.snapshot(ONLOOKER, 0).game)
    evening.restart()
    assert bytes(evening.table.snapshot(ONLOOKER, 0).game) == before


def draft(evening, wonders):
    for _ in range(wonders):
        [question] = evening.snapshot().questions
        evening.say(question.seat, question.legal[0], phone(question.seat))


def test_last_drafted_wonder_is_taken_automatically_and_undone_with_the_choice_before(evening):
    evening.sit("phone Ada", "phone Ben")
    evening.send(SetGame, game="duel", first=1)
    evening.send(Start)
    draft(evening, 2)
    left = evening.snapshot().questions[0]
    draft(evening, 1)
    assert evening.asked().keys() == {2}  # of the next four
    for reader in (phone(1), phone(2), ONLOOKER):
        taken = [(event["seat"], event["wonder"]) for event in evening.log(reader) if event["type"] == "wonder-drafted"]
        assert taken[-2:] == [(2, left.legal[0].split()[1]), (1, left.legal[1].split()[1])]
    record = [
        f"{applied.move.seat + 1} {applied.move.text}"
        for applied in evening.table.committed.match.moves
        if applied.move.seat >= 0
    ]
    assert record[-1] == f"1 {left.legal[1]}"  # as if a person had chosen it
    evening.restart()
    offer = evening.at_table().undo
    assert (offer.seat, offer.action, offer.more) == (2, left.legal[0], 1)
    evening.send(Undo, phone(2), row=offer.row)
    evening.send(Vote, phone(1), seat=1, row=offer.row, yes=True)  # four wonders were revealed
    [again] = evening.snapshot().questions
    assert (again.seat, again.legal) == (2, left.legal)
    draft(evening, 4)
    assert evening.view()["age"] == 1  # the last of the second four is taken automatically, too


# ---- boards with two sides, and nobody who begins -------------------------------------------------------------


@pytest.fixture
def wonders(tmp_path, every_fact):
    """A lobby of 7 Wonders with five bots."""
    evening = Evening(tmp_path, shelf=shelf(every_fact), players=PLAYERS, by_touch=("architects",))
    evening.send(SetGame, game="seven-wonders")
    evening.send(SetSeats, count=5)
    for seat in range(1, 6):
        evening.send(SetSeat, seat=seat, by="bot")
    yield evening
    evening.close()


def only_event(evening, kind):
    """Return the one event of this kind in the log."""
    [line] = [event for event in evening.log() if event["type"] == kind]
    return line


def test_simultaneous_games_have_no_first_player(wonders):
    assert not wonders.at_table().first_seat
    assert refused(wonders, SetGame, first=2).code == "setup"
    wonders.send(Start)
    assert "first" not in wonders.table.committed.match.setup.header()
    assert wonders.at_table().first is None
    assert only_event(wonders, "game-began")["first"] == 0
    wonders.send(EndEarly, sure=True)
    wonders.send(Rematch)
    wonders.send(Suspend)
    wonders.send(SetGame, game="architects")
    assert wonders.at_table().first_seat


def test_second_side_of_a_chosen_board_is_refused(wonders):
    wonders.send(SetSeat, seat=1, wonder="gizah-day")
    no = refused(wonders, SetSeat, seat=2, wonder="gizah-night")
    assert (no.code, no.params) == ("wonder-taken", {"wonder": "gizah-day", "seat": 1})
    assert refusal(words("en"), no.code, no.params, seven_wonders) == "Gizah (day) is taken already."
    wonders.send(SetSeat, seat=1, wonder="gizah-night")  # one's own may be turned round
    assert wonders.at_table().identities["gizah-day"] == "gizah"


def test_choices_update_all_readers_and_survive_a_restart(tmp_path, every_fact):
    evening = Evening(tmp_path, shelf=shelf(every_fact), players=PLAYERS, by_touch=())
    evening.send(SetGame, game="seven-wonders")
    evening.start("phone Ada", "phone Ben", "phone Cleo", first=None)
    everybody = [phone(seat) for seat in (1, 2, 3)]

    def encode_snapshots():
        return [msgspec.json.encode(evening.snapshot(who)) for who in (*everybody, ONLOOKER)]

    for seat in (2, 1, 3, 3, 2, 1, 1, 3, 2):  # secret until the third has chosen
        before = encode_snapshots()
        [question] = evening.snapshot(phone(seat)).questions
        evening.say(seat, question.legal[-1], phone(seat))
        assert all(now != then for now, then in zip(encode_snapshots(), before, strict=True))
        games = [evening.snapshot(who).game for who in (*everybody, ONLOOKER)]
        evening.restart()
        assert [evening.snapshot(who).game for who in (*everybody, ONLOOKER)] == games
    evening.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(12))
def test_no_board_is_drawn_twice(tmp_path, every_fact, seed):
    evening = Evening(tmp_path, shelf=shelf(every_fact), players=PLAYERS, by_touch=(), seed=seed)
    evening.send(SetGame, game="seven-wonders")
    evening.send(SetSeats, count=7)
    for seat in range(1, 8):
        evening.send(SetSeat, seat=seat, by="bot")
    evening.send(SetSeat, seat=4, wonder="rhodos-night")
    evening.send(Start)
    boards = evening.table.committed.match.setup.boards
    assert boards[3] == "rhodos-night"
    assert len({board.rpartition("-")[0] for board in boards}) == 7
    evening.close()


def test_a_board_of_the_expansion_needs_the_expansion(wonders):
    no = refused(wonders, SetSeat, seat=1, wonder="roma-day")
    assert no.code == "wonder-unfit"
    assert "another variant" in refusal(words("en"), no.code, no.params, seven_wonders)
    wonders.send(SetGame, variant=("leaders",))
    wonders.send(SetSeat, seat=1, wonder="roma-day")
    wonders.send(SetSeat, seat=2, wonder="olympia-day")
    assert "roma-night" in wonders.at_table().identities
    wonders.send(SetGame, variant=())
    assert [chair.wonder for chair in wonders.at_table().seats[:2]] == [None, "olympia-day"]
    wonders.send(Start)


def test_lobby_lists_uncertain_values_before_the_start(wonders):
    assert wonders.at_table().doubts == ("circus",)
    wonders.send(SetGame, variant=("leaders",))
    wonders.send(SetSeat, seat=1, wonder="abu-simbel-day")
    assert wonders.at_table().doubts == ("abu-simbel-day", "circus", "plato")
    wonders.send(SetSeat, seat=5, by="free")
    wonders.send(SetSeat, seat=4, by="free")
    assert wonders.at_table().doubts == ("abu-simbel-day", "plato")  # with three the Circus is not dealt
    wonders.send(Start)
    assert {"abu-simbel-day", "plato"} <= set(only_event(wonders, "facts-doubted")["identities"])
    assert wonders.at_table().doubts == ()
    assert wonders.at_table().identities == {}


def test_values_confirmed_by_the_owner_are_not_listed_as_uncertain(tmp_path, every_fact):
    sure = {"seven-wonders": "cards.circus.certainty=yours"}
    evening = Evening(tmp_path, shelf=shelf(every_fact), players=PLAYERS, by_touch=(), overrides=sure)
    evening.send(SetGame, game="seven-wonders")
    for seat in range(1, 5):
        evening.send(SetSeat, seat=seat, by="bot")
    assert evening.at_table().doubts == ()
    evening.close()


@pytest.mark.full
def test_a_game_of_bots_with_leaders_ends(wonders):
    wonders.send(SetTable, bot_pace=0)
    wonders.send(SetGame, variant=("leaders", "experts"))
    wonders.send(Start)
    while wonders.at_table().phase == "game":
        wonders.table.tick(wonders.now)
    assert wonders.table.finished.list_games()[0].kind == "seven-wonders"
