"""Leaving a game by agreement: the question is at every edge, and each seat answers there or by phone."""

import msgspec
import pytest

from app.protocol.play_messages import LeaveVote
from tests.app.screen import stage
from tests.app.screen.layout_faults import faults
from tests.app.screen.lettering import painted

SIZES = [(800, 480), (1280, 720), (720, 1280)]


def leave_vote_room(n, how="aside", lang="en"):
    """Show the vote on leaving of the first seat; the second votes here, the third on its connected phone."""
    chairs = [
        msgspec.structs.replace(info, by="phone") if info.seat == 3 else info for info in stage.seats(n, lang=lang)
    ]
    vote = LeaveVote(row=9, seat=1, how=how, open=tuple(range(2, n + 1)))
    return stage.Room().hear(stage.table(n, seats=tuple(chairs), vote=vote), stage.view(n, active=2))


def at_edges(room, size=SIZES[1]):
    """Return the words of the vote by seat, and its touch areas."""
    parts = {key: (lines, areas) for key, lines, areas in painted(room, size) if key.startswith("vote ")}
    words = {int(key[5:]): " ".join(line.text for line in lines) for key, (lines, _) in parts.items()}
    return words, {area.key: area for _, areas in parts.values() for area in areas if area.tap}


def test_leave_vote_is_shown_at_every_edge_and_answered_by_each_seat():
    room = leave_vote_room(4)
    words, areas = at_edges(room)
    assert all(text.startswith("Nora would like to keep the game for later.") for text in words.values())
    assert len(words) == 4
    assert words[1].endswith("The others are asked.")
    assert words[3].endswith("Answer on your phone.")
    assert {*areas} == {"vote 2 yes", "vote 2 no", "vote 4 yes", "vote 4 no"}
    areas["vote 2 no"].tap()
    said = room.sent[-1]
    assert (said.row, said.seat, said.yes) == (9, 2, False)


@pytest.mark.parametrize("how", ["aside", "early"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_leave_vote_has_no_layout_faults(size, how):
    assert {n: found for n in (2, 7) if (found := faults(leave_vote_room(n, how, "de"), size))} == {}
