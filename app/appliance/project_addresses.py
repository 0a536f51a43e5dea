"""The public addresses of the project, from data/addresses.toml. Needs no package, as a rollback imports it."""

import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).parents[2] / "data" / "addresses.toml"


@dataclass(frozen=True, slots=True)
class Addresses:
    """The addresses as they are typed; "" for one that does not exist yet."""

    repository: str
    releases: str
    updates: str
    site: str


def load_addresses(file: Path = FILE) -> Addresses:
    """Load the addresses. ValueError, naming the file, if it cannot be read or contains anything else."""
    try:
        found = Addresses(**tomllib.loads(file.read_text("utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise ValueError(f"{file.name}: {error}") from error
    for name, said in asdict(found).items():
        if said == "":
            continue
        if not (isinstance(said, str) and said.startswith("https://") and said.isprintable() and " " not in said):
            raise ValueError(f"{file.name}: {name} is not an address: {said!r}")
    return found
