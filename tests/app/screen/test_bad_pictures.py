"""Missing, damaged or outdated drawings: one message, plain figures, and the game continues."""

import functools
import logging
import re
import shutil
import sys

import pytest

from app.commands import screen
from app.games.architects import face_layouts as architects
from app.games.game_list import GAMES, readers
from app.looks import display_font, drawing_data, drawing_fallback, material_tile_coordinates, paint_materials
from app.looks.plain_wonder_shapes import drawing_of
from app.phones import static_files, svg_drawings
from app.phones.svg_faces import svg
from app.screen.composition import compose
from app.screen.paint import background, text_drawing
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.web.appearance_cookies import LOOK, parse_appearance
from tests.app.screen import duels, scenes, seven_scenes, stage

AFTER = "Put the file back as it came with the program."
READ = (
    "app.looks",
    "app.phones",
    "app.games",
    "app.screen.paint.gradient_triangles",
    "app.screen.paint.background",
    "app.screen.paint.image_textures",
)
TEXTS = {name: (stage.ROOT / "data" / f"{name}.toml").read_bytes() for pack in GAMES.values() for name in pack.data}
FACTS = {slug: read(None, "") for slug, read in readers(TEXTS).items()}["architects"]
ROOMS = {
    "architects": scenes.play,
    "duel": lambda n: duels.room(duels.in_age(1, 1)),
    "seven wonders": seven_scenes.playing,
}
DAMAGE = {
    "missing": None,
    "empty": "",
    "no data": "<svg ][",
    "no text": b"\xff\xfe\x00",
    "another version": ("version = 1", "version = 2"),
    "no version": ("version = 1", "# none"),
}
MATERIALS = DAMAGE | {
    "a paint is missing": ("\nbehind-blue =", "\nbehind-teal ="),
    "a tile is missing": ('tile = "bronze"', 'tile = "tin"'),
    "no colour": ("#FFE3A0", "beige"),
    "one colour": ("stops = [[0, ", "stops = [] # "),
}
COMMON = [
    *(("materials.toml", how, holds) for how, holds in MATERIALS.items()),
    *(("skies.toml", how, holds) for how, holds in (DAMAGE | {"too few": ('"#1A1838", ', "")}).items()),
    *(("names.toml", how, holds) for how, holds in (DAMAGE | {"no cards": ("cards =", "others =")}).items()),
]
DRAWING_DAMAGE = DAMAGE | {
    "another version": ("<svg ", '<svg data-version="2" '),
    "no version": ("<svg ", '<svg data-version="" '),
    "an unknown paint": ('fill="url(#', 'fill="url(#tin-'),
    "an unknown mark": ("<path ", "<ellipse "),
    "a point far away": (' d="M', ' d="M9 999 L'),
    "no opacity at all": (' fill="url(#', ' opacity="nan" fill="url(#'),
    "a misspelt field": (' fill="url(#', ' fil="url(#'),
    "nothing in it": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 130"></svg>',
}


def clear_drawing_caches():
    """Clear the caches of drawings and of everything derived from them."""
    for module in [loaded for name, loaded in sys.modules.items() if name.startswith(READ)]:
        for value in vars(module).values():
            if isinstance(value, functools._lru_cache_wrapper):
                value.cache_clear()


@pytest.fixture
def spoil(tmp_path, monkeypatch):
    """A function that damages a file: None removes it, a pair replaces text in it, other values become its content."""
    folder = tmp_path / "drawings"
    shutil.copytree(paint_materials.FOLDER, folder)

    def damage(name, holds):
        file = folder / name
        if holds is None:
            file.unlink()
        elif isinstance(holds, tuple):
            whole = file.read_text("utf-8")
            assert holds[0] in whole
            file.write_text(whole.replace(*holds), "utf-8")
        else:
            file.write_bytes(holds if isinstance(holds, bytes) else holds.encode())

    for module in (paint_materials, drawing_data):
        monkeypatch.setattr(module, "FOLDER", folder)
    monkeypatch.setattr(material_tile_coordinates, "FILE", folder / "tiles.png")
    for bright, file in material_tile_coordinates.SLABS.items():
        monkeypatch.setitem(material_tile_coordinates.SLABS, bright, folder / file.name)
    clear_drawing_caches()
    yield damage
    clear_drawing_caches()


