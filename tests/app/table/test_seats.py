"""Seats and phones: one-time tickets, keys, hand-over, names."""

import sqlite3

import pytest

from app.protocol.client_rights import ONLOOKER, SCREEN
from app.protocol.network_messages import Network
from app.protocol.play_messages import Act, Cue
from app.protocol.seat_messages import Code, HandOver, InviteFar, Leave, Rename, SetSeat
from app.table.core.presence import GONE_SECONDS
from app.table.lobby.seating import HAND_OVER_SECONDS, Chair, JoinRequest, reset_for_game
from engine.game import Seat
from tests.app.table.plays import refused
from tests.app.tables import Evening, phone


def seats(evening):
    return [(seat.by, seat.name, seat.present) for seat in evening.at_table().seats]


# ---- joining


def test_every_free_seat_has_a_ticket_of_its_own(evening):
    evening.sit("free", "touch", "free")
    tickets = [evening.table.joining.ticket(Seat(seat)) for seat in range(3)]
    assert tickets[1] is None
    assert len({*tickets}) == 3
    assert [evening.table.joining.seat_of_ticket(ticket) for ticket in (tickets[0], tickets[2])] == [0, 2]


def test_looking_at_a_ticket_changes_nothing(evening):
    rev = evening.table.rev
    ticket = evening.table.joining.ticket(Seat(0))
    for _ in range(3):
        assert evening.table.joining.seat_of_ticket(ticket) == 0
    assert evening.table.rev == rev


def test_ticket_can_be_used_once(evening):
    ticket = evening.table.joining.ticket(Seat(0))
    key = evening.table.joining.join(ticket, Seat(0), JoinRequest("Ada", "de"))
    assert evening.table.joining.seat_of_key(key) == 0
    assert evening.table.joining.seat_of_ticket(ticket) is None
    refused("taken", evening.table.joining.join, ticket, Seat(0), JoinRequest("Ben", "en"))
    assert evening.table.joining.ticket(Seat(0)) is None
    assert evening.at_table().seats[0].lang == "de"


def test_refused_name_leaves_the_ticket_valid(evening):
    ticket = evening.table.joining.ticket(Seat(0))
    refused("name", evening.table.joining.join, ticket, Seat(0), JoinRequest("", "en"))
    evening.table.joining.join(ticket, Seat(0), JoinRequest("Ada", "en"))


def test_a_ticket_opens_only_its_own_seat(evening):
    refused(
        "taken", evening.table.joining.join, evening.table.joining.ticket(Seat(0)), Seat(1), JoinRequest("Ada", "en")
    )
    refused("taken", evening.table.joining.join, "made-up", Seat(0), JoinRequest("Ada", "en"))
    refused("taken", evening.table.joining.join, "", Seat(0), JoinRequest("Ada", "en"))


def test_table_code_allows_joining_free_seats_only(evening):
    evening.sit("touch", "free", "free")
    assert evening.table.joining.list_free_seats() == (1, 2)
    key = evening.table.joining.join(None, Seat(2), JoinRequest("Ada", "en"))
    assert evening.table.joining.seat_of_key(key) == 2
    for seat in (0, 2, 7, -1):
        refused("taken", evening.table.joining.join, None, Seat(seat), JoinRequest("Ben", "en"))
    assert evening.table.joining.ticket(None) == evening.table.id


def test_a_new_key_is_long_and_not_stored(evening, tmp_path):
    key = evening.join(1, "Ada")
    assert len(key) >= 22  # 128 bits
    evening.close()
    everything = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert key.encode() not in everything
    evening.open()
    assert evening.table.joining.seat_of_key(key) == 0
    assert evening.table.joining.seat_of_key("made-up") is None
    assert evening.table.joining.seat_of_key("") is None


def test_presence_is_shown_for_each_seat(evening):
    evening.sit("phone Ada", "touch", "free")
    assert seats(evening) == [("phone", "Ada", True), ("touch", None, True), ("free", None, False)]
    evening.table.presence.set_connected(Seat(0), False)
    assert seats(evening)[0] == ("phone", "Ada", False)
    evening.table.presence.set_connected(Seat(1), False)
    assert seats(evening)[1] == ("touch", None, True)


