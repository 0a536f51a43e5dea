"""Leafing through the history of finished games, looking back at one, and putting right: touches, and answers."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from app.history.statistics import Cut
from app.protocol import messages
from app.protocol.names import known_as
from app.protocol.results import Finished
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.state.model import looked_back
from app.screen.state.ui_state import FIRST, HistoryPage, OpenHistory
from app.shown.history.history_pages import found_game
from app.shown.history.review import RENEWS

PUT_RIGHT: Final = "put-right"  # an intent that changes the history


def open_history(control: Controller, page: HistoryPage = FIRST) -> None:
    """Ask the table for its finished games, and lay a page of them on the middle."""
    control.change(history=OpenHistory(trail=(FIRST,) if page == FIRST else (FIRST, page)), panel="")
    recall(control)
    control.open("history")


def open_review(control: Controller) -> None:
    """The review of the game that has ended on the table, once it is known which that is."""
    open_history(control, ("review", ""))


def open_page(control: Controller, *page: str) -> None:
    """Open another page; one of the three lists takes the place of all."""
    history = control.opened.history
    control.change(history=replace(history, trail=(page,) if len(page) == 1 else (*history.trail, page)))
    _ask_review(control)


def page_back(control: Controller) -> None:
    """To the page before."""
    history = control.opened.history
    control.change(history=replace(history, trail=history.trail[:-1] or (FIRST,)))
    _ask_review(control)


def show_answer(control: Controller, at: int) -> None:
    """Say what comes of a choice that is made again, on the page that asks for it."""
    history = control.opened.history
    page = (*history.page[:4], str(at))
    control.change(history=replace(history, trail=(*history.trail[:-1], page)))


def _ask_review(control: Controller) -> None:
    """Ask for what a page of a review shows, where it is not known yet."""
    match control.opened.history.page:
        case ("review", mark) if mark:
            seat = 0
        case ("moments", mark, number):
            seat = int(number)
        case _:
            return
    known = control.opened.history.review
    if known is None or (known.game, known.seat, known.state) != (mark, seat, "ready"):
        control.say(messages.AskReview(id=new_id(), game=mark, seat=seat), kind="past")


def choose_games(control: Controller, cut: Cut) -> None:
    """Look at other games."""
    control.change(history=replace(control.opened.history, cut=cut))


def rename_person(control: Controller, name: str, into: str | None) -> None:
    """Call a name otherwise, or (None) forget it; then everything is asked anew."""
    intent: messages.Intents
    if into is None:
        intent = messages.ForgetPerson(id=new_id(), name=name, sure=True)
        control.change(names=())
    else:
        intent = messages.MergePeople(id=new_id(), name=name, into=into, sure=True)
    control.say(intent, kind=PUT_RIGHT)
    open_history(control, ("people",))


def name_player(control: Controller, game: Finished, seat: int, name: str, bot: bool = False) -> None:
    """Somebody ("": nobody with a name, or a bot) sat at a seat of a finished game.

    Who sat there takes the seat that they had, if any.
    """
    names, bots = [each or "" for each in game.result.seats], set(game.result.bots)
    at = seat - 1
    alone = seat in bots and not names[at]  # a bot for nobody else
    for other in [other for other, each in enumerate(names) if name and known_as(each) == known_as(name)]:
        names[other] = names[at]
        if alone:
            bots.add(other + 1)
    if bot:
        bots.add(seat)
    elif alone or not name:
        bots.discard(seat)
    names[at] = name
    intent = messages.NamePlayers(id=new_id(), game=game.mark, names=tuple(names), bots=tuple(sorted(bots)))
    control.say(intent, kind=PUT_RIGHT)
    page_back(control)


def name_wonder(control: Controller, game: Finished, boards: Mapping[str, str], seat: int, wonder: str) -> None:
    """A seat of a kept score sheet had a wonder ("": nobody knows); who had its board gets what this seat had."""
    names = tuple(each or "" for each in game.result.seats)
    wonders = list(game.result.identities) or [""] * len(names)
    for other, each in enumerate(wonders):
        if wonder and each and boards.get(each) == boards[wonder]:
            wonders[other] = wonders[seat - 1]
    wonders[seat - 1] = wonder
    intent = messages.NamePlayers(id=new_id(), game=game.mark, names=names, wonders=tuple(wonders))
    control.say(intent, kind=PUT_RIGHT)
    page_back(control)


def amend(control: Controller, game: str, entry: str) -> None:
    """Enter something on a finished score sheet."""
    control.say(messages.AmendSheet(id=new_id(), game=game, actions=(entry,)), kind=PUT_RIGHT)


def delete_game(control: Controller, game: str) -> None:
    """Delete a finished game; then everything is asked anew."""
    control.say(messages.DeleteGame(id=new_id(), game=game, sure=True), kind=PUT_RIGHT)
    open_history(control)


def look_back(control: Controller, game: str, line: int | None = None) -> None:
    """Look back at a game as it was after one of its lines; None: where that begins."""
    control.say(messages.LookBack(id=new_id(), game=game, line=line), kind="past")


def look_at(control: Controller, line: int) -> None:
    """Look back at another line of the same game, and stay there."""
    history = control.opened.history
    if history.at is not None:
        control.change(history=replace(history, plays=False, due=None))
        look_back(control, history.at.game, line)


def play(control: Controller) -> None:
    """Let it go on by itself from here, or from its beginning where it is at its end; if it does, let it stop."""
    history = control.opened.history
    if history.at is None:
        return
    control.change(history=replace(history, plays=not history.plays, due=None))
    if not history.plays:
        look_back(control, history.at.game, history.at.first if history.at.next is None else history.at.next)


def stop_looking(control: Controller) -> None:
    """Look back no more: the game's page is there again."""
    history = control.opened.history
    control.change(history=replace(history, at=None, shown=None, plays=False, due=None))


