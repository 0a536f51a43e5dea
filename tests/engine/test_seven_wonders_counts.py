"""Statistics of a game of 7 Wonders in the history besides points, compared with the views of recorded games."""

import pytest

from engine.record import parse_move
from tests.whole_games import RECORDS, played


@pytest.mark.parametrize("path", RECORDS["seven-wonders"][::3], ids=lambda path: path.stem)
def test_counts_agree_with_the_view(path):
    record, *_ = played(path)
    rules, state, events = record.rules, record.rules.start(record.setup), []
    chains = [0] * record.setup.seats
    for _, line in record.moves:
        seat, action = parse_move(state, line)
        for way in state.view(seat).derived.build_options if seat >= 0 else ():
            chains[seat] += str(action) == f"choose build {way.thing}" and way.why == "chain"
        state.apply(seat, action, lambda event, audience: events.append(event))
    how, counts = rules.statistics(record.setup, events)
    view = state.view(None)
    assert how == ""
    for seat, standing, counted, chained in zip(view.seats, view.derived.standing, counts, chains, strict=True):
        assert counted["stages"] == seat.stages
        assert counted["symbols"] == sum(standing.symbols.values())
        assert counted["chains"] == chained or record.setup.deal == "lazy"
        assert counted["victories"] >= sum(value > 0 for value in seat.tokens)  # some may be lost again
        assert counted["defeats"] >= sum(value < 0 for value in seat.tokens)
        assert counted.get("leaders", 0) == len(seat.leaders) + len(seat.buried)
        assert ("leaders" in counted) == ("leaders" in record.setup.variant)
    assert sum(counted["victories"] for counted in counts) > 0


def test_game_without_actions_counts_zero_for_every_seat():
    record, *_ = played(RECORDS["seven-wonders"][0])
    _, counts = record.rules.statistics(record.setup, [])
    assert [set(counted.values()) for counted in counts] == [{0}] * record.setup.seats
