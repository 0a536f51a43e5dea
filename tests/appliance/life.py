"""Steps in the life of a disk that was written with an image: games, updates, a reset. For tests."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.appliance.signature import derive_public_key
from tests.appliance import image
from tests.appliance.container import ROOT, until
from tests.appliance.image import Started
from tests.appliance.machine import PICTURES, PROJECT, SLOW
from tests.appliance.places import DATA, GAMES, VERSIONS, asks
from tests.appliance.releases import make_releases


@contextmanager
def played_at(disk: Path, way: str) -> Iterator[Started]:
    """Yield a machine at which somebody has joined by phone and played for a while."""
    made = Started(disk, way)
    try:
        image.is_well(made)
        made.at_the_table("welcome")
        until(lambda: bool(made.codes()), "the lobby, which lets phones in, is not drawn", SLOW)
        _, *sit = made.at_the_table("phone").split()
        assert sit[0] == "Ada"
        until(lambda: not made.codes(), "the game is not drawn", SLOW)
        made.picture(PICTURES / f"image-{way}-game.png")
        yield made
    finally:
        made.end()


def is_updated_and_goes_back(made: Started) -> None:
    """Update to a release that the owner trusts and go back to the first version, and check that all games stay."""
    folder = ROOT / "build" / "releases-of-tests"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    made.at_the_table("lobby")
    first, played = _version(made), _games(made)
    assert played
    try:
        make_releases(first, folder)
        made.write("/etc/wondertable/keys/owner.pem", derive_public_key(folder / "key.pem").decode())
        release = PROJECT / folder.relative_to(ROOT) / "wondertable-0.2.0.tar"
        assert f"0.2.0 is running now; {first} is kept" in made.run(f"wondertable update {release}", seconds=SLOW)
    finally:
        shutil.rmtree(folder)
    image.is_well(made)
    assert (_version(made), _games(made)) == ("0.2.0", played)
    assert f"{first} is running now" in made.run("wondertable rollback", seconds=SLOW)
    image.is_well(made)
    assert (_version(made), _games(made)) == (first, played)


def is_reset(made: Started) -> None:
    """Reset the table, and check that all games stay."""
    made.at_the_table("lobby")
    played = _games(made)
    assert played
    made.at_the_table("upkeep", "reset")
    until(lambda: _upkept(made, "reset") == "done", "the reset does not end", SLOW)
    image.is_well(made)
    assert _games(made) == played
    assert made.tries(f"ls {DATA}/settings/settings.json")[0] != 0, "it asks for the language again"


def _version(made: Started) -> str:
    return made.run(f"readlink {VERSIONS}/current")


def _games(made: Started) -> str:
    return made.run(f'python3 -c "{asks(GAMES)}"')


def _upkept(made: Started, work: str) -> str:
    """Return the outcome of a task, or "" while the table restarts or does something else."""
    try:
        found = json.loads(made.at_the_table("upkept"))
    except (AssertionError, ValueError):
        return ""
    if not found or found["work"] != work:
        return ""
    assert found["came"] != "failed", found
    return str(found["came"])
