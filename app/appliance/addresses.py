"""The public addresses of the project, from the one file that says them."""

from pathlib import Path
from typing import Final

import msgspec

FILE: Final = Path(__file__).parents[2] / "data" / "addresses.toml"


class Addresses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Each as it is typed; empty: there is none yet."""

    repository: str
    releases: str
    updates: str
    site: str


def addresses(file: Path = FILE) -> Addresses:
    """ValueError, naming the file, if it cannot be read or says what is no address."""
    try:
        found = msgspec.toml.decode(file.read_bytes(), type=Addresses)
    except (OSError, ValueError) as error:
        raise ValueError(f"{file.name}: {error}") from error
    for name, said in msgspec.structs.asdict(found).items():
        if said and not (said.startswith("https://") and said.isprintable() and " " not in said):
            raise ValueError(f"{file.name}: {name} is no address: {said!r}")
    return found