def painted(room):
    """Yield the layers of everything that a table shows, with its own settings."""
    for part in compose(room.control.scene, 1280, 720):
        pen = Pen(measure, plain=room.control.model.table.settings.plain_figures)
        part.draw(pen, room.control)
        yield from pen.layers


def phone_figures():
    """Return a phone's drawings of a wonder, a card, a back and a medal, without the setting for plain figures."""
    asked = LOOK.set(parse_appearance({}, plain=False))
    try:
        wonder = architects.wonder("giza", FACTS.wonders["giza"].stages, ["built"] * 5, 170, 152, 32)
        things = (
            wonder,
            architects.card(FACTS, "wood", 80),
            architects.back(80),
            architects.medal(next(iter(FACTS.medals.values())).need, 50),
        )
        return "".join(str(svg(thing)) for thing in things)
    finally:
        LOOK.reset(asked)


def logged_sentence(caplog, name):
    """Check that the log has one sentence, which names the file; return it."""
    [sentence] = {record.getMessage() for record in caplog.records}
    assert len(caplog.records) == 1
    assert name in sentence
    assert sentence.endswith(AFTER)
    return sentence


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("name", "how", "holds"), COMMON, ids=lambda value: value if isinstance(value, str) else "")
def test_damaged_shared_file_makes_all_figures_plain_and_is_logged_once(spoil, caplog, name, how, holds):
    spoil(name, holds)
    room = scenes.play(2)
    assert room.control.model.table.settings.plain_figures
    assert not room.control.model.settings.plain_figures, "what people have set is kept"
    assert not any(layer.rough for layer in painted(room))
    assert parse_appearance({}, plain=False).plain
    assert svg_drawings.pictures() == frozenset()
    assert "later.css" in static_files.Static()
    assert drawing_of("giza") == ""
    assert "all figures are plain" in logged_sentence(caplog, name)


@pytest.mark.parametrize("game", ROOMS)
def test_every_game_is_painted_plain_without_the_materials_file(spoil, caplog, game):
    spoil("materials.toml", None)
    room = ROOMS[game](4)
    layers = [*painted(room)]
    assert any(layer.count for layer in layers)
    assert not any(layer.rough for layer in layers)
    assert "<image" not in phone_figures()
    logged_sentence(caplog, "materials.toml")


@pytest.mark.parametrize("make", [scenes.lobby, scenes.end, scenes.conflict, scenes.settings])
def test_pages_are_painted_plain_without_the_skies_file(spoil, caplog, make):
    spoil("skies.toml", "")
    assert not any(layer.rough for layer in painted(make(3)))
    logged_sentence(caplog, "skies.toml")


@pytest.mark.sampled(32)
@pytest.mark.parametrize("how", DRAWING_DAMAGE)
@pytest.mark.parametrize("name", ["wonders/giza", "cards/wood", "cards/star", "cards/medal"])
def test_damaged_drawing_makes_only_its_own_figure_plain_and_is_logged_once(spoil, caplog, name, how):
    whole = phone_figures()
    spoil(f"{name}.svg", DRAWING_DAMAGE[how])
    clear_drawing_caches()
    kind, what = name.split("/")
    for _ in range(2):
        page = phone_figures()
        assert (page.count("<image"), what in re.findall(r"/(?:card-)?(\w+)[\w-]*\.svg", page)) < (
            whole.count("<image"),
            True,
        )
    assert any(layer.rough for layer in painted(scenes.play(2))), "all others are drawn"
    assert not any(re.match(f"(card-)?{what}[-.]", file) for file in svg_drawings.pictures())
    assert (drawing_of(what) if kind == "wonders" else drawing_fallback.has_card(what)) in ("", False)
    logged_sentence(caplog, f"{what}.svg")


