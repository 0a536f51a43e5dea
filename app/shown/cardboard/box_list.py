"""The box list: the parts that people with their own cards lay out before a game and put away after it, to tick off."""

from collections.abc import Mapping, Sequence

import msgspec

from app.protocol.game_lifecycle_messages import TickOff
from app.protocol.settings_messages import SetTable, Settings
from app.protocol.table_messages import TableView
from app.shown.form import Form, Group, IntentTemplate, Link, Row, Switch, Text
from app.text.box_contents import BoxList, BoxThing
from app.text.reference import PrintedThing
from app.text.translation import Words
from app.text.words_protocols import GameWords
from engine.game import AnyData

LAY, TIDY = "lay", "tidy"  # the lists: prefixes of the keys of ticked things
PANEL = "box"
OWNED_PANEL = "ours"


class BoxRow(msgspec.Struct, frozen=True):
    """One part: a switch (its name, and in `about` its place) and its picture or an icon's name."""

    tick: Switch
    picture: PrintedThing | str


class BoxPage(msgspec.Struct, frozen=True):
    """A list to tick off. `done`: the progress in words."""

    title: str
    done: str
    rows: tuple[BoxRow, ...]


class OwnedGame(msgspec.Struct, frozen=True):
    """A game that people may own. `expansions`: the title of each and the variants that need it."""

    slug: str
    title: str
    expansions: tuple[tuple[str, tuple[str, ...]], ...]


def owned_game(w: Words, slug: str, say: GameWords, expansions: Mapping[str, tuple[str, ...]]) -> OwnedGame:
    """Return a game with its expansions. `expansions`: by slug, the variants that need it."""
    return OwnedGame(slug, say.title(w), tuple((say.variant(w, each), lacks) for each, lacks in expansions.items()))


def owned_page(w: Words, now: Settings, games: Sequence[OwnedGame]) -> Form:
    """Build the page of owned games and expansions. The lobby hides the others; one game always stays offered."""
    there = [game for game in games if game.slug not in now.not_ours]
    rows: list[Row] = [Text(key="about", words=w("The lobby does not offer what you switch off."), loud=True)]
    for game in games:
        last = there == [game]
        rows.append(_owned_switch(game.slug, game.title, (game.slug,), now, off=last))
        for name, variants in game.expansions:
            lacks = tuple(f"{game.slug}.{slug}" for slug in variants)
            words = f"{game.title}{w.colon}{name}"
            rows.append(_owned_switch(lacks[0], words, lacks, now, off=game.slug in now.not_ours))
    return Form(w("Our box"), tuple(rows))


def owned_entry(w: Words, now: Settings, games: Sequence[OwnedGame]) -> tuple[Row, ...]:
    """Return the entry to that page: a link on the screen, a folded group on a phone."""
    page = owned_page(w, now, games)
    return (
        Link(key=OWNED_PANEL, words=page.title, to=OWNED_PANEL, picture="wonder", only="screen"),
        Group(key=OWNED_PANEL, words=page.title, rows=page.rows, folded=True, only="phone"),
    )


def _owned_switch(key: str, words: str, lacks: tuple[str, ...], now: Settings, *, off: bool) -> Switch:
    on = not {*lacks} & {*now.not_ours}
    left = tuple(slug for slug in now.not_ours if slug not in lacks)
    says = IntentTemplate(SetTable("", not_ours=(*left, *lacks) if on else left))
    return Switch(key=f"ours {key}", words=words, on=on, says=says, off=off)


def current_list(table: TableView) -> str:
    """Return the current list (LAY, TIDY), or "" during a game and where the table deals."""
    if table.mode == "play" or table.phase == "game":
        return ""
    return LAY if table.phase == "lobby" else TIDY


def title(w: Words, table: TableView) -> str:
    """Return the title of the current list, or ""."""
    return {LAY: w("Lay out"), TIDY: w("Tidy up")}.get(current_list(table), "")


def list_link(w: Words, table: TableView) -> Link:
    return Link(key=PANEL, words=title(w, table), to=PANEL, picture="tick")


def box(w: Words, table: TableView, its: BoxList, facts: AnyData) -> BoxPage | None:
    """Build the current list for the seats taken and the variants chosen; None where the table deals."""
    part = current_list(table)
    if not part:
        return None
    held = [info for info in table.seats if info.by != "free"]
    seats = min(max(len(held), table.places[0]), table.places[1])
    things = its.things(facts, seats, table.variant, [info.wonder or "" for info in held])
    ticked = {*table.ticked}
    rows = []
    for thing in things:
        n = thing.laid if part == LAY else thing.of
        key = " ".join(filter(None, (part, thing.slug, str(n) if n else "")))
        says = (
            its.describe_setup(w, thing, facts, seats, table.variant) if part == LAY else its.describe_packing(w, thing)
        )
        tick = Switch(
            key=key,
            words=_count_text(w, its, thing, n),
            on=key in ticked,
            says=IntentTemplate(TickOff(id="", thing=key), "on"),
            about=" ".join(filter(None, (says, _leftover_text(w, thing) if part == LAY else ""))),
        )
        rows.append(BoxRow(tick, thing.picture))
    done = w("{n} of {all} done", n=sum(row.tick.on for row in rows), all=len(rows))
    return BoxPage(title(w, table), done, tuple(rows))


def _count_text(w: Words, its: BoxList, thing: BoxThing, n: int) -> str:
    called = its.piece_name(w, thing)
    return f"{n} × {called}" if n else called


def _leftover_text(w: Words, thing: BoxThing) -> str:
    return w.ngettext("{n} stays in the box.", "{n} stay in the box.", thing.stay) if thing.stay else ""
