"""A check that each refusal raised in these tests is declared in the list of intents."""

import pytest

from app.protocol.rejection import Rejection
from app.table.intent_list import COMMON_REFUSALS, STORE_REFUSALS
from app.table.table import Table


@pytest.fixture(autouse=True)
def only_refusals_of_the_list(monkeypatch):
    handle = Table.handle

    def watched(self, who, intent):
        try:
            return handle(self, who, intent)
        except Rejection as no:
            listed = self._intents[type(intent)]
            if listed.by_rules or no.code in listed.refusals | COMMON_REFUSALS | STORE_REFUSALS:
                raise
            raise AssertionError(f"{intent}: {no} is not in its list") from no

    monkeypatch.setattr(Table, "handle", watched)
