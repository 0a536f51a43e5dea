"""The cost of the styles of bots, and whether they show: `python -m benchmarks.styles`.

One seat plays in a style (data/players/characters.toml), all others without; each deal is played once from every seat.
Printed are the games won by style and by all styles together, the coins that are left at the end, and how often a
classifier guesses the style of a game from the first ten lines of the public log about its seat. The classifier is a
naive Bayes over counts of words; it learns from the games of other deals only.
"""

import argparse
import random
import sys
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from math import log
from statistics import fmean
from typing import Final, NamedTuple

import msgspec

from app.host import compiled_engine

if __name__ == "__main__":
    compiled_engine.use_compiled()

import main as ours
from app.commands.command_parsers import parse_count
from app.commands.records import find_game, make_header, play_game
from app.games.game_list import GAMES
from app.text.terminal_output import CannotStart
from app.workshop.simulate import GameOver, Sums, summarise_game, win_interval
from engine import record
from engine.game import EVERYONE, Audience, Event
from engine.players.bot_levels import Players

DRAWS: Final = "varied"  # the character whose styles are measured
TRIAL_STYLE: Final = "tried"  # the only style with `--bent`
STYLED: Final = "all styles"
LINES: Final = 10  # of the log, from which the style is guessed
FOLDS: Final = 5  # parts of the deals, each guessed by what the others teach
# Events of the log in which a seat acts by its own choice; what follows from it, and the draft, are not counted.
ACTS: Final = (
    *("card-built", "card-taken", "card-discarded", "card-sold", "wonder-built", "stage-built"),
    *("token-taken", "leader-recruited"),
)

Words = Counter[str]  # of the first lines about one seat


class StyledGame(NamedTuple):
    """A game of one seat with a style. `coins`: left at its end, by seat; empty in a game without coins."""

    over: GameOver
    style: str
    words: Words
    coins: tuple[int, ...]


@cache
def card_colours() -> dict[str, str]:
    """Return the colour of each card by its slug; cards of two games with one slug are of one colour."""
    found: dict[str, str] = {}
    for text in ours.read_game_data().values():
        data = tomllib.loads(text.decode())
        found |= {slug: card["colour"] for slug, card in data.get("cards", {}).items() if "colour" in card}
    return found


def line_word(event: Event, colour: Mapping[str, str]) -> str:
    """Return the kind of a line of the log: its type, with the colour of its card."""
    fields = msgspec.structs.asdict(event)
    what = fields.get("card") or ""
    return f"{event.__struct_config__.tag} {colour.get(what, what)}"


def play(args: argparse.Namespace, players: Players, styles: Sequence[str], number: int) -> StyledGame:
    """Play a game by its number, from 0. Consecutive games, one for each seat of the style, share deal and style."""
    game = find_game(ours.read_game_data(), args.game, args.seats, args.variant)
    deal, place = divmod(number, args.seats)
    style = styles[deal % len(styles)]
    chance, rng = random.Random(f"{args.seed}/{deal + 1}"), random.Random(f"{args.seed}/{deal + 1}/{place}")
    header = make_header(game, args.seats, args.variant, chance)
    seated = [style if seat == place else args.player for seat in range(args.seats)]
    names = [f"{args.player}:{style}" if seat == place else args.player for seat in range(args.seats)]
    chosen = [players.choose(name, args.game, args.seats, args.variant, args.iterations) for name in names]
    said: list[Event] = []

    def emit(event: Event, audience: Audience) -> None:
        if audience is EVERYONE and getattr(event, "seat", None) == place + 1:
            said.append(event)

    state, _ = play_game(game, header, [each for each in chosen if each], rng, chance, emit)
    colour = card_colours()
    acts = [line_word(event, colour) for event in said if event.__struct_config__.tag in ACTS]
    shown = record.position(state)["seats"]
    coins = tuple(seat["coins"] for seat in shown if isinstance(seat.get("coins"), int))
    return StyledGame(summarise_game(seated, state)._replace(deal=deal), style, Counter(acts[:LINES]), coins)


