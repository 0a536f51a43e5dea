"""The machine is powered off by the screen, by nobody else who is not its owner, and says when to unplug it."""

import pytest

from tests.appliance.conftest import LAST, SUITES, booted, without_a_screen
from tests.appliance.container import Container, until
from tests.appliance.places import DATA, MANAGER

pytestmark = pytest.mark.root
PIN = "24681357"
OFF = "Once its green light is out, it is safe to unplug."


@pytest.fixture(scope="module", params=SUITES)
def public(request):
    """A table among strangers: a PIN was given when it was installed."""
    with booted(request.param) as box:
        without_a_screen(box)
        install = "/srv/wondertable/setup.sh install --yes --public"
        code, said = box.tries("sh", "-c", f"echo {PIN} | {install}", PIP_NO_INDEX="1", PIP_FIND_LINKS="/srv/wheels")
        assert code == 0, said
        assert PIN not in said
        yield box


def login(box: Container, user: str, *words: str) -> tuple[int, str]:
    """Return exit code and output of a call to logind on the system bus, as that user."""
    return box.tries("runuser", "-u", user, "--", "busctl", "call", *MANAGER, *words)


def test_installation_pin_is_stored_as_a_secret(public):
    assert public.run("stat", "-c", "%U %a", f"{DATA}/settings/pin.json").strip() == "wondertable 600"
    public.run("systemctl", "is-active", "wondertable")
    logged = public.run("journalctl", "--no-pager") + public.run("sh", "-c", f"cat {DATA}/settings/*")
    assert PIN not in logged


def test_only_the_tables_user_may_power_off(public):
    assert login(public, "wondertable", "CanPowerOff") == (0, 's "yes"\n')
    assert login(public, "nobody", "CanPowerOff")[1] != 's "yes"\n'
    assert login(public, "wondertable", "CanReboot")[1] != 's "yes"\n', "and no more than that"
    code, said = login(public, "nobody", "PowerOff", "b", "false")
    assert code != 0, said
    assert not public.has_ended()


def test_screen_powers_off_with_the_pin_and_owner_without(public):
    """Twice: it is there again when it is switched on, with its PIN."""
    assert public.at_the_table("power").startswith("pin: ")
    assert public.at_the_table("power", PIN) == ""
    until(public.has_ended, "it does not power off")
    last = public.layer / f"over{LAST}"
    assert " ".join(last.read_text().split()).count(OFF) == 1

    again = Container(public.suite, public.layer)
    try:
        assert again.at_the_table("tell").startswith("0 ")
        assert again.at_the_table("power").startswith("pin: ")
        assert again.run("/usr/local/bin/wondertable", "poweroff").startswith("the machine is switching off")
        until(again.has_ended, "it does not power off")
        assert " ".join(last.read_text().split()).count(OFF) == 2
    finally:
        again.end()
