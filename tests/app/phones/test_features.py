"""Features take part in a phone's page by hooks alone: one that exists only in tests is registered by one line."""

import inspect

import pytest

from app.phones import page_maker
from app.phones.features import registry
from app.phones.features.feature import PhoneFeature
from app.phones.features.regions_and_tabs import PageLayout, PageSlot
from app.phones.template_rendering import TEMPLATES
from app.table.features import registry as of_tables
from tests.app.phones.reaction import PhoneReactions
from tests.app.table.reaction import SHOWN_SECONDS, Reactions


@pytest.fixture
def registered(monkeypatch):
    """Both registries with one line more; to be named before `served`."""
    monkeypatch.setattr(of_tables, "FEATURES", (*of_tables.FEATURES, Reactions))
    monkeypatch.setattr(registry, "FEATURES", (*registry.FEATURES, PhoneReactions))


async def test_a_reaction_is_shown_on_phones_by_a_registered_feature(registered, served, client, call):
    served.sit("Ada", "Ben")
    async with client.get(f"/seat/{served.keys[1]}") as answer:
        html = await answer.text()
    assert html.index('id="lesson"') < html.index('id="reactions"') < html.index('id="planned"')
    assert 'data-do="react;symbol=cheer"' in html
    ada, ben = [await call(f"/seat/{served.keys[seat]}/live?page={seat:016x}") for seat in (1, 2)]
    for phone in (ada, ben):
        await phone.say(type="have", tab="mine", parts={})
        assert "Ada: cheer" not in (await phone.hear("parts"))["parts"]["reactions"][1]
    await ada.say(type="react", id="1", symbol="cheer")
    for phone in (ben, ada):
        changed = (await phone.hear("parts"))["parts"]
        assert [*changed] == ["reactions"], "nothing else is sent"
        assert "Ada: cheer" in changed["reactions"][1]
    served.now += SHOWN_SECONDS / 2
    await ben.say(type="ping", id="here")  # so that its silence is not too long
    await ben.hear("pong")
    served.now += SHOWN_SECONDS / 2
    served.table.tick(served.now)
    assert "Ada: cheer" not in (await ben.hear("parts"))["parts"]["reactions"][1]


async def test_a_form_of_a_feature_sends_text_and_a_wrong_one_is_refused(registered, served, call):
    served.sit("Ada")
    ada = await call(f"/seat/{served.keys[1]}/live?page={1:016x}")
    await ada.say(type="react", id="1", symbol="yawn")
    assert (await ada.hear("refused"))["rule"] == "unreadable"


async def test_without_the_feature_its_intent_is_unknown_to_sockets(served, call):
    served.sit("Ada")
    for path in (f"/seat/{served.keys[1]}/live?page={1:016x}", f"/socket/{served.keys[1]}"):
        phone = await call(path)
        await phone.say(type="react", id="1", symbol="cheer")
        assert (await phone.hear("refused"))["rule"] == "message"


def test_the_page_maker_calls_every_hook_and_neither_it_nor_the_page_knows_a_feature():
    source = inspect.getsource(page_maker)
    hooks = [name for name in vars(PhoneFeature) if not name.startswith("_") and name != "slots"]
    assert [hook for hook in hooks if f"feature.{hook}(" not in source] == []
    assert [it.__name__ for it in registry.FEATURES if it.__name__ in source] == []
    template = (TEMPLATES / "seat.html").read_text()
    kinds = {slot.kind for it in registry.FEATURES for slot in it.slots}
    assert [kind for kind in kinds if f'part("{kind}"' in template] == []


def test_every_region_with_a_slot_is_in_the_page():
    template = (TEMPLATES / "seat.html").read_text()
    regions = {slot.region for it in registry.FEATURES for slot in it.slots}
    assert {region for region in regions if f'region("{region}")' not in template} == set()


def test_a_part_follows_another_whichever_is_registered_first():
    layout = PageLayout((PageSlot("c", "mine", after="b"), PageSlot("a", "mine"), PageSlot("b", "mine", after="a")))
    assert [slot.kind for slot in layout.slots("mine", watching=False)] == ["a", "b", "c"]
    with pytest.raises(ValueError, match="no part 'x' for 'd' to follow"):
        PageLayout((PageSlot("d", "mine", after="x"),))


def test_a_kind_of_part_has_no_dash_as_a_page_reads_a_number_behind_it():
    assert [slot.kind for it in registry.FEATURES for slot in it.slots if "-" in slot.kind] == []
