"""Tests of whole games of Duel, in addition to those of every game in tests/test_records.py."""

from engine import record
from engine.game import CHANCE
from tests.duel_cities import duel
from tests.duel_rulings import GUILDS, RULINGS, TOKENS, VICTORIES, WITNESSES, WONDERS, Line
from tests.whole_games import RECORDS, each_of, lines, played, printed


@each_of(RECORDS["duel"])
def test_last_position_has_a_victory(path):
    assert played(path).moments[-1].public["victory"]


def test_claims_cover_the_rulings_and_the_box():
    assert {int(name.split()[0]) for name in RULINGS} == set(range(1, 26))
    assert set(TOKENS) == set(duel().lookup.tokens)
    assert set(WONDERS) == set(duel().lookup.wonders)
    assert len(GUILDS) == len(duel().lookup.guilds)
    assert len(VICTORIES) == 3


def test_every_claim_is_false_for_some_line():
    """No question fits every line of a game, but the one about the header."""
    for name, shows in WITNESSES.items():
        if name != "1 two seats":
            assert not any(all(shows(line) for line in lines(path, Line)) for path in RECORDS["duel"]), name


@each_of([path for path in RECORDS["duel"] if path.stem != "lazy"])
def test_lazy_deal_replays_to_the_same_game(path):
    """Ruling 3: without its reveals but the board's tokens, with `deal: lazy`, seats and track are the same."""
    told, moments, _ = played(path)
    header = {**told.setup.header(), "deal": "lazy"}
    state = duel().start(duel().setup(header))
    same = ("coins", "cards", "wonders", "progress", "science", "prices", "score")
    for at, (_, text) in enumerate(told.moves):
        if text.startswith("reveal") and not text.startswith("reveal token"):
            continue
        seat, action = record.parse_move(state, text)
        state.apply(seat, action)
        here, there = printed(state), moments[at + 1].public
        assert [[seat[key] for key in same] for seat in here["seats"]] == [
            [seat[key] for key in same] for seat in there["seats"]
        ]
        assert [here[key] for key in ("military", "tokens", "tokens_left", "discard", "over", "winners")] == [
            there[key] for key in ("military", "tokens", "tokens_left", "discard", "over", "winners")
        ]
        assert (here["draft"], here["structure"]) == ([], {})
        if state.to_act != (CHANCE,) and there["to_act"]:
            assert (here["turn"], here["to_act"], here["left"]) == (there["turn"], there["to_act"], there["left"])
            costs = [[seat["costs"] for seat in position["seats"]] for position in (here, there)]
            for lazy, eager in zip(*costs, strict=True):
                assert eager.items() <= lazy.items()
    assert state.ended
