"""Pictures of wonders and cards that phones fetch: whole, small, for good, and none where a drawing is damaged."""

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec

from app.games.architects import face_layouts
from app.looks import drawing_data, plain_wonder_shapes
from app.looks.display_font import PHONES
from app.looks.paint_materials import paints
from app.phones import svg_drawings
from app.phones.static_files import render_picture
from app.phones.svg_faces import svg
from app.phones.template_rendering import RenderedPart
from app.web.appearance_cookies import LOOK, PageLook
from app.web.static_files import CACHE_FOREVER
from engine.architects.data_validation import game_data

MAX_PICTURE_BYTES = 250_000  # bytes, packed, of all pictures of one game; so few are all there are
DRAWN = {f"{{http://www.w3.org/2000/svg}}{name}" for name in ("svg", "defs", "stop", "path", "circle")}
GRADIENTS = {f"{{http://www.w3.org/2000/svg}}{name}Gradient" for name in ("linear", "radial")}
FACTS = game_data((Path(__file__).parents[3] / "data" / "architects.toml").read_bytes()).get_version()


def test_every_stage_sky_and_card_has_a_self_contained_picture():
    scaffolds = [f"scaffold-{number}" for number in range(1, 6)]
    names = [
        f"{name}-{what}.svg"
        for name in drawing_data.drawing_names()
        for what in (1, 2, 3, 4, 5, *scaffolds, "night", "day")
    ]
    names += [f"card-{name}.svg" for name in drawing_data.drawing_names("cards")]
    names += [f"ground-{name}.svg" for name in paints() if re.fullmatch("behind-.*|cloth.*-slope", name)]
    names += ["dome-night.svg", "dome-day.svg"]
    assert sorted(names) == sorted(svg_drawings.pictures())
    for name in names:
        text = svg_drawings.picture(name)
        tree = ElementTree.fromstring(text)
        assert {element.tag for element in tree.iter()} <= DRAWN | GRADIENTS
        asked = re.findall(r"url\(#(\w+)\)", text)
        assert set(asked) == {element.get("id") for element in tree.iter() if element.tag in GRADIENTS}, name
        assert len(tree) > 1


def test_pictures_and_display_font_are_within_their_size_budget():
    assert (
        sum(len(render_picture(name).packed) for name in svg_drawings.pictures()) + PHONES.stat().st_size
        <= MAX_PICTURE_BYTES
    )


async def test_picture_is_compressed_and_cached_forever(client):
    picture = render_picture("giza-1.svg")
    async with client.get(picture.address, headers={"Accept-Encoding": "gzip"}, auto_decompress=False) as answer:
        assert answer.status == 200
        assert answer.headers["Content-Type"].startswith("image/svg+xml")
        assert answer.headers["Cache-Control"] == CACHE_FOREVER
        assert "img-src 'self';" in answer.headers["Content-Security-Policy"]
        assert gzip.decompress(await answer.read()).decode() == svg_drawings.picture("giza-1.svg")
    for wrong in (
        "/static/000000000000/giza-1.svg",
        picture.address.replace("-1", "-9"),
        picture.address.replace("giza", ".."),
    ):
        async with client.get(wrong) as answer:
            assert answer.status == 404


def test_damaged_drawing_falls_back_to_a_plain_figure(monkeypatch):
    whole = plain_wonder_shapes.has_wonder
    monkeypatch.setattr(plain_wonder_shapes, "has_wonder", lambda name: name != "giza" and whole(name))
    pages = {
        slug: str(svg(face_layouts.wonder(slug, FACTS.wonders[slug].stages, ["built"] * 5, 170, 152, 32)))
        for slug in ("giza", "rhodes")
    }
    assert {slug: "<image" in page for slug, page in pages.items()} == {"giza": False, "rhodes": True}
    assert pages["giza"].count('class="built"') == 5
    shown = {
        name.rpartition("-")[0] for name in svg_drawings.pictures.__wrapped__() if re.search("[a-z]-[1-5].svg", name)
    }
    shown = {name.removesuffix("-scaffold") for name in shown}
    assert shown == set(drawing_data.drawing_names()) - {"giza"}


def test_plain_and_drawn_looks_are_cached_separately():
    stages = FACTS.wonders["giza"].stages
    face = face_layouts.wonder("giza", stages, face_layouts.states(len(stages), (1, 2), (3,)), 100, 90)
    seen = {}
    for plain in (False, True, False):
        token = LOOK.set(PageLook(plain=plain))
        found = str(svg(face))
        assert seen.setdefault(plain, found) == found
        LOOK.reset(token)
    assert re.findall(r"/([\w-]+).svg", seen[False]) == ["giza-1", "giza-2", "giza-scaffold-3"]
    assert "<image" not in seen[True]
    assert 'class="parts"' in seen[True]


def test_card_pictures_are_omitted_from_the_initial_part():
    face = face_layouts.card(FACTS, "wood", 100)
    page = RenderedPart.from_json(msgspec.json.encode(str(svg(face))))
    assert render_picture("card-wood.svg").address in page.html
    assert render_picture("ground-behind-grey.svg").address in page.html
    before = page.initial().html
    assert "<image" not in before
    for told in ("#i-grey", "#i-wood"):
        assert before.count(told) == page.html.count(told) == 2
    assert re.sub("<!--/?later-->|<(image|rect)[^>]*>", "", page.html) == re.sub("<rect[^>]*>", "", before)
