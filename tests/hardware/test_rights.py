"""Tests of an installed table's rights to NetworkManager and systemd: exactly its rules, asked as polkit asks."""

import json
import subprocess
from pathlib import Path

import playwright
import pytest

from app.appliance.upkeep import WORKS_BY_NAME

ROOT = Path(__file__).parents[2]
NODE = Path(playwright.__file__).parent / "driver" / "node"  # reads the rule: polkit's own language is this one
ASK = """
let rule;
const polkit = { addRule: (given) => (rule = given), Result: { YES: "yes" } };
%s
const subject = (user) => ({ user });
console.log(JSON.stringify(%s.map(([id, user, about = {}]) =>
    rule({ id, lookup: (key) => about[key] }, subject(user)) ?? null)));
"""
ALLOWED = (
    "enable-disable-wifi",
    "network-control",
    "settings.modify.system",
    "wifi.scan",
    "wifi.share.protected",
)
MAY_NOT = (
    *("enable-disable-network", "enable-disable-wwan", "sleep-wake", "settings.modify.hostname", "reload"),
    *("settings.modify.global-dns", "settings.modify.own", "wifi.share.open", "checkpoint-rollback", "", "wifi"),
)


def ask_polkit(*asked, file="51-wondertable-wifi.rules"):
    rule = (ROOT / "hardware/appliance" / file).read_text()
    done = subprocess.run([NODE, "-e", ASK % (rule, json.dumps(asked))], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.skipif(not NODE.exists(), reason="playwright has no node here")
def test_only_the_tables_user_has_the_wifi_permissions():
    name = "org.freedesktop.NetworkManager."
    assert ask_polkit(*((name + each, "wondertable") for each in ALLOWED)) == ["yes"] * len(ALLOWED)
    assert ask_polkit(*((name + each, "wondertable") for each in MAY_NOT)) == [None] * len(MAY_NOT)
    assert ask_polkit(*((name + each, "guest") for each in ALLOWED)) == [None] * len(ALLOWED)
    others = ("org.freedesktop.login1.power-off", "network-control", "org.freedesktop.NetworkManagerX.network-control")
    assert ask_polkit(*((each, "wondertable") for each in others)) == [None] * len(others)


@pytest.mark.skipif(not NODE.exists(), reason="playwright has no node here")
def test_table_may_power_off_and_start_two_units():
    units, country = "org.freedesktop.systemd1.manage-units", "wondertable-country.service"
    asked = [
        ("org.freedesktop.login1.power-off", "wondertable", None, None),
        (units, "wondertable", country, "start"),
        (units, "wondertable", "wondertable-clock.service", "start"),
        (units, "guest", country, "start"),
        (units, "wondertable", "wondertable-clock.service", "stop"),
        (units, "wondertable", country, "stop"),
        (units, "wondertable", "ssh.service", "start"),
        (units, "wondertable", None, None),
        ("org.freedesktop.systemd1.manage-unit-files", "wondertable", country, "start"),
        ("org.freedesktop.login1.reboot", "wondertable", None, None),
    ]
    said = ask_polkit(
        *([id, user, {"unit": unit, "verb": verb}] for id, user, unit, verb in asked), file="50-wondertable.rules"
    )
    assert said == ["yes", "yes", "yes", *[None] * 7]


@pytest.mark.skipif(not NODE.exists(), reason="playwright has no node here")
def test_table_may_start_only_upkeep_tasks():
    manages, file = "org.freedesktop.systemd1.manage-units", "52-wondertable-upkeep.rules"

    def unit_request(unit, verb="start", user="wondertable", id=manages):
        return [id, user, {"unit": unit, "verb": verb}]

    units = [f"wondertable-upkeep@{work}.service" for work in WORKS_BY_NAME]
    assert ask_polkit(*map(unit_request, units), file=file) == ["yes"] * len(units)
    others = [
        *(unit_request(unit, verb="stop") for unit in units),
        *(unit_request(unit, user="guest") for unit in units),
        *(unit_request(unit, id="org.freedesktop.systemd1.manage-unit-files") for unit in units),
        unit_request("wondertable-upkeep@.service"),
        unit_request("wondertable-upkeep@sh.service"),
        unit_request("wondertable-upkeep@look.service.d"),
        unit_request("wondertable-upkeep@look@back.service"),
        unit_request("x.wondertable-upkeep@look.service"),
        unit_request("wondertable-upkeep@look.socket"),
        unit_request("ssh.service"),
        [manages, "wondertable", {}],
    ]
    assert ask_polkit(*others, file=file) == [None] * len(others)
