"""Calls of GL: OpenGL ES 2.0 only, within the limits of VideoCore VI (Raspberry Pi 4) and VII (Pi 5)."""

import json
import re
import subprocess
import sys
from array import array
from pathlib import Path

import kivy
import pytest

from app.screen.paint import mesh_group
from app.screen.paint.pen import MAX_VERTICES
from app.screen.paint.pen_layers import Layer
from app.screen.paint.text_drawing import TEXTURE_SIZE, WordTextures, words
from tests.app.screen import duel_states, finger, scenes, sevens, textures
from tests.app.screen.gl_calls import CHANNELS, Counter, intercepted

ROOT = Path(__file__).parents[3]
LARGEST = 4096  # px, of a texture: V3D_MAX_IMAGE_DIMENSION of Mesa's driver for both
UNSIGNED_BYTE, UNSIGNED_SHORT, TRIANGLES, FAN = 0x1401, 0x1403, 4, 6
ROOMS = {
    "architects": lambda: scenes.play(4),
    "duel": duel_states.first_game,
    "seven wonders": lambda: sevens.room(sevens.asking("play", 5, 600)),
}


def of_kivy(kind):
    folder = Path(kivy.__file__).parent / "data" / "glsl"
    header, source = ((folder / f"{name}.{kind}").read_text() for name in ("header", "default"))
    return source.replace("$HEADER$", header)


PROGRAMS = {"ours": (mesh_group.VERTEX, mesh_group.FRAGMENT), "Kivy's": (of_kivy("vs"), of_kivy("fs"))}


def test_mesas_gles_2_compiles_all_shaders():
    done = subprocess.run(
        [sys.executable, "-m", "tests.app.screen.gles"],
        cwd=ROOT,
        input=json.dumps([*PROGRAMS.values(), (mesh_group.VERTEX, "void main(void) { float x; }")]),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 3:
        pytest.skip(f"no shader was validated: {done.stdout.strip()}")
    found = json.loads(done.stdout)
    assert found["driver"].startswith("OpenGL ES 2.0 Mesa")
    *wrong, broken = found["wrong"]
    assert wrong == [[], []]
    assert "No precision specified" in broken[0], "it judges as OpenGL ES does"


@pytest.mark.parametrize("name", PROGRAMS)
def test_shaders_need_no_more_than_version_100(name):
    for source in PROGRAMS[name]:
        assert not re.search(r"\b(for|while|do|if)\b|#(version|extension)|Lod|dFd|gl_FragData|\[", source)
        assert re.search(r"#ifdef GL_ES\s+precision (highp|mediump) float;\s+#endif", source)


def test_every_shader_of_the_program_is_checked():
    found = {str(file.relative_to(ROOT)) for file in (ROOT / "app").rglob("*.py") if "gl_Frag" in file.read_text()}
    assert found == {"app/screen/paint/mesh_group.py"}


def check(name, *values):
    """Refuse a call that OpenGL ES 2.0 or VideoCore does not know."""
    match name, values:
        case "glDrawElements", (mode, _, kind, _):
            assert (mode, kind) in ((TRIANGLES, UNSIGNED_SHORT), (FAN, UNSIGNED_SHORT))
        case "glTexImage2D", (_, level, inner, w, h, border, pixels, kind, _):
            assert (level, border, inner, kind) == (0, 0, pixels, UNSIGNED_BYTE)
            assert pixels in CHANNELS
            assert max(w, h) <= LARGEST
        case "glTexSubImage2D", (_, level, _, _, _, _, pixels, kind, _):
            assert (level, kind) == (0, UNSIGNED_BYTE)
            assert pixels in CHANNELS


@pytest.mark.rotated
@pytest.mark.parametrize("name", ROOMS)
def test_gl_calls_stay_within_gles_2(show, name):
    said, wrong = set(), []

    def listen(call, *values):
        said.add(call)
        try:
            check(call, *values)
        except AssertionError as error:
            wrong.append((call, values, str(error)))
        return True

    words().begin_texture()
    with intercepted(listen), finger.filled():
        show(ROOMS[name]())
    assert not wrong
    assert {"glDrawElements", "glTexImage2D", "glTexSubImage2D", "glBufferData"} <= said
    for texture in textures.live():
        sides = texture.width, texture.height
        assert max(sides) <= LARGEST
        if texture.wrap == "repeat" or texture.mipmap:
            assert all(side & (side - 1) == 0 for side in sides), "a power of two"


def test_indices_have_16_bits():
    assert array(Layer().indices.typecode).itemsize == 2
    assert MAX_VERTICES < 2**16


@pytest.mark.parametrize("long", [100, 300])
def test_words_wider_than_a_texture_get_a_wider_one_of_the_same_size(long):
    texture, _ = WordTextures().find_or_draw(("m" * long, 12, False))
    assert (texture.size == TEXTURE_SIZE) == (long == 100)
    assert texture.width <= LARGEST
    assert texture.width * texture.height <= TEXTURE_SIZE[0] * TEXTURE_SIZE[1]


def test_draw_calls_are_counted_equally_with_and_without_drawing(show):
    seen = show(scenes.play(4))
    found = []
    with finger.filled():
        for draws in (True, False):
            counter = Counter(draws)
            with intercepted(counter):
                seen.surface.static_layer.redraw()
                finger.frames(1)
            found.append(counter.take())
    assert (found[0].draws, found[0].triangles) == (found[1].draws, found[1].triangles)
    assert found[0].draws > len(seen.surface.elements) / 2
    meshes = [item.mesh.triangles for item in seen.surface.static_layer._items]
    assert sum(meshes) <= found[0].triangles, "of the background, too"
