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
from app.shown import amending
from app.shown.amending import NAME, Amended, Amending
from app.shown.form import Button, Field, Form, Group, Number, Pick
from app.shown.past import found_game
from app.text.languages import Words

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


def sure(p: Pen, here: Lying, page: HistoryPage, to: Leafing) -> None:
    """A name merged or forgotten, or a game deleted, cannot be had back, so it is asked once."""
    w, of, control = here.w, page[1], to.control
    what, _, other = here.sure.partition(" ")
    if what == "delete" and (it := _amended(to, w, of)) is not None:
        asked, then, picture = it.delete.sure, partial(delete_game, control, of), it.delete.picture
    else:
        row = next(row for row in _naming(to, w, of).rows if row.key == what)
        assert isinstance(row, Pick | Button)
        asked, then, picture = row.sure, partial(rename_person, control, of, other or None), row.picture
    assert asked is not None
    asked_once(p, control, here, asked.question, asked.yes, then, picture)


def _naming(to: Leafing, w: Words, name: str) -> Form:
    others = [other for other in history.people(to.past.games) if known_as(other.name) != known_as(name)]
    return amending.naming(w, name, others)


def _amended(to: Leafing, w: Words, mark: str) -> Amended | None:
    game = found_game(to.past.games, mark)
    if game is None:
        return None
    sheet = to.sheet if to.sheet is not None and to.sheet.game == mark else None
    return amending.amended(w, to.say, Amending(game, sheet, on_table=to.on_table == game.game))


def fix_it(control: Controller, game: Finished) -> None:
    """Open the page on which a game is put right."""
    control.ask_names()
    control.change(history=replace(control.opened.history, sheet=None))
    if game.mode == "tally":
        read_sheet(control, game.mark)
    open_page(control, "fix", game.mark)


def fix(to: Leafing, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """What can be put right in a game: who sat where, what was entered, and that there was one."""
    game, it = found_game(to.past.games, rest[0]), _amended(to, w, rest[0])
    if game is None or it is None:
        return None
    if it.note:
        return it.title, [sentence(it.note)], []
    people = to.say.people(w, game)
    cells = [told(it.who.title, 28)]
    for row in it.who.on("screen"):
        if isinstance(row, Group):
            seat = row.key.partition(" ")[2]
            go = partial(open_page, to.control, "player", game.mark, seat)
            cells.append(line_of(people[int(seat) - 1], row.words, None, f"past {row.key}", go))
        else:
            cells.append(told(row.words, 26))
    if it.entered is not None:
        cells.append(told(it.entered.title, 28))
        for row in it.entered.on("screen"):
            if isinstance(row, Group):
                go = partial(open_page, to.control, "sheet", game.mark, row.key.partition(" ")[2])
                cells.append(cell(row.words, f"past {row.key}", go, size=28))
            else:
                cells.append(told(row.words, 26))
    delete = partial(to.control.ask_sure, "delete")
    return it.title, cells, [cell(it.delete.words, "past delete", delete, it.delete.picture, size=26)]


def player(to: Leafing, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """Who sat there: one touch, or typed."""
    game, seat, it = found_game(to.past.games, rest[0]), int(rest[1]), _amended(to, w, rest[0])
    if game is None or it is None:
        return None
    group, name, bot, wonder = amending.player(it.who, seat)
    sat = partial(name_player, to.control, game, seat)
    cells = [
        cell(each.name, f"past known {each.name}", partial(sat, each.name), on=each.name == name.now, size=28)
        for each in to.names
    ]
    foot = [
        cell(w("Type a name"), "past type", partial(_type, to.control, name.now, "typed", *rest), "tablet", size=26),
        cell(w("Nobody’s name"), "past nobody", partial(sat, ""), "cross", size=26),
    ]
    if bot is not None:
        foot.append(cell(bot.words, "past bot", partial(sat, "", bot=True), "bot", on=bot.on and not name.now, size=26))
    if wonder is not None:
        foot.append(cell(w("Wonder"), "past had", partial(open_page, to.control, "had", *rest), "wonder", size=26))
    return f"{it.who.title} · {group.words}", cells, foot


def had(to: Leafing, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """Which wonder a seat had: one touch. Whoever had it until now gets what this seat had."""
    game, seat, it = found_game(to.past.games, rest[0]), int(rest[1]), _amended(to, w, rest[0])
    if game is None or it is None or to.sheet is None:
        return None
    *_, wonder = amending.player(it.who, seat)
    assert wonder is not None
    told = partial(name_wonder, to.control, game, to.sheet.wonders, seat)
    unknown, *named = [
        cell(each.words, f"past wonder {each.value}", partial(told, str(each.value)), on=each.value == wonder.now)
        for each in wonder.options
    ]
    return wonder.words, named, [unknown]


def _type(control: Controller, now: str, *page: str) -> None:
    """Open a page with a keyboard."""
    control.change(typed=now)
    open_page(control, *page)


def sheet_of(to: Leafing, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """What a seat has on a sheet: a touch changes it."""
    it = _amended(to, w, rest[0])
    if it is None or it.entered is None:
        return None
    group = next(row for row in it.entered.rows if isinstance(row, Group) and row.key == f"sheet {rest[1]}")
    cells = []
    for row in group.rows:
        assert isinstance(row, Number)
        id = row.key.partition(".")[2]
        tap = partial(_type, to.control, "", "cell", *rest, id)
        cells.append(fact(row.words, "–" if row.now is None else f"{row.now:g}", None, key=f"past cell {id}", tap=tap))
    return group.words, cells, []


def naming(to: Leafing, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """What can be put right about a name."""
    one = history.person(to.past.games, rest[0])
    if one is None:
        return None
    form, cells = _naming(to, w, one.name), []
    for row in form.rows:
        match row:
            case Field():
                tap = partial(_type, to.control, row.now, "called", one.name)
            case Pick():
                tap = partial(open_page, to.control, "merge", one.name)
            case Button():
                tap = partial(to.control.ask_sure, row.key)
            case _:
                raise TypeError(row)
        cells.append(cell(row.words, f"past {row.key}", tap, row.picture))
    return f"{form.title} · {one.name}", cells, []


def merge(to: Leafing, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """Who somebody really is."""
    row = next((row for row in _naming(to, w, rest[0]).rows if isinstance(row, Pick)), None)
    if row is None:
        return None
    ask = to.control.ask_sure
    cells = [
        cell(each.words, f"past into {each.value}", partial(ask, f"merge {each.value}"), size=28)
        for each in row.options
    ]
    return row.label, cells, []