def test_left_seat_is_free_in_the_lobby(evening):
    key = evening.join(1, "Ada")
    evening.send(Leave, phone(1))
    assert seats(evening)[0] == ("free", None, False)
    assert evening.table.joining.ticket(Seat(0))
    assert evening.table.joining.seat_of_key(key) is None


def test_left_seat_is_played_by_touch_in_a_game(evening):
    evening.start("phone Ada", "touch")
    evening.send(Leave, phone(1))
    assert seats(evening)[0] == ("touch", "Ada", True)
    evening.say(1, "pass")


def test_left_seat_waits_for_a_phone_on_a_headless_table(tmp_path):
    evening = Evening(tmp_path, headless=True).start("phone Ada", "phone Ben")
    evening.send(Leave, phone(1))
    assert seats(evening)[0] == ("phone", "Ada", False)
    evening.send(HandOver, phone(2), seat=1)
    evening.join(1, "Cleo")
    assert seats(evening)[0] == ("phone", "Cleo", True)
    evening.close()


def test_a_headless_table_offers_a_left_seat_to_anybody(tmp_path):
    evening = Evening(tmp_path, headless=True).start("phone Ada", "phone Ben", "bot")
    assert evening.table.joining.list_free_seats() == ()
    evening.send(Leave, phone(1))
    assert evening.table.joining.list_free_seats() == (0,)
    evening.table.joining.join(None, Seat(0), JoinRequest("Cleo", "en"))
    assert seats(evening)[0][:2] == ("phone", "Cleo")
    evening.close()


def test_headless_table_left_by_every_phone_can_be_joined_again(tmp_path):
    evening = Evening(tmp_path, headless=True).start("phone Ada", "bot")
    evening.send(SetSeat, phone(1), seat=1, by="bot")
    assert evening.table.joining.list_free_seats() == (0, 1)
    evening.keys[2] = evening.table.joining.join(None, Seat(1), JoinRequest("Ben", "en"))
    assert seats(evening) == [("bot", "Ada", True), ("phone", "Ben", False)]
    assert evening.table.joining.list_free_seats() == ()
    evening.close()


# ---- handing over


def test_a_taken_seat_shows_no_code(evening):
    evening.start("phone Ada", "touch", "bot")
    assert [evening.table.joining.ticket(Seat(seat)) for seat in range(3)] == [None] * 3


@pytest.mark.parametrize(("seat", "how"), [(1, "a phone's"), (2, "touch"), (3, "a bot's")], ids=str)
def test_a_hand_over_gives_any_seat_to_a_new_phone(evening, seat, how):
    evening.start("phone Ada", "touch", "bot")
    number = evening.number(1)
    evening.send(HandOver, seat=seat)
    key = evening.join(seat, "Cleo")
    assert evening.table.joining.seat_of_key(key) == seat - 1
    assert seats(evening)[seat - 1] == ("phone", "Cleo", True)
    assert evening.asked() == {1: number}
    assert evening.kinds()[-2:] == ["hand-over-opened", "seat-joined"]


def test_a_hand_over_notifies_the_old_phone_and_revokes_its_key(evening):
    old = evening.start("phone Ada", "touch").keys[1]
    evening.send(HandOver, phone(1), seat=1)
    assert evening.table.joining.seat_of_key(old) == 0  # until somebody answers
    evening.join(1, "Ada")
    assert evening.table.joining.seat_of_key(old) is None
    assert evening.cues == [Cue("moved", seat=1)]


def test_a_hand_over_ends_after_two_minutes(evening):
    evening.start("phone Ada", "touch")
    evening.send(HandOver, seat=1)
    ticket = evening.table.joining.ticket(Seat(0))
    assert evening.table.next_tick() == evening.now + HAND_OVER_SECONDS == evening.now + 120
    evening.now += 119.9
    evening.table.tick(evening.now)
    assert evening.table.joining.seat_of_ticket(ticket) == 0
    evening.now += 0.1
    assert evening.table.joining.seat_of_ticket(ticket) is None
    rev = evening.table.rev
    evening.table.tick(evening.now)
    assert evening.table.rev == rev + 1
    assert evening.table.next_tick() is None
    refused("taken", evening.table.joining.join, ticket, Seat(0), JoinRequest("Ben", "en"))


