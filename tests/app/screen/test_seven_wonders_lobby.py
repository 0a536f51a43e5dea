"""7 Wonders in the lobby of the screen: boards are chosen there, and saved games have names."""

import pytest

from app.screen.composition import compose
from app.text.translation import words
from app.text.words_protocols import saved_seat_names
from tests.app.screen import (
    scenes,  # noqa: F401  # sets the surroundings up
    sevens,
)
from tests.app.screen.layout_faults import SIZES, enlarge
from tests.app.screen.painting import taps
from tests.app.screen.sevens import lobby
from tests.app.screen.signs import drawn

LEAST = 10.3  # pixels, of a word


@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_seats_board_is_readable(size, large):
    """The longest name is that of Halikarnassos by night."""
    room = lobby(3, "de")
    if large:
        enlarge(room)
    sizes = [word.size for part in drawn(room, size) if part.key.startswith("seat") for word in part.words]
    assert min(sizes) >= LEAST


@pytest.mark.parametrize("board", ["gizah-day", None])
def test_a_board_is_chosen_from_a_list_with_two_touches(board):
    room = lobby(3)
    taps(room)["wonder 2 choose"]()
    free = {slug for slug in sevens.GAME.roles() if sevens.GAME.board(slug) not in _other_boards(but=2)}
    [panel] = [part for part in compose(room.control.scene, 1920, 1080) if part.key.startswith("panel")]
    assert {role.value for role, *_ in panel.view.roles} == {None, *free}
    while (key := f"wonder {board or 'by chance'}") not in (found := taps(room, (1920, 1080))):
        found["later"]()
    found[key]()
    assert (room.sent[-1].seat, room.sent[-1].wonder) == (2, board)


def _other_boards(but):
    return {sevens.GAME.board(board) for seat, board in enumerate(sevens.BOARDS[:3], 1) if seat != but}


def test_seven_wonders_lobby_offers_no_first_player():
    assert not [key for key in taps(lobby(5)) if key.startswith("first")]


def test_saved_seat_names_distinguish_boards_from_people():
    game = lobby(3).control.games.get_game("seven-wonders")
    seats = ("gizah-night", "Ada", "3", "de Wit-day")
    assert saved_seat_names(words("en"), seats, game.words, game.roles()) == (
        "Seat 1: Gizah (night)",
        "Ada",
        "Seat 3",
        "de Wit-day",
    )
