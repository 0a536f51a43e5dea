"""Writes the list of intents into docs/protocol.md: `python -m docs.intents`, from the project's folder."""

from pathlib import Path
from typing import Final

from msgspec import NODEFAULT
from msgspec.structs import fields

from app.protocol.client_rights import Reach, tag
from app.table.intent_list import INTENTS, IntentSpec

PAGE: Final = Path(__file__).with_name("protocol.md")
BEGIN: Final = "<!-- made by `python -m docs.intents` from app/table/intent_list.py -->\n"
END: Final = "<!-- end -->\n"
HEAD: Final = """| intent | fields | who | answer | refused as | what it says |
|---|---|---|---|---|---|
"""
REACH: Final = """| intent | in the lobby | in a game | headless, in the lobby | headless, in a game |
|---|---|---|---|---|
"""
ROLES: Final = {"screen": "screen", "seat": "seats", "panel": "panel", "bot": "bots", "onlooker": "onlookers"}
RELATIONS: Final = ("own", "away", "gone", "open")


def table() -> str:
    """Return all intents, and for whose seats a phone may send them, as two tables of Markdown."""
    named = [spec for spec in INTENTS.values() if spec.reach != Reach()]
    return f"{HEAD}{''.join(map(_row, INTENTS.values()))}\n{REACH}{''.join(map(_reach, named))}"


def page(text: str) -> str:
    """Return the page with the current tables."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.split(END, 1)[1]}"


def _row(spec: IntentSpec) -> str:
    taken = [f"`{each.name}`{'' if _is_needed(each) else '?'}" for each in fields(spec.intent) if each.name != "id"]
    refused = [f"`{code}`" for code in sorted(spec.refusals)] + ["the game’s rules"] * spec.by_rules
    who = [word for role, word in ROLES.items() if role in spec.roles]
    answer = str(spec.answer.__struct_config__.tag)
    says = " ".join((spec.intent.__doc__ or "").split("\n\n")[0].split())
    return _line(f"`{tag(spec.intent)}`", ", ".join(taken), ", ".join(who), f"`{answer}`", ", ".join(refused), says)


def _reach(spec: IntentSpec) -> str:
    reach = spec.reach
    ways = (reach.lobby, reach.game, reach.headless_lobby, reach.headless_game)
    said = [", ".join(each for each in RELATIONS if each in way) for way in ways]
    return _line(f"`{tag(spec.intent)}`", *said)


def _is_needed(field: object) -> bool:
    return getattr(field, "default", None) is NODEFAULT and getattr(field, "default_factory", None) is NODEFAULT


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n".replace("|  |", "| |")


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
