"""The header of a tally's record, validated: the game of the sheet, and the seats."""

from collections.abc import Mapping
from typing import Final

import msgspec

from engine.game import BadHeader
from engine.game_data import GameData
from engine.header_values import (
    FIRST,
    certain_faults,
    format_data_keys,
    format_seat_keys,
    key_faults,
    read_names,
    read_variant,
    split_list,
)
from engine.tally.actions import WORD
from engine.tally.sheets import Sheet

KEYS: Final = ("game", "sheet", "variant", "seats", "names", "data")
UNKNOWN_ROLE: Final = "?"  # what a seat is of which nobody told


class TallySetup(msgspec.Struct, frozen=True):
    """The set-up of a sheet. `roles`: the wonder of each seat (or UNKNOWN_ROLE), if any is known."""

    sheet: str
    seats: int
    variant: tuple[str, ...] = ()  # in the order of the sheet
    roles: tuple[str, ...] = ()
    names: tuple[str, ...] | None = None
    data: int = FIRST  # the version of the sheets

    def header(self) -> dict[str, str]:
        """Return keys and values in the order in which they are written. Defaults are left out."""
        told = {"game": "tally", "sheet": self.sheet}
        told |= format_seat_keys(self.variant, ", ".join(self.roles) or str(self.seats), self.names)
        return told | format_data_keys(self.data, "")


def _are_roles(words: tuple[str, ...]) -> bool:
    told = [word for word in words if word != UNKNOWN_ROLE]
    return all(WORD.match(word) for word in told) and len(set(told)) == len(told) and bool(told or not words)


def read_header(header: Mapping[str, str], data: GameData[dict[str, Sheet]]) -> TallySetup:
    """Check a header's values; BadHeader names every key that does not fit."""
    faults = key_faults(header, KEYS)
    version, _ = data.read_header({key: value for key, value in header.items() if key != "facts"}, faults)
    sheets = data.get_version(version)
    sheet = sheets.get(header.get("sheet", ""))
    if sheet is None:
        faults.append(("sheet", f"which game is scored; known are {', '.join(sheets)}"))
        raise BadHeader(*certain_faults(faults))
    fewest, most = sheet.seats
    told = split_list(header.get("seats", ""))
    seats, roles = len(told), told
    if len(told) == 1 and told[0].isascii() and told[0].isdecimal() and not told[0].startswith("0"):
        seats, roles = int(told[0][:3]), ()
    if "seats" not in header:
        faults.append(("seats", "is missing: how many, or what each seat is, clockwise"))
    elif seats not in range(fewest, most + 1):
        faults.append(("seats", f"{fewest} to {most}" if fewest < most else f"always {fewest}"))
    elif not _are_roles(roles):
        faults.append(("seats", f"a number, or a word for each seat, none twice; {UNKNOWN_ROLE} where it is not told"))
    names = read_names(header, seats, faults)
    variant = read_variant(header, dict.fromkeys(sheet.variants, ()), faults)
    if faults:
        raise BadHeader(*certain_faults(faults))
    return TallySetup(header["sheet"], seats, variant, roles, names, version)
