"""Wi-Fi on the screen: choosing a network, its password, the result, and QR codes that a phone can read."""

import shutil
import subprocess

import msgspec
import pytest

from app.looks import qr_codes
from app.protocol.base_messages import Accepted, Refusal
from app.protocol.network_messages import (
    JoinWifi,
    LookForWifi,
    SetCountry,
    SetHotspot,
    TurnWifiOn,
    Wifi,
    WifiFailed,
    WifiProblem,
)
from app.screen.composition import compose
from app.screen.events import on_message
from tests.app.screen import SIZE, scenes, stage
from tests.app.screen.finger import frames, picture
from tests.app.screen.painting import texts

KNOWN, OPEN, COMPANY, LOCKED, *_ = (each.name for each in scenes.AIR)


def newest_intent(seen):
    """Return the last intent sent, with an empty id."""
    return msgspec.structs.replace(seen.room.sent[-1], id="")


def send_wifi(seen, **facts):
    on_message.on_message(
        seen.control, Wifi(**{"own": scenes.HOTSPOT.name, "networks": scenes.AIR, "can_host": True, **facts})
    )
    frames(1)


def reach(seen, key):
    """Tap something that may lie on a later page."""
    while key not in seen.hit_areas():
        seen.tap("later")
    seen.tap(key)


def test_opening_the_wifi_page_starts_a_scan(show):
    seen = show(scenes.this_machine(4))
    reach(seen, "wifi")
    assert (newest_intent(seen), seen.control.ui.panel) == (LookForWifi(id=""), "wifi")
    assert "Looking …" in texts(seen.room)
    send_wifi(seen, networks=())
    seen.tap("look")
    assert newest_intent(seen) == LookForWifi(id="")


@pytest.mark.parametrize("problem", ["country", "off", "no-radio"])
def test_wifi_page_starts_no_scan_if_none_is_possible(show, problem):
    seen = show(scenes.this_machine(4))
    send_wifi(seen, networks=(), problem=problem, country="" if problem == "country" else None)
    reach(seen, "wifi")
    assert (seen.room.sent, seen.control.ui.panel) == ([], "wifi")


def test_wifi_page_asks_for_the_pin_and_then_scans(show):
    seen = show(scenes.this_machine(4))
    reach(seen, "wifi")
    wish = seen.room.sent[-1]
    on_message.on_message(seen.control, Refusal(id=wish.id, rule="pin", facts={}, text="The PIN."))
    frames(1)
    assert seen.control.ui.panel == "pin"
    for key in ("key 2", "key 4", "key 6", "key 8", "ok"):
        seen.tap(key)
    on_message.on_message(seen.control, Accepted(id=seen.room.sent[-1].id))
    assert (seen.room.sent[-1], seen.control.ui.panel) == (wish, "wifi")


@pytest.mark.parametrize("network", [KNOWN, OPEN])
def test_a_network_that_needs_no_password_is_joined_by_one_touch(show, network):
    seen = show(scenes.wifi_wrong(4))
    seen.tap(f"network {network}")
    assert newest_intent(seen) == JoinWifi(id="", network=network)
    send_wifi(seen, joining=network, step="joining")
    assert f"Joining “{network}” …" in texts(seen.room)
    send_wifi(seen, joining=network, step="address")
    assert f"“{network}” lets the table in; waiting for an address …" in texts(seen.room)
    send_wifi(seen, here=network)
    assert f"The table is in “{network}”." in texts(seen.room)
    assert f"network {network}" not in seen.hit_areas()


def test_country_is_asked_first_and_can_be_changed_later(show):
    seen = show(scenes.wifi(4))
    send_wifi(seen, networks=(), problem="country", country="")
    assert "Which country is this table in? Wi-Fi has to follow its rules." in " ".join(texts(seen.room))
    reach(seen, "country NL")
    assert newest_intent(seen) == SetCountry(id="", country="NL")
    send_wifi(seen, country="NL")
    assert "Country: Nederland" in texts(seen.room)
    seen.tap("country")
    reach(seen, "country FR")
    assert (newest_intent(seen), seen.control.ui.panel) == (SetCountry(id="", country="FR"), "wifi")


def type_text(seen, text):
    for sign in text:
        while f"key {sign}" not in seen.hit_areas():
            seen.tap("more keys")
        seen.tap(f"key {sign}")


def test_typed_password_is_sent_and_cleared(show):
    seen = show(scenes.wifi(4))
    reach(seen, f"network {LOCKED}")
    type_text(seen, "aB3 ;\\xyz")
    assert seen.control.ui.typed == "aB3 ;\\xyz"
    seen.tap("ok")
    assert newest_intent(seen) == JoinWifi(id="", network=LOCKED, password="aB3 ;\\xyz")
    assert (seen.control.ui.panel, seen.control.ui.typed) == ("wifi", "")


def test_empty_password_is_not_sent(show):
    seen = show(scenes.wifi_password(4))
    seen.control.change(typed="")
    sent = len(seen.room.sent)
    seen.tap("ok")
    assert len(seen.room.sent) == sent