class Classifier:
    """A naive Bayes: guesses a style from counts of words, all styles being equally likely before."""

    def __init__(self, taught: Sequence[tuple[str, Words]]) -> None:
        known = {word for _, words in taught for word in words}
        self.chances: dict[str, dict[str, float]] = {}
        for style in sorted({style for style, _ in taught}):
            counts: Words = Counter()
            for mine, words in taught:
                counts += words if mine == style else Counter()
            total = counts.total() + len(known)
            self.chances[style] = {word: log((counts[word] + 1) / total) for word in known}

    def guess(self, words: Words) -> str:
        """Return the likeliest style; words that no game taught count nothing."""
        worth = {
            style: sum(count * chances.get(word, 0.0) for word, count in words.items())
            for style, chances in self.chances.items()
        }
        return max(worth, key=lambda style: worth[style])


def guess_all(games: Sequence[StyledGame]) -> dict[int, list[float]]:
    """Guess the style of each game by what games of other deals teach. Return by deal which guesses are right."""
    right: dict[int, list[float]] = {}
    for fold in range(FOLDS):
        taught = [(each.style, each.words) for each in games if each.over.deal % FOLDS != fold]
        classifier = Classifier(taught)
        for each in games:
            if each.over.deal % FOLDS == fold:
                right.setdefault(each.over.deal, []).append(float(classifier.guess(each.words) == each.style))
    return right


def parse_arguments(words: Sequence[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.styles", description="What the styles of bots cost.")
    parser.add_argument("--game", choices=GAMES, default="duel")
    parser.add_argument("--seats", type=parse_count, default=2, metavar="N", help="how many seats (default 2)")
    parser.add_argument("--variant", default="", help="words of the header's variant, separated by spaces")
    parser.add_argument("--games", type=parse_count, default=400, metavar="G", help="how many games (default 400)")
    parser.add_argument("--player", default="hard", metavar="P", help="the player of every seat (default hard)")
    about = "iterations of each decision of a search (default: those of the level)"
    parser.add_argument("--iterations", type=parse_count, default=0, metavar="I", help=about)
    about = "weights of one style to measure instead of ours: FEATURE=WEIGHT, separated by commas"
    parser.add_argument("--bent", default="", metavar="B", help=about)
    parser.add_argument("--processes", type=parse_count, default=1, metavar="P", help="processes that play (default 1)")
    parser.add_argument("--seed", default="0", metavar="S", help="the same seed gives the same games (default 0)")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    """Play and print the results; exit code 2 and one sentence on an error."""
    args = parse_arguments(words)
    files = ours.read_players()
    if args.bent:
        likes = f'[{{ game = "{args.game}", seen = "", bent = {{ {args.bent} }} }}]'
        files["characters"] += f'\n[[character]]\nname = "{TRIAL_STYLE}"\nlikes = {likes}\n'.encode()
    players = Players(files)
    styles = [TRIAL_STYLE] if args.bent else players.styles(DRAWS, args.game)
    try:
        with ProcessPoolExecutor(args.processes) as pool:
            games = list(pool.map(partial(play, args, players, styles), range(args.games), chunksize=4))
    except CannotStart as problem:
        print(problem, file=sys.stderr)
        return 2
    by_style, together = Sums([args.player, *styles]), Sums([args.player, STYLED])
    for each in games:
        by_style.add(each.over)
        seated = tuple(STYLED if kind == each.style else kind for kind in each.over.seated)
        together.add(each.over._replace(seated=seated))
    print(by_style)
    if len(styles) > 1:
        print(together)
    for kind in (args.player, *styles):
        coins = sorted(
            count for each in games for who, count in zip(each.over.seated, each.coins, strict=False) if who == kind
        )
        if coins:
            rich = coins[-max(1, len(coins) // 10)]
            print(f"coins left by {kind}: mean {fmean(coins):.1f}, a tenth of the seats has {rich} or more")
    if len(styles) == 1:
        return 0
    right = guess_all(games)
    found = [fmean(each) for each in right.values()]
    least, most = win_interval(found)
    share = fmean(guess for each in right.values() for guess in each)
    chance = 100 / len(styles)
    print(f"style guessed: {100 * share:.1f} % [{100 * least:.1f}-{100 * most:.1f}], by chance {chance:.0f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
