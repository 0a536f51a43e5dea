"""Reachable lines by depth, from positions of every kind, against the counts kept in fingerprints.toml."""

import tomllib
from pathlib import Path

import pytest

from app.commands.records import LineCounter
from app.games.game_list import shelf
from engine import record

STORED_POSITIONS = tomllib.loads((Path(__file__).parent / "fingerprints.toml").read_text(encoding="utf-8"))["position"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kept", STORED_POSITIONS, ids=lambda kept: kept["name"])
def test_counts_of_reachable_lines_match_the_stored_ones(every_fact, kept):
    *_, (_, state) = record.replay(record.parse_record(kept["record"].encode(), shelf(every_fact)))
    ways = LineCounter(kept.get("seed", "0"))
    counts = [ways.count_reachable(state, depth) for depth in range(1, len(kept["counts"]) + 1)]
    assert counts == kept["counts"], [record.format_move(seat, action) for seat, action in ways.list_next_lines(state)]
