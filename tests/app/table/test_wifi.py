"""Wi-Fi requests of the screen: forwarded to the machine or refused; passwords are not stored."""

import msgspec
import pytest

from app.protocol.client_rights import ONLOOKER, PANEL, SCREEN
from app.protocol.network_messages import Hotspot, JoinWifi, LookForWifi, SetCountry, SetHotspot, TurnWifiOn, Wifi
from tests.app.table.plays import refused
from tests.app.tables import Evening, phone

PASSWORD = "planted horse"


class Radio:
    """A Wi-Fi stub that records each request, and carries it out only where `works`."""

    def __init__(self):
        self.asked, self.works = [], True

    def current_message(self):
        return Wifi(own="Wondertable-4kq7")

    def scan(self):
        return self._ask("look")

    def join(self, network, password):
        return self._ask("join", network, password)

    def set_hotspot(self, on):
        return self._ask("hotspot", on)

    def switch_on(self):
        return self._ask("on")

    def set_country(self, country):
        return self._ask("country", country)

    def _ask(self, *what):
        self.asked.append(what)
        return self.works


@pytest.fixture
def evening(tmp_path):
    made = Evening(tmp_path)
    made.table.machine.wifi = Radio()
    yield made
    made.close()


WISHES = [
    pytest.param(LookForWifi, {}, ("look",), id="look"),
    pytest.param(JoinWifi, {"network": "Café"}, ("join", "Café", None), id="join an open one"),
    pytest.param(
        JoinWifi, {"network": "Home", "password": PASSWORD}, ("join", "Home", PASSWORD), id="join a locked one"
    ),
    pytest.param(SetHotspot, {"on": True}, ("hotspot", True), id="open its own"),
    pytest.param(SetHotspot, {"on": False}, ("hotspot", False), id="back home"),
    pytest.param(TurnWifiOn, {}, ("on",), id="switch on"),
    pytest.param(SetCountry, {"country": "DE"}, ("country", "DE"), id="country"),
]


@pytest.mark.parametrize(("kind", "fields", "asked"), WISHES)
def test_wifi_request_is_passed_on_without_changing_the_table(evening, kind, fields, asked):
    rev = evening.table.rev
    evening.send(kind, **fields)
    assert (evening.table.machine.wifi.asked, evening.table.rev) == ([asked], rev)


@pytest.mark.parametrize(("kind", "fields", "asked"), WISHES)
def test_wifi_request_is_refused_if_the_machine_cannot_start_it(evening, kind, fields, asked):
    evening.table.machine.wifi.works = False
    refused("no-wifi", evening.send, kind, **fields)
    evening.table.machine.wifi = None
    refused("no-wifi", evening.send, kind, **fields)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("kind", "fields", "asked"), WISHES)
@pytest.mark.parametrize("who", [phone(1), ONLOOKER, PANEL], ids=["phone", "onlooker", "panel"])
def test_only_the_screen_may_request_wifi_changes(evening, who, kind, fields, asked):
    evening.sit("phone Ada", "touch")
    refused("rights", evening.send, kind, who, **fields)
    assert evening.table.machine.wifi.asked == []


@pytest.mark.parametrize("country", ["", "de", "DEU", "D\n", "../x"])
def test_invalid_country_code_is_refused_and_not_passed_on(evening, country):
    refused("no-wifi", evening.send, SetCountry, country=country)
    assert evening.table.machine.wifi.asked == []


@pytest.mark.parametrize(
    "password",
    ["", "1234567", "x" * 64, "fünfzig Zeichen", "tab\tand so on"],
    ids=["none", "short", "long", "ü", "tab"],
)
def test_invalid_wifi_password_is_refused_and_not_passed_on(evening, password):
    no = refused("wifi-password", evening.send, JoinWifi, network="Home", password=password)
    assert (no.params, evening.table.machine.wifi.asked) == ({"fewest": 8, "most": 63}, [])


@pytest.mark.parametrize("password", ["12345678", "x" * 63, "a;b,c:d\"e\\f'g h~"], ids=["8", "63", "signs"])
def test_valid_wifi_password_is_passed_on_unchanged(evening, password):
    evening.send(JoinWifi, network="Home", password=password)
    assert evening.table.machine.wifi.asked == [("join", "Home", password)]


def test_wifi_password_is_in_no_file_log_message_or_repr(evening, caplog):
    evening.start("phone Ada", "touch")
    evening.send(JoinWifi, network="Home", password=PASSWORD)
    evening.table.machine.wifi.works = False
    no = refused("no-wifi", evening.send, JoinWifi, network="Home", password=PASSWORD)
    readers = (SCREEN, phone(1), ONLOOKER)
    told = [msgspec.json.encode(evening.snapshot(who)).decode() for who in readers]
    told += [repr(no), str(no), repr(JoinWifi("a", "Home", PASSWORD)), caplog.text, repr(evening.changes)]
    told.append(repr(Wifi(own="Own", hotspot=Hotspot("Own", PASSWORD))))
    evening.store.close()
    kept = b"".join(path.read_bytes() for path in evening.folder.rglob("*") if path.is_file())
    assert PASSWORD.encode() not in kept
    assert not [text for text in told if PASSWORD in text]
    evening.open()
