"""Rights to maintain the machine: the screen has them, and a phone that has entered the PIN."""

import pytest

from app.protocol.access_messages import GivePin, SetPin
from app.protocol.client_rights import ONLOOKER, PANEL, SCREEN
from app.protocol.machine_messages import Carry, DoUpkeep, EndUpkeep
from app.protocol.rejection import Rejection
from tests.app.table.plays import refused
from tests.app.tables import Evening, phone
from tests.app.upkept import PretendedUpkeep

PIN = "2468"


@pytest.fixture
def evening(tmp_path):
    made = Evening(tmp_path)
    made.table.machine.upkeep = PretendedUpkeep(tmp_path)
    made.sit("phone Ada", "phone Ben")
    yield made
    made.close()


WISHES = [
    pytest.param(DoUpkeep, {"work": "back"}, ("back",), id="work"),
    pytest.param(Carry, {"file": "report"}, ("report", "screen"), id="carry"),
    pytest.param(EndUpkeep, {}, ("end",), id="end"),
]


@pytest.mark.parametrize(("kind", "fields", "asked"), WISHES)
def test_screen_may_request_upkeep(evening, kind, fields, asked):
    evening.send(kind, **fields)
    assert evening.table.machine.upkeep.asked == [asked]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("kind", "fields", "asked"), WISHES)
def test_phone_needs_the_pin_for_upkeep(evening, kind, fields, asked):
    refused("rights", evening.send, kind, phone(1), **fields)
    evening.send(SetPin, pin=PIN)
    refused("pin", evening.send, kind, phone(1), **fields)
    assert evening.table.machine.upkeep.asked == []
    evening.send(GivePin, phone(1), pin=PIN)
    evening.send(kind, phone(1), **fields)
    assert len(evening.table.machine.upkeep.asked) == 1


@pytest.mark.parametrize("who", [ONLOOKER, PANEL], ids=["onlooker", "panel"])
@pytest.mark.parametrize(("kind", "fields", "asked"), WISHES)
def test_onlooker_and_panel_may_not_request_upkeep(evening, who, kind, fields, asked):
    refused("rights", evening.send, kind, who, **fields)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("kind", "fields", "meant"),
    [
        (DoUpkeep, {"work": "look"}, False),
        (DoUpkeep, {"work": "report-to-stick"}, False),
        (Carry, {"file": "report"}, False),
        (EndUpkeep, {}, False),
        (DoUpkeep, {"work": "update"}, True),
        (DoUpkeep, {"work": "backup-to-stick"}, True),
        (Carry, {"file": "backup"}, True),
        (Carry, {"file": "restore"}, True),
    ],
)
def test_upkeep_that_exports_secrets_or_restarts_needs_confirmation(evening, kind, fields, meant):
    try:
        evening.table.handle(SCREEN, kind(id="a", **fields))
        said = ""
    except Rejection as no:
        said = no.code
    assert said == ("meant" if meant else "")


def test_second_upkeep_request_is_refused_while_busy(evening):
    evening.table.machine.upkeep.works = False
    refused("upkeep-busy", evening.send, DoUpkeep, work="look")
    refused("upkeep-busy", evening.send, Carry, file="report")


def test_upkeep_is_refused_if_the_machine_has_none(evening):
    evening.table.machine.upkeep = None
    refused("rights", evening.send, DoUpkeep, work="look")
    assert evening.snapshot().upkeep is None


def test_upkeep_status_is_sent_only_to_the_screen_and_phones_with_the_pin(evening):
    assert evening.snapshot(SCREEN).upkeep.version == "1.0.0"
    assert [evening.snapshot(who).upkeep for who in (phone(1), phone(2), ONLOOKER)] == [None] * 3
    evening.send(SetPin, pin=PIN)
    evening.send(GivePin, phone(1), pin=PIN)
    assert evening.snapshot(phone(1)).upkeep.version == "1.0.0"
    assert evening.snapshot(phone(2)).upkeep is None