def test_a_hidden_password_is_not_passed_to_the_painter(show):
    seen = show(scenes.wifi_password(4))
    assert "Example 1" in texts(seen.room)
    seen.tap("hide")
    assert "•" * 9 in texts(seen.room)
    assert not [element for element in stage_elements(seen) if "Example" in repr(element.view)]
    seen.tap("key q")
    assert seen.control.ui.typed == "Example 1q"
    seen.tap("hide")
    assert "Example 1q" in texts(seen.room)


def stage_elements(seen):
    return compose(seen.control.scene, *SIZE)


def test_wrong_password_is_reported_and_asked_again(show):
    seen = show(scenes.wifi(4))
    send_wifi(seen, failed="password", tried=KNOWN)
    assert f"The password of “{KNOWN}” was not accepted." in texts(seen.room)
    seen.tap(f"network {KNOWN}")
    assert (seen.control.ui.panel, seen.control.ui.network) == ("wifi-password", KNOWN)


def test_network_that_needs_more_than_a_password_is_refused(show):
    seen = show(scenes.wifi(4))
    sent = len(seen.room.sent)
    seen.tap(f"network {COMPANY}")
    assert len(seen.room.sent) == sent
    assert seen.control.notices[0].text == f"“{COMPANY}” needs more than a password, so the table cannot join it."


PROBLEMS = {
    "no-manager": "NetworkManager does not run here",
    "unmanaged": "NetworkManager leaves this Wi-Fi alone",
    "no-radio": "This computer has no Wi-Fi.",
    "blocked": "A switch on this computer",
    "off": "Wi-Fi is switched off",
    "waiting": "Wi-Fi is not ready.",
}


@pytest.mark.parametrize("problem", PROBLEMS)
def test_wifi_problems_show_their_sentence(show, problem):
    seen = show(scenes.wifi_none(4))
    send_wifi(seen, networks=(), problem=problem, can_host=False)
    assert PROBLEMS[problem] in " ".join(texts(seen.room))
    assert ("wifi on" in seen.hit_areas()) == (problem == "off")


def test_wifi_is_switched_on(show):
    seen = show(scenes.wifi_off(4))
    seen.tap("wifi on")
    assert newest_intent(seen) == TurnWifiOn(id="")


def test_every_problem_and_failure_has_its_sentence():
    from typing import get_args

    from app.shown.machine import wifi
    from app.text.translation import words as language

    w = language("en")
    assert {*get_args(WifiProblem)} - {"", "looking", "country"} == {*PROBLEMS}
    for failed in {*get_args(WifiFailed)} - {""}:
        for tried in ("Home", "Own"):
            text = wifi.wifi(w, Wifi(own="Own", failed=failed, tried=tried)).row("now").words
            assert text.endswith(".")
            assert text != wifi.wifi(w, Wifi(own="Own")).row("now").words


def test_hotspot_starts_at_once_or_after_confirming_to_leave_the_network(show):
    seen = show(scenes.wifi_wrong(4))
    seen.tap("hotspot")
    assert newest_intent(seen) == SetHotspot(id="", on=True)
    send_wifi(seen, here=KNOWN)
    sent = len(seen.room.sent)
    seen.tap("hotspot")
    assert len(seen.room.sent) == sent
    seen.tap("yes")
    assert (newest_intent(seen), seen.control.ui.panel) == (SetHotspot(id="", on=True), "wifi")


def test_single_touch_returns_to_the_home_network(show):
    seen = show(scenes.hotspot(4))
    seen.tap("home")
    assert newest_intent(seen) == SetHotspot(id="", on=False)


# ---- codes -----------------------------------------------------------------------------------------------------


@pytest.mark.sampled(4)
@pytest.mark.skipif(shutil.which("zbarimg") is None, reason="zbarimg (zbar-tools) is not installed")
@pytest.mark.parametrize(
    "scene", [scenes.hotspot, scenes.code_hotspot, scenes.lobby_hotspot], ids=lambda scene: scene.__name__
)
def test_wifi_code_is_decoded_together_with_the_join_codes(show, scene, tmp_path):
    seen = show(scene(4))
    done = subprocess.run(
        ["zbarimg", "-q", "--raw", str(picture(tmp_path / "seen.png"))], capture_output=True, text=True, check=False
    )
    codes = done.stdout.split("\n")[:-1]
    wifi = f"WIFI:T:WPA;S:{scenes.HOTSPOT.name};P:{scenes.HOTSPOT.password};;"
    free = [info.seat for info in seen.control.model.table.seats if info.by == "free"]
    urls = {code.url for code in stage.codes(free=free)}
    if scene is scenes.lobby_hotspot:
        assert {*codes} == {wifi, *urls}
        assert codes.count(wifi) == 1 + len(free), "beside the table's code, and beside that of each free seat"
    else:
        assert {wifi, stage.codes()[0].url} <= {*codes}


@pytest.mark.parametrize(
    ("name", "password", "text"),
    [
        ("Home", "plain words", r"WIFI:T:WPA;S:Home;P:plain words;;"),
        ('a;b,c:d"e', "f\\g;h", r"WIFI:T:WPA;S:a\;b\,c\:d\"e;P:f\\g\;h;;"),
    ],
)
def test_special_characters_in_wifi_codes_are_escaped(name, password, text):
    assert qr_codes.wifi(name, password) == text
