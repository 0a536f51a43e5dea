"""The PIN of a table: what is refused without it, and to whom; delays after wrong PINs; who may still join."""

import msgspec
import pytest

from app.protocol.access_messages import ForgetPin, GivePin, LockTable, SetPin
from app.protocol.base_messages import Accepted
from app.protocol.cardboard_messages import ContinueFrom, House
from app.protocol.client_rights import ONLOOKER, PANEL, SCREEN, Actor, tag
from app.protocol.club_membership_messages import JoinClub, LeaveClub, TellClub, UseRelay
from app.protocol.game_lifecycle_messages import Discard, EndEarly, SetGame, Suspend
from app.protocol.history_messages import AmendSheet, DeleteGame, ForgetPerson, MergePeople, NamePlayers
from app.protocol.machine_messages import AnswerCopy, Carry, DoUpkeep, EndUpkeep, SetClock, Shutdown
from app.protocol.network_messages import JoinWifi, LookForWifi, SetCountry, SetHotspot, TurnWifiOn
from app.protocol.panel_messages import ChooseKey, ForgetKey
from app.protocol.play_messages import SkipOpening, Vote
from app.protocol.rejection import Rejection
from app.protocol.revertible_change_messages import PutBack
from app.protocol.seat_messages import HandOver, JoinRequest, Leave, MoveSeat, Rename, SetSeat, SetSeats
from app.protocol.settings_messages import SetTable, SetValues
from app.storage import pin_file
from app.table.core.pin_and_confirmations import (
    FREE_ATTEMPTS,
    MAX_WAIT_SECONDS,
    MAX_WRONG_PINS,
    PIN_SECONDS,
    WAIT_SECONDS,
    WRONG_PIN_SECONDS,
    Host,
    check_pin,
)
from app.table.core.table_state import WrongPin
from app.table.intent_list import INTENTS
from engine.game import Seat
from tests.app.table.plays import refused
from tests.app.tables import Evening, phone
from tests.app.upkept import PretendedUpkeep

PIN = "24681357"  # long enough not to occur in stored bytes by chance
ROLES = {"screen": SCREEN, "seat": phone(1), "panel": PANEL, "bot": Actor("bot", Seat(2)), "onlooker": ONLOOKER}
ROLES |= {"people": Actor("people")}
# Intents that need the PIN, by phase of Ada's and Ben's table. A phone is always refused for another's seat.
LOBBY = {
    SetTable: {"volume": 3},
    SetPin: {"pin": "1357"},
    LockTable: {"locked": True},
    AnswerCopy: {"new": False},
    Shutdown: {"sure": True},
    MergePeople: {"name": "Cleo", "into": "Dan", "sure": True},
    ForgetPerson: {"name": "Cleo", "sure": True},
    NamePlayers: {"game": "none", "names": ("Cleo", "Dan")},
    AmendSheet: {"game": "none", "actions": ("1 set blue 3",)},
    DeleteGame: {"game": "none", "sure": True},
    SetSeats: {"count": 4},
    MoveSeat: {"seat": 1, "to": 3},
    SetSeat: {"seat": 2, "by": "free"},
    HandOver: {"seat": 2},
    SetGame: {"watch": (2,)},
    Discard: {"game": 1, "sure": True},
    SetValues: {"game": "chess", "values": {"king.points": 2}},
    ChooseKey: {"part": "horn"},
    ForgetKey: {"part": "horn"},
    LookForWifi: {},
    JoinWifi: {"network": "Home", "password": "correct horse"},
    SetHotspot: {"on": True},
    TurnWifiOn: {},
    SetCountry: {"country": "NL"},
    SetClock: {"ahead": 3600.0},
    JoinClub: {"code": "12345678"},
    TellClub: {},
    LeaveClub: {},
    UseRelay: {"on": True},
    DoUpkeep: {"work": "look"},
    Carry: {"file": "report"},
    EndUpkeep: {},
}
GAME = {
    EndEarly: {"sure": True},
    Suspend: {},
    ContinueFrom: {"position": "{}", "sure": True},
    House: {"text": "We play with open hands"},
    SetSeat: {"seat": 2, "by": "bot"},
    HandOver: {"seat": 2},
    SetTable: {"volume": 3},
}
UNFIT = {  # intents refused for another reason once the PIN was entered
    MergePeople: "no-such-person",
    ForgetPerson: "no-such-person",
    NamePlayers: "no-such-game",
    AmendSheet: "no-such-game",
    DeleteGame: "no-such-game",
    ContinueFrom: "not-tracked",
    AnswerCopy: "not-copied",
    SetValues: "no-values",
    House: "not-tracked",
    ChooseKey: "no-part",
    ForgetKey: "no-part",
    **dict.fromkeys((LookForWifi, JoinWifi, SetHotspot, TurnWifiOn), "no-wifi"),
    SetCountry: "no-wifi",
    SetClock: "no-clock",
    **dict.fromkeys((JoinClub, TellClub, LeaveClub, UseRelay), "no-club"),
    **dict.fromkeys((DoUpkeep, Carry), "upkeep-busy"),
}


