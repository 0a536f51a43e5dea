"""The header of a Duel record, validated."""

from collections.abc import Callable, Mapping
from typing import Final, Literal

import msgspec

from engine.duel.data_schema import Data
from engine.game import BadHeader, Seat
from engine.game_data import GameData
from engine.header_values import (
    BLANKS,
    FIRST,
    format_data_keys,
    format_seat_keys,
    key_faults,
    read_deal,
    read_names,
    read_position,
    read_variant,
)

SEATS: Final = 2
FIRST_GAME: Final = "first-game"
VARIANTS: Final[dict[str, tuple[str, ...]]] = {FIRST_GAME: ()}  # what each needs
KEYS: Final = ("game", "variant", "seats", "names", "first", "deal", "data", "rules", "facts", "position")


class DuelSetup(msgspec.Struct, frozen=True):
    """The set-up of a game: everything that is fixed before the first line."""

    variant: tuple[str, ...] = ()
    names: tuple[str, ...] | None = None
    first: Seat = Seat(0)
    deal: Literal["eager", "lazy"] = "eager"
    data: int = FIRST  # the version of the game data
    position: str = ""  # where the game begins, if not at the beginning: JSON (`entered`)

    @property
    def seats(self) -> int:
        return SEATS

    def header(self) -> dict[str, str]:
        """Return keys and values in the order in which they are written. Defaults are left out."""
        values = {"game": "duel"}
        values |= format_seat_keys(self.variant, str(SEATS), self.names)
        values |= {"first": str(self.first + 1), "deal": self.deal} | format_data_keys(self.data, "")
        return values | ({"position": self.position} if self.position else {})


def read_header(header: Mapping[str, str], data: GameData[Data], entered: Callable[[DuelSetup], str]) -> DuelSetup:
    """Check a header's values; BadHeader names every key that does not fit.

    `entered` gives the position as it is written, or ValueError; why it does not fit is the cause of the BadHeader.
    """
    faults = key_faults(header, KEYS)
    if "seats" not in header:
        faults.append(("seats", "is missing: 2"))
    elif header["seats"] != str(SEATS):
        faults.append(("seats", "always 2"))
    names = read_names(header, SEATS, faults)
    first = header.get("first", "1")
    if first not in ("1", "2"):
        faults.append(("first", "a seat, 1 or 2"))
    deal = read_deal(header, faults)
    variant = read_variant(header, VARIANTS, faults)
    if header.get("rules", "").strip(BLANKS):
        faults.append(("rules", "Duel has no house rules yet"))
    version, _ = data.read_header({key: value for key, value in header.items() if key != "facts"}, faults)
    if "facts" in header:
        faults.append(("facts", "Duel takes no corrections yet"))
    setup = DuelSetup(
        variant, names, Seat(0 if first == "1" else 1), deal, version, position=header.get("position", "")
    )
    setup, why = read_position(header, setup, ("seats", "names", "deal", "data", "facts"), entered, faults)
    if faults:
        raise BadHeader(*faults) from why
    return setup
