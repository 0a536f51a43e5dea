"""The header of an Architects record, checked: who sits where with which wonder, and under which rules."""

import re
from collections.abc import Callable, Mapping
from typing import Final, Literal

import msgspec

from engine.game import BadHeader, Seat

RULES: Final = {"coin-may-replace-a-resource-you-have": False, "economy-forces-a-build": True}  # with their defaults
VARIANTS: Final[dict[str, tuple[str, ...]]] = {
    "medals": (),
    "expert": ("medals",),
    "medal-tokens": (),
}  # what each needs
BLANKS: Final = " \t\r"
KEYS: Final = ("game", "variant", "seats", "names", "first", "deal", "rules", "facts", "position")


class ArchitectsSetup(msgspec.Struct, frozen=True):
    """What is fixed before the first line."""

    wonders: tuple[str, ...]  # by seat
    variant: tuple[str, ...] = ()  # in the order of VARIANTS
    names: tuple[str, ...] | None = None
    first: Seat = Seat(0)
    deal: Literal["eager", "lazy"] = "eager"
    rules: Mapping[str, bool] = msgspec.field(default_factory=lambda: dict(RULES))
    facts: str = ""  # corrections of printed values, as the header has them
    position: str = ""  # where the game begins, if not at the beginning: JSON (`entered`)

    @property
    def seats(self) -> int:
        return len(self.wonders)

    def header(self) -> dict[str, str]:
        """Keys and values in the order they are written. What is at its default is left out."""
        told = {"game": "architects"}
        if self.variant:
            told["variant"] = " ".join(self.variant)
        told["seats"] = ", ".join(self.wonders)
        if self.names is not None:
            told["names"] = ", ".join(self.names)
        told |= {"first": str(self.first + 1), "deal": self.deal}
        changed = [f"{name}={'yes' if on else 'no'}" for name, on in self.rules.items() if on != RULES[name]]
        told |= {"rules": ", ".join(changed)} if changed else {}
        told |= {"facts": self.facts} if self.facts else {}
        return told | ({"position": self.position} if self.position else {})


Faults = list[tuple[str, str]]  # key, reason


def read(
    header: Mapping[str, str],
    wonders: tuple[str, ...],
    seats: range,
    corrected: Callable[[str], str],
    entered: Callable[[ArchitectsSetup], str],
) -> ArchitectsSetup:
    """Check a header's values; BadHeader names every key that does not fit.

    `corrected` gives corrections of printed values as they are written, or ValueError, `entered` the position.
    """
    faults: Faults = [(key, f"unknown key; known are {', '.join(KEYS)}") for key in header if key not in KEYS]
    chosen, fits = _wonders(header, wonders, seats, faults)
    most = len(chosen) if fits else seats[-1]
    names = _listed(header["names"]) if "names" in header else None
    if names is not None and (not all(names) or (fits and len(names) != most)):
        faults.append(("names", f"one name for each of {most} seats, none empty"))
    first = header.get("first", "1")
    if first not in [str(seat + 1) for seat in range(most)]:
        faults.append(("first", f"a seat from 1 to {most}"))
    deal = header.get("deal", "eager")
    if deal not in ("eager", "lazy"):
        faults.append(("deal", "eager or lazy"))
    variant = _words(header.get("variant", ""))
    if len(set(variant)) < len(variant) or not set(variant) <= set(VARIANTS):
        faults.append(("variant", f"each once; known are {', '.join(VARIANTS)}"))
    elif lacks := [f"{word} needs {need}" for word in variant for need in VARIANTS[word] if need not in variant]:
        faults.append(("variant", lacks[0]))
    rules = _rules(header.get("rules", ""), faults)
    facts = ""
    try:
        if "facts" in header:
            facts = corrected(header["facts"])
    except ValueError as error:
        faults.append(("facts", str(error)))
    wrong = {key for key, _ in faults}
    setup = ArchitectsSetup(
        wonders=chosen,
        variant=tuple(word for word in VARIANTS if word in variant),
        names=names,
        first=Seat(int(first) - 1 if "first" not in wrong else 0),
        deal="lazy" if deal == "lazy" else "eager",
        rules=rules,
        facts=facts,
        position=header.get("position", ""),
    )
    if "position" in header and not wrong & {"seats", "names", "first", "deal", "variant", "facts"}:
        try:
            if deal != "lazy":
                raise ValueError("only with `deal: lazy`")
            setup = msgspec.structs.replace(setup, position=entered(setup))
        except ValueError as error:
            faults.append(("position", str(error)))
    if faults:
        raise BadHeader(*faults)
    return setup


def _wonders(
    header: Mapping[str, str], wonders: tuple[str, ...], seats: range, faults: Faults
) -> tuple[tuple[str, ...], bool]:
    """The wonder of each seat, and whether they fit: then it is known how many seats there are."""
    chosen = _listed(header.get("seats", ""))
    if "seats" not in header:
        faults.append(("seats", "is missing: the wonder of each seat, clockwise"))
    elif len(chosen) not in seats:
        faults.append(("seats", f"{seats[0]} to {seats[-1]} wonders, commas between"))
    elif unknown := [name for name in chosen if name not in wonders]:
        faults.append(("seats", f"{unknown[0]!r} is no wonder; known are {', '.join(wonders)}"))
    elif len(set(chosen)) < len(chosen):
        faults.append(("seats", "no wonder twice"))
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


def _words(value: str) -> list[str]:
    return [word for word in re.split(f"[{BLANKS}]+", value) if word]
