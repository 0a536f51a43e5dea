"""Confirmation of intents that outlive the game: a displayed number has to be typed first, once for each intent."""

import pytest

from app.protocol.access_messages import ForgetPin, GivePin, LockTable, SetPin
from app.protocol.client_rights import SCREEN, tag
from app.protocol.club_membership_messages import JoinClub, LeaveClub, TellClub
from app.protocol.game_lifecycle_messages import Discard, Resume, SetGame, Suspend
from app.protocol.history_messages import DeleteGame, ForgetPerson, MergePeople
from app.protocol.machine_messages import AnswerCopy, Carry, DoUpkeep, Shutdown
from app.protocol.rejection import Rejection
from app.protocol.revertible_change_messages import PutBack
from app.protocol.seat_messages import HandOver, Leave, SetSeat
from app.protocol.settings_messages import SetTable, Settings
from app.table.core.pin_and_confirmations import CONFIRMATION_SECONDS
from app.table.intent_list import INTENTS
from tests.app.tables import Evening, phone
from tests.app.upkept import PretendedUpkeep

ALWAYS_CONFIRMED = {
    Discard: {"game": 1, "sure": True},
    MergePeople: {"name": "Cleo", "into": "Dan", "sure": True},
    ForgetPerson: {"name": "Cleo", "sure": True},
    DeleteGame: {"game": "none", "sure": True},
    SetPin: {"pin": "1357"},
    LockTable: {"locked": True},
    Shutdown: {"sure": True},
    JoinClub: {"code": "12345678"},
    TellClub: {},
    LeaveClub: {},
}
SOMETIMES_CONFIRMED = {
    SetGame: {"watch": (1,)},
    SetTable: {"lang": "fr"},
    SetSeat: {"seat": 1, "by": "bot"},
    HandOver: {"seat": 1},
    AnswerCopy: {"new": True},
    DoUpkeep: {"work": "back"},
    Carry: {"file": "backup"},
}


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path)
    evening.settings = Settings(welcomed=True)
    evening.close()
    evening.open()
    evening.start("phone Ada", "phone Ben", "bot")
    evening.send(Suspend)
    evening.table.machine.upkeep = PretendedUpkeep(tmp_path)
    yield evening
    evening.close()


def ask(evening, kind, who=SCREEN, **fields):
    return evening.table.handle(who, kind(id=f"ask {evening.table.rev} {tag(kind)}", **fields))


def required_number(evening, kind, who=SCREEN, **fields):
    """Return the number that has to be typed before this intent is accepted."""
    with pytest.raises(Rejection, match="meant") as no:
        ask(evening, kind, who, **fields)
    return str(no.value.params["number"])


def test_every_intent_with_a_lasting_effect_is_tested_here():
    wanting = {kind for kind, listed in INTENTS.items() if listed.outlives}
    assert wanting == {PutBack, *ALWAYS_CONFIRMED, *SOMETIMES_CONFIRMED}  # that one in test_today.py


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", [*ALWAYS_CONFIRMED, *SOMETIMES_CONFIRMED], ids=tag)
def test_lasting_intents_change_nothing_before_confirmation(evening, kind):
    fields, before = (
        (ALWAYS_CONFIRMED | SOMETIMES_CONFIRMED)[kind],
        (evening.table.rev, evening.table.settings, evening.pin),
    )
    required_number(evening, kind, **fields)
    assert before == (evening.table.rev, evening.table.settings, evening.pin)
    if "seat" in INTENTS[kind].roles and kind in ALWAYS_CONFIRMED:
        required_number(evening, kind, phone(1), **fields)


def test_a_confirmation_is_valid_for_one_action(evening):
    first = required_number(evening, LockTable, locked=True)
    ask(evening, GivePin, pin=first)
    ask(evening, LockTable, locked=True)
    assert evening.table.locked
    assert required_number(evening, LockTable, locked=False) != first


def test_a_wrong_number_confirms_nothing_and_each_device_has_its_own(evening):
    right = required_number(evening, LockTable, locked=True)
    with pytest.raises(Rejection, match="number-wrong"):
        ask(evening, GivePin, pin="1" if right != "1" else "2")
    ask(evening, GivePin, pin=right)
    required_number(evening, LockTable, phone(1), locked=True)


def test_a_confirmation_expires_after_a_minute(evening):
    ask(evening, GivePin, pin=required_number(evening, LockTable, locked=True))
    evening.now += CONFIRMATION_SECONDS
    required_number(evening, LockTable, locked=True)


def test_everyday_intents_need_no_confirmation(evening):
    """A setting, a seat that no connected phone holds, a person's own hand-over."""
    for kind, fields in (
        (SetTable, {"mute": True, "lang": evening.table.settings.lang}),
        (SetSeat, {"seat": 3, "by": "touch"}),
        (SetSeat, {"seat": 1, "name": "Ada B"}),
        (Resume, {"game": evening.at_table().laid_aside[0].game}),
        (Suspend, {}),
    ):
        ask(evening, kind, **fields)
    ask(evening, Leave, phone(1))


def test_language_needs_no_confirmation_at_the_first_start(tmp_path):
    evening = Evening(tmp_path)
    ask(evening, SetTable, lang="fr")
    ask(evening, SetTable, welcomed=True)
    required_number(evening, SetTable, lang="de")
    evening.close()


def test_pin_replaces_the_confirmation_number(evening):
    evening.send(SetPin, pin="2468")
    ask(evening, LockTable, locked=True)
    evening.send(ForgetPin)
    with pytest.raises(Rejection, match="pin"):
        ask(evening, LockTable, locked=False)
