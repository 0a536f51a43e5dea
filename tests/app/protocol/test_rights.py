"""Who somebody is, and the one kind of no. Which intent is whose: tests/app/table/test_intents.py."""

import pytest

from app.protocol import messages
from app.protocol.rights import ONLOOKER, SCREEN, Rejected, check_role, tag


def test_a_role_that_may_not_is_refused_by_the_name_of_the_intent():
    check_role(SCREEN, messages.Look, {"screen"})
    with pytest.raises(Rejected) as no:
        check_role(ONLOOKER, messages.Look, {"screen", "seat"})
    assert (no.value.code, no.value.params) == ("rights", {"what": tag(messages.Look)})


def test_a_refusal_says_its_rule_and_facts():
    no = Rejected("name-taken", {"name": "Ada"}, seat=2)
    assert (no.code, no.params, str(no)) == ("name-taken", {"name": "Ada", "seat": 2}, "name-taken (name=Ada, seat=2)")
    assert str(Rejected("stale")) == "stale"
