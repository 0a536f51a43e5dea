"""Forms to edit finished games: rename people, correct seats and score sheets, delete games."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import msgspec

from app.history.history_text import HistoryWords
from app.history.statistics import Person, PlayedSeat, list_seats
from app.protocol.history_messages import DeleteGame, ForgetPerson, MergePeople, SheetCell, SheetRead
from app.protocol.results import FinishedGame
from app.shown.form import (
    Button,
    Choice,
    ConfirmPrompt,
    Field,
    Form,
    Group,
    IntentTemplate,
    Number,
    Option,
    Pick,
    Row,
    Switch,
    Text,
)
from app.shown.history.history_pages import wins_text
from app.text.translation import Words
from app.text.words_protocols import seat_and_wonder

NAME: Final = 20  # maximum length
ON: Final = "on"  # the value that a browser submits for a switch


def naming_form(w: Words, name: str, others: Sequence[Person]) -> Form:
    """Build the form for a person's name. `others`: everybody else in the history."""
    merged = w("All games under this name will count for the other person. This cannot be undone.")
    gone = w(
        "The name is removed from everything kept here. The games stay, without a name at that seat. This cannot be"
        " undone."
    )
    merge = Pick(
        key="merge",
        words=w("Same person as somebody else in this list"),
        label=w("{name} is the same person as", name=name),
        options=tuple(Option(one.name, f"{one.name} · {wins_text(w, one)}") for one in others),
        says=IntentTemplate(MergePeople(id="", name=name, into="", sure=True), "into"),
        sure=ConfirmPrompt(merged, w("Yes, they are the same person")),
        picture="same",
    )
    return Form(
        w("This name"),
        (
            Field(
                key="call",
                words=w("Change this name"),
                now=name,
                label=w("New name for {name}", name=name),
                save=w("Change the name"),
                most=NAME,
                says=IntentTemplate(MergePeople(id="", name=name, into="", sure=True), "into"),
                about=w(
                    "Everything kept here will have the new name. If somebody here is called that already, both become"
                    " one person. This cannot be undone."
                ),
                picture="tablet",
            ),
            *([merge] if others else []),
            Button(
                key="forget",
                words=w("Remove from history"),
                says=IntentTemplate(ForgetPerson(id="", name=name, sure=True)),
                picture="cross",
                sure=ConfirmPrompt(gone, w("Yes, remove {name}", name=name)),
            ),
        ),
    )


class EditedGame(msgspec.Struct, frozen=True):
    """A finished game to edit. `sheet`: its score sheet, if it has one. `on_table`: it is still on the table and cannot
    be edited.

    `filled`: unsaved input by row key.
    """

    game: FinishedGame
    sheet: SheetRead | None = None
    on_table: bool = False
    # Any: words, or what a page has read them as.
    filled: Mapping[str, Any] = MappingProxyType({})

    def current_value(self, key: str, value: str) -> str:
        return str(self.filled.get(key, value))


class GameEdits(msgspec.Struct, frozen=True):
    """The forms to edit a game. While it is on the table, `note` says why they cannot be used."""

    title: str
    note: str
    who: Form
    entered: Form | None
    delete: Button

    @property
    def values(self) -> dict[str, str]:
        """The values of both forms by row key, as a page submits them: a switch that is off is absent."""
        found: dict[str, str] = {}
        groups = (row for form in (self.who, self.entered) if form for row in form.rows if isinstance(row, Group))
        for row in (row for group in groups for row in group.rows):
            match row:
                case Switch(on=True):
                    found[row.key] = ON
                case Number(now=now):
                    found[row.key] = "" if now is None else f"{now:g}"
                case Field() | Choice():
                    found[row.key] = str(row.now)
        return found


