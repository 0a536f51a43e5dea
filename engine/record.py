"""Reading, replaying and writing text records (docs/notation.md): a header, then one line for each action."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from engine.corrections_and_agreements import is_house_line, parse_house_line
from engine.game import CHANCE, Action, BadHeader, Emit, HasStock, IllegalAction, Rules, Seat, Session, Setup, State
from engine.header_values import BLANKS

FIRST_LINE: Final = "# wondertable record 1"
SHORT: Final = 160  # characters of legal lines that an error may list

HOUSE: Final = "# house: "  # before a line that says how the house has it

_SPACES: Final = re.compile(f"[{BLANKS}]+")
_SEAT: Final = re.compile(r"[1-9][0-9]*\Z")


class BrokenRecord(ValueError):
    """A record that cannot be read or played; `line` is the physical line, from 1, of the first thing wrong.

    A stored record breaks when its rules or their data change; `line` is 0 then.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"{line}: {reason}")
        self.line = line
        self.reason = reason


class Record(msgspec.Struct, frozen=True):
    """A parsed record: a checked header, and the moves with their physical lines."""

    rules: Rules
    setup: Setup
    moves: tuple[tuple[int, str], ...]
    header_end: int  # physical line that ended the header


def parse_record(data: bytes, shelf: Mapping[str, Rules]) -> Record:
    """Parse a record; its moves are not played yet. Raise BrokenRecord for the first line that is wrong."""
    lines = _lines(data)
    head = _header(lines)
    faults = head.faults
    rules = shelf.get(head.values.get("game", ""))
    if "game" not in head.values:
        faults.append((head.end, "game: is missing"))
    elif rules is None:
        known = ", ".join(shelf)
        faults.append((head.where["game"], f"game: no game {head.values['game']!r} here; known are {known}"))
    setup, wrong = _check_setup(head.values, [rules] if rules else shelf.values())
    for key, reason in wrong:
        faults.append((head.where.get(key, head.end), f"{key if key.isprintable() else repr(key)}: {reason}"))
    if faults or rules is None or setup is None:  # without one of these there is a fault
        raise BrokenRecord(*min(faults))
    told = setup.header().get("deal") == "lazy"
    moves = ((number, _normalise_move(line, told)) for number, line in enumerate(lines[head.end :], head.end + 1))
    return Record(rules=rules, setup=setup, moves=tuple(move for move in moves if move[1]), header_end=head.end)


def replay(record: Record) -> Iterator[tuple[int, Session[Any]]]:
    """Play a record. Yield the same session (a State, for a game) as set up and after each move, with the physical
    line.
    """
    state: Session[Any] = record.rules.start(record.setup)
    yield record.header_end, state
    yield from _play_moves(state, record.moves)


def _play_moves(state: Session[Any], moves: Iterable[tuple[int, str]]) -> Iterator[tuple[int, Session[Any]]]:
    for number, text in moves:
        try:
            seat, action = parse_move(state, text)
            state.apply(seat, action)
        except IllegalAction as error:
            if is_house_line(text):  # it stands in a comment, which cannot be wrong
                continue
            raise BrokenRecord(number, f"{text!r} is not legal here ({error}){_list_alternatives(state)}") from None
        except ValueError:
            raise BrokenRecord(number, f"{text!r} cannot be read{_list_alternatives(state)}") from None
        yield number, state


def start_stored(shelf: Mapping[str, Rules], header: Mapping[str, str]) -> Session[Any]:
    """Start the session of a stored record. Raise BrokenRecord without its game, or if its rules refuse the header."""
    try:
        rules = shelf[header["game"]]
        return rules.start(rules.setup(header))
    except (KeyError, ValueError, IllegalAction) as error:
        raise BrokenRecord(0, str(error)) from error


def apply_stored(state: Session[Any], seat: Seat, text: str, emit: Emit | None = None) -> None:
    """Apply a stored move, without its seat. Raise BrokenRecord if it cannot be read or is not legal."""
    try:
        state.apply(seat, state.parse(text), emit)
    except (ValueError, IllegalAction) as error:
        raise BrokenRecord(0, f"{text!r}: {error}") from error


def last_state(shelf: Mapping[str, Rules], header: Mapping[str, str], moves: Iterable[str]) -> Session[Any]:
    """Return the state in which a stored record ends. Raise BrokenRecord if it cannot be played."""
    state = start_stored(shelf, header)
    for _ in _play_moves(state, enumerate(moves, 1)):
        pass
    return state


def parse_move(state: Session[Any], text: str) -> tuple[Seat, Action]:
    """Parse one line of moves into its seat and action. Raise ValueError if that is impossible."""
    first, _, rest = text.partition(" ")
    if _SEAT.match(first):
        return Seat(int(first) - 1), state.parse(rest)
    return CHANCE, state.parse(text)


