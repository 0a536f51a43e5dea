"""What an installed table may ask of NetworkManager: its rule, asked as polkit asks it, and nothing beside that."""

import json
import subprocess
from pathlib import Path

import playwright
import pytest

ROOT = Path(__file__).parents[2]
NODE = Path(playwright.__file__).parent / "driver" / "node"  # reads the rule: polkit's own language is this one
ASK = """
let rule;
const polkit = { addRule: (given) => (rule = given), Result: { YES: "yes" } };
%s
const subject = (user) => ({ user });
console.log(JSON.stringify(%s.map(([id, user]) => rule({ id }, subject(user)) ?? null)));
"""
MAY = ("enable-disable-wifi", "network-control", "settings.modify.system", "wifi.scan", "wifi.share.protected")
MAY_NOT = (
    *("enable-disable-network", "enable-disable-wwan", "sleep-wake", "settings.modify.hostname", "reload"),
    *("settings.modify.global-dns", "settings.modify.own", "wifi.share.open", "checkpoint-rollback", "", "wifi"),
)


SYSTEM = """
let rule;
const polkit = { addRule: (given) => (rule = given), Result: { YES: "yes" } };
%s
const ask = ([id, user, unit, verb]) => rule({ id, lookup: (name) => ({ unit, verb })[name] }, { user }) ?? null;
console.log(JSON.stringify(%s.map(ask)));
"""


def answers(*asked):
    rule = (ROOT / "hardware/appliance/51-wondertable-wifi.rules").read_text()
    done = subprocess.run([NODE, "-e", ASK % (rule, json.dumps(asked))], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.skipif(not NODE.exists(), reason="playwright has no node here")
def test_the_table_may_do_what_its_wifi_needs_and_nobody_else_may_anything():
    name = "org.freedesktop.NetworkManager."
    assert answers(*((name + each, "wondertable") for each in MAY)) == ["yes"] * len(MAY)
    assert answers(*((name + each, "wondertable") for each in MAY_NOT)) == [None] * len(MAY_NOT)
    assert answers(*((name + each, "guest") for each in MAY)) == [None] * len(MAY)
    others = ("org.freedesktop.login1.power-off", "network-control", "org.freedesktop.NetworkManagerX.network-control")
    assert answers(*((each, "wondertable") for each in others)) == [None] * len(others)


@pytest.mark.skipif(not NODE.exists(), reason="playwright has no node here")
def test_of_the_system_the_table_may_end_it_and_start_one_unit():
    rule = (ROOT / "hardware/appliance/50-wondertable.rules").read_text()
    units, country = "org.freedesktop.systemd1.manage-units", "wondertable-country.service"
    asked = [
        ("org.freedesktop.login1.power-off", "wondertable", None, None),
        (units, "wondertable", country, "start"),
        (units, "guest", country, "start"),
        (units, "wondertable", country, "stop"),
        (units, "wondertable", "ssh.service", "start"),
        (units, "wondertable", None, None),
        ("org.freedesktop.systemd1.manage-unit-files", "wondertable", country, "start"),
        ("org.freedesktop.login1.reboot", "wondertable", None, None),
    ]
    done = subprocess.run([NODE, "-e", SYSTEM % (rule, json.dumps(asked))], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == ["yes", "yes", *[None] * 6]
