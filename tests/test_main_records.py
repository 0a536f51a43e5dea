"""`wondertable replay`, `workshop simulate` and `workshop fingerprint` as they are typed, and how they end."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.workshop.simulate import win_interval
from tests.running import PATIENCE

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "tests" / "records" / "economy.wt"
HALICARNASSUS = ROOT / "tests" / "records" / "wonder-halicarnassus.wt"
GAME_TEXT = """\
game: architects
seats: halicarnassus, olympia
first: 2

reveal 1 stone
reveal 2 blue-2-cat
reveal token decor
reveal token culture
reveal token culture
2 take left
reveal 2 wood
1 take left
reveal 1 stone
2 peek
reveal center red-1
"""


@pytest.fixture
def record_file(tmp_path):
    """A game of a few turns; seat 2 has looked at the middle."""
    path = tmp_path / "begun.wt"
    path.write_text(GAME_TEXT, encoding="utf-8")
    return path


def test_json_is_one_object_on_one_line(say):
    code, out, err = say("replay", RECORD, "--json")
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    assert json.loads(out) == json.loads(RECORD.with_suffix(".json").read_text(encoding="utf-8"))


def test_replay_prints_json_by_default(say):
    assert say("replay", RECORD) == say("replay", RECORD, "--json")


def test_seat_option_shows_private_information(say, record_file):
    tops = [json.loads(say("replay", record_file, *seat)[1])["stacks"]["center"]["top"] for seat in ((), ("--seat", 1))]
    assert tops == [None, None]
    assert json.loads(say("replay", record_file, "--json", "--seat", 2)[1])["stacks"]["center"]["top"] == "red-1"


@pytest.mark.full
def test_drawn_cards_are_visible_to_the_drawing_seat_at_once(say, record_file):
    lines = HALICARNASSUS.read_text(encoding="utf-8").splitlines()
    drawn = next(number for number, line in enumerate(lines) if " draw " in line)
    seat = int(lines[drawn].split()[0])
    seen = []
    for number in range(drawn, drawn + 5):
        record_file.write_text("\n".join(lines[: number + 1]), encoding="utf-8")
        seen.append(json.loads(say("replay", record_file, "--seat", seat)[1])["draw"])
        assert "draw" not in json.loads(say("replay", record_file)[1])
        assert "draw" not in json.loads(say("replay", record_file, "--seat", 3 - seat)[1])
    assert [len(cards) for cards in seen] == [1, 2, 3, 4, 5]
    assert sorted(seen[0] + [line.split()[2] for line in lines[drawn + 1 : drawn + 5]]) == seen[-1]


def test_legal_lines_are_sorted_one_per_line(say, record_file):
    assert say("replay", record_file, "--legal") == (0, "2 take center\n2 take left\n2 take right\n", "")


def test_legal_outcomes_are_listed_with_their_weights(say, record_file):
    record_file.write_text(GAME_TEXT.removesuffix("reveal center red-1\n"), encoding="utf-8")
    code, out, err = say("replay", record_file, "--legal")
    outcomes = out.splitlines()
    assert (code, err) == (0, "")
    assert outcomes == sorted(outcomes)
    assert "reveal center blue-2-cat 8" in outcomes
    assert sum(int(outcome.split()[-1]) for outcome in outcomes) == 60


@pytest.mark.parametrize("seat", [1, 2])
def test_legal_with_a_seat_prints_its_lines_only(say, record_file, seat):
    _, out, _ = say("replay", record_file, "--legal", "--seat", seat)
    assert out.splitlines() == (["2 take center", "2 take left", "2 take right"] if seat == 2 else [])


def test_no_line_is_legal_when_the_game_is_over(say):
    assert say("replay", RECORD, "--legal") == (0, "", "")


def test_trace_prints_every_position_with_its_line(say, record_file):
    code, out, err = say("replay", record_file, "--trace")
    traced = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert [position["line"] for position in traced] == [4, *range(5, 16)]
    assert all(set(position) == {"line", "legal", "json"} for position in traced)
    assert traced[-1]["legal"] == say("replay", record_file, "--legal")[1].splitlines()
    assert traced[-1]["json"] == json.loads(say("replay", record_file, "--json")[1])


@pytest.mark.sampled(24)
@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("", 1, id="an empty file"),
        pytest.param("\n\n# nothing\n", 3, id="no header"),
        pytest.param("game: architects\n\nseats: giza, rhodes\n", 2, id="seats missing where the header ends"),
        pytest.param("seats: giza, rhodes\n# c\n# d", 3, id="game missing, no line ends the header"),
        pytest.param("game: bazaar\nseats: giza, rhodes\n", 1, id="unknown game"),
        pytest.param("seats: giza, x\ngame: bazaar\n", 1, id="the first of two wrong lines"),
        pytest.param("Game: architects\nseats: giza, rhodes\n", 1, id="a key with a capital"),
        pytest.param("game: architects\nse\u2028a\x1bts: giza, rhodes\n", 2, id="a key with control characters"),
        pytest.param("game: architects\nseats: giza, giza\n", 2, id="a wonder twice"),
        pytest.param("game: architects\nseats: giza\n", 2, id="one seat"),
        pytest.param("game: architects\nseats: giza,\u00a0rhodes\n", 2, id="a no-break space is no blank"),
        pytest.param("names: Ada\ngame: architects\nseats: giza, rhodes\n", 1, id="too few names, before the seats"),
        pytest.param("game: architects\nseats: giza, rhodes\nnames: Ada,\n", 3, id="an empty name"),
        pytest.param("game: architects\nseats: giza, rhodes\nfirst: 01\n", 3, id="a leading zero"),
        pytest.param("game: architects\nseats: giza, rhodes\nfirst: ２\n", 3, id="a digit of another script"),
        pytest.param("game: architects\nseats: giza, rhodes\ndeal: Lazy\n", 3, id="a value with a capital"),
        pytest.param("game: architects\nseats: giza, rhodes\nfirst: 1\nfirst: 1\n", 4, id="a key twice"),
        pytest.param("game: architects\nseats: giza, rhodes\nvariant: expert\n", 3, id="expert without medals"),
        pytest.param("game: architects\nseats: giza, rhodes\nrules: x=yes\n", 3, id="unknown ruling"),
        pytest.param(
            "game: architects\nseats: giza, rhodes\nrules: economy-forces-a-build=no,\n", 3, id="empty ruling"
        ),
        pytest.param("game: architects\nseats: giza, rhodes\nfacts: wonders.giza=1\n", 3, id="no such fact"),
        pytest.param("game: architects\nseats: giza, rhodes\nreveal 1 wood\n", 3, id="a move in the header"),
        pytest.param("\ufeffgame: architects\nseats: giza, rhodes\n", 1, id="a byte-order mark"),
        pytest.param(GAME_TEXT.replace("reveal 2 wood", "reveal 2 papyrus papyrus"), 11, id="a word too many"),
        pytest.param(GAME_TEXT.replace("1 take left", "1 take 2"), 12, id="a second spelling"),
        pytest.param(GAME_TEXT.replace("1 take left", "2 take left"), 12, id="not this seat's turn"),
        pytest.param(GAME_TEXT.replace("1 take left", "01 take left"), 12, id="a seat with a leading zero"),
        pytest.param(GAME_TEXT.replace("1 take left", "1 peek"), 12, id="a look without the cat"),
        pytest.param(GAME_TEXT.replace("reveal 1 stone\n2 peek", "reveal 1 Stone\n2 peek"), 13, id="a capital"),
        pytest.param(GAME_TEXT.replace("culture\n2", "culture\nreveal token culture\n2"), 10, id="more than asked for"),
        pytest.param(GAME_TEXT + "2 peek\n", 16, id="a second look"),
        pytest.param(
            "# c\n\n" + GAME_TEXT + " \t\r\n# c\n2 take  center # c\nreveal center red-1\n", 21, id="known already"
        ),
    ],
)
def test_broken_record_is_reported_at_its_first_wrong_line(say, tmp_path, text, line):
    path = tmp_path / "broken.wt"
    path.write_text(text, encoding="utf-8", newline="")
    for form in ("--json", "--legal", "--trace"):
        code, out, err = say("replay", path, form)
        assert (code, out) == (2, "")
        assert err.startswith(f"{path}:{line}: ")
        assert len(err.splitlines()) == 1
        assert err.strip().isprintable()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param(GAME_TEXT.encode() + b"# caf\xe9\n", 16, id="in a comment"),
        pytest.param(b"gane: architects\n\xff\n", 1, id="after another wrong line"),
        pytest.param(GAME_TEXT.encode() + b"1 sleep\n\xff\n", 16, id="after a wrong move"),
        pytest.param(b"game: architects\nnames: \xff, b\nseats: giza, x\n", 2, id="in the header"),
    ],
)
def test_invalid_utf_8_is_reported_at_its_line(say, tmp_path, text, line):
    (tmp_path / "bytes.wt").write_bytes(text)
    code, out, err = say("replay", "./bytes.wt")
    assert (code, out) == (2, "")
    assert err.startswith(f"./bytes.wt:{line}: ")


def test_error_lists_the_legal_lines(say, record_file):
    record_file.write_text(GAME_TEXT + "2 done\n", encoding="utf-8")
    _, _, err = say("replay", record_file)
    assert all(line in err for line in ("2 take left", "2 take right", "2 take center"))


def test_move_after_the_end_is_an_error(say, tmp_path):
    text = RECORD.read_text(encoding="utf-8")
    path = tmp_path / "longer.wt"
    path.write_text(f"{text}# the end\n\n", encoding="utf-8")
    assert say("replay", path)[0] == 0
    path.write_text(f"{text}# the end\n\n1 take left\n", encoding="utf-8")
    assert say("replay", path)[2].startswith(f"{path}:{text.count(chr(10)) + 3}: ")


def test_blanks_tabs_and_comments_change_nothing(say, record_file):
    plain = say("replay", record_file)
    loose = GAME_TEXT.replace(" ", " \t ").replace("\n", " \t# c\r\n").replace(" \t# c\r\n \t# c", "\r\n\r", 1)
    loose = loose.replace("first: \t 2 \t# c\r\n", "first:2\r\n")
    record_file.write_text("# c\n\n" + loose.removesuffix("\r\n"), encoding="utf-8", newline="")
    assert say("replay", record_file) == plain


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["replay"], id="no file"),
        pytest.param(["replay", "missing.wt"], id="a file that is not there"),
        pytest.param(["replay", "."], id="a folder"),
        pytest.param(["replay", RECORD, "--json", "--legal"], id="two forms at once"),
        pytest.param(["replay", RECORD, "--seat", "0"], id="seat 0"),
        pytest.param(["replay", RECORD, "--seat", "3"], id="a seat nobody sits at"),
        pytest.param(["replay", RECORD, "--sea"], id="an unknown option"),
        pytest.param(["workshop", "simulate", "--seats", "8"], id="too many seats"),
        pytest.param(["workshop", "simulate", "--seats", "2", "--game", "bazaar"], id="an unknown game"),
        pytest.param(["workshop", "simulate", "--seats", "2", "--player", "chess"], id="an unknown player"),
        pytest.param(["workshop", "simulate", "--seats", "3", "--player", "random,random"], id="too few players"),
        pytest.param(["workshop", "simulate", "--seats", "2", "--variant", "expert"], id="expert without medals"),
        pytest.param(["workshop", "simulate", "--seats", "2", "--out", RECORD], id="records into a file"),
    ],
)
def test_invalid_command_is_refused_in_one_line(say, words):
    code, out, err = say(*words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.full
def test_simulated_games_are_whole_and_reproducible_by_seed(say, tmp_path):
    def records(folder: str, seed: str, *words: object) -> list[bytes]:
        code, out, err = say(
            "workshop", "simulate", "--seats", 3, "--games", 3, "--seed", seed, "--out", folder, *words
        )
        assert (code, out, err) == (0, "", "")
        return [path.read_bytes() for path in sorted((tmp_path / folder).iterdir())]

    first = records("a", "7")
    assert first == records("b", "7", "--processes", 2)
    assert first != records("c", "8")
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == ["0001.wt", "0002.wt", "0003.wt"]
    for path in (tmp_path / "a").iterdir():
        assert path.read_text(encoding="utf-8").startswith("# wondertable record 1\ngame: architects\nseats: ")
        assert json.loads(say("replay", path)[1])["over"]


def test_simulate_summary_prints_wins_and_length(say):
    code, out, err = say(
        "workshop", "simulate", "--seats", 4, "--games", 2, "--player", "greedy,random,random,random", "--summary"
    )
    assert (code, err) == (0, "")
    greedy, random, games = out.splitlines()
    wins = re.compile(
        r"(\w+) wins (\d+\.\d) % \[\d+\.\d-\d+\.\d\], mean score \d+\.\d, \d+\.\d\d ms a decision, p99 \d+\.\d\d"
    )
    shares = {match[1]: float(match[2]) for match in map(wins.fullmatch, (greedy, random)) if match}
    assert list(shares) == ["greedy", "random"]
    assert shares["greedy"] + 3 * shares["random"] == pytest.approx(100, abs=0.2)
    assert re.fullmatch(r"games: 2, mean length \d+\.\d turns", games)


def test_every_deal_is_played_once_from_every_seat(say, tmp_path):
    """Wonders, first seat and the first random outcomes are the same for all seats."""
    words = ("--seats", 2, "--games", 6, "--player", "greedy,random", "--out", "deals")
    assert say("workshop", "simulate", *words) == (0, "", "")
    texts = [path.read_text(encoding="utf-8").split("\n\n") for path in sorted((tmp_path / "deals").iterdir())]
    heads = [text[0] for text in texts]
    assert heads[0::2] == heads[1::2]
    assert len(set(heads)) == 3
    assert all(one != other for one, other in zip(texts[0::2], texts[1::2], strict=True))


def test_win_interval_counts_deals():
    """Deals that one player wins from every seat say less than as many games; those that come out even say more."""
    two = win_interval([1.0, 0.0, 1.0, 0.0] * 25)
    assert two == pytest.approx((0.4038, 0.5962), abs=2e-3)  # Wilson, 50 of 100
    even, odd = win_interval([0.5, 0.5, 0.5, 1.0] * 25), win_interval([0.5] * 100)
    assert even[1] - even[0] < two[1] - two[0]
    assert odd == pytest.approx(two, abs=2e-3)
    assert win_interval([1.0] * 10) == pytest.approx((0.7225, 1.0), abs=1e-3)


def test_fingerprint_counts_lines_by_depth(say, record_file):
    code, out, err = say("workshop", "fingerprint", record_file, "--depth", 1)
    assert (code, out, err) == (0, "1 3\n", "")


def test_replay_works_as_a_separate_process():
    ran = subprocess.run(
        [sys.executable, ROOT / "main.py", "replay", RECORD, "--trace"],
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )
    assert json.loads(ran.stdout.splitlines()[-1])["json"]["over"]
    assert ran.stderr == b""
