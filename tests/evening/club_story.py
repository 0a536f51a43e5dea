"""An evening of a club as a value: its tables, and step by step what people and the world do."""

from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from tests.evening.story import Step

PEOPLE: Final = {
    "play": 260,
    "amend": 110,
    "delete": 40,
    "race": 25,
    "sit": 150,
    "become": 60,
    "me": 130,
    "page": 25,
    "rename": 12,
    "forget": 16,
    "claim": 70,
    "unclaim": 12,
    "tournament": 50,
    "league": 30,
    "late": 25,
    "depart": 8,
    "copy": 8,
}
FAULTS: Final = {
    "again": 60,  # a request is delivered once more, later
    "tear": 50,
    "hold": 40,
    "dark": 25,
    "kill": 15,
    "cut": 15,
    "die-writing": 25,
    "club-kill": 20,
    "club-cut": 20,
    "statement": 60,
    "full": 8,
    "room": 20,
    "clock": 10,
}


class ClubStory(msgspec.Struct, frozen=True):
    """`early`: number of tables that join at the beginning. `database`: SQLite or PostgreSQL. `seed`: of all chance."""

    seed: str
    tables: int
    early: int
    database: str
    steps: tuple[Step, ...]

    # As an evening at one table has them, for the counts of a night.
    game: str = "club"

    @property
    def mode(self) -> str:
        return self.database

    def json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=0).replace(b",\n", b", ").replace(b"[\n", b"[")


def clubs(seed: int, tables: int = 5, most: int = 220, database: str = "") -> ClubStory:
    """Build the story of a club's evening from a seed."""
    rng = Random(f"club {seed}")
    rates: dict[str, Any] = {**PEOPLE, **(FAULTS if rng.random() < 0.9 else {})}
    kinds, weights = [*rates], [*rates.values()]
    steps = [
        Step(round(rng.expovariate(1 / 0.8), 2), rng.randrange(60), rng.choices(kinds, weights)[0], rng.randrange(2520))
        for _ in range(rng.randint(most // 3, most))
    ]
    return ClubStory(str(seed), tables, rng.randint(max(1, tables - 2), tables), database or "SQLite", tuple(steps))


def read_club(path: Path) -> ClubStory:
    """Read a story that was kept."""
    return msgspec.json.decode(path.read_bytes(), type=ClubStory)


def postgresql_clubs(seed: int) -> ClubStory:
    """Build the story of a club's evening from a seed, with the club's database in PostgreSQL."""
    return clubs(seed, database="PostgreSQL")
