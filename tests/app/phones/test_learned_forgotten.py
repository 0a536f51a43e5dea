"""Removal from the history on a phone's page: who is removed is taught again; others keep what they have learned."""

import random

import pytest

from app.protocol.game_lifecycle_messages import ReturnToLobby, SetGame
from app.protocol.seat_messages import SetSeat
from tests.app.phones.served import Served, no_redirect, serving

GAMES = 2  # what is told in so many is learned


@pytest.fixture
async def served(tmp_path, facts):
    async with serving(Served(tmp_path, facts)) as running:
        yield running


def play_guided_game(served, rng):
    """Play a first game to its end, and return the ideas taught to each seat (0: to everybody)."""
    served.send(SetGame, guided=True)
    served.start()
    told = {}
    while served.phase() == "game":
        told |= {(idea.seat, idea.id): idea for idea in served.table.committed.state.taught_ideas}
        served.act(rng.choice(served.asked().legal))
    served.send(ReturnToLobby)
    return {seat: {id for whose, id in told if whose == seat} for seat in range(3)}


async def test_removing_a_person_deletes_only_their_learned_ideas(served, client):
    served.sit("Ada", "Ben", lang="en")
    rng = random.Random(1)
    for _ in range(GAMES):
        play_guided_game(served, rng)
    known = served.table.finished.learned_ideas("architects")
    assert known["ada"]
    assert known["ben"]
    served.send(SetSeat, seat=1, by="free")
    gone = await no_redirect(client, f"/seat/{served.keys[2]}?person=Ada", sure="yes")
    assert gone.status == 303
    assert "ada" not in served.table.finished.learned_ideas("architects")
    assert served.table.finished.learned_ideas("architects")["ben"] == known["ben"]
    served.sit("Ada", lang="en")
    again = play_guided_game(served, rng)
    assert again[0] | again[1] >= {"goal", "take"}
    assert not again[2] & known["ben"]