def build_edits(w: Words, say: HistoryWords, edited: EditedGame) -> GameEdits:
    """Build the forms: seats, score sheet, deletion."""
    game = edited.game
    lies = w("This game is still on the table. Begin the next one or go back to the lobby, then change it.")
    gone = w("It is removed from the history, the statistics and all exports. This cannot be undone.")
    return GameEdits(
        title=f"{w('Correct this game')} · {say.day(w, game.ended)}",
        note=lies if edited.on_table else "",
        who=_names_page(w, say, edited),
        entered=None if edited.sheet is None else _entered_form(w, say, edited, edited.sheet),
        delete=Button(
            key="delete",
            words=w("Delete this game"),
            says=IntentTemplate(DeleteGame(id="", game=game.mark, sure=True)),
            picture="cross",
            sure=ConfirmPrompt(gone, w("Yes, delete it")),
        ),
    )


def player(who: Form, seat: int) -> tuple[Group, Field, Switch | None, Choice | None]:
    """Return the rows of a seat: its group, name, bot switch and wonder."""
    group = next(row for row in who.rows if isinstance(row, Group) and row.key == f"player {seat}")
    name = next(row for row in group.rows if isinstance(row, Field))
    bot = next((row for row in group.rows if isinstance(row, Switch)), None)
    return group, name, bot, next((row for row in group.rows if isinstance(row, Choice)), None)


def _names_page(w: Words, say: HistoryWords, edited: EditedGame) -> Form:
    note = Text(key="nobody", words=w("Leave a name empty if nobody’s name belongs there."), only="phone")
    touch = Text(key="touch", words=w("Touch a seat to change it."), only="screen")
    return Form(
        w("Who sat where?"), (touch, *(_player(w, say, edited, one) for one in list_seats([edited.game])), note)
    )


def _player(w: Words, say: HistoryWords, edited: EditedGame, one: PlayedSeat) -> Group:
    """Build a seat's group. The bot switch exists only for games the table dealt, the wonder only for score sheets."""
    game, seat = edited.game, one.seat
    was = seat_and_wonder(w, seat, say.identity(w, game.kind, one.identity) if one.identity else "")
    bot = one.display_name or "" if one.bot and not one.name else ""
    key = f"name-{seat}"
    rows: list[Row] = [Field(key=key, words=w("Name"), now=edited.current_value(key, one.name or ""), most=NAME)]
    wonders = edited.sheet.wonders if edited.sheet else ()
    if game.mode == "play":
        key = f"bot-{seat}"
        rows.append(Switch(key=key, words=w("A bot sat there"), on=key in edited.filled if edited.filled else one.bot))
    if wonders:
        key = f"wonder-{seat}"
        named = sorted((say.identity(w, game.kind, slug), slug) for slug in wonders)
        options = (Option("", w("Nobody knows")), *(Option(slug, name) for name, slug in named))
        asked = w("Which wonder did {name} have?", name=say.people(w, game)[seat - 1])
        rows.append(Choice(key=key, words=asked, now=edited.current_value(key, one.identity), options=options))
    said = " · ".join(filter(None, (was, bot, say.under(w, game, seat))))
    return Group(key=f"player {seat}", words=said, rows=tuple(rows), badge=one.badge)


def _entered_form(w: Words, say: HistoryWords, edited: EditedGame, sheet: SheetRead) -> Form:
    names = say.people(w, edited.game)
    groups = (
        Group(
            key=f"sheet {one.seat}",
            words=f"{names[one.seat - 1]}{w.colon}{w.ngettext('{n} point', '{n} points', one.total)}",
            rows=tuple(_cell(w, say, edited, one.seat, cell, values[cell.id]) for cell in sheet.cells),
            folded=not edited.filled,
        )
        for one, values in zip(list_seats([edited.game]), sheet.values, strict=True)
    )
    follows = Text(key="follows", words=w("Points and who has won follow from what you enter."))
    return Form(w("What was entered"), (*groups, follows))


def _cell(w: Words, say: HistoryWords, edited: EditedGame, seat: int, cell: SheetCell, now: int | None) -> Number:
    key = f"{seat}.{cell.id}"
    words, typed = say.cell(w, edited.game.kind, cell.id), edited.filled.get(key)
    now, typed = (now, "") if typed is None else (None, str(typed))
    return Number(key=key, words=words, now=now, least=cell.least, most=cell.most, typed=typed, open=True)
