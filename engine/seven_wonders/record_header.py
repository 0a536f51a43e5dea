"""The header of a 7 Wonders record, validated: seats with board and side, variants and rules."""

from collections.abc import Callable, Mapping
from typing import Final, Literal

import msgspec

from engine.game import BadHeader
from engine.game_data import GameData
from engine.header_values import (
    FIRST,
    certain_faults,
    changed_rules,
    format_data_keys,
    format_seat_keys,
    key_faults,
    read_deal,
    read_names,
    read_position,
    read_roles,
    read_rules,
    read_variant,
)
from engine.seven_wonders.data_schema import Data

LEADERS: Final = "leaders"
EXPERTS: Final = "experts"
VARIANTS: Final[dict[str, tuple[str, ...]]] = {LEADERS: (), EXPERTS: (LEADERS,)}  # what each needs
FORCED_REBUILD: Final = "rebuild-is-forced"
OWN_AGE: Final = "burial-counts-its-own-age"
RULES: Final = {FORCED_REBUILD: False, OWN_AGE: False}  # with their defaults
KEYS: Final = ("game", "variant", "seats", "names", "deal", "data", "rules", "facts", "position")


class SevenWondersSetup(msgspec.Struct, frozen=True):
    """The set-up of a game: everything that is fixed before the first line."""

    boards: tuple[str, ...]  # by seat, with their side
    variant: tuple[str, ...] = ()  # in the order of VARIANTS
    names: tuple[str, ...] | None = None
    deal: Literal["eager", "lazy"] = "eager"
    rules: Mapping[str, bool] = msgspec.field(default_factory=lambda: dict(RULES))
    data: int = FIRST  # the version of the game data,
    overrides: str = ""  # and an owner's, as the header has them
    position: str = ""  # where the game begins, if not at the beginning: JSON (`entered`)

    @property
    def seats(self) -> int:
        return len(self.boards)

    @property
    def leaders(self) -> bool:
        return LEADERS in self.variant

    def header(self) -> dict[str, str]:
        """Return keys and values in the order in which they are written. Defaults are left out."""
        values = {"game": "seven-wonders"}
        values |= format_seat_keys(self.variant, ", ".join(self.boards), self.names)
        values["deal"] = self.deal
        changed = changed_rules(self.rules, RULES)
        values |= {"rules": changed} if changed else {}
        values |= format_data_keys(self.data, self.overrides)
        return values | ({"position": self.position} if self.position else {})


def read_header(
    header: Mapping[str, str], data: GameData[Data], entered: Callable[[SevenWondersSetup], str]
) -> SevenWondersSetup:
    """Check a header's values; BadHeader names every key that does not fit.

    `entered` gives the position as it is written, or ValueError; why it does not fit is the cause of the BadHeader.
    """
    faults = key_faults(header, KEYS)
    version, overrides = data.read_header(header, faults)
    facts = data.get_version(version)
    seats = range(facts.table.min_seats, facts.table.max_seats + 1)
    expansion = [name for name, board in facts.boards.items() if board.box == "leaders"]
    variant = read_variant(header, VARIANTS, faults)
    chosen, fits = read_roles(
        header,
        tuple(facts.boards),
        seats,
        faults,
        what="board",
        each="the board and side",
        twice="no board twice, not even with two sides",
        kind=wonder,
    )
    if fits and LEADERS not in variant and (needs := [name for name in chosen if name in expansion]):
        faults.append(("seats", f"{needs[0]} needs the variant {LEADERS}"))
    names = read_names(header, len(chosen) if fits else seats[-1], faults, sure=fits)
    deal = read_deal(header, faults)
    rules = read_rules(header, RULES, faults)
    position = header.get("position", "")
    setup = SevenWondersSetup(
        boards=chosen,
        variant=variant,
        names=names,
        deal=deal,
        rules=rules,
        data=version,
        overrides=overrides,
        position=position,
    )
    keys = ("seats", "variant", "names", "deal", "rules", "data", "facts")
    setup, why = read_position(header, setup, keys, entered, faults)
    if faults:
        raise BadHeader(*certain_faults(faults)) from why
    return setup


def wonder(board: str) -> str:
    """Return the wonder of a board, without its side."""
    return board.rpartition("-")[0]


def side(board: str) -> str:
    """Return the side of a board, `day` or `night`."""
    return board.rpartition("-")[2]
