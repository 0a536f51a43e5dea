"""The final screen: who stands where, and who has won; and what is asked before somebody loses a seat."""

import endings
import msgspec
import pytest
import scenes
import stage
from test_told import taps, texts

from app.protocol import messages


def ended(*did, early=False):
    """A game that is over, with points and stages by seat."""
    view = stage.view(len(did), over=True)
    seats = tuple(
        msgspec.structs.replace(
            seat, stages=tuple(range(1, stages + 1)), score=msgspec.structs.replace(seat.score, total=total)
        )
        for seat, (total, stages) in zip(view.seats, did, strict=True)
    )
    best = max(did)
    winners = () if early else tuple(at for at, each in enumerate(did, 1) if each == best)
    table = stage.table(len(did), phase="over", early=early)
    return stage.Room().hear(table, msgspec.structs.replace(view, seats=seats, winners=winners))


@pytest.mark.parametrize(
    ("did", "places"),
    [
        (((30, 5), (24, 5), (24, 3)), ["1.", "2.", "3."]),
        (((30, 5), (24, 3), (24, 3)), ["1.", "2.", "2."]),
        (((30, 5), (30, 4), (12, 1)), ["1.", "2.", "3."]),
        (((30, 5), (30, 5), (12, 1)), ["1.", "1.", "3."]),
    ],
)
def test_among_equal_points_stages_decide_every_place(did, places):
    shown = [text for text in texts(ended(*did)) if text in ("1.", "2.", "3.")]
    assert sorted(shown) == sorted(2 * places)  # at the edges, and on the sheet


def test_nobody_wins_a_game_that_was_ended_early():
    words = " ".join(texts(ended((0, 0), (0, 0), early=True)))
    assert "Ended early." in words
    assert "share the victory" not in words


@pytest.mark.parametrize("by", ["bot", "touch"])
def test_a_seat_that_somebody_holds_with_a_phone_is_not_taken_without_asking(by):
    room = stage.Room().hear(stage.table(4, by="phone"), stage.view(4))
    room.control.open("seat 2", 1)
    taps(room)[f"by {by}"]()
    assert not [wish for wish in room.sent if not isinstance(wish, messages.AskNames)]
    assert "would lose it" in " ".join(texts(room))
    taps(room)["yes"]()
    assert (room.sent[-1].seat, room.sent[-1].by) == (2, by)


def test_a_seat_whose_phone_is_away_is_given_at_once():
    away = msgspec.structs.replace(stage.seats(4, "phone")[1], present=False)
    room = scenes.play(4)
    room.hear(stage.table(4, seats=(*stage.seats(4)[:1], away, *stage.seats(4)[2:])), stage.view(4))
    room.control.open("seat 2", 1)
    taps(room)["by bot"]()
    assert room.sent[-1].by == "bot"


LINK = "https://example.org/result/#v=1&g=architects"


@pytest.mark.parametrize("end", [endings.architects, endings.duel, endings.seven_wonders, endings.tally])
def test_a_result_s_link_lies_on_the_sheet_as_a_code_and_larger_at_a_touch(end):
    room = end()
    for _ in range(40):  # parts of the end, at most
        if room.control.scene.ending is None:
            break
        endings.next_part(room)
    assert "result" not in taps(room)
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, result_link=LINK))
    assert "The result for your phone" in " ".join(texts(room))
    taps(room)["result"]()
    assert room.control.opened.panel == "result"
    assert "it needs no table" in " ".join(texts(room))
    taps(room)["close"]()
    assert room.control.opened.panel == ""