def close_history(control: Controller) -> None:
    """Forget all of it."""
    control.change(history=OpenHistory())
    control.open("")


# ---- what the table tells of it ----------------------------------------------------------------------------


def recall(control: Controller, after: str = "") -> None:
    """Ask for the finished games, or for those after the game of this id."""
    if not after:
        control.opened = replace(control.opened, history=replace(control.opened.history, told=()))
    control.say(messages.Recall(id=new_id(), after=after), kind="past")


def read_sheet(control: Controller, game: str) -> None:
    """Ask what was entered on a finished score sheet."""
    control.say(messages.ReadSheet(id=new_id(), game=game), kind="past")


def read(
    control: Controller, message: messages.Recalled | messages.LookedBack | messages.SheetRead | messages.Review
) -> None:
    """An answer has come."""
    control.outbox.answered(message.id)
    history = control.opened.history
    match message:
        case messages.SheetRead():
            control.opened = replace(control.opened, history=replace(history, sheet=message))
        case messages.Review():
            renews = control.clock() + RENEWS if message.state == "working" else None
            control.opened = replace(control.opened, history=replace(history, review=message, renews=renews))
        case messages.Recalled():
            history = history.recalled(message)
            control.opened = replace(control.opened, history=history)
            if history.told:
                recall(control, after=history.told[-1].mark)
            elif history.page == ("review", ""):
                control.opened = replace(control.opened, history=replace(history, trail=(FIRST,)))
                if ended := _ended_here(control):
                    open_page(control, "review", ended.mark)
        case messages.LookedBack() if control.opened.panel == "history":  # else it was closed meanwhile
            shown = looked_back(message, control.games, control.model.plain)
            history = history.looked_back(message, shown, control.clock())
            control.opened = replace(control.opened, history=history)


def _ended_here(control: Controller) -> Finished | None:
    table = control.model.table
    return found_game(control.opened.history.games or (), str(table.game_id)) if table else None


def ask_anew(control: Controller) -> None:
    """Something of it may be another now: what lies open is asked for anew."""
    if control.opened.panel != "history":
        return
    recall(control)
    if control.opened.history.sheet is not None:
        read_sheet(control, control.opened.history.sheet.game)


def tick(control: Controller, now: float) -> float | None:
    """Let a game that is looked back at go on, if it plays by itself, and a review come, if it is time.

    When to look again.
    """
    history = control.opened.history
    if history.renews is not None and history.renews <= now:
        control.opened = replace(control.opened, history=replace(history, renews=None))
        if control.opened.panel == "history":
            _ask_review(control)
        return None
    if history.due is None or history.due > now or history.at is None:
        return history.due or history.renews
    control.opened = replace(control.opened, history=replace(history, due=None))
    look_back(control, history.at.game, history.at.next)
    return None
