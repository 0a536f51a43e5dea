"""Signs on phones' pages that all eyes can tell apart: small things of one kind, in a line of text."""

import io
from typing import Final

import pytest
from PIL import Image

from app.looks.icons import SIGNS
from app.phones.svg_faces import badge, marker
from app.protocol.seat_badges import COLOURS, EMBLEMS
from app.web.svg_sprites import icon, sign
from tests.pictures.eyes import EYES, SIDE, mistaken
from tests.pictures.pages import pictures, shown

SIMILAR_THINGS: Final = {  # by what they are, things of one kind, each as a page has it
    "seats": {colour: badge(emblem, colour) for colour, emblem in zip(COLOURS, EMBLEMS, strict=False)},
    "colours of cards": {colour: sign(colour) for colour in SIGNS if colour != "leader"},
    "goods": {name: icon(name) for name in ("wood", "stone", "brick", "glass", "papyrus")},
    "science": {name: icon(name) for name in ("compass", "gear", "tablet")},
    "peace and battle": {str(battle): marker(battle) for battle in (False, True)},
}
LAID: Final = """(things) => {
    document.body.innerHTML = document.querySelector(".sprite").outerHTML
        + things.map((thing) => `<p class="box laid">${thing}</p>`).join("");
}"""


@pytest.mark.full
@pytest.mark.parametrize("light", ["night", "bright"])
async def test_small_icons_on_phones_differ_for_colour_blind_eyes(painter, tmp_path, light):
    [of_one, *_] = [picture for picture in pictures() if picture.state == "7 wonders play"]
    looks = of_one._replace(row=of_one.row | {"light": light, "words": "plain"})
    found = {}
    async with shown(painter, looks, tmp_path) as phone:
        for kind, things in SIMILAR_THINGS.items():
            await phone.page.evaluate(LAID, [str(thing) for thing in things.values()])
            drawn = await phone.page.locator(".laid>svg").all()
            assert len(drawn) == len(things)
            seen = {
                name: Image.open(io.BytesIO(await one.screenshot())).convert("RGB").resize((SIDE, SIDE))
                for name, one in zip(things, drawn, strict=True)
            }
            found |= {(kind, eye): pairs for eye in EYES if (pairs := mistaken(seen, eye))}
    assert found == {}
