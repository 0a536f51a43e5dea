"""Intents of form rows, encoded for phone.js: `set-table;points={value}`."""

from functools import cache

from markupsafe import Markup
from msgspec import NODEFAULT, UNSET
from msgspec.structs import fields

from app.protocol.base_messages import Intent
from app.shown.form import Choice, Field, IntentTemplate, Number, Switch


def encode_intent(says: IntentTemplate, value: str = "{value}") -> str:
    """Encode an intent without its id and default fields; `{value}` is the placeholder for the chosen value.

    `value`: the value, if it is known; as `literal` writes it.
    """
    least = _default_fields(type(says.intent))
    kept = {name: getattr(says.intent, name) for name in least}
    filled = {hole.partition(".")[0] for hole in says.hole.split(",")}
    idle = {"id", *filled, *(name for name, value in kept.items() if value is UNSET or value == least[name])}
    pairs = [f"{name}={literal(value)}" for name, value in kept.items() if name not in idle]
    if len(filled) > 1:
        pairs += [f"{hole}={{{hole}}}" for hole in says.hole.split(",")]
    elif says.hole:
        pairs.append(f"{says.hole}={value}")
    return ";".join([str(says.intent.__struct_config__.tag), *pairs])


def intent_attribute(row: Switch | Choice | Number | Field) -> Markup:
    """Return the attribute of a row's input: its encoded intent, or its name in a form that is submitted as a whole."""
    name, value = ("data-do", encode_intent(row.says)) if row.says else ("name", row.key)
    return Markup('{}="{}"').format(name, value)


@cache
def _default_fields(kind: type[Intent]) -> dict[str, object]:
    return {
        field.name: field.default if field.default_factory is NODEFAULT else field.default_factory()
        for field in fields(kind)
    }


def literal(value: object) -> str:
    """Format a value for phone.js."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case tuple():
            return " ".join(map(literal, value))
    return str(value)
