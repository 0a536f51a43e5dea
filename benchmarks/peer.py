"""Matches of our Duel bots against a public one in C++, indjev99/7-Wonders-Duel-AI: `python -m benchmarks.peer`.

No code of theirs is here: `--theirs` names a checkout, which is compiled with `peer.cpp` and controlled by lines of
text. Our program deals. Theirs learns only what its seat sees; before every decision and every reveal both have to
allow the same. Each deal is played once from both seats (docs/design/search-and-bots.md).
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import main as ours
from app.commands.command_parsers import parse_count, parse_seconds
from app.commands.records import make_header
from app.text.terminal_output import CannotStart
from app.workshop.simulate import GameOver, Sums, give_seconds, summarise_game
from engine.duel.actions import (
    Action,
    Build,
    BuildWonder,
    Destroy,
    Discard,
    Draft,
    Keep,
    Progress,
    RevealBack,
    RevealBox,
    RevealCard,
    RevealToken,
    RevealWonder,
    Revive,
    Start,
)
from engine.duel.data_schema import AGES, Data
from engine.duel.game_facade import Duel
from engine.game import CHANCE, Seat, State
from engine.players import Choose
from engine.players.bot_levels import Players

WHERE: Final = "https://github.com/indjev99/7-Wonders-Duel-AI"
REVISION: Final = "01ed7a5f1b695c410800023ac3d26097600ffc32"
# Of theirs: the rules, and the player that their own main plays. Time is measured by `peer.cpp`.
SOURCES: Final = ("game/*.cpp", "agents/agent_mcts_blind_reveals.cpp", "agents/game_simulator.cpp")
EXTRA_SOURCES: Final = ("system/agent.cpp", "system/listener.cpp", "utils/random.cpp")
ROUND: Final = 10  # iterations; so many they make before they look at the time
THEIRS: Final = "theirs"  # as a kind of player
LOOTING: Final = "looting"  # of their things, those that are no cardboard: how they count coins lost to the military
NO_THE: Final = ("circus-maximus", "piraeus")  # wonders whose names they write without "The"
MAX_NAMED: Final = 3  # differing actions that a sentence names

Ask = Callable[[str], str]  # a line to theirs -> its answer; Disagreement


class Disagreement(Exception):
    """The two engines differ about the game, or theirs has stopped; the reason in one sentence."""


# ---- the words ---------------------------------------------------------------------------------------


def normalise(text: str) -> str:
    """Normalise a line of theirs, or of ours in their notation, to letters, digits and commas."""
    return "".join(sign for sign in text.lower() if sign.isalnum() or sign == ",")


class Words:
    """A translator of our actions into their notation."""

    def __init__(self, data: Data) -> None:
        self.names: Mapping[str, str] = {
            **{name: normalise(name) for name in (*data.cards, *data.tokens)},
            **{name: normalise(name if name in NO_THE else f"the {name}") for name in data.wonders},
        }
        self.colours = {name: card.colour for name, card in data.cards.items()}

    def check(self, names: str) -> None:
        """Raise Disagreement unless both sides have exactly the same things."""
        found = sorted(name for name in map(normalise, names.split(";")) if not name.startswith(LOOTING))
        if found != sorted(self.names.values()):
            odd = sorted(set(found) ^ set(self.names.values()))
            raise Disagreement(f"things have other names there: {', '.join(odd[:MAX_NAMED]) or 'some twice'}")

    def format_action(self, action: Action) -> str:
        """Return an action in their notation, apart from its spelling."""
        name = self.names
        match action:
            case RevealToken(token):
                return f"revealtoken,{name[token]}"
            case RevealWonder(wonder):
                return f"revealwonder,{name[wonder]}"
            case RevealCard(slot, card):
                return f"revealcard,{name[card]},{slot}"
            case RevealBack(slot, True):
                return f"revealguild,{slot}"
            case RevealBox(token):
                return f"revealboxtoken,{name[token]}"
            case Draft(wonder):
                return f"selectwonder,{name[wonder]}"
            case Build(card):
                return f"buildcard,{name[card]}"
            case BuildWonder(wonder, card):
                return f"buildwonder,{name[card]},{name[wonder]}"
            case Discard(card):
                return f"discardcard,{name[card]}"
            case Progress(token):
                return f"buildtoken,{name[token]}"
            case Destroy(card):
                return f"destroy{self.colours[card]},{name[card]}"
            case Revive(card):
                return f"builddiscarded,{name[card]}"
            case Keep(token):
                return f"buildboxtoken,{name[token]}"
            case Start(seat):
                return f"choosestartplayer,player{seat}"
        raise ValueError(f"theirs has no word for {action}")


# ---- one game ----------------------------------------------------------------------------------------


class Bridge:
    """One game as their program knows it, in their order, without what its seat `seat` cannot see.

    Two things are told later than they happen. We lay out Age III slot by slot, while they first need the places of the
    guilds. And they learn which tokens our seat draws from the box when it keeps one: that one, and as many others as
    were drawn.
    """

    def __init__(self, ask: Ask, data: Data, seat: Seat, first: int, seed: int) -> None:
        self.ask = ask
        self.words = Words(data)
        self.seat = seat
        self.slots = sum(len(row.columns) for row in data.structures[-1].rows)
        self.laid: list[RevealCard | RevealBack] = []  # of Age III
        self.box: list[str] = []  # tokens that ours may have drawn
        self.drawn = 0
        self.last = CHANCE  # who has acted before
        self.lines = 0
        ask(f"new {seed} {seat}")
        self._act(f"revealfirstplayer,player{first}")

    def compare(self, state: State[Any]) -> None:
        """Raise Disagreement unless both allow the same actions now."""
        seat = state.to_act[0]
        if self._laying(state) or self._hidden(state):
            return
        mine = {self.words.format_action(action) for action in state.legal(seat)}
        theirs = {normalise(text) for text in self.ask("legal").split(";") if text}
        if mine != theirs:
            only = [f"only {who} allow {', '.join(sorted(some)[:MAX_NAMED])}" for who, some in self._odd(mine, theirs)]
            raise Disagreement(f"after {self.lines} lines {' and '.join(only)}")

    def choose(self, state: State[Any]) -> tuple[Action, float]:
        """Return their action and its CPU seconds."""
        micros, _, text = self.ask("move").partition(" ")
        for action in state.legal(self.seat):
            if self.words.format_action(action) == normalise(text):
                return action, int(micros) / 1e6
        raise Disagreement(f"after {self.lines} lines they answer {text}, which is not allowed")

    def tell(self, state: State[Any], seat: Seat, action: Action) -> None:
        """Send the next action of that seat, or of chance."""
        if isinstance(action, RevealCard | RevealBack) and self._laying(state):
            self.laid.append(action)
            if len(self.laid) == self.slots:
                self._lay_out()
        elif isinstance(action, RevealBox) and self._hidden(state):
            self.box = self.box or [str(outcome.token) for outcome in state.legal(CHANCE)]
            self.drawn += 1
        else:
            if isinstance(action, Keep) and self.drawn:
                self._draw_for(action)
            self._act(self.words.format_action(action))
        if seat != CHANCE:
            self.last = seat

    def check_end(self, state: State[Any]) -> None:
        """Raise Disagreement unless their game ended with the same points and winner."""
        result, *points = map(int, self.ask("end").split())
        winners = [Seat(0)] * (result >= 0) + [Seat(1)] * (result <= 0)
        mine = [score["total"] for score in state.scores()]
        if (winners, points) != (list(state.winners()), mine):
            here, there = _describe_end(mine, state.winners()), _describe_end(points, winners)
            raise Disagreement(f"it ends with {here}, and there with {there}")

    # ---- what is told later --------------------------------------------------------------------------------

    def _laying(self, state: State[Any]) -> bool:
        """Check whether chance is laying out Age III; later cards are revealed ones."""
        if state.to_act[0] != CHANCE:
            return False
        stack, before = state.chance_key()
        return stack == f"age-{AGES}" and before < self.slots

    def _hidden(self, state: State[Any]) -> bool:
        """Check whether the question concerns only our seat: tokens that it draws from the box."""
        seat = state.to_act[0]
        if seat == CHANCE:
            return self.last != self.seat and state.chance_key()[0] == "box"
        return seat != self.seat and self.drawn > 0

    def _lay_out(self) -> None:
        for each in self.laid:
            if each.guild if isinstance(each, RevealBack) else self.words.colours[each.card] == "purple":
                self._act(self.words.format_action(RevealBack(each.slot, guild=True)))
        for each in self.laid:
            if isinstance(each, RevealCard):
                self._act(self.words.format_action(each))

    def _draw_for(self, kept: Keep) -> None:
        others = [token for token in self.box if token != kept.token]
        for token in (kept.token, *others[: self.drawn - 1]):
            self._act(self.words.format_action(RevealBox(token)))
        self.box, self.drawn = [], 0

    def _act(self, text: str) -> None:
        self.ask(f"act {text}")
        self.lines += 1

    @staticmethod
    def _odd(mine: set[str], theirs: set[str]) -> list[tuple[str, set[str]]]:
        return [(who, some) for who, some in (("ours", mine - theirs), ("theirs", theirs - mine)) if some]


def _describe_end(points: Sequence[int], winners: Sequence[Seat]) -> str:
    return f"{':'.join(map(str, points))}, won by seat {' and '.join(str(seat + 1) for seat in winners)}"


# ---- many games --------------------------------------------------------------------------------------


class Match:
    """Games of one of our bots against theirs."""

    def __init__(self, args: argparse.Namespace, ask: Ask) -> None:
        self.args = args
        self.ask = ask
        self.game = Duel(ours.read_game_data()["duel"])
        self.choose = choose_player(args)
        Words(self.game.data()).check(ask("names"))

    def play(self, number: int) -> tuple[GameOver, str]:
        """Play a game by its number, from 0; two in a row have the same deal. Return also the kind of victory.

        Raises Disagreement.
        """
        deal, turn = divmod(number, 2)
        chance = random.Random(f"{self.args.seed}/{deal + 1}")
        rng = random.Random(f"{self.args.seed}/{deal + 1}/{turn}")
        setup = self.game.setup(make_header(self.game, 2, "", chance))
        theirs = Seat(1 - turn)
        bridge = Bridge(self.ask, self.game.data(), theirs, setup.first + 1, rng.getrandbits(31))
        state: Any = self.game.start(setup)
        seconds: list[tuple[str, float]] = []
        while state.to_act:
            seat = state.to_act[0]
            bridge.compare(state)
            if seat == CHANCE:
                action = state.deal(chance)
            else:
                action, spent = bridge.choose(state) if seat == theirs else self._choose(state, seat, rng)
                if len(state.legal(seat)) > 1:
                    seconds.append((THEIRS if seat == theirs else self.args.player, spent))
            bridge.tell(state, seat, action)
            state.apply(seat, action)
        bridge.check_end(state)
        seated = [THEIRS if seat == theirs else self.args.player for seat in range(2)]
        return summarise_game(seated, state)._replace(deal=deal, seconds=seconds), state.ended

    def _choose(self, state: State[Any], seat: Seat, rng: random.Random) -> tuple[Any, float]:
        began = time.process_time()
        action = self.choose(state, seat, rng)
        return action, time.process_time() - began


def choose_player(args: argparse.Namespace) -> Choose:
    """Return our bot; CannotStart if there is none of that name."""
    players = Players(ours.read_players())
    if not players.is_player(args.player):
        raise CannotStart(f"--player {args.player}: known are {', '.join(players.player_names)}")
    found = players.choose(args.player, "duel", 2, "", args.iterations)
    assert found is not None  # Duel has been learned
    return give_seconds(found, args.seconds)


# ---- theirs ------------------------------------------------------------------------------------------


class Peer:
    """The peer's bot in a process of its own."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> "Peer":
        return self

    def __exit__(self, *why: object) -> None:
        self.process.communicate()  # without more lines it ends

    def ask(self, line: str) -> str:
        """Return their answer to a line; Disagreement if it cannot answer, or has ended."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            print(line, file=self.process.stdin, flush=True)
            said = self.process.stdout.readline()
        except BrokenPipeError:
            said = ""
        if not said:
            raise Disagreement(f"theirs has ended at: {line}")
        if said.startswith("no "):
            raise Disagreement(f"theirs cannot do this: {line}:{said.removeprefix('no').rstrip()}")
        return said.rstrip("\n")


def compile_bot(args: argparse.Namespace, folder: Path) -> list[str]:
    """Compile their bot in a folder. Return the command that starts it; CannotStart."""
    checked(args.theirs)
    compiler = os.environ.get("CXX", "g++")
    if shutil.which(compiler) is None:
        raise CannotStart(f"{compiler}: there is no such C++ compiler here; CXX may name another")
    source = args.theirs / "src"
    files = [str(path) for pattern in (*SOURCES, *EXTRA_SOURCES) for path in sorted(source.glob(pattern))]
    out = folder / "peer"
    mine = str(Path(__file__).with_suffix(".cpp"))
    words = [compiler, "-std=c++17", "-O3", "-I", str(source), mine, *files, "-o", str(out)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        why = next((line for line in done.stderr.splitlines() if "error" in line), f"exit code {done.returncode}")
        raise CannotStart(f"{compiler} cannot compile it: {why}")
    if args.their_iterations:
        return [str(out), "iterations", str(args.their_iterations)]
    return [str(out), "seconds", str(args.their_seconds)]


def checked(folder: Path) -> None:
    """Raise CannotStart unless the folder is a clean checkout of theirs at the expected revision."""
    if not (folder / "src").is_dir():
        raise CannotStart(f"--theirs {folder}: there is no checkout of {WHERE}")
    if not (folder / ".git").exists():
        raise CannotStart(f"--theirs {folder}: which revision that is nobody can say, as git does not know the folder")
    found = _git(folder, "rev-parse", "--verify", "-q", "HEAD").strip()
    if found != REVISION:
        raise CannotStart(f"--theirs {folder}: {found[:7] or 'no revision'} is there; {REVISION[:7]} is wanted")
    if _git(folder, "status", "--porcelain", "--", "src"):
        raise CannotStart(f"--theirs {folder}: something in src is not as it was at {REVISION[:7]}")


def _git(folder: Path, *words: str) -> str:
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise CannotStart("git is not installed, which says what revision theirs is") from None
    return done.stdout


# ---- the command -------------------------------------------------------------------------------------


def parse_arguments(words: Sequence[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.peer", description="Our players of Duel against theirs."
    )
    parser.add_argument("--theirs", type=Path, required=True, metavar="FOLDER", help=f"a checkout of {WHERE}")
    parser.add_argument("--games", type=parse_count, default=50, metavar="G", help="how many games (default 50)")
    parser.add_argument("--player", default="hard", metavar="P", help="ours: a level or a kind (default hard)")
    about = "how far each decision of `search` looks (default 60); a level knows that itself"
    parser.add_argument("--iterations", type=parse_count, default=60, metavar="I", help=about)
    about = "CPU seconds of each decision of our search, instead of iterations"
    parser.add_argument("--seconds", type=parse_seconds, default=0.0, metavar="S", help=about)
    budget = parser.add_mutually_exclusive_group(required=True)
    about = f"iterations of each of their decisions, in steps of {ROUND}"
    budget.add_argument("--their-iterations", type=_rounds, default=0, metavar="I", help=about)
    budget.add_argument(
        "--their-seconds", type=parse_seconds, metavar="S", help="CPU seconds of each of their decisions"
    )
    parser.add_argument("--seed", default="0", metavar="S", help="the same seed gives the same deals (default 0)")
    about = "where it is compiled (default: a folder that goes afterwards)"
    parser.add_argument("--build", type=Path, metavar="FOLDER", help=about)
    return parser.parse_args(words)


def _rounds(text: str) -> int:
    if parse_count(text) % ROUND:
        raise argparse.ArgumentTypeError(f"{text}: a multiple of {ROUND} is wanted, as they look no more often")
    return int(text)


def main(words: Sequence[str], ready: Callable[[argparse.Namespace, Path], list[str]] = compile_bot) -> int:
    """Play and print the results; exit code 2 and one sentence on an error. `ready` makes the peer."""
    args = parse_arguments(words)
    try:
        choose_player(args)  # before anything is compiled
        with tempfile.TemporaryDirectory(prefix="wondertable-peer-") as away:
            folder = args.build or Path(away)
            folder.mkdir(parents=True, exist_ok=True)
            with Peer(ready(args, folder)) as peer:
                print(played(args, peer.ask))
    except (CannotStart, Disagreement) as problem:
        return _refuse(str(problem))
    except OSError as error:
        return _refuse(f"{error.filename}: {error.strerror}")
    return 0


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2


def played(args: argparse.Namespace, ask: Ask) -> Sums:
    """Play all games, and print each result and the kinds of victory of each side. Raises Disagreement."""
    sums, match, victories = Sums([args.player, THEIRS]), Match(args, ask), Counter[str]()
    for number in range(args.games):
        try:
            over, victory = match.play(number)
        except Disagreement as problem:
            raise Disagreement(f"game {number + 1} of seed {args.seed}: {problem}") from None
        sums.add(over)
        ended = ", ".join(f"{kind} {points}" for kind, points in zip(over.seated, over.points, strict=True))
        winners = " and ".join(kind for kind, share in zip(over.seated, over.shares, strict=True) if share)
        victories[f"{winners} {victory}"] += 1
        print(f"game {number + 1}: {ended}: {winners} {victory}", file=sys.stderr, flush=True)
    print(", ".join(f"{kind} {count}" for kind, count in sorted(victories.items())), file=sys.stderr)
    return sums


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