@pytest.mark.parametrize("day", [86400, -86400])
def test_setting_the_clock_does_not_change_the_hand_over_time(evening, day):
    evening.start("phone Ada", "touch")
    evening.send(HandOver, seat=1)
    ticket = evening.table.joining.ticket(Seat(0))
    evening.date += day
    evening.table.tick(evening.now)
    assert evening.table.joining.seat_of_ticket(ticket) == 0
    evening.now += HAND_OVER_SECONDS
    evening.table.tick(evening.now)
    assert evening.table.joining.seat_of_ticket(ticket) is None


def test_a_restart_restarts_the_waiting_time_of_a_hand_over(evening):
    """The table cannot know how long it was off, and its clock may have been reset."""
    evening.start("phone Ada", "touch")
    evening.send(HandOver, seat=1)
    ticket = evening.table.joining.ticket(Seat(0))
    evening.now -= 900
    evening.restart()
    assert evening.table.joining.seat_of_ticket(ticket) == 0
    assert evening.table.next_tick() == evening.now + HAND_OVER_SECONDS
    evening.now += HAND_OVER_SECONDS
    evening.table.tick(evening.now)
    assert evening.table.joining.seat_of_ticket(ticket) is None


def test_setting_the_clock_does_not_make_a_phone_count_as_gone(tmp_path):
    evening = Evening(tmp_path, headless=True).start("phone Ada", "phone Ben")
    evening.table.presence.set_connected(Seat(1), False)
    evening.date += 86400
    evening.now += 1
    refused("just-away", evening.send, SetSeat, phone(1), seat=2, by="bot")
    evening.close()


def test_hand_over_can_be_cancelled(evening):
    evening.start("phone Ada", "touch")
    evening.send(HandOver, seat=1)
    ticket = evening.table.joining.ticket(Seat(0))
    evening.send(HandOver, seat=1, cancel=True)
    assert evening.table.joining.seat_of_ticket(ticket) is None


def test_invitation_of_a_far_friend_outlives_the_code_beside_it(evening):
    evening.start("phone Ada", "touch")
    evening.table.presence.set_network(Network(None, None, public="https://table.example.org"))
    evening.send(InviteFar, seat=2)
    far = evening.table.joining.far_ticket(Seat(1))
    evening.send(HandOver, seat=2)
    evening.send(HandOver, seat=2, cancel=True)
    evening.send(HandOver, seat=2)
    evening.now += HAND_OVER_SECONDS
    evening.table.tick(evening.now)
    assert evening.table.joining.ticket(Seat(1)) is None
    assert evening.table.joining.far_ticket(Seat(1)) == far
    assert far


def test_a_fresh_hand_over_ends_the_one_before(evening):
    evening.start("phone Ada", "touch")
    evening.send(HandOver, seat=1)
    ticket = evening.table.joining.ticket(Seat(0))
    evening.send(HandOver, seat=1)
    assert evening.table.joining.seat_of_ticket(ticket) is None
    assert evening.table.joining.ticket(Seat(0))


def test_phone_hands_over_only_its_own_seat_and_the_screen_any(evening, tmp_path):
    evening.start("phone Ada", "phone Ben", "touch")
    evening.send(HandOver, phone(1), seat=1)
    refused("not-your-seat", evening.send, HandOver, phone(1), seat=2)
    refused("not-your-seat", evening.send, HandOver, phone(1), seat=3)
    evening.table.presence.set_connected(Seat(1), False)
    refused("not-your-seat", evening.send, HandOver, phone(1), seat=2)
    evening.send(HandOver, SCREEN, seat=2)


