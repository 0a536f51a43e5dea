"""What a row of a form says, as a page writes it for phone.js: `set-table;points={value}`."""

import msgspec

from app.shown.form import Says


def said(says: Says) -> str:
    """An intent without its id; the hole is where the page puts what somebody chose."""
    facts = msgspec.to_builtins(says.intent)
    kept = {name: value for name, value in facts.items() if name not in ("id", "type", says.hole)}
    pairs = [f"{name}={_literal(value)}" for name, value in kept.items()]
    if says.hole:
        pairs.append(f"{says.hole}={{value}}")
    return ";".join([facts["type"], *pairs])


def _literal(value: object) -> str:
    return (
        {True: "true", False: "false", None: "null"}[value]
        if value is None or value is True or value is False
        else str(value)
    )
