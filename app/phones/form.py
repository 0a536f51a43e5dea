"""What a row of a form says, as a page writes it for phone.js: `set-table;points={value}`."""

from msgspec import UNSET
from msgspec.structs import fields

from app.shown.form import Says


def said(says: Says, value: str = "{value}") -> str:
    """An intent without its id and what goes without saying; the hole is where the page puts what somebody chose.

    `value`: what is chosen, if it is known; as `literal` writes it.
    """
    kept = {field.name: getattr(says.intent, field.name) for field in fields(says.intent)}
    least = {field.name: field.default for field in fields(says.intent)}
    idle = {"id", says.hole, *(name for name, value in kept.items() if value is UNSET or value == least[name])}
    pairs = [f"{name}={literal(value)}" for name, value in kept.items() if name not in idle]
    if says.hole:
        pairs.append(f"{says.hole}={value}")
    return ";".join([str(says.intent.__struct_config__.tag), *pairs])


def literal(value: object) -> str:
    """A value as phone.js reads it."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case tuple():
            return " ".join(map(literal, value))
    return str(value)
