"""A picture that differs is shown beside what the commit draws that last renewed the fingerprints."""

import subprocess

import pytest
from PIL import Image

from tests.pictures import baselines
from tests.pictures.fingerprint import Drawing, Fingerprint
from tests.pictures.picture import Picture
from tests.pictures.previous import GAP_PX, STORED, Differences

RENDER = """
import os
import sys
from PIL import Image
folder, *names = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
with open("drawn", "a") as log:
    log.write(f"{names} ")
for name in names:
    Image.new("RGB", (40, 30), "%s").save(f"{folder}/{name}.webp", lossless=True)
"""
SIZE = (40, 30)
RED, BLUE = (255, 0, 0), (0, 0, 255)
PICTURE = Picture("proof", "a state", {"lang": "en"})


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project with one picture, which a commit draws red; a later one draws it blue and renews nothing."""

    def git(*words):
        who = ("-c", "user.name=A", "-c", "user.email=a@b.example")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    def commit(colour):
        render = tmp_path / "tests/pictures/render.py"
        render.parent.mkdir(parents=True, exist_ok=True)
        render.write_text(RENDER % colour)
        git("add", ".")
        git("commit", "-qm", colour)

    git("init", "-q")
    monkeypatch.setattr(baselines, "FOLDER", tmp_path / STORED)
    baselines.check(PICTURE, blank(RED), Differences(tmp_path), renew=True)
    commit("red")
    commit("blue")
    return tmp_path


def blank(colour, *words):
    return Drawing(Image.new("RGB", SIZE, colour), words)


def middle(picture, nth):
    """Return the colour in the middle of the nth of several pictures in a row."""
    return picture.convert("RGB").getpixel((nth * (SIZE[0] + GAP_PX) + SIZE[0] // 2, SIZE[1] // 2))


def test_changed_picture_is_shown_beside_the_previous_one(project):
    differences = Differences(project)
    with pytest.raises(AssertionError, match=r"proof-a-state-en differs .* at the middle centre .x"):
        baselines.check(PICTURE, blank(BLUE), differences, renew=False)
    with Image.open(project / "build/pictures/proof-a-state-en.webp") as picture:
        assert picture.size == SIZE, "what it is now is saved at once"
    differences.show()
    with Image.open(project / "build/pictures/proof-a-state-en.webp") as picture:
        assert (middle(picture, 0), middle(picture, 1)) == (RED, BLUE)


def test_previous_picture_is_drawn_once(project):
    for _ in range(2):
        differences = Differences(project)
        with pytest.raises(AssertionError):
            baselines.check(PICTURE, blank(BLUE), differences, renew=False)
        differences.show()
    [log] = (project / "build/pictures/commits").glob("*/drawn")
    assert log.read_text() == "['proof-a-state-en'] "


def test_picture_without_a_fingerprint_is_shown_alone(project):
    differences = Differences(project)
    new = PICTURE._replace(state="another")
    with pytest.raises(AssertionError, match="it has none yet"):
        baselines.check(new, blank(BLUE), differences, renew=False)
    differences.show()
    with Image.open(project / "build/pictures/proof-another-en.webp") as picture:
        assert picture.size == SIZE
    assert not (project / "build/pictures/commits").exists()


def test_changed_picture_is_shown_alone_without_git(project):
    (project / ".git").rename(project / "no-git")
    differences = Differences(project)
    with pytest.raises(AssertionError):
        baselines.check(PICTURE, blank(BLUE), differences, renew=False)
    differences.show()
    with Image.open(project / "build/pictures/proof-a-state-en.webp") as picture:
        assert picture.size == SIZE


def test_renewing_changes_only_lines_of_changed_pictures(project):
    lines = project / STORED / "proof.txt"
    other = PICTURE._replace(state="another")
    baselines.check(other, blank(BLUE), Differences(project), renew=True)
    before = lines.read_text().splitlines()
    near = blank(tuple(abs(part - 2) for part in RED))
    baselines.check(PICTURE, near, Differences(project), renew=True)
    assert lines.read_text().splitlines() == before
    baselines.check(PICTURE, blank(RED, "word"), Differences(project), renew=True)
    after = lines.read_text().splitlines()
    assert [line.split("\t")[0] for line in after] == ["proof-a-state-en", "proof-another-en"]
    assert after[1] == before[1]
    assert baselines.read("proof")["proof-a-state-en"] == Fingerprint.of(blank(RED, "word"))


def test_removing_the_last_line_deletes_the_file(project):
    baselines.remove(["nothing"])
    assert [*baselines.names()] == ["proof-a-state-en"]
    baselines.remove(["proof-a-state-en"])
    assert [*(project / STORED).iterdir()] == []