@pytest.fixture
def evening(tmp_path, monkeypatch):
    monkeypatch.setattr(pin_file, "COST", 16)
    evening = Evening(tmp_path)
    yield evening
    evening.close()


def at_table(evening, *, game=False):
    """Seat Ada and Ben with phones, in a game or a lobby with one suspended; set a PIN that the screen forgets."""
    evening.start("phone Ada", "phone Ben", "bot")
    if not game:
        evening.send(Suspend)
    evening.send(SetPin, pin=PIN)
    evening.send(ForgetPin)
    evening.table.machine.upkeep = upkeep = PretendedUpkeep(evening.folder)
    upkeep.works = False
    return evening


def read_visible_state(evening):
    """Return the snapshots of all readers, and the stored PIN."""
    shots = [evening.snapshot(who) for who in (SCREEN, phone(1), phone(2), ONLOOKER)]
    return [(bytes(s.table), bytes(s.game or b""), s.questions, s.news, s.codes) for s in shots], evening.pin


def test_every_intent_guarded_by_the_pin_is_tested_here():
    wanting = {kind for kind, listed in INTENTS.items() if "pin" in listed.refusals}
    assert wanting == {PutBack, *LOBBY, *GAME}  # that one in test_today.py


@pytest.mark.sampled(4)
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(
    ("kind", "game"),
    [*((kind, False) for kind in LOBBY), *((kind, True) for kind in GAME)],
    ids=lambda value: tag(value) if isinstance(value, type) else ("lobby", "game")[value],
)
def test_guarded_intents_are_refused_without_the_pin(evening, role, kind, game):
    at_table(evening, game=game)
    before, who, fields = read_visible_state(evening), ROLES[role], (GAME if game else LOBBY)[kind]
    if role == "seat" and kind in (EndEarly, Suspend):  # the others vote
        evening.send(kind, who, **fields)
        assert (evening.at_table().phase, evening.at_table().vote.open) == ("game", (2,))
        return
    others = role == "seat" and kind in (SetSeat, SetGame, HandOver)
    no = refused(
        "rights" if role not in INTENTS[kind].roles else "not-your-seat" if others else "pin",
        evening.send, kind, who, **fields,
    )  # fmt: skip
    assert read_visible_state(evening) == before
    assert PIN not in str(no)


@pytest.mark.parametrize(
    ("kind", "game"),
    [*((kind, False) for kind in LOBBY), *((kind, True) for kind in GAME)],
    ids=lambda value: tag(value) if isinstance(value, type) else ("lobby", "game")[value],
)
@pytest.mark.parametrize("who", [SCREEN, phone(1)], ids=["screen", "seat"])
def test_guarded_intents_are_applied_with_the_pin_without_a_vote(evening, who, kind, game):
    if who.role not in INTENTS[kind].roles or (who.role == "seat" and kind in (SetGame, HandOver)):
        pytest.skip("nothing that a phone may do for others")
    at_table(evening, game=game)
    evening.send(GivePin, who, pin=PIN)
    assert evening.snapshot(who).host
    before, fields = read_visible_state(evening), (GAME if game else LOBBY)[kind]
    if kind in UNFIT:
        refused(UNFIT[kind], evening.send, kind, who, **fields)
        return
    evening.send(kind, who, **fields)
    assert evening.at_table().vote is None
    assert read_visible_state(evening) != before or kind in (Shutdown, EndUpkeep)


