"""The player's manual: said once, for phones and for pages; in every language, with its pictures."""

import re

import pytest

from app.games import game_list
from app.phones import manual_pictures
from app.text.translation import complete
from docs import manual

PICTURE = re.compile(r'<img src="..(/static/\w+/manual-[^"]+)"')


def test_manual_files_match_the_generated_pages():
    made = dict(manual.pages())
    kept = {file: file.read_text("utf-8") for file in manual.PAGES.rglob("*.md")}
    assert kept == made, "python -m docs.manual"
    assert {f"{lang}/{slug}.md" for lang in complete() for slug in game_list.GAMES} < {
        file.relative_to(manual.PAGES).as_posix() for file in made
    }


def test_every_language_has_every_small_manual_picture():
    names = {*manual.STATES, *manual.PHONES}
    for lang in complete():
        here = {file: body for file, body in manual_pictures.pictures().items() if file.parent.name == lang}
        assert {file.stem for file in here} == names
        assert max(map(len, here.values())) < 40_000  # bytes
    shown = {name for _, text in manual.pages() for name in re.findall(r"data/manual/\w+/([\w-]+)\.webp", text)}
    assert shown == names, "one that no page shows"


@pytest.mark.parametrize("lang", ["de", "fr"])
async def test_phone_gets_the_manual_in_its_language_with_pictures(served, client, lang):
    served.sit("Ada", "Ben", lang=lang)
    page = await (await client.get(f"/seat/{served.keys[1]}?how")).text()
    _, text = next((file, text) for file, text in manual.pages() if file == manual.PAGES / lang / "architects.md")
    titles = re.findall("^## (.+)", text, re.M)
    assert len(titles) > 7
    assert [title for title in titles if f"<summary><b>{title}</b></summary>" not in page] == []
    found = PICTURE.findall(page)
    assert len(found) > 5
    for address in found:
        async with client.get(address) as said:
            assert said.headers["Content-Type"] == "image/webp"
            assert "immutable" in said.headers["Cache-Control"]
            assert (await said.read())[8:12] == b"WEBP"
    assert (await client.get(found[0].replace("/static/", "/static/0"))).status == 404


async def test_first_page_of_a_phone_loads_no_manual_picture(served, client):
    served.sit("Ada", "Ben").start()
    for path in (f"/seat/{served.keys[1]}", "/watch"):
        assert "manual-" not in await (await client.get(path)).text()
