"""`wondertable replay` and `wondertable workshop simulate | fingerprint` with records of Duel."""

import json
import random
import re
from pathlib import Path

import pytest

from app.commands.records import make_header, play_game
from app.workshop.simulate import Sums, summarise_game
from engine.players import PLAYERS
from tests.duel_cities import duel

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "tests" / "records" / "duel" / "no-token-left.wt"
HEAD = "game: duel\nseats: 2\n"
TOKENS = "".join(f"reveal token {token}\n" for token in ("economy", "law", "masonry", "strategy", "theology"))
RECORD_START = f"{HEAD}names: Ada, Ben\n\n{TOKENS}"


def cut_record(path: Path, start: str, more: int = 0) -> str:
    """Return a record up to the first line with this start, and some lines more."""
    lines = path.read_text(encoding="utf-8").split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith(start))
    return "\n".join(lines[: at + more]) + "\n"


def test_json_is_one_object_on_one_line(say):
    code, out, err = say("replay", RECORD, "--json")
    assert (code, err) == (0, "")
    assert out == RECORD.with_suffix(".json").read_text(encoding="utf-8")


def test_outcomes_are_listed_with_their_weights(say, tmp_path):
    path = tmp_path / "age-3.wt"
    path.write_text(cut_record(RECORD, "reveal 0 obelisk"), encoding="utf-8")
    outcomes = say("replay", path, "--legal")[1].splitlines()
    assert outcomes == sorted(outcomes)
    assert len(outcomes) == 27
    assert {line.split()[-1] for line in outcomes if "guild" in line} == {"60"}  # 3 backs, 20 plain cards
    assert {line.split()[-1] for line in outcomes if "guild" not in line} == {"119"}  # 17 backs, 7 guilds
    path.write_text(cut_record(RECORD, "reveal 0 obelisk", 2), encoding="utf-8")
    assert [line.split()[2] for line in say("replay", path, "--legal")[1].splitlines()] == ["age", "guild"]


def test_drawn_tokens_are_visible_to_the_drawing_seat_only(say, tmp_path):
    path = tmp_path / "draw.wt"
    for drawn in range(4):
        path.write_text(cut_record(RECORD, "reveal box", drawn), encoding="utf-8")
        views = [json.loads(say("replay", path, *seat)[1]) for seat in ((), ("--seat", 1), ("--seat", 2))]
        assert ["draw" in view for view in views] == [False, True, False]
        assert len(views[1]["draw"]) == drawn
        assert views[0] == views[2]
        assert {view["tokens_left"] for view in views} == {5}
        keeps = [say("replay", path, "--legal", "--seat", seat)[1].splitlines() for seat in (1, 2)]
        assert keeps == [[f"1 keep {token}" for token in views[1]["draw"]] if drawn == 3 else [], []]


def test_trace_prints_every_position(say):
    code, out, err = say("replay", RECORD, "--trace")
    traced = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert [position["line"] for position in traced] == list(range(8, 9 + len(traced) - 1))
    assert traced[-1]["json"]["over"]
    assert traced[0]["legal"][0] == "reveal token agriculture 1"


