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
    """The registries of features with one more entry; a test has to request this fixture before `served`."""
    monkeypatch.setattr(of_tables, "FEATURES", (*of_tables.FEATURES, Reactions))
    monkeypatch.setattr(registry, "FEATURES", (*registry.FEATURES, PhoneReactions))


async def test_registered_feature_shows_a_reaction_on_phones(registered, served, client, call):
    served.sit("Ada", "Ben")
    async with client.get(f"/seat/{served.keys[1]}") as answer:
        html = await answer.text()
    assert html.index('id="lesson"') < html.index('id="reactions"') < html.index('id="planned"')
    assert 'data-do="react;symbol=cheer"' in html
    ada, ben = [await call(f"/seat/{served.keys[seat]}/live?page={seat:016x}") for seat in (1, 2)]
    for phone in (ada, ben):
        await phone.say(type="have", tab="mine", parts={})
        assert "Ada: cheer" not in (await phone.receive("parts"))["parts"]["reactions"][1]
    await ada.say(type="react", id="1", symbol="cheer")
    for phone in (ben, ada):
        changed = (await phone.receive("parts"))["parts"]
        assert [*changed] == ["reactions"], "nothing else is sent"
        assert "Ada: cheer" in changed["reactions"][1]
    served.now += SHOWN_SECONDS / 2
    await ben.say(type="ping", id="here")  # so that its silence is not too long
    await ben.receive("pong")
    served.now += SHOWN_SECONDS / 2
    served.table.tick(served.now)
    assert "Ada: cheer" not in (await ben.receive("parts"))["parts"]["reactions"][1]


async def test_invalid_value_in_a_feature_form_is_refused(registered, served, call):
    served.sit("Ada")
    ada = await call(f"/seat/{served.keys[1]}/live?page={1:016x}")
    await ada.say(type="react", id="1", symbol="yawn")
    assert (await ada.receive("refused"))["rule"] == "unreadable"


async def test_intent_of_an_unregistered_feature_is_refused(served, call):
    served.sit("Ada")
    for path in (f"/seat/{served.keys[1]}/live?page={1:016x}", f"/socket/{served.keys[1]}"):
        phone = await call(path)
        await phone.say(type="react", id="1", symbol="cheer")
        assert (await phone.receive("refused"))["rule"] == "message"


def test_page_maker_calls_every_hook_and_names_no_feature():
    source = inspect.getsource(page_maker)
    hooks = [name for name in vars(PhoneFeature) if not name.startswith("_") and name != "slots"]
    assert [hook for hook in hooks if f"feature.{hook}(" not in source] == []
    assert [feature.__name__ for feature in registry.FEATURES if feature.__name__ in source] == []
    template = (TEMPLATES / "seat.html").read_text()
    kinds = {slot.kind for feature in registry.FEATURES for slot in feature.slots}
    assert [kind for kind in kinds if f'part("{kind}"' in template] == []


def test_every_slot_region_is_in_the_page():
    template = (TEMPLATES / "seat.html").read_text()
    regions = {slot.region for feature in registry.FEATURES for slot in feature.slots}
    assert {region for region in regions if f'region("{region}")' not in template} == set()


def test_part_order_is_independent_of_registration_order():
    layout = PageLayout((PageSlot("c", "mine", after="b"), PageSlot("a", "mine"), PageSlot("b", "mine", after="a")))
    assert [slot.kind for slot in layout.slots("mine", watching=False)] == ["a", "b", "c"]
    with pytest.raises(ValueError, match="no part 'x' for 'd' to follow"):
        PageLayout((PageSlot("d", "mine", after="x"),))


def test_part_kinds_contain_no_dash():
    assert [slot.kind for feature in registry.FEATURES for slot in feature.slots if "-" in slot.kind] == []
