"""Statistics of a game of Duel in the history besides points, compared with the lines and views of recorded games."""

from collections import Counter

import pytest

from engine.duel.game_facade import STATISTICS
from engine.game import CHANCE
from engine.record import parse_move
from tests.whole_games import RECORDS, played


@pytest.mark.sampled(3)
@pytest.mark.parametrize("path", RECORDS["duel"], ids=lambda path: path.stem)
def test_counts_agree_with_the_record(path):
    record, *_ = played(path)
    rules, state, events = record.rules, record.rules.start(record.setup), []
    told, whose = (Counter(), Counter()), {}
    for _, line in record.moves:
        seat, action = parse_move(state, line)
        if seat != CHANCE:
            view, words = state.view(None), str(action).split()
            if words[0] in ("build", "discard"):
                whose[view.turn] = view.age, seat
            free = {way.thing for way in view.derived.standing[seat].build_options if way.chain}
            told[seat]["wonders-built"] += "with" in words
            told[seat]["chains"] += words[0] == "build" and len(words) == 2 and words[1] in free
            told[seat]["discards"] += words[0] == "discard"
        state.apply(seat, action, lambda event, audience: events.append(event))
    end = state.view(None)
    for turn, (age, seat) in whose.items():
        told[seat]["extra-turns"] += whose.get(turn - 1) == (age, seat)
    how, counts = rules.statistics(record.setup, events)
    assert how == (end.victory or "")
    assert counts[0]["shields"] - counts[1]["shields"] == end.military.pawn
    for seat in (0, 1):
        told[seat]["shields"] = counts[seat]["shields"]
        told[seat]["symbols"] = sum(end.seats[seat].science.values())
        assert counts[seat] == {slug: told[seat][slug] for slug in STATISTICS}
