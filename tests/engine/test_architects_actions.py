"""Action texts of Architects: every action has exactly one text, and no other text is parsed as an action."""

import pytest

from engine.architects.actions import parse


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("take", id="without its side"),
        pytest.param("take  left", id="two blanks"),
        pytest.param("Take left", id="a capital"),
        pytest.param("reveal 8 wood", id="an eighth stack"),
        pytest.param("reveal 12 wood", id="two stacks in one word"),
        pytest.param("reveal 0 wood", id="the middle by a number"),
        pytest.param("draw 23", id="two stacks to draw from"),
        pytest.param("build 12 with wood", id="two stages in one word"),
        pytest.param("build 1 with gear", id="a card that pays for nothing"),
        pytest.param("build 1 with stone wood", id="cards in another order"),
        pytest.param("progress science with wood", id="a set that is none"),
        pytest.param("keep gold", id="no such card"),
        pytest.param("", id="nothing"),
    ],
)
def test_malformed_actions_are_refused(text):
    with pytest.raises(ValueError, match="not an Architects action"):
        parse(text)