def test_wonder_without_a_sky_is_plain_and_logged(spoil, caplog):
    spoil("skies.toml", ("[giza]", "[gizeh]"))
    assert drawing_of("giza") == ""
    assert drawing_of("rhodes") == "rhodes"
    logged_sentence(caplog, "no sky of giza")


def test_screen_started_by_a_table_does_not_log_damaged_drawings_again(spoil, caplog, tmp_path, monkeypatch):
    monkeypatch.setattr(screen, "has_display", lambda: True)
    monkeypatch.setattr("app.screen.process.start.main", lambda folder, load_games, **facts: (load_games(), 5)[1])
    spoil("materials.toml", None)
    assert svg_drawings.pictures() == frozenset()
    logged_sentence(caplog, "materials.toml")
    try:
        assert screen.show(tmp_path, dict, kiosk=False, size=None, run="r") == 5
        clear_drawing_caches()
        assert not any(layer.rough for layer in painted(scenes.play(2)))
    finally:
        drawing_fallback.DRAWINGS.setLevel(logging.NOTSET)
    logged_sentence(caplog, "materials.toml")


def test_undrawn_figures_are_plain_and_not_logged(spoil, caplog):
    assert (drawing_of("amber"), drawing_fallback.has_card("amber")) == ("", False)
    assert caplog.records == []


def test_damaged_drawing_read_later_stays_plain_and_is_logged_once(spoil, caplog):
    assert drawing_fallback.has_card("wood")
    spoil("cards/stone.svg", "<svg")
    assert [
        drawing_fallback.has_card("stone"),
        drawing_fallback.has_card("stone"),
        drawing_fallback.has_card("wood"),
    ] == [False, False, True]
    logged_sentence(caplog, "stone.svg")


def test_name_list_contains_every_drawing():
    said = paint_materials.load_shared("names.toml")
    for kind in ("wonders", "cards"):
        assert sorted(said[kind]) == sorted(path.stem for path in (drawing_data.FOLDER / kind).glob("*.svg"))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("how", ["missing", "no picture", "cut", "one byte", "another size"])
@pytest.mark.parametrize("name", ["tiles.png", "basalt.jpg", "travertine.jpg"])
def test_damaged_texture_is_logged_once_across_brightness_changes(spoil, caplog, name, how):
    from PIL import Image

    from tests.app.screen import finger  # only now: it opens the window

    assert finger.SIZE

    file = paint_materials.FOLDER / name
    if how == "another size":
        with Image.open(file) as picture:
            picture.resize((64, 64)).save(file)
    else:
        whole = file.read_bytes()
        one = whole[:9000] + bytes([whole[9000] ^ 1]) + whole[9001:]
        spoil(name, {"missing": None, "no picture": "none", "cut": whole[:9000], "one byte": one}[how])
    clear_drawing_caches()
    caplog.clear()
    text_drawing.tiles.cache_clear()
    try:
        for bright in (False, True, False, True):
            bad = name == ("travertine.jpg" if bright else "basalt.jpg")
            assert (background._stone(bright) is None) == bad
        assert (min(text_drawing.tiles()) == 255) == (name == "tiles.png")
    finally:
        text_drawing.tiles.cache_clear()
    mine = [record.getMessage() for record in caplog.records if record.getMessage().endswith(AFTER)]
    assert len(mine) == 1
    assert name in mine[0]


@pytest.mark.parametrize("holds", [None, b"", b"no font", display_font.PHONES.read_bytes()[:9000]], ids=["no", *"abc"])
def test_broken_display_font_is_not_served_to_phones(tmp_path, monkeypatch, caplog, holds):
    monkeypatch.setattr(display_font, "PHONES", tmp_path / display_font.PHONES.name)
    if holds is not None:
        display_font.PHONES.write_bytes(holds)
    assert display_font.PHONES.name not in static_files.Static()
    logged_sentence(caplog, display_font.PHONES.name)
