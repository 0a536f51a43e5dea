"""Pages of the history on which names and finished games are put right."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from app.history import statistics as history
from app.protocol import messages
from app.protocol.names import known_as
from app.protocol.results import Finished
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.history import (
    amend,
    delete_game,
    name_player,
    name_wonder,
    open_page,
    page_back,
    read_sheet,
    rename_person,
)
from app.screen.opened import HistoryPage
from app.screen.pages.keyboard import Keyboard, for_names, for_numbers, paint_keyboard
from app.screen.pages.leafing import Leafing, Made, Room, fact, line_of, sentence
from app.screen.scene import Scene
from app.screen.widgets.panel import Lying, asked_once, cell, told
from app.shown.past import found_game, won
from app.text.game import seat_and_wonder
from app.text.languages import Words

NAME = 20  # letters at most
NUMBER: Final = re.compile(r"-?[0-9]{1,4}\Z")
TYPED: Final = ("called", "typed", "cell")  # pages with a keyboard


@dataclass(frozen=True, slots=True)
class Typing:
    """The keyboard for a page on which something is typed: a name, or a number."""

    keyboard: Keyboard
    page: HistoryPage


def keyboard(here: Lying, scene: Scene, page: HistoryPage) -> Keyboard:
    """What is typed on a page: what somebody is called, who sat at a seat, or what a cell of a sheet holds."""
    w, typed = here.w, scene.opened.typed
    kind, *rest = page
    if kind != "cell":
        title = w("New name for {name}", name=rest[0]) if kind == "called" else w("Name")
        return for_names(here, title, typed, NAME)
    mark, seat, id = rest
    cell = _cell_of(scene.opened.history.sheet, id)
    game = found_game(scene.opened.history.games or (), mark)
    if cell is None or game is None:
        return for_numbers(here, "", typed, 4, False)
    say = scene.games.history
    title = w(
        "{name}, {cell}: {least} to {most}",
        name=say.people(w, game)[int(seat) - 1],
        cell=say.cell(w, game.kind, id),
        least=cell.least,
        most=cell.most,
    )
    return for_numbers(here, title, typed, 4, cell.least < 0)


def _cell_of(sheet: messages.SheetRead | None, id: str) -> messages.SheetCell | None:
    return next((cell for cell in sheet.cells if cell.id == id), None) if sheet else None


def paint_typing(p: Pen, it: Typing, control: Controller) -> None:
    """The cross leads back to the page from where somebody came."""
    paint_keyboard(p, it.keyboard, control, partial(_typed, control, it.page), partial(page_back, control))


def _typed(control: Controller, page: HistoryPage) -> None:
    """What was typed is meant; nothing is nothing. A number that cannot be is typed again, and people are told why."""
    said, past = control.opened.typed.strip(), control.opened.history
    kind, *rest = page
    if not said:
        return
    if kind == "called":
        page_back(control)
        _call(control, rest[0], said)
        return
    game = found_game(past.games or (), rest[0])
    if kind == "typed":
        page_back(control)
        if game is not None:
            name_player(control, game, int(rest[1]), said)
        return
    mark, seat, id = rest
    cell = _cell_of(past.sheet, id)
    if cell is None or game is None:
        page_back(control)
    elif NUMBER.match(said) and cell.least <= int(said) <= cell.most:
        page_back(control)
        amend(control, mark, f"{seat} set {id} {int(said)}")
    else:
        say = control.scene.games.history
        bounds: dict[str, int | str] = {"cell": id, "least": cell.least, "most": cell.most}
        control.deny(0, say.why_not(control.model.words(), game.kind, "out-of-bounds", bounds))


def _call(control: Controller, name: str, into: str) -> None:
    """Another name for somebody; if that is somebody else's here, it is asked whether they are the same."""
    if into == name:
        return
    everybody = history.people(control.opened.history.games or ())
    other = next((one.name for one in everybody if known_as(one.name) == known_as(into)), None)
    if other is not None and known_as(other) != known_as(name):
        control.ask_sure(f"merge {other}")
    else:
        rename_person(control, name, into)


def sure(p: Pen, here: Lying, page: HistoryPage, control: Controller) -> None:
    """A name merged or forgotten, or a game deleted, cannot be had back, so it is asked once."""
    w, name = here.w, page[1]
    what, _, other = here.sure.partition(" ")
    if what == "delete":
        text = w("This game is gone from the history, the statistics and all exports.")
        asked_once(p, control, here, text, w("Yes, delete it"), partial(delete_game, control, name), "cross")
        return
    if what == "merge":
        text = w("All games under the name {name} will count for {other}.", name=name, other=other)
        yes, rename, picture = w("Yes, they are the same person"), partial(rename_person, control, name, other), "same"
    else:
        text = w("The name is removed from everything kept here; the games stay.")
        yes, rename, picture = w("Yes, remove {name}", name=name), partial(rename_person, control, name, None), "cross"
    asked_once(p, control, here, text, yes, rename, picture)


def fix_it(control: Controller, game: Finished) -> None:
    """Open the page on which a game is put right."""
    control.ask_names()
    control.change(history=replace(control.opened.history, sheet=None))
    if game.mode == "tally":
        read_sheet(control, game.mark)
    open_page(control, "fix", game.mark)