def format_move(seat: Seat, action: Action) -> str:
    return str(action) if seat == CHANCE else f"{seat + 1} {action}"


def legal_lines(state: Session[Any], seat: Seat | None = None) -> list[str]:
    """List every legal line of a position, sorted; for chance the outcomes with weights, or the remaining stock.

    With `seat`, list only the lines of that seat.
    """
    if not isinstance(state, State):  # a sheet lists nothing
        return []
    if state.to_act == (CHANCE,):
        return sorted(f"{said} {number}" for said, number in _chance_outcomes(state)) if seat is None else []
    return sorted(
        format_move(actor, action) for actor in state.to_act if seat in (None, actor) for action in state.legal(actor)
    )


def _chance_outcomes(state: State[Any]) -> Sequence[tuple[Action | str, int]]:
    """List the outcomes of chance with their weights, or the remaining stock if there are too many."""
    odds = state.odds()
    if odds is None and isinstance(state, HasStock):
        return state.stock()
    return odds or ()


def position(state: Session[Any], seat: Seat | None = None) -> dict[str, Any]:
    """Return the object of `replay --json`: the view without its derived facts."""
    shown: dict[str, Any] = msgspec.to_builtins(state.view(seat))
    shown.pop("hints", None)
    return shown


def format_record(setup: Setup, moves: Iterable[str]) -> str:
    header = "".join(f"{key}: {value}\n" for key, value in setup.header().items())
    return f"{FIRST_LINE}\n{header}\n" + "".join(f"{format_line(move)}\n" for move in moves)


def format_line(move: str) -> str:
    """Format a line of moves for a record: a house line becomes a comment."""
    return f"# {move.replace(' ', ': ', 1)}" if is_house_line(move) else move


class _Header(NamedTuple):
    """The lines before the first empty one, as far as they can be read."""

    values: dict[str, str]
    where: dict[str, int]  # the physical line of each key
    end: int  # the line that ended it
    faults: list[tuple[int, str]]  # line, reason


def _header(lines: Sequence[str]) -> _Header:
    header = _Header({}, {}, max(1, len(lines)), [])
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip(BLANKS)
        if not _readable(line):
            header.faults.append((number, "not UTF-8 text"))
            continue
        if not text:
            if header.values and "#" not in line:
                return header._replace(end=number)
            continue
        key, colon, value = (part.strip(BLANKS) for part in text.partition(":"))
        if not colon or not key:
            header.faults.append((number, f"{text!r} is not KEY: VALUE; an empty line ends the header"))
        elif key in header.where:
            header.faults.append((number, f"{key} stands on line {header.where[key]} already"))
        else:
            header.values[key], header.where[key] = value, number
    return header


def _check_setup(header: Mapping[str, str], rules: Iterable[Rules]) -> tuple[Setup | None, list[tuple[str, str]]]:
    """Find the first rules that accept this header and return its set-up, or the faults that none of them accepts."""
    faults: list[tuple[tuple[str, str], ...]] = []
    for each in rules:
        try:
            return each.setup(header), []
        except BadHeader as error:
            faults.append(error.faults)
    # A game that misses a key of its own (tally its sheet) cannot judge the others.
    judges = [each for each in faults if all(key in header for key, _ in each)] or faults
    common = set.intersection(*({key for key, _ in each} for each in judges))
    return None, [(key, reason) for key, reason in judges[0] if key in common]


def _lines(data: bytes) -> list[str]:
    """Split a file into physical lines. Bytes that are not UTF-8 become lone surrogates, to be reported in order of
    lines.
    """
    text = data.decode(errors="surrogateescape")
    if text.startswith("\ufeff"):
        raise BrokenRecord(1, "the file begins with a byte-order mark; save it without")
    return text.removesuffix("\n").split("\n") if text else []


def _readable(line: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in line)


def _normalise_move(line: str, told: bool) -> str:
    """Return a move without its comment, its blanks normalised. A line that is not UTF-8 stays whole, and is no move.

    `told`: people dealt the game, so that a comment may be a house line.
    """
    if told and line.startswith(HOUSE) and parse_house_line(found := f"house {line.removeprefix(HOUSE)}"):
        return found
    return _SPACES.sub(" ", line.partition("#")[0] if _readable(line) else line).strip(" ")


def _list_alternatives(state: Session[Any]) -> str:
    """List the legal lines for an error message, where they are short."""
    if not isinstance(state, State):
        return ""
    if not state.to_act:
        return "; the game is over"
    chance = state.to_act == (CHANCE,)
    if chance and state.odds() is None:
        return ""  # statements are no lines
    lines = [text.rpartition(" ")[0] if chance else text for text in legal_lines(state)]
    listed = ", ".join(lines)
    return f"; legal: {listed}" if lines and len(listed) <= SHORT else ""