def test_table_without_a_pin_allows_all_and_has_no_host(evening):
    evening.sit("phone Ada", "touch")
    evening.send(SetTable, phone(1), volume=3)
    refused("number-wrong", evening.send, GivePin, phone(1), pin="whatever")
    assert (evening.at_table().pin, evening.snapshot(phone(1)).host) == (False, False)


def test_a_typed_pin_is_valid_for_a_while_on_one_device(evening):
    at_table(evening)
    evening.send(GivePin, phone(2), pin=PIN)
    assert [evening.snapshot(who).host for who in (SCREEN, phone(1), phone(2))] == [False, False, True]
    assert evening.table.next_tick() <= evening.now + PIN_SECONDS, "and before, as a lobby looks at the calendar"
    refused("pin", evening.send, SetTable, volume=3)
    evening.now += PIN_SECONDS - 1
    evening.send(SetTable, phone(2), volume=3)
    evening.now += 1
    rev = evening.table.rev
    evening.table.tick(evening.now)
    assert evening.table.rev == rev + 1
    refused("pin", evening.send, SetTable, phone(2), volume=4)


def test_a_typed_pin_belongs_to_the_phone_and_not_to_the_seat(evening):
    at_table(evening)
    evening.send(GivePin, phone(1), pin=PIN)
    evening.send(MoveSeat, phone(1), seat=1, to=2)
    evening.send(SetTable, phone(2), volume=3)
    refused("pin", evening.send, SetTable, phone(1), volume=4)
    evening.send(HandOver, phone(2), seat=2)
    evening.join(2, "Ada")
    refused("pin", evening.send, SetTable, phone(2), volume=4)


def test_a_device_can_give_up_its_typed_pin_at_once(evening):
    at_table(evening)
    evening.send(GivePin, pin=PIN)
    evening.send(GivePin, phone(1), pin=PIN)
    evening.send(ForgetPin)
    refused("pin", evening.send, SetTable, volume=3)
    evening.send(SetTable, phone(1), volume=3)


def test_a_new_pin_revokes_the_old_one_on_every_device(evening):
    at_table(evening)
    evening.send(GivePin, phone(1), pin=PIN)
    evening.send(GivePin, pin=PIN)
    evening.send(SetPin, pin="1357")
    assert [evening.snapshot(who).host for who in (SCREEN, phone(1))] == [True, False]
    refused("pin-wrong", evening.send, GivePin, phone(1), pin=PIN)
    evening.send(SetPin, pin="")
    evening.send(SetTable, phone(1), volume=3)
    assert (evening.at_table().pin, evening.pin) == (False, None)


def test_restart_keeps_the_pin_but_revokes_access(evening):
    at_table(evening)
    evening.send(GivePin, pin=PIN)
    evening.restart()
    assert evening.at_table().pin
    refused("pin", evening.send, SetTable, volume=3)
    evening.send(GivePin, pin=PIN)


def test_pin_that_cannot_be_stored_is_not_set(evening, monkeypatch):
    def unwritable(pin):
        raise Rejection("unwritable", file="pin.json", why="no space")

    monkeypatch.setattr(evening.table.parts.owner, "_save_pin", unwritable)
    refused("unwritable", evening.send, SetPin, pin=PIN)
    assert not evening.at_table().pin


def test_the_pin_is_never_stored_or_sent_in_clear(evening):
    at_table(evening)
    evening.send(GivePin, phone(1), pin=PIN)
    refused("pin-wrong", evening.send, GivePin, pin="86420864")
    evening.store.close()
    kept = b"".join(path.read_bytes() for path in evening.folder.rglob("*") if path.is_file())
    told = repr([GivePin("a", pin=PIN), SetPin("b", pin=PIN), evening.table.parts.owner.host, read_visible_state])
    assert not [text for text in (PIN, "86420864") if text.encode() in kept or text in told]
    evening.open()


# ---- wrong ones ----------------------------------------------------------------------------------------------


def enter_wrong_pin(evening, who=SCREEN, times=1):
    for _ in range(times):
        refused("pin-wrong", evening.send, GivePin, who, pin="1111")


def required_wait(evening, who=SCREEN, pin=PIN):
    return refused("pin-wait", evening.send, GivePin, who, pin=pin).params["seconds"]


