"""The bridge to another player of Duel, with a stand-in for it: what it is told, and what ends it."""

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import main
from app.workshop.simulate import Sums
from benchmarks import peer
from benchmarks.peer import REVISION, Disagreement, Match, Words, checked, normalise, parse_arguments
from engine.duel.actions import Keep, RevealBox
from engine.duel.game_facade import Duel
from engine.game import CHANCE
from tests.peer_stand_in import StandIn

ROOT = Path(__file__).resolve().parent.parent
WORDS = ("--theirs", "nowhere", "--their-iterations", "10", "--player", "random", "--seed", "bridge")


def play_games(number: int, stand_in: StandIn | None = None) -> tuple[StandIn, Sums]:
    stand_in = stand_in or StandIn()
    return stand_in, peer.played(parse_arguments([*WORDS, "--games", str(number)]), stand_in.answer)


def stand_in_builder(wrong):
    """Return a builder that replaces the compiler by the stand-in."""
    return lambda args, folder: [sys.executable, "-m", "tests.peer_stand_in", str(wrong)]


def test_whole_games_are_played_and_both_engines_agree_at_every_step(capsys):
    stand_in, sums = play_games(20)
    assert sums.games == 20
    assert sum(sums.wins.values()) == pytest.approx(20)
    assert sums.seats == {"random": 20, "theirs": 20}
    assert {len(shares) for shares in sums.deals["theirs"].values()} == {2}
    assert {spent for spent in sums.seconds["theirs"]} == {0.0015}
    *told, victories = capsys.readouterr().err.splitlines()
    assert len(told) == 20
    assert sum(int(count) for count in re.findall(r"\d+", victories)) == 20
    begun = [line.split()[2] for line in stand_in.told if line.startswith("new ")]
    assert begun == ["1", "0"] * 10
    verbs = {line.split()[1].partition(",")[0] for line in stand_in.told if line.startswith("act ")}
    assert verbs == {
        *("revealfirstplayer", "revealtoken", "revealwonder", "revealcard", "revealguild", "revealboxtoken"),
        *("selectwonder", "choosestartplayer", "buildcard", "buildwonder", "discardcard", "buildtoken"),
        *("buildboxtoken", "builddiscarded", "destroygrey", "destroybrown"),
    }


def test_same_seed_gives_the_same_games():
    assert play_games(2)[0].told == play_games(2)[0].told


class RecordingBridge(peer.Bridge):
    """Keeps what is drawn from the box, by whom, and what is told until one of it is kept."""

    def __init__(self, ask, *rest):
        self.since, self.real, self.open = [], [], ()
        super().__init__(lambda line: (self.since.append(line), ask(line))[1], *rest)

    def tell(self, state, seat, action):
        if isinstance(action, RevealBox):
            if not self.real:
                self.since.clear()
                self.open = [each.token for each in state.legal(CHANCE)]
            self.real.append(action.token)
        theirs = seat == self.seat
        super().tell(state, seat, action)
        if isinstance(action, Keep):
            kept.append((theirs, action.token, self.real, self.open, [*self.since]))
            self.real = []


kept: list[tuple[bool, str, list[str], list[str], list[str]]] = []


@pytest.mark.rotated
def test_tokens_our_player_draws_from_the_box_are_not_sent(monkeypatch):
    """The first token sent is the one kept; then follow the first others of the box, drawn or not."""
    kept.clear()
    monkeypatch.setattr(peer, "Bridge", RecordingBridge)
    play_games(60)
    names = Words(Duel(main.read_game_data()["duel"]).data()).names
    for theirs, token, real, box, since in kept:
        stand_ins = [token, *[other for other in box if other != token][: len(real) - 1]]
        drawn = real if theirs else stand_ins
        told = [f"act revealboxtoken,{names[each]}" for each in drawn] + [f"act buildboxtoken,{names[token]}"]
        assert [line for line in since if line.startswith("act")] == told
        assert theirs or since == told  # nor is theirs asked anything meanwhile
    assert sum(theirs for theirs, *_ in kept) > 3
    assert sum(not theirs for theirs, *_ in kept) > 3


def test_face_down_cards_are_not_sent():
    """Of Age III only where guilds lie, before any card; no card twice, and none that never came to light."""
    stand_in, _ = play_games(2)
    for game in "\n".join(stand_in.told).split("new ")[1:]:
        cards = re.findall("revealcard,(.*),", game)
        assert len(cards) == len(set(cards))
        if "revealguild" in game:
            laid = re.search(r"(act revealguild,\d+\n){3}(act revealcard,\w+,\d+\n){12}", game)
            assert laid


