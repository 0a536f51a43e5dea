"""Browsing the history of finished games, replaying one and correcting it: what touches do."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from app.history.statistics import GameFilter
from app.protocol import history_messages
from app.protocol.base_messages import Intent
from app.protocol.name_rules import name_key
from app.protocol.results import FinishedGame
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.state.ui_state import FIRST, HistoryPage, OpenHistory

HISTORY_CHANGE: Final = "put-right"  # kind of an intent that changes the history


def open_history(control: Controller, page: HistoryPage = FIRST) -> None:
    """Request the finished games, and open a page of them on the middle."""
    control.change(history=OpenHistory(trail=(FIRST,) if page == FIRST else (FIRST, page)), panel="")
    recall(control)
    control.open_panel("history")


def open_review(control: Controller) -> None:
    """Open the review of the game that has just ended, once its id is known."""
    open_history(control, ("review", ""))


def open_page(control: Controller, *page: str) -> None:
    """Open another page; one of the three lists replaces the trail."""
    history = control.ui.history
    control.change(history=replace(history, trail=(page,) if len(page) == 1 else (*history.trail, page)))
    ask_review(control)


def page_back(control: Controller) -> None:
    """Return to the page before."""
    history = control.ui.history
    control.change(history=replace(history, trail=history.trail[:-1] or (FIRST,)))
    ask_review(control)


def open_moment(control: Controller, nth: int, answer: int | None = None) -> None:
    """Open a moment of the same person, with the response to an answer; those to other moments stay."""
    history = control.ui.history
    answers = dict(enumerate(history.page[4:])) | ({} if answer is None else {nth: str(answer)})
    page = (*history.page[:3], str(nth), *(answers.get(at, "") for at in range(max((nth, *answers)) + 1)))
    glance = None if answer is None else history.glance
    control.change(history=replace(history, trail=(*history.trail[:-1], page), glance=glance))
    if answer is None:
        ask_review(control)


def chosen_answer(page: HistoryPage, nth: int) -> int | None:
    """Return the answer chosen in a moment (from 0), or None."""
    return next((int(answer) for answer in page[4 + nth : 5 + nth] if answer), None)


def ask_review(control: Controller) -> None:
    """Request the review that the open page shows, or, if it is there, the position of its moment."""
    nth = 0
    match control.ui.history.page:
        case ("review", mark) if mark:
            seat = 0
        case ("moment", mark, number, at, *_):
            seat, nth = int(number), int(at)
        case _:
            return
    known = control.ui.history.review
    if known is None or (known.game, known.seat, known.state) != (mark, seat, "ready"):
        control.submit(history_messages.AskReview(id=new_id(), game=mark, seat=seat), kind="past")
        return
    for moment in known.moments[nth : nth + 1]:
        look_back(control, mark, moment.line)


def choose_games(control: Controller, game_filter: GameFilter) -> None:
    control.change(history=replace(control.ui.history, game_filter=game_filter))


def rename_person(control: Controller, name: str, into: str | None) -> None:
    """Rename a person, or (None) forget the name; then request everything again."""
    intent: Intent
    if into is None:
        intent = history_messages.ForgetPerson(id=new_id(), name=name, sure=True)
        control.change(names=())
    else:
        intent = history_messages.MergePeople(id=new_id(), name=name, into=into, sure=True)
    control.submit(intent, kind=HISTORY_CHANGE)
    open_history(control, ("people",))


def name_player(control: Controller, game: FinishedGame, seat: int, name: str, bot: bool = False) -> None:
    """Record that a person ("": nobody with a name, or a bot) sat at a seat of a finished game.

    If the person sat elsewhere, the two seats swap names.
    """
    seats, bots = game.result.seats, set(game.result.bots)
    names: list[str | None] = [None] * len(seats)  # others keep theirs, even if it has changed since
    at = seat - 1
    alone = seat in bots and not seats[at]  # a bot for nobody else
    for other in [other for other, each in enumerate(seats) if name and name_key(each or "") == name_key(name)]:
        names[other] = seats[at] or ""
        if alone:
            bots.add(other + 1)
    if bot:
        bots.add(seat)
    elif alone or not name:
        bots.discard(seat)
    names[at] = name
    intent = history_messages.NamePlayers(id=new_id(), game=game.mark, names=tuple(names), bots=tuple(sorted(bots)))
    control.submit(intent, kind=HISTORY_CHANGE)
    page_back(control)


def name_wonder(control: Controller, game: FinishedGame, boards: Mapping[str, str], seat: int, wonder: str) -> None:
    """Record the wonder of a seat ("": unknown) on a kept score sheet; a seat with the same board swaps."""
    names = (None,) * len(game.result.seats)
    had = game.result.identities or ("",) * len(names)
    wonders: list[str | None] = [None] * len(names)
    for other, each in enumerate(had):
        if wonder and each and boards.get(each) == boards[wonder]:
            wonders[other] = had[seat - 1]
    wonders[seat - 1] = wonder
    intent = history_messages.NamePlayers(id=new_id(), game=game.mark, names=names, wonders=tuple(wonders))
    control.submit(intent, kind=HISTORY_CHANGE)
    page_back(control)


def amend(control: Controller, game: str, entry: str) -> None:
    """Correct an entry of a finished score sheet."""
    control.submit(history_messages.AmendSheet(id=new_id(), game=game, actions=(entry,)), kind=HISTORY_CHANGE)


def delete_game(control: Controller, game: str) -> None:
    """Delete a finished game; then request everything again."""
    control.submit(history_messages.DeleteGame(id=new_id(), game=game, sure=True), kind=HISTORY_CHANGE)
    open_history(control)


def look_back(control: Controller, game: str, line: int | None = None) -> None:
    """Show a game as it was after one of its lines; None: at its beginning."""
    control.submit(history_messages.LookBack(id=new_id(), game=game, line=line), kind="past")


def look_at(control: Controller, line: int) -> None:
    """Show another line of the same game, and stop the replay."""
    history = control.ui.history
    if history.at is not None:
        control.change(history=replace(history, plays=False, due=None))
        look_back(control, history.at.game, line)


def play(control: Controller) -> None:
    """Start or stop automatic replay; from the beginning if at the end."""
    history = control.ui.history
    if history.at is None:
        return
    control.change(history=replace(history, plays=not history.plays, due=None))
    if not history.plays:
        look_back(control, history.at.game, history.at.first if history.at.next is None else history.at.next)


def look_at_moment(control: Controller) -> None:
    """Replace a moment's page by the table as it was."""
    history = control.ui.history
    if history.glance is not None:
        control.change(history=history.show_past(*history.glance, control.clock()))


def stop_looking(control: Controller) -> None:
    """Close the past table and return to the game's page."""
    history = control.ui.history
    control.change(history=replace(history, at=None, shown=None, plays=False, due=None))


def close_history(control: Controller) -> None:
    """Close the history and drop its data."""
    control.change(history=OpenHistory())
    control.open_panel("")


def recall(control: Controller, after: str = "") -> None:
    """Request the finished games, or those after the game with this id."""
    if not after:
        control.ui = replace(control.ui, history=replace(control.ui.history, told=()))
    control.submit(history_messages.GetHistory(id=new_id(), after=after), kind="past")


def read_sheet(control: Controller, game: str) -> None:
    """Request the entries of a finished score sheet."""
    control.submit(history_messages.ReadSheet(id=new_id(), game=game), kind="past")