def test_correct_pin_has_to_wait_after_five_wrong_ones(evening):
    at_table(evening)
    enter_wrong_pin(evening, phone(1), FREE_ATTEMPTS)
    assert (FREE_ATTEMPTS, required_wait(evening, phone(1))) == (5, WAIT_SECONDS)
    evening.now += WAIT_SECONDS - 0.5
    assert required_wait(evening, phone(1)) == 1
    evening.now += 0.5
    evening.send(GivePin, phone(1), pin=PIN)
    enter_wrong_pin(evening, phone(1), FREE_ATTEMPTS)  # the right PIN has reset the count


def test_further_wrong_pins_double_the_wait_up_to_sixteen_minutes(evening):
    at_table(evening)
    enter_wrong_pin(evening, phone(1), FREE_ATTEMPTS)
    found = []
    for _ in range(7):
        found.append(required_wait(evening, phone(1)))
        evening.now += found[-1]
        enter_wrong_pin(evening, phone(1))
    assert found == [30, 60, 120, 240, 480, 960, 960]
    assert found[-1] == MAX_WAIT_SECONDS


def test_wrong_pins_delay_only_their_own_device(evening):
    at_table(evening)
    enter_wrong_pin(evening, phone(1), FREE_ATTEMPTS)
    enter_wrong_pin(evening, phone(2), FREE_ATTEMPTS - 1)
    evening.send(GivePin, phone(2), pin=PIN)
    assert required_wait(evening, phone(1)) == WAIT_SECONDS


def test_screen_never_waits_after_wrong_pins(evening):
    at_table(evening)
    enter_wrong_pin(evening, SCREEN, 30)
    enter_wrong_pin(evening, phone(1), FREE_ATTEMPTS)
    evening.send(GivePin, pin=PIN)
    enter_wrong_pin(evening, phone(2))


def test_restart_keeps_the_count_of_wrong_pins(evening):
    at_table(evening)
    enter_wrong_pin(evening, phone(1), FREE_ATTEMPTS - 1)
    evening.restart()
    enter_wrong_pin(evening, phone(1))
    evening.close()
    evening.now = 5.0  # clock of a machine that has just restarted
    evening.open()
    assert required_wait(evening, phone(1)) == WAIT_SECONDS
    evening.now += WAIT_SECONDS
    evening.send(GivePin, phone(1), pin=PIN)


def test_wrong_pins_count_on_an_unwritable_disk(evening):
    at_table(evening)
    with evening.unwritable():
        enter_wrong_pin(evening, phone(1), FREE_ATTEMPTS)
        assert required_wait(evening, phone(1)) == WAIT_SECONDS
        evening.send(GivePin, phone(2), pin=PIN)
        assert evening.snapshot(phone(2)).host


def test_phones_together_get_sixty_pin_attempts_an_hour(tmp_path, monkeypatch):
    monkeypatch.setattr(pin_file, "COST", 16)
    evening = Evening(tmp_path)
    evening.sit(*(f"phone {name}" for name in ("Ada", "Ben", "Cleo", "Dan")))
    evening.send(SetPin, pin=PIN)
    evening.send(ForgetPin)
    looked_at = []
    while evening.now < 1000 + 2 * WRONG_PIN_SECONDS:
        for seat in range(1, 5):
            with pytest.raises(Rejection) as no:
                evening.send(GivePin, phone(seat), pin="1111")
            if no.value.code == "pin-wrong":
                looked_at.append(evening.now)
        evening.now += 20
    assert MAX_WRONG_PINS == 60
    assert (
        40 < max(sum(0 <= at - first < WRONG_PIN_SECONDS for at in looked_at) for first in looked_at) <= MAX_WRONG_PINS
    )
    evening.send(GivePin, pin=PIN)  # the screen
    evening.close()


def test_phones_wait_after_sixty_wrong_pins_until_the_first_is_an_hour_old():
    kept, no = pin_file.hash_pin(PIN), tuple(WrongPin(9, float(at)) for at in range(MAX_WRONG_PINS))
    host, late = Host(kept), WRONG_PIN_SECONDS - 1.5
    with pytest.raises(Rejection) as wait:
        check_pin(host, no, PIN, device="a", chair=1, now=0.0, lived=late)
    assert (wait.value.code, wait.value.params) == ("pin-wait", {"seconds": 2})
    assert check_pin(host, no, PIN, device="a", chair=1, now=0.0, lived=WRONG_PIN_SECONDS).refusal is None
    assert check_pin(host, no, PIN, device="screen", chair=None, now=0.0, lived=late).refusal is None


