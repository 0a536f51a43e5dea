"""Finished games for a store, played at random: for tests and pictures of the history."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from app.commands.records import play_game
from app.protocol.client_rights import Actor
from app.protocol.history_messages import GetHistory
from app.protocol.results import FinishedGame, Result
from app.storage.database import Store
from app.storage.row_codec import Move
from app.table.table import Table
from engine.architects.game_facade import Architects
from engine.game import CHANCE, Game, Seat, roles_of
from engine.players import PLAYERS, game_review
from engine.players.action_comparison import RankedAction, strip_payment

DAY = 86_400.0
FIRST_GAME_SECONDS = 1.76e9  # seconds since 1970: October 2025
EVENINGS = (  # who sat there, in order
    ("Ada", "Ben", "Cleo"),
    ("Ben", "Ada"),
    ("Ada", "Ben", "Cleo", "Dmitri", "Elisabeth", "Farid", "Gudrun"),
    ("Cleo", "Ada", None),
)


def fill(store: Store, game: Game, evenings: Sequence[Sequence[str | None]] = EVENINGS, seed: int = 5) -> None:
    """Play and store one game for each evening, a day apart, with its record. A nameless seat is a bot's."""
    rng = random.Random(seed)
    for number, names in enumerate(evenings, 1):
        pool = roles_of(game).random_pool(())
        header = {"game": game.name, "seats": ", ".join(rng.sample(pool, len(names))) if pool else str(len(names))}
        if all(names):
            header["names"] = ", ".join(map(str, names))
        add(store, game, number, header, names, rng)


def evenings_in(folder: Path, facts: bytes) -> None:
    """Store finished games of Architects for the table that will open this folder."""
    store = Store(folder / "table.db")
    fill(store, Architects(facts))
    store.close()


def add(
    store: Store, game: Game, number: int, header: Mapping[str, str], names: Sequence[str | None], rng: random.Random
) -> None:
    """Play one whole game at random, and store its record and result."""
    state, text = play_game(game, header, [PLAYERS["random"]] * len(names), rng)
    lines = [line for line in text.partition("\n\n")[2].splitlines() if line]
    result = Result(
        seats=tuple(names),
        identities=tuple(word.strip() for word in header["seats"].split(",")) if roles_of(game).roles() else (),
        scores=tuple({slug: n for slug, n in score.items() if slug != "medals"} for score in state.scores()),
        winners=tuple(seat + 1 for seat in state.winners()),
        early=False,
        turns=len(lines) // 3,
        bots=tuple(seat for seat, name in enumerate(names, 1) if name is None),
    )
    keep(store, number, header, lines, result)


def keep(store: Store, number: int, header: Mapping[str, str], lines: Sequence[str], result: Result) -> None:
    """Store a finished game with the lines of its record."""
    rows = [
        Move(at, Seat(int(line[0]) - 1), line[2:], "seat") if line[0].isdecimal() else Move(at, CHANCE, line, "people")
        for at, line in enumerate(lines, 1)
    ]
    began, before = FIRST_GAME_SECONDS + number * DAY, store.clock
    store.clock = lambda: began
    with store.commit(began) as write:
        write.new_game(number, header["game"], dict(header), True, b"never told")
        write.append_moves(number, rows)
    store.clock = lambda: began + 1800
    with store.commit(began + 1800) as write:
        write.game_state(number, "over", result)
    store.clock = before


def copies(store: Store, count: int) -> None:
    """Copy the first game of a store `count` times, each with its own mark, as if imported from elsewhere."""
    first = next(iter(store.archived()))
    with store.commit() as write:
        for number in range(count):
            game = msgspec.structs.replace(first, id=f"{number:016x}", ended=first.ended + number)
            write.import_game(game)


def all_recalled(table: Table, who: Actor) -> tuple[FinishedGame, ...]:
    """List every finished game, page by page as a client requests them."""
    games: list[FinishedGame] = []
    while True:
        told = table.handle(who, GetHistory(id="x", after=games[-1].mark if games else ""))
        games += msgspec.json.decode(told.games, type=tuple[FinishedGame, ...])
        if not told.left:
            return tuple(games)


def judge(table: Table, game: FinishedGame, seat: int) -> None:
    """Store a review of a game in which one decision of that seat cost much."""
    rules = table.games.shelf[game.kind]
    saved = table._store.game(game.game)
    assert saved is not None
    lines = [(move.seat, move.text) for move in saved.moves]
    state = rules.start(rules.setup(saved.header))
    one = next(game_review.list_decisions(state, lines, {seat - 1: 0}))
    other = next(
        text for text in map(str, one.state.legal(one.seat)) if strip_payment(text) != strip_payment(one.action)
    )
    choices = (RankedAction(other, 0.0), RankedAction(one.action, 5.0))
    said = game_review.JudgedDecision(one.line, seat, one.turn, one.action, 5.0, 5.0, choices)
    seats = len(game.result.seats)
    hopes = [[(6 + seat * n % 5 + (not seat) * n) ** 3 for seat in range(seats)] for n in range(12)]
    course = [
        game_review.WinProbabilities(n, n + 1, tuple(hope / sum(each) for hope in each)) for n, each in enumerate(hopes)
    ]
    with table._store.commit() as write:
        write.begin_review(game.game)
        write.append_judged(game.game, 1, [msgspec.json.encode(said)])
        write.finish_review(
            game.game, msgspec.json.encode(course), [87, *(64 + 3 * other for other in range(1, seats))], [1]
        )
    table.finished.forget()
