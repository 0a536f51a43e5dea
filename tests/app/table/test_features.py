"""Features join a table through hooks alone: a feature that exists only in tests is registered by one line."""

import inspect

import msgspec
import pytest

from app.protocol.game_lifecycle_messages import Start
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import SetSeat
from app.table.features import registry
from app.table.features.feature import Feature
from app.table.table import Table
from tests.app.table.reaction import SHOWN_SECONDS, React, Reactions
from tests.app.tables import Evening, phone


@pytest.fixture
def evening(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "FEATURES", (*registry.FEATURES, Reactions))
    at = Evening(tmp_path)
    at.join(1, "Ada")
    yield at
    at.close()


def reactions(at):
    return (at.at_table().features or {}).get("reactions", {})


def test_a_reaction_is_shown_for_five_seconds(evening):
    evening.send(React, phone(1), symbol="cheer")
    assert reactions(evening) == {"1": "cheer"}
    assert evening.table.next_tick() == evening.now + SHOWN_SECONDS
    evening.now += SHOWN_SECONDS
    evening.table.tick(evening.now)
    assert reactions(evening) == {}


def test_feature_intent_is_validated_and_applied_once(evening):
    with pytest.raises(Rejection, match="unreadable"):
        evening.send(React, phone(1), symbol="yawn")
    with pytest.raises(Rejection, match="rights"):
        evening.send(React, symbol="cheer")
    first = React("same", symbol="cheer")
    evening.table.handle(phone(1), first)
    seen = evening.table.rev
    evening.table.handle(phone(1), first)
    assert evening.table.rev == seen


def test_a_reaction_ends_with_the_phase_of_the_table(evening):
    evening.send(React, phone(1), symbol="sigh")
    evening.send(SetSeat, seat=2, by="touch")
    assert reactions(evening)
    evening.send(Start)
    assert not reactions(evening)


def test_intent_of_an_unregistered_feature_is_unknown_and_its_fields_absent(tmp_path):
    at = Evening(tmp_path)
    at.join(1, "Ada")
    assert "features" not in msgspec.json.decode(at.snapshot().table)
    with pytest.raises(KeyError):
        at.send(React, phone(1), symbol="cheer")
    at.close()


@pytest.mark.parametrize("hook", ["table_fields", "snapshot_fields"])
def test_no_two_features_have_the_same_field(evening, hook):
    table = evening.table
    given = {
        "table_fields": lambda feature: feature.table_fields(table.parts.rarely_changing_view()),
        "snapshot_fields": None,
    }
    read = given[hook] or (lambda feature: feature.snapshot_fields(phone(1)))
    names = [name for feature in table._features for name in read(feature)]
    assert len(names) == len(set(names))


def test_table_calls_every_hook_and_names_no_feature():
    source = inspect.getsource(Table)
    hooks = [name for name in vars(Feature) if not name.startswith("_")]
    in_views = {"forget", "table_fields"}
    assert [hook for hook in hooks if f"feature.{hook}(" not in source and hook not in in_views] == []
    central = "".join(inspect.getsource(each) for each in (Table.handle, Table._commit, Table._emit, Table.snapshot))
    assert [feature.__name__ for feature in registry.FEATURES if feature.__name__ in central] == []
