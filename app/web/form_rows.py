"""What a row of a form says, as a page writes it for phone.js: `set-table;points={value}`."""

from functools import cache

from markupsafe import Markup
from msgspec import NODEFAULT, UNSET
from msgspec.structs import fields

from app.protocol.messages import Intent
from app.shown.form import Choice, Field, IntentTemplate, Number, Switch


def said(says: IntentTemplate, value: str = "{value}") -> str:
    """An intent without its id and what goes without saying; the hole is where the page puts what somebody chose.

    `value`: what is chosen, if it is known; as `literal` writes it.
    """
    least = _usual(type(says.intent))
    kept = {name: getattr(says.intent, name) for name in least}
    filled = {hole.partition(".")[0] for hole in says.hole.split(",")}
    idle = {"id", *filled, *(name for name, value in kept.items() if value is UNSET or value == least[name])}
    pairs = [f"{name}={literal(value)}" for name, value in kept.items() if name not in idle]
    if len(filled) > 1:
        pairs += [f"{hole}={{{hole}}}" for hole in says.hole.split(",")]
    elif says.hole:
        pairs.append(f"{says.hole}={value}")
    return ";".join([str(says.intent.__struct_config__.tag), *pairs])


def does(row: Switch | Choice | Number | Field) -> Markup:
    """The attribute of what a row is chosen with: what it says, or its name in a form that is sent as a whole."""
    name, value = ("data-do", said(row.says)) if row.says else ("name", row.key)
    return Markup('{}="{}"').format(name, value)


@cache
def _usual(kind: type[Intent]) -> dict[str, object]:
    """What the fields of an intent are if nobody says otherwise."""
    return {
        field.name: field.default if field.default_factory is NODEFAULT else field.default_factory()
        for field in fields(kind)
    }


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