def test_reconnecting_does_not_reset_the_delay(evening):
    at_table(evening)
    enter_wrong_pin(evening, phone(1), FREE_ATTEMPTS)
    evening.send(Leave, phone(1))
    evening.join(1, "Eve")
    assert required_wait(evening, phone(1)) == WAIT_SECONDS


@pytest.mark.parametrize("day", [86400, -86400])
def test_setting_the_clock_does_not_change_pin_delay_or_access(evening, day):
    at_table(evening)
    evening.send(GivePin, phone(2), pin=PIN)
    enter_wrong_pin(evening, phone(1), FREE_ATTEMPTS)
    evening.date += day
    refused("pin-wait", evening.send, GivePin, phone(1), pin=PIN)
    evening.now += WAIT_SECONDS
    evening.send(GivePin, phone(1), pin=PIN)
    evening.send(SetTable, phone(2), volume=3)
    evening.now += PIN_SECONDS
    refused("pin", evening.send, SetTable, phone(2), volume=3)


# ---- what concerns everybody, without exceptions -------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (SetGame, {"keep": False}),
        (SetSeats, {"count": 4}),
        (MoveSeat, {"seat": 1, "to": 3}),
        (SetSeat, {"seat": 3, "bot": "random"}),
        (SetSeat, {"seat": 3, "by": "touch"}),
        (SetSeat, {"seat": 3, "by": "free"}),
    ],
    ids=["keep", "seats", "places", "level of a bot", "bot to touch", "bot away"],
)
@pytest.mark.parametrize("who", [SCREEN, phone(1)], ids=["screen", "seat"])
def test_changing_seats_places_bots_or_keeping_needs_the_pin(evening, kind, fields, who):
    at_table(evening)
    before = read_visible_state(evening)
    refused("pin", evening.send, kind, who, **fields)
    assert read_visible_state(evening) == before
    evening.send(GivePin, who, pin=PIN)
    evening.send(kind, who, **fields)


def test_sitting_down_choosing_a_game_and_own_seat_need_no_pin(evening):
    evening.sit("phone Ada", "free", "touch")
    evening.send(SetPin, pin=PIN)
    evening.send(ForgetPin)
    evening.send(SetSeat, seat=2, by="touch", name="Ben")
    evening.send(SetSeat, seat=2, by="free")
    evening.send(SetGame, keep=True, first=1)
    evening.send(Rename, phone(1), name="Ada L", lang="en")
    refused("pin", evening.send, SetSeat, phone(1), seat=3, by="free")
    refused("pin", evening.send, SetGame, phone(1), watch=(3,))


# ---- ids -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [GivePin("x", pin=PIN), ForgetPin("x"), SetPin("x", pin=""), SkipOpening("x")],
    ids=lambda said: tag(type(said)),
)
def test_ids_of_intents_outside_the_game_survive_a_restart(evening, said):
    at_table(evening)
    evening.send(GivePin, pin=PIN)
    evening.table.handle(SCREEN, said)
    evening.restart()
    evening.send(SetPin, pin="1357") if evening.pin is None else evening.send(GivePin, pin=PIN)
    before = read_visible_state(evening)
    assert evening.table.handle(SCREEN, said) == Accepted("x")
    assert read_visible_state(evening) == before
    assert evening.snapshot().host


# ---- ending a game -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "fields"), [(Suspend, {}), (EndEarly, {"sure": True})])
def test_unanimous_vote_replaces_the_pin(evening, kind, fields):
    at_table(evening, game=True)
    evening.send(kind, phone(1), **fields)
    evening.send(Vote, phone(2), row=evening.at_table().vote.row, seat=2, yes=True)
    assert evening.at_table().phase != "game"


def test_pin_decides_an_open_vote(evening):
    at_table(evening, game=True)
    evening.send(Suspend, phone(1))
    evening.send(GivePin, phone(2), pin=PIN)
    evening.send(EndEarly, phone(2), sure=True)
    assert (evening.at_table().phase, evening.at_table().vote) == ("over", None)