def fix(to: Leafing, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """What can be put right in a game: who sat where, what was entered, and that there was one."""
    game = found_game(to.past.games, rest[0])
    if game is None:
        return None
    people = to.say.people(w, game)
    cells = [told(w("Who sat where? Touch a seat to change it."), 28)]
    cells += [
        line_of(
            people[one.seat - 1],
            " · ".join(filter(None, (_was(to, w, game, one.seat), to.say.under(w, game, one.seat)))),
            None,
            f"past player {one.seat}",
            partial(open_page, to.control, "player", game.mark, str(one.seat)),
        )
        for one in history.entries([game])
    ]
    if to.sheet is not None and to.sheet.game == game.mark:
        cells.append(told(w("What was entered? Touch a column to change it."), 28))
        cells += [
            line_of(
                people[one.seat - 1],
                w.ngettext("{n} point", "{n} points", one.total),
                None,
                f"past sheet {one.seat}",
                partial(open_page, to.control, "sheet", game.mark, str(one.seat)),
            )
            for one in history.entries([game])
        ]
    delete = partial(to.control.ask_sure, "delete")
    foot = [cell(w("Delete this game"), "past delete", delete, "cross", size=26)]
    return f"{w('Correct this game')} · {to.say.day(w, game.ended)}", cells, foot


def player(to: Leafing, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """Who sat there: one touch, or typed."""
    game, seat = found_game(to.past.games, rest[0]), int(rest[1])
    if game is None:
        return None
    names = [each.name for each in to.names]
    now = game.result.seats[seat - 1] or ""
    cells = [
        cell(name, f"past known {name}", partial(name_player, to.control, game, seat, name), on=name == now, size=28)
        for name in names
    ]
    foot = [
        cell(w("Type a name"), "past type", partial(_type, to.control, now, "typed", *rest), "tablet", size=26),
        cell(w("Nobody’s name"), "past nobody", partial(name_player, to.control, game, seat, ""), "cross", size=26),
    ]
    if game.mode == "play":  # where people deal there are no bots
        bot = seat in game.result.bots and not now
        sat = partial(name_player, to.control, game, seat, "", bot=True)
        foot.append(cell(w("A bot"), "past bot", sat, "bot", on=bot, size=26))
    elif to.sheet is not None and to.sheet.game == game.mark and to.sheet.wonders:
        had = partial(open_page, to.control, "had", *rest)
        foot.append(cell(w("Wonder"), "past had", had, "wonder", size=26))
    return f"{w('Who sat there?')} · {_was(to, w, game, seat)}", cells, foot


def _was(to: Leafing, w: Words, game: Finished, seat: int) -> str:
    """A seat by its number, and what it was."""
    slug = "".join(game.result.identities[seat - 1 : seat])
    return seat_and_wonder(w, seat, to.say.identity(w, game.kind, slug) if slug else "")


def had(to: Leafing, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """Which wonder a seat had: one touch. Whoever had it until now gets what this seat had."""
    game, seat = found_game(to.past.games, rest[0]), int(rest[1])
    if game is None or to.sheet is None:
        return None
    wonders = to.sheet.wonders
    now = (game.result.identities or ("",) * len(game.result.seats))[seat - 1]
    named = sorted((to.say.identity(w, game.kind, slug), slug) for slug in wonders)
    cells = [
        cell(name, f"past wonder {slug}", partial(name_wonder, to.control, game, wonders, seat, slug), on=slug == now)
        for name, slug in named
    ]
    unknown = partial(name_wonder, to.control, game, wonders, seat, "")
    foot = [cell(w("Nobody knows"), "past unknown", unknown, "cross", on=not now, size=26)]
    return w("Which wonder did {name} have?", name=to.say.people(w, game)[seat - 1]), cells, foot


def _type(control: Controller, now: str, *page: str) -> None:
    """Open a page with a keyboard."""
    control.change(typed=now)
    open_page(control, *page)


def sheet_of(to: Leafing, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """What a seat has on a sheet: a touch changes it."""
    game, seat = found_game(to.past.games, rest[0]), int(rest[1])
    if game is None or to.sheet is None:
        return None
    values = to.sheet.values[seat - 1]
    cells = [
        fact(
            to.say.cell(w, game.kind, each.id),
            "–" if values[each.id] is None else str(values[each.id]),
            None,
            key=f"past cell {each.id}",
            tap=partial(_type, to.control, "", "cell", *rest, each.id),
        )
        for each in to.sheet.cells
    ]
    total = game.result.scores[seat - 1]["total"]
    return f"{to.say.people(w, game)[seat - 1]} · {w.ngettext('{n} point', '{n} points', total)}", cells, []


def naming(to: Leafing, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """What can be put right about a name."""
    one = history.person(to.past.games, rest[0])
    if one is None:
        return None
    forget = partial(to.control.ask_sure, f"forget {one.name}")
    cells = [
        cell(w("Change this name"), "past call", partial(_type, to.control, one.name, "called", one.name), "tablet"),
        cell(w("Same person as …"), "past merge", partial(open_page, to.control, "merge", one.name), "same"),
        cell(w("Remove from history"), "past forget", forget, "cross"),
    ]
    return one.name, cells, []


def merge(to: Leafing, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """Who somebody really is."""
    cells = [
        line_of(
            other.name,
            won(w, other),
            None,
            f"past into {other.name}",
            partial(to.control.ask_sure, f"merge {other.name}"),
        )
        for other in history.people(to.past.games)
        if known_as(other.name) != known_as(rest[0])
    ]
    return w("{name} is the same person as", name=rest[0]), cells or [sentence(w("There is nobody else."))], []