def test_phones_are_notified_that_the_table_is_headless(evening):
    rev = evening.table.rev
    evening.table.presence.set_headless(True)
    assert evening.table.presence.headless
    assert evening.table.rev == evening.changes[-1].rev == rev + 1


@pytest.fixture
def screenless(tmp_path):
    """Three phones in a game without a screen, the second of them asleep."""
    evening = Evening(tmp_path, headless=True).start("phone Ada", "phone Ben", "phone Cleo")
    evening.table.presence.set_network(Network("http://10.0.0.5:8080", None))
    refused("not-your-seat", evening.send, HandOver, phone(1), seat=2)
    evening.table.presence.set_connected(Seat(1), False)
    yield evening
    evening.close()


def request_hand_over(evening, seat, of=2):
    """Ask for the hand-over of a seat as another one; return whether there is a code, which only that phone sees."""
    evening.send(HandOver, phone(seat), seat=of)
    ticket = evening.table.joining.ticket(Seat(of - 1))
    codes = evening.snapshot(phone(seat)).codes
    assert [code.seat for code in codes] == ([of] if ticket else [])
    return ticket is not None


def test_one_phone_hands_over_a_seat_absent_for_two_minutes_if_headless(screenless):
    evening = screenless
    for seconds in (2, GONE_SECONDS - 3):
        evening.now += seconds
        evening.table.tick(evening.now)
        assert not request_hand_over(evening, 1)
    assert evening.log(phone(3))[-1] == {"type": "hand-over-asked", "seat": 2, "by": 1, "undone": False}
    evening.now += 1
    assert request_hand_over(evening, 1)
    assert evening.snapshot(phone(3)).codes == ()
    assert evening.log(phone(3))[-1] == {"type": "hand-over-opened", "seat": 2, "by": 1, "undone": False}


def test_a_headless_hand_over_is_immediate_if_all_others_ask(screenless):
    assert not request_hand_over(screenless, 1)
    assert not request_hand_over(screenless, 1)  # however often the same seat asks
    assert request_hand_over(screenless, 3)


def test_a_code_that_others_asked_for_ends_once_the_phone_is_back(screenless):
    evening = screenless
    evening.now += GONE_SECONDS
    assert request_hand_over(evening, 1)
    ticket = evening.table.joining.ticket(Seat(1))
    evening.table.presence.set_connected(Seat(1), True)
    assert evening.table.next_tick() < evening.now
    evening.table.tick(evening.now)
    assert evening.snapshot(phone(1)).codes == ()
    assert evening.table.next_tick() is None
    refused("taken", evening.table.joining.join, ticket, Seat(1), JoinRequest("Cleo", "en"))
    assert request_hand_over(evening, 2)  # to another phone of one's own, the code stays
    evening.table.presence.set_connected(Seat(1), False)
    evening.table.presence.set_connected(Seat(1), True)
    evening.table.tick(evening.now)
    assert evening.table.joining.ticket(Seat(1))


def test_reconnecting_resets_the_absence_time_on_a_headless_table(screenless):
    evening = screenless
    assert not request_hand_over(evening, 1)
    evening.now += GONE_SECONDS
    evening.table.presence.set_connected(Seat(1), True)
    evening.table.presence.set_connected(Seat(1), False)
    assert not request_hand_over(evening, 3)  # seat 1 asked during an earlier absence
    evening.now += GONE_SECONDS - 1
    evening.send(Act, phone(1), seat=1, question=evening.asked()[1], action="pass")  # the game goes on meanwhile
    refused("just-away", evening.send, SetSeat, phone(1), seat=2, by="bot")


def test_sole_other_phone_waits_for_the_absence_time_if_headless(tmp_path):
    evening = Evening(tmp_path, headless=True).start("phone Ada", "phone Ben")
    evening.table.presence.set_network(Network("http://10.0.0.5:8080", None))
    evening.table.presence.set_connected(Seat(0), True)
    evening.table.presence.set_connected(Seat(1), False)
    evening.send(HandOver, phone(1), seat=2)
    assert evening.table.joining.ticket(Seat(1)) is None
    assert evening.table.next_tick() == evening.now + GONE_SECONDS
    evening.now += GONE_SECONDS
    evening.table.tick(evening.now)  # the code that was asked for comes by itself
    assert [code.seat for code in evening.table.snapshot(phone(1)).codes] == [2]
    evening.now += HAND_OVER_SECONDS
    evening.table.tick(evening.now)
    assert evening.table.joining.ticket(Seat(1)) is None  # once
    evening.send(HandOver, phone(1), seat=2)
    assert evening.table.joining.ticket(Seat(1)) is not None
    evening.close()


