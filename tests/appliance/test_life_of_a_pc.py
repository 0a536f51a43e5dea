"""A disk that was written with the image of a PC, as people have it for years: games by a phone, versions, a reset."""

import json
import shutil

import pytest

from app.appliance.signature import public
from tests.appliance import image
from tests.appliance.container import ROOT, until
from tests.appliance.machine import PICTURES, PROJECT, SLOW
from tests.appliance.places import DATA, GAMES, VERSIONS, asks
from tests.appliance.releases import make_releases

pytestmark = pytest.mark.root


@pytest.fixture(scope="module")
def pc(image_of_a_pc):
    """One in which somebody has sat down with a phone, and a game was played for a while."""
    made = image.Started(image_of_a_pc, "uefi")
    try:
        image.is_well(made)
        made.at_the_table("welcome")
        _, *sit = made.at_the_table("phone").split()
        assert sit[0] == "Ada"
        made.picture(PICTURES / "image-game.png")
        yield made
    finally:
        made.end()


@pytest.fixture
def releases(pc):
    """Where releases lie that an owner trusts."""
    folder = ROOT / "build" / "releases-of-tests"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    make_releases(version(pc), folder)
    pc.write("/etc/wondertable/keys/owner.pem", public(folder / "key.pem").decode())
    yield f"{PROJECT}/{folder.relative_to(ROOT)}"
    shutil.rmtree(folder)


def version(pc):
    return pc.run(f"readlink {VERSIONS}/current")


def games(pc):
    return pc.run(f'python3 -c "{asks(GAMES)}"')


def test_it_is_updated_and_goes_back_with_all_its_games(pc, releases):
    pc.at_the_table("lobby")
    first, played = version(pc), games(pc)
    assert played
    said = pc.run(f"wondertable update {releases}/wondertable-0.2.0.tar", seconds=SLOW)
    assert f"0.2.0 runs now; {first} is kept" in said
    image.is_well(pc)
    assert (version(pc), games(pc)) == ("0.2.0", played)
    assert f"{first} runs now" in pc.run("wondertable rollback", seconds=SLOW)
    image.is_well(pc)
    assert (version(pc), games(pc)) == (first, played)


def test_it_is_reset_with_all_its_games(pc):
    pc.at_the_table("lobby")
    played = games(pc)
    assert played
    pc.at_the_table("upkeep", "reset")
    until(lambda: upkept(pc, "reset") == "done", "the reset does not end", SLOW)
    image.is_well(pc)
    assert games(pc) == played
    assert pc.tries(f"ls {DATA}/settings/settings.json")[0] != 0, "it asks for the language again"


def upkept(pc, work):
    """What came of a work; the table may be restarting."""
    try:
        found = json.loads(pc.at_the_table("upkept"))
    except (AssertionError, ValueError):
        return ""
    return found["came"] if found and found["work"] == work else ""
