"""The history's pages to edit names and finished games."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from app.history import statistics
from app.protocol.history_messages import SheetCell, SheetRead
from app.protocol.name_rules import name_key
from app.protocol.results import FinishedGame
from app.screen.control.controller import Controller
from app.screen.input.history_browsing import (
    amend,
    delete_game,
    name_player,
    name_wonder,
    open_page,
    page_back,
    read_sheet,
    rename_person,
)
from app.screen.pages.common.keyboard import Keyboard, for_names, for_numbers
from app.screen.pages.history.common_rows import HistoryContext, Made, Room, cells_of, choices, sentence
from app.screen.paint.element import BoundCall
from app.screen.paint.pen import Pen
from app.screen.state.scene import Scene
from app.screen.state.ui_state import HistoryPage
from app.screen.widgets.panel import paint_confirmation
from app.screen.widgets.panel_cells import cell
from app.screen.widgets.panel_frame import PanelContext
from app.shown.form import Button, Form, Group, Option, Pick, Row
from app.shown.history import history_edits
from app.shown.history.history_edits import NAME, EditedGame, GameEdits
from app.shown.history.history_pages import Heading, PastLine, find_game
from app.text.translation import Words

NUMBER: Final = re.compile(r"-?[0-9]{1,4}\Z")
KEYBOARD_PAGES: Final = ("called", "typed", "cell")


def build_keyboard(here: PanelContext, scene: Scene, page: HistoryPage) -> Keyboard:
    """Build the keyboard of a page: a person's name, a seat's name, or a cell of a score sheet."""
    w, typed, done = here.w, scene.ui.typed, BoundCall(_submit_typed, page=page)
    kind, *rest = page
    if kind != "cell":
        title = w("New name for {name}", name=rest[0]) if kind == "called" else w("Name")
        return for_names(here, title, typed, NAME, done)
    mark, seat, id = rest
    cell = _cell_of(scene.ui.history.sheet, id)
    game = find_game(scene.ui.history.games or (), mark)
    if cell is None or game is None:
        return for_numbers(here, "", typed, 4, done, minus=False)
    history = scene.games.history
    name, label = history.people(w, game)[int(seat) - 1], history.cell(w, game.kind, id)
    title = w("{name}, {cell}: {least} to {most}", name=name, cell=label, least=cell.least, most=cell.most)
    return for_numbers(here, title, typed, 4, done, cell.least < 0)


def _cell_of(sheet: SheetRead | None, id: str) -> SheetCell | None:
    return next((cell for cell in sheet.cells if cell.id == id), None) if sheet else None


def _submit_typed(control: Controller, page: HistoryPage) -> None:
    """Submit the typed text; empty text is ignored. An invalid number stays open with an explanation."""
    said, past = control.ui.typed.strip(), control.ui.history
    kind, *rest = page
    if not said:
        return
    if kind == "called":
        page_back(control)
        _rename(control, rest[0], said)
        return
    game = find_game(past.games or (), rest[0])
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
        control.deny(0, say.refusal(control.model.words(), game.kind, "out-of-bounds", bounds))


def _rename(control: Controller, name: str, into: str) -> None:
    """Rename a person. If the name belongs to somebody else, ask whether they are the same."""
    if into == name:
        return
    everybody = statistics.list_people(control.ui.history.games or ())
    other = next((one.name for one in everybody if name_key(one.name) == name_key(into)), None)
    if other is not None and name_key(other) != name_key(name):
        control.ask_confirmation(f"merge {other}")
    else:
        rename_person(control, name, into)


def paint_edit_confirmation(p: Pen, here: PanelContext, page: HistoryPage, to: HistoryContext) -> None:
    """Paint the confirmation before merging or deleting, which cannot be undone."""
    w, of, control = here.w, page[1], to.control
    what, _, other = here.sure.partition(" ")
    if what == "delete" and (edited := _list_edits(to, w, of)) is not None:
        asked, then, picture = edited.delete.sure, partial(delete_game, control, of), edited.delete.picture
    else:
        row = next(row for row in _naming_form(to, w, of).rows if row.key == what)
        assert isinstance(row, Pick | Button)
        asked, then, picture = row.sure, partial(rename_person, control, of, other or None), row.picture
    assert asked is not None
    paint_confirmation(p, control, here, asked.question, asked.yes, then, picture)


def _naming_form(to: HistoryContext, w: Words, name: str) -> Form:
    others = [other for other in statistics.list_people(to.past.games) if name_key(other.name) != name_key(name)]
    return history_edits.naming_form(w, name, others)


def _list_edits(to: HistoryContext, w: Words, mark: str) -> GameEdits | None:
    game = find_game(to.past.games, mark)
    if game is None:
        return None
    sheet = to.sheet if to.sheet is not None and to.sheet.game == mark else None
    return history_edits.build_edits(w, to.history_words, EditedGame(game, sheet, on_table=to.on_table == game.game))


def open_edit_page(control: Controller, game: FinishedGame) -> None:
    control.ask_names()
    control.change(history=replace(control.ui.history, sheet=None))
    if game.mode == "tally":
        read_sheet(control, game.mark)
    open_page(control, "fix", game.mark)


def build_edit_page(to: HistoryContext, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """Build the page to edit a game: seats, score sheet, deletion."""
    game, edited = find_game(to.past.games, rest[0]), _list_edits(to, w, rest[0])
    if game is None or edited is None:
        return None
    if edited.note:
        return edited.title, [sentence(edited.note)], []
    leads = partial(_link_to_page, game.mark, to.history_words.people(w, game))
    rows = [Heading(key="who", words=edited.who.title), *map(leads, edited.who.rows_on("screen"))]
    if edited.entered is not None:
        rows += [Heading(key="entered", words=edited.entered.title), *map(leads, edited.entered.rows_on("screen"))]
    return edited.title, cells_of(to, rows), cells_of(to, [edited.delete], size=26)


def _link_to_page(mark: str, people: Sequence[str], row: Row) -> Row:
    """Turn a group into a link to its own page."""
    if not isinstance(row, Group):
        return row
    kind, _, seat = row.key.partition(" ")
    words, below = (people[int(seat) - 1], row.words) if kind == "player" else (row.words, "")
    return PastLine(key=row.key, words=words, below=below, to=(kind, mark, seat))


def build_player_page(to: HistoryContext, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """Build the page to set who played a seat."""
    game, seat, edited = find_game(to.past.games, rest[0]), int(rest[1]), _list_edits(to, w, rest[0])
    if game is None or edited is None:
        return None
    group, name, bot, wonder = history_edits.player(edited.who, seat)
    sat = partial(name_player, to.control, game, seat)
    cells = choices("known", (Option(each.name, each.name) for each in to.names), sat, name.now)
    type_name = partial(_open_keyboard, to.control, name.now, "typed", *rest)
    foot = [
        cell(w("Type a name"), "past type", type_name, "tablet", size=26),
        cell(w("Nobody’s name"), "past nobody", partial(sat, ""), "cross", size=26),
    ]
    if bot is not None:
        foot.append(cell(bot.words, "past bot", partial(sat, "", bot=True), "bot", on=bot.on and not name.now, size=26))
    if wonder is not None:
        foot.append(cell(w("Wonder"), "past had", partial(open_page, to.control, "had", *rest), "wonder", size=26))
    return f"{edited.who.title} · {group.words}", cells, foot


def build_wonder_page(to: HistoryContext, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """Build the page to set a seat's wonder. The seat that had it gets this seat's previous one."""
    game, seat, edited = find_game(to.past.games, rest[0]), int(rest[1]), _list_edits(to, w, rest[0])
    if game is None or edited is None or to.sheet is None:
        return None
    *_, wonder = history_edits.player(edited.who, seat)
    assert wonder is not None
    choose = partial(name_wonder, to.control, game, to.sheet.wonders, seat)
    unknown, *named = choices("wonder", wonder.options, choose, wonder.now)
    return wonder.words, named, [unknown]


def _open_keyboard(control: Controller, now: str, *page: str) -> None:
    control.change(typed=now)
    open_page(control, *page)


def build_sheet_page(to: HistoryContext, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """Build the page of a seat's score sheet."""
    edited = _list_edits(to, w, rest[0])
    if edited is None or edited.entered is None:
        return None
    group = next(row for row in edited.entered.rows if isinstance(row, Group) and row.key == f"sheet {rest[1]}")
    ways = {
        row.key: partial(_open_keyboard, to.control, "", "cell", *rest, row.key.partition(".")[2]) for row in group.rows
    }
    return group.words, cells_of(to, group.rows, ways), []


def build_naming_page(to: HistoryContext, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    one = statistics.find_person(to.past.games, rest[0])
    if one is None:
        return None
    form, control = _naming_form(to, w, one.name), to.control
    ways = {
        "call": partial(_open_keyboard, control, one.name, "called", one.name),
        "merge": partial(open_page, control, "merge", one.name),
    }
    return f"{form.title} · {one.name}", cells_of(to, form.rows, ways), []


def build_merge_page(to: HistoryContext, w: Words, rest: Sequence[str], room: Room) -> Made | None:
    """Build the page to merge a person with another one."""
    row = next((row for row in _naming_form(to, w, rest[0]).rows if isinstance(row, Pick)), None)
    if row is None:
        return None
    return row.label, choices("into", row.options, lambda other: to.control.ask_confirmation(f"merge {other}")), []
