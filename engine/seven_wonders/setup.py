"""The header of a 7 Wonders record, checked: who sits where with which side of which board, and under which rules."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Final, Literal

import msgspec

from engine.game import BadHeader

LEADERS: Final = "leaders"
EXPERTS: Final = "experts"
VARIANTS: Final[dict[str, tuple[str, ...]]] = {LEADERS: (), EXPERTS: (LEADERS,)}  # what each needs
FORCED: Final = "rebuild-is-forced"
OWN_AGE: Final = "burial-counts-its-own-age"
RULES: Final = {FORCED: False, OWN_AGE: False}  # with their defaults
BLANKS: Final = " \t\r"
KEYS: Final = ("game", "variant", "seats", "names", "deal", "rules", "facts")


class SevenWondersSetup(msgspec.Struct, frozen=True):
    """What is fixed before the first line."""

    boards: tuple[str, ...]  # by seat, with their side
    variant: tuple[str, ...] = ()  # in the order of VARIANTS
    names: tuple[str, ...] | None = None
    deal: Literal["eager", "lazy"] = "eager"
    rules: Mapping[str, bool] = msgspec.field(default_factory=lambda: dict(RULES))
    facts: str = ""  # corrections of printed values, as the header has them

    @property
    def seats(self) -> int:
        return len(self.boards)

    def header(self) -> dict[str, str]:
        """Keys and values in the order they are written. What is at its default is left out."""
        told = {"game": "seven-wonders"}
        if self.variant:
            told["variant"] = " ".join(self.variant)
        told["seats"] = ", ".join(self.boards)
        if self.names is not None:
            told["names"] = ", ".join(self.names)
        told["deal"] = self.deal
        changed = [f"{name}={'yes' if on else 'no'}" for name, on in self.rules.items() if on != RULES[name]]
        told |= {"rules": ", ".join(changed)} if changed else {}
        return told | ({"facts": self.facts} if self.facts else {})


Faults = list[tuple[str, str]]  # key, reason


def read(
    header: Mapping[str, str],
    boards: tuple[str, ...],
    expansion: Collection[str],
    seats: range,
    corrected: Callable[[str], str],
) -> SevenWondersSetup:
    """Check a header's values; BadHeader names every key that does not fit.

    `expansion`: boards that need Leaders. `corrected` gives corrections as they are written, or ValueError.
    """
    faults: Faults = [(key, f"unknown key; known are {', '.join(KEYS)}") for key in header if key not in KEYS]
    variant = _variant(header.get("variant", ""), faults)
    chosen, fits = _boards(header, boards, seats, faults)
    if fits and LEADERS not in variant and (needs := [name for name in chosen if name in expansion]):
        faults.append(("seats", f"{needs[0]} needs the variant {LEADERS}"))
    most = len(chosen) if fits else seats[-1]
    names = _listed(header["names"]) if "names" in header else None
    if names is not None and (not all(names) or (fits and len(names) != most)):
        faults.append(("names", f"one name for each of {most} seats, none empty"))
    deal = header.get("deal", "eager")
    if deal not in ("eager", "lazy"):
        faults.append(("deal", "eager or lazy"))
    rules = _rules(header.get("rules", ""), faults)
    facts = ""
    try:
        if "facts" in header:
            facts = corrected(header["facts"])
    except ValueError as error:
        faults.append(("facts", str(error)))
    if faults:
        raise BadHeader(*faults)
    return SevenWondersSetup(
        boards=chosen,
        variant=tuple(word for word in VARIANTS if word in variant),
        names=names,
        deal="lazy" if deal == "lazy" else "eager",
        rules=rules,
        facts=facts,
    )


def wonder(board: str) -> str:
    """The board without its side."""
    return board.rpartition("-")[0]


def side(board: str) -> str:
    """`day` or `night`."""
    return board.rpartition("-")[2]


def _variant(text: str, faults: Faults) -> list[str]:
    words = [word for word in re.split(f"[{BLANKS}]+", text) if word]
    if len(set(words)) < len(words) or not set(words) <= set(VARIANTS):
        faults.append(("variant", f"each once; known are {', '.join(VARIANTS)}"))
    elif lacks := [f"{word} needs {need}" for word in words for need in VARIANTS[word] if need not in words]:
        faults.append(("variant", lacks[0]))
    return words


def _boards(
    header: Mapping[str, str], boards: tuple[str, ...], seats: range, faults: Faults
) -> tuple[tuple[str, ...], bool]:
    """The board of each seat, and whether they fit: then it is known how many seats there are."""
    chosen = _listed(header.get("seats", ""))
    if "seats" not in header:
        faults.append(("seats", "is missing: the board and side of each seat, clockwise"))
    elif len(chosen) not in seats:
        faults.append(("seats", f"{seats[0]} to {seats[-1]} boards, commas between"))
    elif unknown := [name for name in chosen if name not in boards]:
        faults.append(("seats", f"{unknown[0]!r} is no board; known are {', '.join(boards)}"))
    elif len({wonder(name) for name in chosen}) < len(chosen):
        faults.append(("seats", "no board twice, not even with two sides"))
    else:
        return chosen, True
    return chosen, False


def _rules(text: str, faults: Faults) -> dict[str, bool]:
    """Every house rule, as this header has it."""
    rules = dict(RULES)
    seen: set[str] = set()
    for rule in _listed(text) if text.strip(BLANKS) else ():
        name, _, value = (part.strip(BLANKS) for part in rule.partition("="))
        if name not in RULES or value not in ("yes", "no") or name in seen:
            faults.append(("rules", f"NAME=yes or NAME=no, each once; known are {', '.join(RULES)}"))
            break
        seen.add(name)
        rules[name] = value == "yes"
    return rules


def _listed(value: str) -> tuple[str, ...]:
    return tuple(item.strip(BLANKS) for item in value.split(","))
