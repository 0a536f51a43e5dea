"""Printed values entered on a phone: by a form that a person fills in, and the file that is to be sent to us."""

import re
from html import unescape

from aiohttp import ClientSession

from app.games.seven_wonders.words_facade import identity
from app.phones.unverified_values import _merge
from app.protocol.access_messages import ForgetPin, SetPin
from app.text.translation import words
from app.text.unverified_values import ValueField
from engine.seven_wonders.game_facade import SevenWonders
from tests.app.phones.served import Served, serving

ROME = "wonders.rome"
TEMPLE = "boards.abu-simbel-day"


async def read(client, way, status=200):
    answer = await client.get(way)
    assert answer.status == status, way
    return unescape(await answer.text())


def form_fields(page, **other):
    """Return the fields that a browser would send of the page's form, with some replaced."""
    form = {}
    for tag in re.findall(r"<input[^>]*>", page):
        name = re.search(r'name="([^"]*)"', tag)[1]
        if 'type="checkbox"' in tag:
            form |= {name: "on"} if " checked" in tag else {}
        else:
            form[name] = re.search(r'value="([^"]*)"', tag)[1]
    for name, options in re.findall(r'<select name="([^"]*)">(.*?)</select>', page, re.DOTALL):
        form[name] = re.search(r'value="([^"]*)" selected', options)[1]
    return form | other


async def test_entered_value_is_stored_and_can_be_downloaded(served, client):
    served.sit("Zoe", "Yann", lang="en")
    way = f"/seat/{served.keys[1]}"
    page = await read(client, f"{way}?values")
    assert f'href="?values={ROME}"' in page
    assert "To be sent to us" not in page
    page = await read(client, f"{way}?values={ROME}")
    form = form_fields(
        page, **{f"{ROME}.stages.1.points": "9", f"{ROME}.stages.1.kind": "same", f"{ROME}.stages.1.effect": "on"}
    )
    answer = await client.post(f"{way}?values={ROME}", data=form, allow_redirects=False)
    assert (answer.status, answer.headers["Location"]) == (303, f"{way}?values")
    own = served.table_view()["own_facts"]
    assert own == (
        f"{ROME}.certainty=yours {ROME}.stages.1.effect=yes {ROME}.stages.1.kind=same {ROME}.stages.1.points=9"
    )
    page = await read(client, f"{way}?values")
    assert "compared with the box" in page
    answer = await client.get(f"{way}?values=file")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="architects.toml"'
    assert '[wonders.rome.stages.1]\neffect = true\nkind = "same"\npoints = 9\n' in await answer.text()


async def test_inconsistent_values_or_a_missing_pin_are_refused(served, client):
    served.sit("Zoe", "Yann", lang="en")
    way = f"/seat/{served.keys[1]}?values={ROME}"
    page = await read(client, way)
    answer = await client.post(way, data=form_fields(page, **{f"{ROME}.cards.wood": "25"}))
    assert answer.status == 422
    assert "The cards do not add up yet" in await answer.text()
    served.send(SetPin, pin="2468")
    served.send(ForgetPin)
    answer = await client.post(way, data=form_fields(page))
    assert answer.status == 422
    assert "needs the table’s PIN" in unescape(await answer.text())
    assert served.table_view()["own_facts"] == ""
    answer = await client.post(way, data=form_fields(page, pin="2468"), allow_redirects=False)
    assert answer.status == 303
    assert served.table_view()["own_facts"] == f"{ROME}.certainty=yours"


async def test_concurrent_values_forms_are_merged(served, client):
    """Two phones open the page; each submits only the fields that it changed, also after a refusal."""
    served.sit("Zoe", "Yann", lang="en")
    ways = [f"/seat/{served.keys[seat]}?values={ROME}" for seat in (1, 2)]
    pages = [await read(client, way) for way in ways]
    points, kind, effect = (f"{ROME}.stages.1.{field}" for field in ("points", "kind", "effect"))
    first = form_fields(pages[0], **{points: "9", kind: "same", effect: "on"})
    assert (await client.post(ways[0], data=first, allow_redirects=False)).status == 303
    second = form_fields(pages[1], **{f"{ROME}.stages.2.points": "8", f"{ROME}.stages.3.points": "many"})
    refused = await client.post(ways[1], data=second)
    assert refused.status == 422
    second = form_fields(unescape(await refused.text()), **{f"{ROME}.stages.3.points": "7"})
    assert (await client.post(ways[1], data=second, allow_redirects=False)).status == 303
    assert set(served.table_view()["own_facts"].split()) == {
        f"{ROME}.certainty=yours", f"{points}=9", f"{kind}=same", f"{effect}=yes", f"{ROME}.stages.2.points=8",
        f"{ROME}.stages.3.points=7",
    }  # fmt: skip


