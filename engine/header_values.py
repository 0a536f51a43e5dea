"""Parsing, validation and formatting of header values that several games share."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, Literal, TypeVar

import msgspec

FIRST: Final = 1  # the version of the game data where a header, or a data file, does not say one
OF_THE_DATA: Final = ("seats", "sheet", "facts", "position")  # keys whose values name what stands in it
BLANKS: Final = " \t\r"  # nothing else is one: a word with a no-break space is another word

Faults = list[tuple[str, str]]  # key, reason
Setup = TypeVar("Setup", bound=msgspec.Struct)


def split_list(value: str) -> tuple[str, ...]:
    return tuple(item.strip(BLANKS) for item in value.split(","))


def split_words(value: str) -> list[str]:
    return [word for word in re.split(f"[{BLANKS}]+", value) if word]


def key_faults(header: Mapping[str, str], known: Sequence[str]) -> Faults:
    """List the unknown keys as faults."""
    return [(key, f"unknown key; known are {', '.join(known)}") for key in header if key not in known]


def read_names(header: Mapping[str, str], seats: int, faults: Faults, *, sure: bool = True) -> tuple[str, ...] | None:
    """Parse the names of the seats, or return None if there are none.

    `sure`: `seats` is the number of seats; if not, it is an upper bound, and the number of names is not checked.
    """
    if "names" not in header:
        return None
    told = split_list(header["names"])
    if not all(told) or (sure and len(told) != seats):
        faults.append(("names", f"one name for each of {seats} seats, none empty"))
    return told


def read_roles(
    header: Mapping[str, str], known: Collection[str], seats: range, faults: Faults, what: str, each: str, twice: str,
    kind: Callable[[str], str] = str,
) -> tuple[tuple[str, ...], bool]:  # fmt: skip
    """Parse the role of each seat, no two of one `kind`. Return them, and whether they are valid, so that the number
    of seats is known. `what`, `each`, `twice`: the role in the singular, as missing, and as a fault if there are two.
    """
    chosen = split_list(header.get("seats", ""))
    if "seats" not in header:
        faults.append(("seats", f"is missing: {each} of each seat, clockwise"))
    elif len(chosen) not in seats:
        faults.append(("seats", f"{seats[0]} to {seats[-1]} {what}s, commas between"))
    elif unknown := [name for name in chosen if name not in known]:
        faults.append(("seats", f"{unknown[0]!r} is no {what}; known are {', '.join(known)}"))
    elif len(set(map(kind, chosen))) < len(chosen):
        faults.append(("seats", twice))
    else:
        return chosen, True
    return chosen, False


def read_deal(header: Mapping[str, str], faults: Faults) -> Literal["eager", "lazy"]:
    """Parse the deal: "lazy" if people deal, so that the record does not contain what lies face down."""
    told = header.get("deal", "eager")
    if told not in ("eager", "lazy"):
        faults.append(("deal", "eager or lazy"))
    return "lazy" if told == "lazy" else "eager"


def read_variant(header: Mapping[str, str], known: Mapping[str, tuple[str, ...]], faults: Faults) -> tuple[str, ...]:
    """Parse the variants. They are returned in the order of `known`, which maps each to the variants that it needs."""
    told = split_words(header.get("variant", ""))
    if len(set(told)) < len(told) or not set(told) <= set(known):
        faults.append(("variant", f"each once; known are {', '.join(known)}"))
    elif lacks := [f"{word} needs {need}" for word in told for need in known[word] if need not in told]:
        faults.append(("variant", lacks[0]))
    return tuple(word for word in known if word in told)


def read_rules(header: Mapping[str, str], known: Mapping[str, bool], faults: Faults) -> dict[str, bool]:
    """Parse the house rules. `known` maps each to its default; rules that the header leaves out keep it."""
    rules = dict(known)
    seen: set[str] = set()
    text = header.get("rules", "")
    for rule in split_list(text) if text.strip(BLANKS) else ():
        name, _, value = (part.strip(BLANKS) for part in rule.partition("="))
        if name not in known or value not in ("yes", "no") or name in seen:
            faults.append(("rules", f"NAME=yes or NAME=no, each once; known are {', '.join(known)}"))
            break
        seen.add(name)
        rules[name] = value == "yes"
    return rules


def read_position(
    header: Mapping[str, str], setup: Setup, needs: Collection[str], entered: Callable[[Setup], str], faults: Faults
) -> tuple[Setup, ValueError | None]:
    """Parse the position and return the set-up with it, and the error if it does not fit.

    `needs`: keys without whose correct values the position cannot be judged; if one is wrong the position is skipped.
    `entered` formats the position, or raises ValueError.
    """
    if "position" not in header or {key for key, _ in faults}.intersection(needs):
        return setup, None
    try:
        if header.get("deal") != "lazy":
            raise ValueError("only with `deal: lazy`")
        return msgspec.structs.replace(setup, position=entered(setup)), None
    except ValueError as error:
        faults.append(("position", str(error)))
        return setup, error


def changed_rules(rules: Mapping[str, bool], known: Mapping[str, bool]) -> str:
    """Format the house rules that differ from their defaults, as `read_rules` parses them."""
    return ", ".join(f"{name}={'yes' if on else 'no'}" for name, on in rules.items() if on != known[name])


def format_seat_keys(variant: Sequence[str], seats: str, names: Sequence[str] | None) -> dict[str, str]:
    """Return the keys for variants, seats and names. Defaults are left out."""
    told = ({"variant": " ".join(variant)} if variant else {}) | {"seats": seats}
    return told if names is None else told | {"names": ", ".join(names)}


def format_data_keys(version: int, overrides: str) -> dict[str, str]:
    """Return the keys for the version of the game data and its overrides. Defaults are left out."""
    return ({"data": str(version)} if version != FIRST else {}) | ({"facts": overrides} if overrides else {})


def read_data_keys(header: Mapping[str, str]) -> tuple[int, str]:
    """Return the version of the game data and the overrides of a checked header."""
    return int(header.get("data", FIRST)), header.get("facts", "")


def certain_faults(faults: Faults) -> Faults:
    """Return the faults that hold in any case: with an unknown version, values that name parts of the data are not
    judged.
    """
    unknown = any(key == "data" for key, _ in faults)
    return [(key, reason) for key, reason in faults if not unknown or key not in OF_THE_DATA]