def test_every_card_wonder_and_token_has_a_peer_name():
    data = Duel(main.read_game_data()["duel"]).data()
    words = Words(data)
    assert len(set(words.names.values())) == len(words.names) == len(data.cards) + len(data.wonders) + len(data.tokens)
    names = StandIn().answer("names")
    words.check(names)
    with pytest.raises(Disagreement, match="sphinx"):
        words.check(names.replace("The Sphinx", "A Sphynx"))
    with pytest.raises(Disagreement, match="some twice"):
        words.check(f"{names};Baths")


def test_every_action_has_its_own_peer_command():
    """But for backs of plain cards, which are not said there."""
    game = Duel(main.read_game_data()["duel"])
    words, rng, seen = Words(game.data()), random.Random(3), {}
    for number in range(30):
        state = game.start(game.setup({"game": "duel", "seats": "2", "first": str(number % 2 + 1)}))
        while state.to_act:
            seat = state.to_act[0]
            for action in state.legal(seat):
                if not str(action).endswith(" age"):
                    assert seen.setdefault(words.format_action(action), str(action)) == str(action)
            state.apply(seat, state.deal(rng) if seat < 0 else rng.choice(state.legal(seat)))
    assert normalise("Build wonder, Clay Pool, The Statue of Zeus") == "buildwonder,claypool,thestatueofzeus"


def test_disagreement_on_legal_actions_is_reported_in_one_sentence(capsys):
    assert peer.main([*WORDS, "--games", "1"], stand_in_builder(12)) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"game 1 of seed bridge: after \d+ lines only ours allow \w+,[\w,]+\n", error)


def test_disagreement_on_the_result_is_reported():
    class Other(StandIn):
        def _end(self, rest):
            return "1 70 60"

    ended = r"\d+:\d+, won by seat [12]"
    with pytest.raises(
        Disagreement, match=rf"^game 1 of seed bridge: it ends with {ended}, and there with 70:60, won by"
    ):
        play_games(1, Other())


def test_exited_or_refusing_peer_is_reported():
    with peer.Peer([sys.executable, "-c", ""]) as gone, pytest.raises(Disagreement, match="theirs has ended at: names"):
        gone.ask("names")
    says = "input(); print('no  Unexpected action. actionType = 3', flush=True)"
    with (
        peer.Peer([sys.executable, "-c", says]) as refusing,
        pytest.raises(Disagreement, match="cannot do this: act x: "),
    ):
        refusing.ask("act x")


def test_peer_process_plays_and_prints_the_simulate_summary(capsys):
    assert peer.main([*WORDS, "--games", "2"], stand_in_builder(0)) == 0
    out, _ = capsys.readouterr()
    assert re.search(r"^random wins \d+\.\d % \[.+\], mean score .+ ms a decision, p99 .+$", out, re.M)
    assert re.search(r"^theirs wins .+, 1\.50 ms a decision, p99 1\.50$", out, re.M)


def test_invalid_arguments_print_one_sentence_and_exit_with_2(tmp_path, capsys, monkeypatch):
    def sentence(*words):
        assert peer.main(["--their-iterations", "10", "--theirs", *words]) == 2
        _, error = capsys.readouterr()
        assert error.count("\n") == 1
        return error

    assert "known are greedy" in sentence("nowhere", "--player", "bob")
    assert "there is no checkout" in sentence(str(tmp_path / "nowhere"))
    (tmp_path / "src").mkdir()
    assert "git does not know the folder" in sentence(str(tmp_path))
    git = ("git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b")
    subprocess.run([*git, "init", "-q"], check=True)
    assert "no revision is there" in sentence(str(tmp_path))
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "1"], check=True)
    assert re.search(rf"[0-9a-f]{{7}} is there; {REVISION[:7]} is wanted", sentence(str(tmp_path)))
    here = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    monkeypatch.setattr(peer, "REVISION", here)
    (tmp_path / "src" / "a.cpp").write_text("")
    assert "is not as it was" in sentence(str(tmp_path))
    (tmp_path / "src" / "a.cpp").unlink()
    checked(tmp_path)
    monkeypatch.setenv("CXX", "no-such-compiler")
    assert "no such C++ compiler" in sentence(str(tmp_path))
    monkeypatch.setenv("CXX", "false")
    assert "false cannot compile it" in sentence(str(tmp_path))


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("--their-iterations", "15"), id="iterations that are no multiple of ten"),
        pytest.param(("--their-seconds", "0"), id="no seconds"),
        pytest.param((), id="no budget"),
        pytest.param(("--their-seconds", "1", "--games", "0"), id="no games"),
    ],
)
def test_impossible_budget_is_refused(words, capsys):
    with pytest.raises(SystemExit) as ended:
        parse_arguments(["--theirs", "nowhere", *words])
    assert ended.value.code == 2


def test_own_player_is_found_by_name():
    assert Match(parse_arguments(WORDS), StandIn().answer).choose