def test_merged_switches_keep_values_entered_by_another_phone():
    choices = tuple((each, each) for each in ("wood", "stone", "glass", "paper"))
    field = ValueField(("x",), "Goods", ("wood", "glass"), choices=choices)  # glass: entered since by another phone
    assert _merge(field, {"x wood": "on", "x paper": "on"}, {"x wood": "on"}) == ("wood", "glass", "paper")
    assert _merge(field, {}, {"x wood": "on"}) == ("glass",)


async def test_values_form_draws_the_wonder_at_each_stage(served, client):
    served.sit("Zoe", "Yann", lang="en")
    page = await read(client, f"/seat/{served.keys[1]}?values={ROME}")
    drawn = re.findall(r'<svg class="wonder.*?</svg>', page, re.DOTALL)
    stages = len(re.findall(r"<legend><b>Stage \d", page))
    assert len(drawn) == stages == len(set(drawn)), "in each picture another stage is meant"
    assert all(each.count("<image") == 1 for each in drawn)


async def test_seven_wonders_board_is_drawn_up_to_each_stage_and_entered(tmp_path, facts, every_fact):
    """The form asks for the cost of each stage, and its picture shows the board up to that stage."""
    shelf = {"seven-wonders": SevenWonders(every_fact["seven_wonders"], every_fact["leaders"])}
    async with serving(Served(tmp_path, facts, shelf=shelf)) as served, ClientSession(served.base) as client:
        served.sit("Zoe", "Yann", "Xaver", lang="de")
        way = f"/seat/{served.keys[1]}?values={TEMPLE}"
        page = await read(client, way)
        assert f"<h1>{identity(words('de'), 'abu-simbel-day')}</h1>" in page
        drawn = re.findall(r'<svg class="wonder.*?</svg>', page, re.DOTALL)
        stages = [stage.cost for stage in shelf["seven-wonders"].data().boards["abu-simbel-day"].stages]
        assert len(drawn) == len(stages) == len(set(drawn)), "in each picture another stage is meant"
        standing = [each.count("<image") for each in drawn]
        assert standing == sorted(set(standing)), "each adds to what stands"
        ghosts = [each.count("fill-opacity") for each in drawn]
        assert [a + b for a, b in zip(standing, ghosts, strict=True)] == [5, 5, 5]
        assert ghosts[-1] == 0, "in the last one all of it"
        for nth, cost in enumerate(stages, 1):
            assert f'name="{TEMPLE}.stages.{nth}.cost.stone" value="{cost.stone}"' in page
        typed = {f"{TEMPLE}.stages.2.cost.stone": "3", f"{TEMPLE}.start": "glass"}
        answer = await client.post(way, data=form_fields(page, **typed), allow_redirects=False)
        assert answer.status == 303
        own = served.table_view()["own_facts"]
        assert own == f"{TEMPLE}.certainty=yours {TEMPLE}.stages.2.cost.stone=3 {TEMPLE}.start=glass"


async def test_out_of_range_value_is_refused_and_typed_values_are_kept(served, client):
    served.sit("Zoe", "Yann", lang="en")
    way = f"/seat/{served.keys[1]}?values={ROME}"
    page = await read(client, way)
    for wrong in ("31", "many", ""):
        typed = {f"{ROME}.stages.1.points": wrong, f"{ROME}.stages.2.points": "9"}
        answer = await client.post(way, data=form_fields(page, **typed))
        said = unescape(await answer.text())
        assert (answer.status, "Points: a number from 0 to 30." in said) == (422, True)
        assert f'name="{ROME}.stages.1.points" value="{wrong}"' in said
        assert f'name="{ROME}.stages.2.points" value="9"' in said
    assert served.table_view()["own_facts"] == ""


async def test_unknown_values_pages_are_not_found(served, client):
    served.sit("Zoe", "Yann", lang="en")
    for query in ("values=wonders.giza", "values=file", "values=x"):
        await read(client, f"/seat/{served.keys[1]}?{query}", 404)