def test_person_playing_alone_may_suspend_but_not_end_the_game(evening):
    evening.start("phone Ada", "bot", "bot")
    evening.send(SetPin, pin=PIN)
    refused("pin", evening.send, EndEarly, phone(1), sure=True)
    evening.send(Suspend, phone(1))
    assert evening.at_table().phase == "lobby"


# ---- sending away, and locking -----------------------------------------------------------------------------


def test_removed_phone_loses_its_seat_and_key(evening):
    at_table(evening, game=True)
    evening.send(GivePin, phone(1), pin=PIN)
    evening.send(SetSeat, phone(1), seat=2, by="bot")
    assert evening.table.joining.seat_of_key(evening.keys[2]) is None
    assert (evening.cues[-1].what, evening.cues[-1].seat) == ("moved", 2)


def test_phone_needs_no_pin_for_its_own_seat(evening):
    at_table(evening, game=True)
    evening.send(HandOver, phone(2), seat=2)
    evening.send(SetSeat, phone(2), seat=2, by="bot")
    assert evening.at_table().seats[1].by == "bot"


def test_absent_phone_s_seat_needs_no_pin_after_two_minutes(evening):
    at_table(evening, game=True)
    evening.table.presence.set_connected(Seat(1), False)
    evening.now += 119
    refused("pin", evening.send, HandOver, seat=2)
    evening.now += 1
    evening.send(HandOver, seat=2)
    evening.send(SetSeat, seat=2, by="bot")


def test_locked_table_accepts_no_new_people(evening):
    evening.sit("phone Ada", "free", "free")
    ticket = evening.table.joining.ticket(Seat(1))
    evening.send(LockTable, phone(1), locked=True)
    assert evening.log()[-1] == {"type": "table-locked", "locked": True, "by": 1, "undone": False}
    assert evening.at_table().locked
    joining = evening.table.joining
    assert (joining.list_free_seats(), joining.ticket(Seat(1)), joining.seat_of_ticket(ticket)) == ((), None, None)
    assert not [code for code in evening.snapshot().codes if code.seat]
    for door in (ticket, None):
        with pytest.raises(Rejection) as no:
            evening.table.joining.join(door, Seat(1), JoinRequest("Eve", "en"))
        assert no.value.code == "taken"
    refused("locked", evening.send, SetSeat, seat=2, by="touch")
    evening.send(LockTable, locked=False)
    evening.table.joining.join(ticket, Seat(1), JoinRequest("Eve", "en"))


def test_a_bot_s_seat_is_not_given_away_at_a_locked_table(evening):
    evening.start("phone Ada", "bot")
    assert evening.table.joining.list_bot_seats() == (1,)
    evening.send(HandOver, seat=2)
    evening.send(LockTable, locked=True)
    assert (evening.table.joining.list_bot_seats(), evening.table.joining.ticket(Seat(1))) == ((), None)
    refused("locked", evening.send, HandOver, seat=2)
    refused("locked", evening.send, SetSeat, seat=2, by="touch")


def test_seated_phone_can_return_to_a_locked_table(evening):
    at_table(evening)
    evening.send(GivePin, pin=PIN)
    evening.send(LockTable, locked=True)
    evening.table.presence.set_connected(Seat(1), False)
    evening.restart()
    assert evening.at_table().locked
    assert evening.table.joining.seat_of_key(evening.keys[2]) == 1
    evening.send(HandOver, phone(2), seat=2)  # to another phone of Ben's
    evening.join(2, "Ben")


def test_table_left_by_all_is_unlocked(evening):
    evening.sit("phone Ada", "phone Ben")
    evening.send(LockTable, locked=True)
    evening.send(Leave, phone(1))
    assert evening.at_table().locked
    evening.send(Leave, phone(2))
    assert not evening.at_table().locked
    evening.send(LockTable, locked=True)
    assert not evening.at_table().locked
    evening.join(1, "Eve")


def test_a_table_stored_before_locks_can_be_read(evening):
    stored = msgspec.json.decode(evening.store.table_state())
    del stored["locked"]
    with evening.store.commit() as write:
        write.table_state(msgspec.json.encode(stored))
    evening.restart()
    assert not evening.at_table().locked