@pytest.mark.parametrize("comes_back", [1, 2])
def test_no_code_comes_for_a_phone_that_is_back_or_without_anybody_who_asked(screenless, comes_back):
    evening = screenless
    assert not request_hand_over(evening, 1)
    if comes_back == 2:
        evening.table.presence.set_connected(Seat(1), True)
    else:
        evening.table.presence.set_connected(Seat(0), False)
    evening.now += GONE_SECONDS
    evening.table.tick(evening.now)
    assert evening.table.joining.ticket(Seat(1)) is None
    assert evening.table.next_tick() is None


def test_restart_resets_the_absence_time_on_a_headless_table(screenless):
    evening = screenless
    evening.now += GONE_SECONDS
    evening.restart()
    evening.table.presence.set_connected(Seat(0), True)
    assert not request_hand_over(evening, 1)
    evening.now += GONE_SECONDS
    evening.table.presence.set_network(Network("http://10.0.0.5:8080", None))
    assert request_hand_over(evening, 1)


def test_hand_over_of_a_free_seat_is_refused(evening):
    refused("seat-free", evening.send, HandOver, seat=1)


# ---- codes


def test_join_codes_are_sent_to_the_screen_only(evening):
    evening.sit("free", "phone Ada", "free")
    assert evening.snapshot().codes == ()  # no network
    evening.table.presence.set_network(Network("http://10.0.0.5:8080", "http://table.local:8080"))
    tickets = [evening.table.joining.ticket(Seat(seat)) for seat in (0, 2)]
    assert evening.snapshot().codes == (
        Code(seat=0, url="http://10.0.0.5:8080/"),
        Code(seat=1, url=f"http://10.0.0.5:8080/join/{tickets[0]}"),
        Code(seat=3, url=f"http://10.0.0.5:8080/join/{tickets[1]}"),
    )
    for who in (phone(2), ONLOOKER):
        assert evening.snapshot(who).codes == ()
        assert not any(ticket.encode() in bytes(evening.snapshot(who).table) for ticket in tickets)
    assert evening.at_table().network.name == "http://table.local:8080"


# ---- names


@pytest.mark.parametrize(
    ("name", "as_used"),
    [
        pytest.param("Ada", "Ada", id="plain"),
        pytest.param("  Ada ", "Ada", id="trimmed"),
        pytest.param("x" * 20, "x" * 20, id="twenty"),
        pytest.param("Zoe\u0308", "Zoë", id="composed"),
        pytest.param("Anne Marie", "Anne Marie", id="two words"),
        pytest.param("李", "李", id="one sign"),
        pytest.param("👩‍👧", "👩‍👧", id="a picture of several signs"),
    ],
)
def test_valid_names_are_normalised(evening, name, as_used):
    evening.join(1, name)
    assert evening.at_table().seats[0].name == as_used


@pytest.mark.parametrize(
    ("name", "why"),
    [
        pytest.param("", "empty", id="nothing"),
        pytest.param("   ", "empty", id="blanks"),
        pytest.param("\u200b\u200d", "empty", id="nothing to see"),
        pytest.param("\u3164\u2800", "empty", id="blank letters"),
        pytest.param("x" * 21, "long", id="twenty-one"),
        pytest.param("Ada, Ben", "sign", id="a comma"),
        pytest.param("Ada#1", "sign", id="a number sign"),
        pytest.param("A\nda", "sign", id="a line"),
        pytest.param("A\x00da", "sign", id="a zero"),
        pytest.param("A\x7fda", "sign", id="delete"),
        pytest.param("A\u202eda", "sign", id="right to left override"),
        pytest.param("A\u2066da", "sign", id="isolate"),
        pytest.param("A\u200fda", "sign", id="right to left mark"),
        pytest.param("A\u2028da", "sign", id="line separator"),
        pytest.param("A\ud800", "sign", id="half a sign"),
    ],
)
def test_invalid_names_are_refused_with_a_reason(evening, name, why):
    ticket = evening.table.joining.ticket(Seat(0))
    assert refused("name", evening.table.joining.join, ticket, Seat(0), JoinRequest(name, "en")).params["why"] == why
    assert seats(evening)[0] == ("free", None, False)


