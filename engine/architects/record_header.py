"""The header of an Architects record, validated: seats with their wonders, variants and rules."""

from collections.abc import Callable, Mapping
from typing import Final, Literal

import msgspec

from engine.architects.data_schema import Data
from engine.game import BadHeader, Seat
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

WITH_MEDALS: Final = "medals"
EXPERT: Final = "expert"
MEDAL_TOKENS: Final = "medal-tokens"
# Each variant, with those that it needs.
VARIANTS: Final[dict[str, tuple[str, ...]]] = {WITH_MEDALS: (), EXPERT: (WITH_MEDALS,), MEDAL_TOKENS: ()}
INCLUDED_VARIANTS: Final[dict[str, tuple[str, ...]]] = {WITH_MEDALS: (MEDAL_TOKENS,)}  # the expansion's rules add both
LOOSE_COINS: Final = "coin-may-replace-a-resource-you-have"
FORCED_BUILD: Final = "economy-forces-a-build"
RULES: Final = {LOOSE_COINS: False, FORCED_BUILD: True}  # with their defaults
KEYS: Final = ("game", "variant", "seats", "names", "first", "deal", "data", "rules", "facts", "position")


class ArchitectsSetup(msgspec.Struct, frozen=True):
    """The set-up of a game: everything that is fixed before the first line."""

    wonders: tuple[str, ...]  # by seat
    variant: tuple[str, ...] = ()  # in the order of VARIANTS
    names: tuple[str, ...] | None = None
    first: Seat = Seat(0)
    deal: Literal["eager", "lazy"] = "eager"
    rules: Mapping[str, bool] = msgspec.field(default_factory=lambda: dict(RULES))
    data: int = FIRST  # the version of the game data,
    overrides: str = ""  # and an owner's, as the header has them
    position: str = ""  # where the game begins, if not at the beginning: JSON (`entered`)

    @property
    def seats(self) -> int:
        return len(self.wonders)

    def header(self) -> dict[str, str]:
        """Return keys and values in the order in which they are written. Defaults are left out."""
        values = {"game": "architects"}
        values |= format_seat_keys(self.variant, ", ".join(self.wonders), self.names)
        values |= {"first": str(self.first + 1), "deal": self.deal}
        changed = changed_rules(self.rules, RULES)
        values |= {"rules": changed} if changed else {}
        values |= format_data_keys(self.data, self.overrides)
        return values | ({"position": self.position} if self.position else {})


def read_header(
    header: Mapping[str, str], data: GameData[Data], entered: Callable[[ArchitectsSetup], str]
) -> ArchitectsSetup:
    """Check a header's values; BadHeader names every key that does not fit.

    `entered` gives the position as it is written, or ValueError; why it does not fit is the cause of the BadHeader.
    """
    faults = key_faults(header, KEYS)
    version, overrides = data.read_header(header, faults)
    facts = data.get_version(version)
    seats = range(facts.table.min_seats, facts.table.max_seats + 1)
    chosen, fits = read_roles(
        header, tuple(facts.wonders), seats, faults, what="wonder", each="the wonder", twice="no wonder twice"
    )
    most = len(chosen) if fits else seats[-1]
    names = read_names(header, most, faults, sure=fits)
    first = header.get("first", "1")
    if first not in [str(seat + 1) for seat in range(most)]:
        faults.append(("first", f"a seat from 1 to {most}"))
    deal = read_deal(header, faults)
    variant = read_variant(header, VARIANTS, faults)
    rules = read_rules(header, RULES, faults)
    wrong = {key for key, _ in faults}
    setup = ArchitectsSetup(
        wonders=chosen,
        variant=variant,
        names=names,
        first=Seat(int(first) - 1 if "first" not in wrong else 0),
        deal=deal,
        rules=rules,
        data=version,
        overrides=overrides,
        position=header.get("position", ""),
    )
    needs = ("seats", "names", "first", "deal", "variant", "data", "facts")
    setup, why = read_position(header, setup, needs, entered, faults)
    if faults:
        raise BadHeader(*certain_faults(faults)) from why
    return setup
