"""A result as a link: its parts, and names that cannot be mistaken for another part."""

from urllib.parse import unquote_to_bytes
from zlib import crc32

import pytest
from msgspec.structs import replace

from app.protocol import result_link
from app.protocol.results import FinishedGame, Result


def game(names=("Ada", "Bö.b&s=c"), **more):
    result = Result(
        names, ("giza", "rhodes"), ({"wonder": 9, "cat": 2, "total": 11}, {"wonder": -1, "total": -1}), (1,),
        early=False, turns=12, emblems=("boat", "fish"), colours=("aqua", "rose"), **more,
    )  # fmt: skip
    return FinishedGame("9f2c", 3, "architects", "play", ("medals",), 1.0, 1_760_101_800.0, 1830.0, result)


def test_link_contains_the_whole_result_and_a_checksum():
    said, _, mark = result_link.encode_result(game()).rpartition("&k=")
    assert said == (
        "v=1&g=architects&m=play&x=medals&t=29335030&d=30&n=12&w=1&c=wonder.cat"
        "&s=Ada.giza.boat.aqua..11.9.2&s=B%C3%B6%2Eb%26s%3Dc.rhodes.fish.rose..-1.-1.0"
    )
    assert mark == f"{crc32(unquote_to_bytes(said)):08x}"


def test_link_opens_the_configured_page_or_is_empty():
    assert result_link.link("", game()) == ""
    assert result_link.link("https://example.org/r", game()).startswith("https://example.org/r#v=1&g=architects&")


@pytest.mark.parametrize(
    ("names", "more", "seats"),
    [
        pytest.param((None, "Ben"), {}, ["s=.giza.boat", "s=Ben.rhodes"], id="a name that was forgotten"),
        pytest.param(
            ("Ada", None),
            {"bots": (2,), "bot_names": ("", "Theo")},
            ["s=Ada.", "s=Theo.rhodes.fish.rose.b."],
            id="a bot",
        ),
    ],
)
def test_link_omits_forgotten_names_and_marks_bots(names, more, seats):
    told = [part for part in result_link.encode_result(game(names, **more)).split("&") if part.startswith("s=")]
    assert all(part.startswith(begins) for part, begins in zip(told, seats, strict=True))


def test_link_of_a_game_without_emblems_has_empty_fields():
    played = game()
    old = replace(played, result=replace(played.result, emblems=(), colours=()))
    assert "&s=Ada.giza....11.9.2&" in result_link.encode_result(old)
