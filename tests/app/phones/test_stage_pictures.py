"""The pictures of wonders that phones fetch: whole, small, for good, and without one where a drawing is damaged."""

import gzip
import logging
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.games.architects import faces
from app.looks import buildings, drawing, paints
from app.phones import drawings
from app.phones.faces import svg
from app.phones.static_files import FOR_GOOD, drawn
from engine.architects.data import game_data

MOST = 250_000  # bytes, packed, of all pictures of one game; so few are all there are
DRAWN = {f"{{http://www.w3.org/2000/svg}}{name}" for name in ("svg", "defs", "stop", "path", "circle")}
GRADIENTS = {f"{{http://www.w3.org/2000/svg}}{name}Gradient" for name in ("linear", "radial")}
FACTS = game_data((Path(__file__).parents[3] / "data" / "architects.toml").read_bytes()).read()


@pytest.fixture
def damaged(tmp_path, monkeypatch):
    """Drawings one of which somebody has cut off."""
    made = (buildings._is_whole, drawing.wonder, drawing.names, drawings.pictures, drawn)
    (tmp_path / "wonders").mkdir()
    for path in (paints.FOLDER / "wonders").glob("*.svg"):
        text = path.read_bytes()
        (tmp_path / "wonders" / path.name).write_bytes(text[:900] if path.stem == "giza" else text)
    monkeypatch.setattr(drawing, "FOLDER", tmp_path)
    for each in made:
        each.cache_clear()
    yield
    monkeypatch.undo()
    for each in made:
        each.cache_clear()


def test_each_stage_and_each_sky_is_a_picture_that_needs_nothing_else():
    names = [f"{name}-{what}.svg" for name in drawing.names() for what in (1, 2, 3, 4, 5, "night", "day")]
    assert sorted(names) == sorted(drawings.pictures())
    for name in names:
        text = drawings.picture(name)
        tree = ElementTree.fromstring(text)
        assert {it.tag for it in tree.iter()} <= DRAWN | GRADIENTS
        asked = re.findall(r"url\(#(\w+)\)", text)
        assert set(asked) == {it.get("id") for it in tree.iter() if it.tag in GRADIENTS}, name
        assert len(tree) > 1


def test_all_pictures_together_are_small():
    assert sum(len(drawn(name).packed) for name in drawings.pictures()) <= MOST


async def test_a_picture_comes_packed_and_is_kept_for_good(client):
    it = drawn("giza-1.svg")
    async with client.get(it.address, headers={"Accept-Encoding": "gzip"}, auto_decompress=False) as answer:
        assert answer.status == 200
        assert answer.headers["Content-Type"].startswith("image/svg+xml")
        assert answer.headers["Cache-Control"] == FOR_GOOD
        assert "img-src 'self';" in answer.headers["Content-Security-Policy"]
        assert gzip.decompress(await answer.read()).decode() == drawings.picture("giza-1.svg")
    for wrong in ("/static/000000000000/giza-1.svg", it.address.replace("-1", "-9"), it.address.replace("giza", "..")):
        async with client.get(wrong) as answer:
            assert answer.status == 404


def test_a_damaged_drawing_is_said_once_and_is_a_plain_figure(damaged, caplog):
    with caplog.at_level(logging.WARNING):
        pages = [
            str(svg(faces.wonder(slug, FACTS.wonders[slug].stages, ["built"] * 5, 170, 152, 32)))
            for slug in ("giza", "rhodes", "giza")
        ]
    assert ["<image" in page for page in pages] == [False, True, False]
    assert 'class="built"' in pages[0]
    [said] = [line.getMessage() for line in caplog.records]
    assert said.startswith("a drawing cannot be shown; plain figures stand for it: giza.svg: ")
    assert not [name for name in drawings.pictures() if name.startswith("giza")]
    assert "rhodes-1.svg" in drawings.pictures()
