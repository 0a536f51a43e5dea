"""`wondertable replay` and `wondertable workshop fingerprint`, and games between players of the program."""

import argparse
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from app.games.game_list import load_record_rules, shelf
from app.text.terminal_output import CannotStart, cannot_read, command_line
from engine import record
from engine.game import CHANCE, Action, BadHeader, Emit, Game, Rng, Rules, Seat, Session, State, roles_of
from engine.header_values import format_data_keys
from engine.players import Choose
from engine.players.bot_levels import Players


def replay(args: argparse.Namespace) -> int:
    """Replay a record and print its last position, the legal lines, or every position."""
    seat = None if args.seat is None else Seat(args.seat - 1)
    try:
        parsed = _read_record(args.file, load_record_rules(args.data))
        if seat is not None and seat >= parsed.setup.seats:
            raise CannotStart(f"--seat {args.seat}: this record has {parsed.setup.seats} seats.")
        out: list[bytes] = []
        for number, state in record.replay(parsed):
            if args.trace:
                out.append(msgspec.json.encode(_describe_line(number, state, seat)))
    except record.BrokenRecord as error:
        return _report_broken(args.file, error)
    except OSError as error:
        raise cannot_read(args.file, error) from None
    if args.legal:
        out = [text.encode() for text in record.legal_lines(state, seat)]
    elif not args.trace:
        out = [msgspec.json.encode(record.position(state, seat))]
    sys.stdout.buffer.write(b"".join(text + b"\n" for text in out))
    return 0


def _read_record(file: str, rules: Mapping[str, Rules]) -> record.Record:
    return record.parse_record(Path(file).read_bytes(), rules)


def _report_broken(file: str, error: record.BrokenRecord) -> int:
    """Print where a record is broken, in the format of compilers (docs/notation.md). Return the exit code."""
    print(f"{file}:{error.line}: {error.reason}", file=sys.stderr)
    return 2


def _describe_line(number: int, state: Session[Any], seat: Seat | None) -> dict[str, Any]:
    return {"line": number, "legal": record.legal_lines(state, seat), "json": record.position(state, seat)}


def find_game(data: Mapping[str, Any], name: str, seats: int, variant: str) -> Game:
    """Return a game if it supports the number of seats and the variant; CannotStart if not."""
    game = shelf(data)[name]
    if seats not in game.seats:
        raise CannotStart(f"--seats {seats}: {game.name} is for {game.seats[0]} to {game.seats[-1]} seats.")
    try:
        game.setup(make_header(game, seats, variant, random.Random()))
    except BadHeader as error:
        raise CannotStart(f"{'; '.join(f'--{key}: {reason}' for key, reason in error.faults)}.") from None
    return game


def make_player(kind: str, args: argparse.Namespace) -> Choose:
    """Return a player by kind or level; CannotStart if it has no learned weights for the game."""
    found = Players(args.players).choose(kind, args.game, args.seats, args.variant, args.iterations)
    if found is None:
        command = command_line("workshop learn")
        raise CannotStart(f"--player {kind}: there are no learned weights for {args.game} yet; {command} makes them.")
    return found


def make_header(game: Game, seats: int, variant: str, rng: Rng) -> dict[str, str]:
    """Make a header with random wonders, sides and first seat; only the number of seats if seats have no printed
    identity.
    """
    roles = roles_of(game)
    sides: dict[str, list[str]] = {}
    for role in roles.random_pool(variant.split()):
        sides.setdefault(roles.board(role), []).append(role)
    chosen = [sides[board] for board in rng.sample(list(sides), seats)] if sides else []
    wonders = [rng.choice(names) if len(names) > 1 else names[0] for names in chosen]
    header = {"game": game.name, "seats": ", ".join(wonders) or str(seats)} | format_data_keys(game.data_version, "")
    if game.first_seat:
        header["first"] = str(rng.randrange(seats) + 1)
    return header | ({"variant": variant} if variant.strip() else {})


def play_game(
    game: Game,
    header: Mapping[str, str],
    players: Sequence[Choose],
    rng: Rng,
    chance: Rng | None = None,
    emit: Emit | None = None,
) -> tuple[State[Any], str]:
    """Play a whole game. Return its last state and its record. `chance` deals; None: the players' generator deals, too.

    `emit` receives the events.
    """
    chance = rng if chance is None else chance
    setup = game.setup(header)
    state: State[Any] = game.start(setup)
    moves: list[str] = []
    while state.to_act:
        seat = state.to_act[0]
        action: Action = state.deal(chance) if seat == CHANCE else players[seat](state, seat, rng)
        state.apply(seat, action, emit)
        moves.append(record.format_move(seat, action))
    return state, record.format_record(setup, moves)


def deciding_seats(state: State[Any], rng: Rng) -> Iterator[Seat]:
    """Yield the seat that decides, until the game is over, resolving chance. The caller applies an action for each."""
    while state.to_act:
        seat = state.to_act[0]
        if seat == CHANCE:
            state.apply(CHANCE, state.deal(rng))
        else:
            yield seat


def fingerprint(args: argparse.Namespace) -> int:
    """Count the lines that can be reached from a record's end, by depth."""
    try:
        *_, (_, end) = record.replay(_read_record(args.file, load_record_rules(args.data)))
        counter = LineCounter(args.seed)
    except record.BrokenRecord as error:
        return _report_broken(args.file, error)
    except OSError as error:
        raise cannot_read(args.file, error) from None
    state: Any = end  # Any: of a sheet a Session, where nobody is to act
    if args.split:
        for seat, action in counter.list_next_lines(state):
            count = counter.count_reachable(apply_to_copy(state, seat, action), args.depth - 1)
            print(f"{record.format_move(seat, action)}: {count}")
    for depth in range(1, args.depth + 1):
        print(f"{depth} {counter.count_reachable(state, depth)}")
    return 0


class LineCounter:
    """Enumerates the possible next lines. If chance has too many outcomes to list, one is dealt by the seed."""

    def __init__(self, seed: str = "0") -> None:
        self.seed = seed

    def count_reachable(self, state: State[Any], depth: int) -> int:
        """Count the sequences of the next `depth` lines."""
        if depth == 0 or not state.to_act:
            return 1
        return sum(
            self.count_reachable(apply_to_copy(state, seat, action), depth - 1)
            for seat, action in self.list_next_lines(state)
        )

    def list_next_lines(self, state: State[Any]) -> list[tuple[Seat, Action]]:
        """List every next line: of chance, or of the first seat to act."""
        if not state.to_act:
            return []
        seat = state.to_act[0]
        if seat == CHANCE and state.odds() is None:
            return [(seat, state.deal(random.Random(f"{self.seed}/{state.chance_key()}")))]
        return [(seat, action) for action in state.legal(seat)]


def apply_to_copy(state: State[Any], seat: Seat, action: Action) -> State[Any]:
    twin = state.copy()
    twin.apply(seat, action)
    return twin
