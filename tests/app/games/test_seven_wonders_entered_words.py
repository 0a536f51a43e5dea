"""Reasons why an entered position of 7 Wonders is invalid: one sentence for each, in every language."""

import json
import re

import pytest

from app.games.seven_wonders import words_facade as seven
from app.games.seven_wonders.refusal_text import _MISFITS
from app.protocol.rejection import Rejection
from app.table.lobby import game_agreement
from app.text import table_text as table_words
from app.text.translation import complete, words
from tests.engine.seven_wonders_positions import AGE_II, GUILDS, LED, PLAIN, led, of, position
from tests.seven_wonders_cities import GAME, ROOT


def rejection_of(at) -> Rejection:
    """Return the rejection of a position. Ada sits at seat 1; the other seats have no names."""
    head = LED if at["seats"][:1] and at["seats"][0]["wonder"] == "roma" else PLAIN
    if at is REBUILT:
        head = PLAIN | {"seats": ", ".join(HALIKARNASSOS)}
    with pytest.raises(Rejection) as no:
        game_agreement.parse_header(GAME, head | {"position": json.dumps(at)}, ("Ada", None, None))
    assert no.value.code == "position"
    return no.value


HALIKARNASSOS = ("halikarnassos-night", "rhodos-night", "ephesos-day")
REBUILT = position({"stages": 3, "cards": ["altar"]}, {}, {}, age=1, turn=2, boards=HALIKARNASSOS)
CASES = [
    (of({}, age=9), "shape", "The position is not written correctly: age."),
    (of({}, over=True), "over", "This game is over and cannot be continued."),
    (of({}, to_act=[1]), "mid-turn", "The position must be between two turns."),
    (of({}) | {"seats": []}, "seats", "The position has 0 seats, but this table has 3."),
    (of({"side": "night"}), "wonder", "Ada has another wonder here, or its other side."),
    (of({"coins": -1}), "coins", "Ada cannot have fewer than 0 coins."),
    (of({}, {"coins": -1}), "coins", "Seat 2 cannot have fewer than 0 coins."),
    (of({"stages": 4}), "stages", "Ada: this wonder has 3 stages."),
    (of({"cards": ["loom", "loom-2"]}), "namesake", "Ada: Loom can stand in a city only once."),
    (of({"cards": ["arena"]}), "card-age", "Arena is of Age III, which has not begun."),
    (
        of({"cards": ["altar"]}, {"cards": ["altar"]}),
        "copies", "You entered Altar 2 times, but this table has only 1.",
    ),
    (
        position(*[{"cards": GUILDS[at::3][:2]} for at in range(3)], age=3, turn=6),
        "guilds", "You entered 6 guilds. This table has 5.",
    ),
    (
        of({"cards": AGE_II[:3]}), "age-cards",
        "Ada has more cards of Age II here (3) than can have been played so far (2).",
    ),
    (
        of({"cards": ["altar"], "stages": 1}, age=1, turn=2),
        "cards", "Ada has more cards and stages here (2) than can have been played so far (1).",
    ),
    (REBUILT, "in-all", "You entered more cards and stages (4) than have been played."),
    (of({}, discard=9), "discard", "That is too many stages built with leaders."),
    (led({"leaders": ["nero"]}, {"leaders": ["nero"]}), "leader-twice", "Nero was entered twice."),
    (
        led({"leaders": ["nero", "plato", "midas"]}),
        "leaders", "Ada has more leaders here (3) than can have been recruited so far (2).",
    ),
    (
        led({"buried": ["nero"]}),
        "buried", "Ada has more buried leaders here (1) than built stages allow (0).",
    ),
    (led({"leaders_left": 9}), "leaders-left", "Ada: leaders in hand by now: 2."),
    (of({"tokens": [3]}), "token", "Ada has more tokens of 3 here (1) than can have been won so far (0)."),
    (of({"tokens": [-1, -1, -1]}), "token", "Ada has more tokens of –1 here (3) than can have been won so far (2)."),
    (
        of({"tokens": [-1, -1, 1, 1]}),
        "tokens", "Ada has more victory and defeat tokens here (4) than can have been handed out so far (2).",
    ),
    (
        of({"tokens": [1]}),
        "token-sum", ("There must be as many defeat tokens (0) as victory tokens from conflicts (1)."),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("at", "why", "sentence"), CASES)
def test_every_position_fault_has_its_sentence_in_every_language(at, why, sentence):
    no = rejection_of(at)
    assert no.params["why"] == why
    told = {lang: table_words.refusal(words(lang), no.code, no.params, seven) for lang in complete()}
    assert told["en"] == f"This position is not possible. {sentence}"
    assert len(set(told.values())) == len(told)
    assert not any("{" in each for each in told.values())
    assert all("Ada" in each for each in told.values()) == ("Ada" in sentence)


def test_cases_cover_every_position_fault():
    files = ("mid_game_start.py", "seven_wonders/mid_game_start.py")
    source = "".join((ROOT / "engine" / name).read_text("utf-8") for name in files)
    assert {why for _, why, _ in CASES} == set(re.findall(r'Misfit\(\s*"([a-z-]+)"', source)) == set(_MISFITS)
