"""A release of a checkout, and a machine that has no table yet: the same ways as an update's."""

import shutil
from pathlib import Path

import pytest

from app.appliance import release_builder
from app.appliance.guarded_change import read_stage
from app.appliance.release_archive import Release, UnfitRelease, own_site_name
from app.appliance.signature import derive_public_key
from app.appliance.update import adopt, unpack, update
from app.text.terminal_output import CannotStart
from tests.app.installed import GAMES, SETTINGS, fetch

CHECKOUT_VERSION = "1.1.0+c1a2b3c4d"


@pytest.fixture
def local_archive(bed, tmp_path):
    """A release of a checkout as it lies there, and its folder."""
    checkout = tmp_path / "checkout"
    shutil.copytree(bed.workshop.checkout, checkout, ignore=shutil.ignore_patterns(".git"))
    (checkout / "how").write_text("run")
    (checkout / "hardware/__pycache__").mkdir()
    (checkout / "hardware/__pycache__/x.pyc").touch()
    (checkout / "hardware/engine.so").touch()
    release_builder.build_local_archive(CHECKOUT_VERSION, tmp_path / "checkout.tar", checkout, fetch)
    return tmp_path / "checkout.tar"


@pytest.fixture
def bare(bed):
    """The same machine before anything was installed; games and settings are there from long ago."""
    bed.services.stop()
    shutil.rmtree(bed.at.home)
    bed.at.home.mkdir()
    bed.services.said.clear()
    return bed


def test_local_archive_contains_the_checkout_without_python_caches(bed, local_archive):
    assert unpack(bed.at, local_archive, (), unsigned=True) == CHECKOUT_VERSION
    there = bed.at.home / CHECKOUT_VERSION
    assert sorted(str(path.relative_to(there)) for path in there.rglob("*") if "site" not in path.parts) == [
        "hardware",
        "hardware/appliance",
        "hardware/appliance/program",
        "hardware/appliance/wondertable.service",
        "how",
        "pyproject.toml",
    ]
    assert bed.at.current == "1.0.0"
    assert adopt(bed.at, CHECKOUT_VERSION, game=False).startswith(f"{CHECKOUT_VERSION} is running now; 1.0.0 is kept")


@pytest.mark.parametrize("unsigned", [False, True])
def test_unsigned_archive_is_accepted_only_on_request(bed, local_archive, unsigned):
    with local_archive.open("rb") as stream:
        if unsigned:
            assert Release(stream, bed.at.keys, own_site_name(), unsigned=True).version == CHECKOUT_VERSION
        else:
            with pytest.raises(UnfitRelease, match="this release is not signed with a key that is installed here"):
                Release(stream, bed.at.keys, own_site_name())
    with pytest.raises(CannotStart, match="this release is not signed with a key that is installed here"):
        update(bed.at, str(local_archive))


def test_archive_signed_by_a_stranger_is_refused_even_on_request(bed):
    file = bed.release("1.1.0", key=bed.workshop.strangers)
    with pytest.raises(CannotStart, match="this release is not signed with a key that is installed here"):
        unpack(bed.at, file, (), unsigned=True)


def test_unpacking_a_checkout_disturbs_no_game_and_accepts_an_older_version(bed, local_archive):
    (bed.at.home / "newest").write_text("2.0.0")
    bed.game[0] = "game"
    assert unpack(bed.at, local_archive, (), unsigned=True) == CHECKOUT_VERSION
    assert bed.services.said == []
    with pytest.raises(CannotStart, match="a game is being played"):
        adopt(bed.at, CHECKOUT_VERSION, game=False)


def test_first_install_trusts_the_key_beside_the_installer(bare, tmp_path):
    file, key = bare.release("1.1.0"), tmp_path / "release.pem"
    with pytest.raises(CannotStart, match="not signed with a key that is installed here"):
        unpack(bare.at, file, (), unsigned=False)
    key.write_bytes(derive_public_key(bare.workshop.key))
    assert unpack(bare.at, file, [key], unsigned=False) == "1.1.0"
    assert adopt(bare.at, "1.1.0", game=False) == "1.1.0 is running now."
    assert (bare.at.current, bare.at.previous, read_stage(bare.at)) == ("1.1.0", None, None)
    assert bare.bytes() == (GAMES + b"run", SETTINGS)
    assert (bare.at.find_copy("1.1.0") / "table.db").read_bytes() == GAMES, "the new version may have changed the file"
    assert update(bare.at, str(bare.release("1.2.0"))).startswith("1.2.0 is running now; 1.1.0 is kept"), (
        "its key is known"
    )


@pytest.mark.rotated
@pytest.mark.parametrize("how", ["die", "mute"])
def test_failed_first_install_leaves_games_and_settings_unchanged(bare, how):
    file = bare.release("1.1.0", how)
    unpack(bare.at, file, [_key(bare)], unsigned=False)
    with pytest.raises(CannotStart, match=r"no table is installed\. Games and settings are unchanged\."):
        adopt(bare.at, "1.1.0", game=False)
    assert (bare.at.current, read_stage(bare.at), bare.bytes()) == (None, None, (GAMES, SETTINGS))
    assert bare.services.states["wondertable.service"] == "inactive"


def _key(bed):
    (bed.at.own / "keys").mkdir(parents=True)
    (bed.at.own / "keys/owner.pem").write_bytes(derive_public_key(bed.workshop.key))
    return bed.at.own / "keys/owner.pem"


def test_packages_are_fetched_again_only_when_requirements_change(bed, tmp_path, monkeypatch):
    checkout, fetched = tmp_path / "checkout", []
    shutil.copytree(bed.workshop.checkout, checkout, ignore=shutil.ignore_patterns(".git"))
    (checkout / "how").write_text("run")
    for name in ("requirements.txt", "requirements-pins.txt"):
        (checkout / name).write_text("package==1\n")
    monkeypatch.setattr(release_builder, "Place", lambda: bed.at)

    def pip(root: Path, machine: str, python: str, folder: Path) -> None:
        fetched.append((root / "requirements.txt").read_text())
        fetch(root, machine, python, folder)

    monkeypatch.setattr(release_builder, "_fetch_packages", pip)
    for version in ("1.1.0+c1", "1.1.0+c2"):
        release_builder.build_local_archive(version, tmp_path / "checkout.tar", checkout)
        unpack(bed.at, tmp_path / "checkout.tar", (), unsigned=True)
        adopt(bed.at, version, game=False)
        assert (bed.at.home / version / "site/package/__init__.py").exists()
    assert fetched == ["package==1\n"]
    (checkout / "requirements.txt").write_text("package==2\n")
    release_builder.build_local_archive("1.1.0+c3", tmp_path / "checkout.tar", checkout)
    assert fetched == ["package==1\n", "package==2\n"]