@pytest.mark.sampled(18)
@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("game: duel\n\n", 2, id="seats are missing"),
        pytest.param("game: duel\nseats: 3\n", 2, id="three seats"),
        pytest.param("game: duel\nseats: 02\n", 2, id="a leading zero"),
        pytest.param("game: duel\nseats: giza, rhodes\n", 2, id="wonders for seats"),
        pytest.param(HEAD + "names: Ada\n", 3, id="one name"),
        pytest.param(HEAD + "names: Ada, \n", 3, id="an empty name"),
        pytest.param(HEAD + "first: 3\n", 3, id="no such seat"),
        pytest.param(HEAD + "deal: Lazy\n", 3, id="a capital"),
        pytest.param(HEAD + "variant: medals\n", 3, id="another game's variant"),
        pytest.param(HEAD + "variant: first-game first-game\n", 3, id="a variant twice"),
        pytest.param(HEAD + "rules: economy=yes\n", 3, id="a house rule"),
        pytest.param(HEAD + "facts:\n", 3, id="corrections"),
        pytest.param(HEAD + "wonders: sphinx\n", 3, id="an unknown key"),
        pytest.param(RECORD_START + "reveal token urbanism\n", 10, id="a sixth token"),
        pytest.param(RECORD_START + "reveal wonder sphinx\n1 draft sphinx\n", 11, id="a draft before four lie there"),
        pytest.param(RECORD_START.replace("law", "economy"), 6, id="a token twice"),
        pytest.param(RECORD_START.replace("reveal token law", "1 progress law"), 6, id="a seat while chance is asked"),
        pytest.param(RECORD_START.replace("law", "gravity"), 6, id="an unknown word"),
        pytest.param(
            cut_record(RECORD, "reveal 0 obelisk") + "reveal 0 age\n", 121, id="a back where a card lies open"
        ),
        pytest.param(cut_record(RECORD, "reveal 0 obelisk") + "reveal 1 arena\n", 121, id="the wrong slot"),
        pytest.param(cut_record(RECORD, "reveal 0 obelisk") + "reveal 0 walls\n", 121, id="a card of another age"),
        pytest.param(RECORD.read_text(encoding="utf-8") + "1 start 1\n", 171, id="after the end"),
    ],
)
def test_broken_record_is_reported_at_its_first_wrong_line(say, tmp_path, text, line):
    path = tmp_path / "broken.wt"
    path.write_text(text, encoding="utf-8", newline="")
    for form in ("--json", "--legal", "--trace"):
        code, out, err = say("replay", path, form)
        assert (code, out) == (2, "")
        assert err.startswith(f"{path}:{line}: "), err
        assert len(err.splitlines()) == 1


def test_error_lists_the_legal_lines(say, tmp_path):
    path = tmp_path / "start.wt"
    path.write_text(cut_record(RECORD, "1 start") + "1 start 3\n", encoding="utf-8")
    assert say("replay", path)[2].strip().endswith("; legal: 1 start 1, 1 start 2")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("variant", ["", "first-game"])
def test_simulate_writes_whole_games_reproducibly(say, tmp_path, variant):
    def records(folder: str, seed: str) -> list[bytes]:
        words = ("--seed", seed, "--out", folder, "--variant", variant)
        assert say("workshop", "simulate", "--game", "duel", "--seats", 2, "--games", 2, *words)[0] == 0
        return [path.read_bytes() for path in sorted((tmp_path / folder).iterdir())]

    first = records("a", "7")
    assert first == records("b", "7")
    assert first != records("c", "8")
    for path in (tmp_path / "a").iterdir():
        assert json.loads(say("replay", path)[1])["over"]
        assert ("variant: first-game\n" in path.read_text(encoding="utf-8")) is bool(variant)


def test_duel_with_three_seats_is_refused(say):
    code, out, err = say("workshop", "simulate", "--game", "duel", "--seats", 3)
    assert (code, out) == (2, "")
    assert err.startswith("wondertable: --seats 3: duel is for ")


def test_fingerprint_counts_lines_by_depth(say, tmp_path):
    path = tmp_path / "begun.wt"
    path.write_text(f"{HEAD}\n", encoding="utf-8")
    assert say("workshop", "fingerprint", path, "--depth", 2) == (0, "1 10\n2 90\n", "")


def test_duel_facts_are_printed(say, tmp_path):
    code, out, err = say("facts", "--game", "duel", "--data-dir", tmp_path)
    assert (code, err) == (0, "")
    assert re.search(r"^  sphinx +confirmed +points 6$", out, re.MULTILINE)


@pytest.mark.rotated
@pytest.mark.parametrize("games", [12, pytest.param(200, marks=pytest.mark.full)])
def test_greedy_beats_random(games):
    """The share was 98.8 % in 2,000 games."""
    sums = Sums(["greedy", "random"])
    for number in range(games):
        rng = random.Random(number)
        seated = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        state, _ = play_game(duel(), make_header(duel(), 2, "", rng), [PLAYERS[kind] for kind in seated], rng)
        sums.add(summarise_game(seated, state))
    assert sums.wins["greedy"] >= 0.83 * games


def test_greedy_does_not_use_hidden_information():
    """In two worlds it cannot tell apart, with the same chance, it says the same."""
    rng = random.Random(8)
    state = duel().start(duel().setup({"game": "duel", "seats": "2"}))
    while state.to_act and state.age < 2:
        seat = state.to_act[0]
        if seat >= 0:
            worlds = (state, state.resample(seat, rng))
            first, second = (PLAYERS["greedy"](world, seat, random.Random(1)) for world in worlds)
            assert first == second
        state.apply(seat, state.deal(rng) if seat < 0 else rng.choice(list(state.legal(seat))))
