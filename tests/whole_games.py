"""Whole games as records tell them: each played once, with all that was to be seen and said at every line."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import pytest

from app.games import game_list as games
from engine import record
from engine.game import Game, Seat, State

ROOT = Path(__file__).resolve().parent.parent
RECORD_DIR = ROOT / "tests" / "records"
RECORDS = {  # by game, each in a folder of its own; those of the first game lie above them
    game: sorted((RECORD_DIR if game == "architects" else RECORD_DIR / game).glob("*.wt")) for game in games.GAMES
}
TRACK = sorted((RECORD_DIR / "track").glob("*.wt"))  # boxes unlike ours, and games that begin in the middle


class Moment(NamedTuple):
    """A position and the line that was said at it ("" at the end)."""

    text: str
    legal: Sequence[str]
    public: Mapping[str, Any]
    own: Sequence[Mapping[str, Any]]  # as each seat sees it


class Line:
    """One line of a record with what was before and after it; each game's adds what its questions ask for."""

    def __init__(self, header: Mapping[str, str], moments: Sequence[Moment], at: int) -> None:
        self.header, self.moments, self.at = header, moments, at
        self.text, self.legal, self.before, self.own = moments[at]
        _, self.next, self.after, self.own_after = moments[at + 1]
        self.words = self.text.split()
        self.lazy = header.get("deal") == "lazy"


class Replay(NamedTuple):
    told: record.Record
    moments: list[Moment]
    claims: list[tuple[int, str]]  # move, and what its comment says it shows


class SeenPositions(Sequence[Mapping[str, Any]]):
    """A position as each seat sees it, made when it is asked for."""

    def __init__(self, state: State[Any], seats: int) -> None:
        self.state, self.seats = state.copy(), seats

    def __len__(self) -> int:
        return self.seats

    def __getitem__(self, seat):
        if not 0 <= seat < self.seats:
            raise IndexError
        return printed(self.state, Seat(seat))


Asked = TypeVar("Asked", bound=Line)


@cache
def shelf() -> Mapping[str, Game]:
    return games.shelf({path.stem: path.read_bytes() for path in (ROOT / "data").glob("*.toml")})


def printed(state: State[Any], seat: Seat | None = None) -> dict[str, Any]:
    """Return the position as `replay --json` prints it."""
    position: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record.position(state, seat)))
    return position


@cache
def played(path: Path) -> Replay:
    data = path.read_bytes()
    told = record.parse_record(data, shelf())
    texts = [text for _, text in told.moves] + [""]
    moments = []
    for text, (_, state) in zip(texts, record.replay(told), strict=True):
        seen = SeenPositions(state, told.setup.seats)
        moments.append(Moment(text, record.legal_lines(state), printed(state), seen))
    comments = {number: line.partition("#")[2] for number, line in enumerate(data.decode().splitlines(), 1)}
    claims = [
        (move, claim.strip())
        for move, (number, _) in enumerate(told.moves)
        for claim in comments[number].split(";")
        if claim.strip()
    ]
    return Replay(told, moments, claims)


def lines(path: Path, asked: type[Asked]) -> list[Asked]:
    """Return a record's lines, wrapped in its game's class of questions."""
    told, moments, _ = played(path)
    return [asked(told.setup.header(), moments, at) for at in range(len(moments) - 1)]


def each_of(paths: Sequence[Path]) -> pytest.MarkDecorator:
    """Return a mark that runs a test for each of these records, named by folder and file."""
    return pytest.mark.parametrize("path", paths, ids=lambda path: str(path.relative_to(RECORD_DIR).with_suffix("")))