@pytest.mark.parametrize(
    ("first", "name"),
    [("Ada", "Ada"), ("Ada", "ada"), ("Ada", " ADA "), ("Ada", "Ａda"), ("Ada", "A\u00adda\u200b"), ("Ilse", "llse")],
    ids=["same", "small", "large", "wide", "unseen signs", "alike"],
)
def test_no_two_people_have_the_same_name_or_one_that_looks_like_it(evening, first, name):
    evening.join(1, first)
    no = refused(
        "name-taken",
        evening.table.joining.join,
        evening.table.joining.ticket(Seat(1)),
        Seat(1),
        JoinRequest(name, "en"),
    )
    assert no.params["seat"] == 1


def test_own_name_may_be_respelled(evening):
    evening.join(1, "Ada")
    evening.send(Rename, phone(1), name="ADA", lang="nl")
    assert (evening.at_table().seats[0].name, evening.at_table().seats[0].lang) == ("ADA", "nl")
    assert evening.kinds()[-1] == "seat-renamed"


def test_unknown_language_is_refused(evening):
    refused(
        "setting", evening.table.joining.join, evening.table.joining.ticket(Seat(0)), Seat(0), JoinRequest("Ada", "xx")
    )
    evening.join(1, "Ada")
    refused("setting", evening.send, Rename, phone(1), name="Ada", lang="tlh")


def test_keys_and_tickets_are_in_no_error_or_repr(evening):
    evening.sit("phone Ada", "free", "free")
    ticket = evening.table.joining.ticket(Seat(1))
    told = refused("taken", evening.table.joining.join, ticket, Seat(0), JoinRequest("Ben", "en"))
    printed = f"{evening.table.committed.state!r} {told!r}"
    assert ticket not in printed
    assert evening.keys[1] not in printed


def test_stored_phones_survive_a_restart(evening, tmp_path):
    evening.sit("phone Ada", "free", "free")
    ticket = evening.table.joining.ticket(Seat(1))
    evening.restart()
    assert evening.table.joining.seat_of_key(evening.keys[1]) == 0
    assert seats(evening)[0] == ("phone", "Ada", False)
    assert evening.table.joining.seat_of_ticket(ticket) == 1
    with sqlite3.connect(tmp_path / "table.db") as db:
        assert db.execute("SELECT count(*) FROM kept").fetchone() == (4,)  # with what proves them
    db.close()


@pytest.mark.parametrize("jump", [-900, -121, 126, 600, 86400])
def test_hand_over_survives_a_delayed_table_or_a_clock_jump(evening, jump):
    evening.sit("phone Ada", "touch")
    evening.send(HandOver, seat=1)
    ticket = evening.table.joining.ticket(Seat(0))
    evening.now += jump
    assert evening.table.joining.ticket(Seat(0)) == ticket
    evening.table.tick(evening.now)
    assert evening.table.joining.ticket(Seat(0)) == ticket
    assert evening.table.next_tick() <= evening.now + HAND_OVER_SECONDS
    evening.now += HAND_OVER_SECONDS
    evening.table.tick(evening.now)
    assert evening.table.joining.ticket(Seat(0)) is None


def test_a_goal_and_a_replaced_bot_are_forgotten_when_a_game_begins():
    chair = Chair(0, "touch", name="Ada", plan="token decor", called="Hadrian")
    assert reset_for_game(chair) == Chair(0, "touch", name="Ada")
