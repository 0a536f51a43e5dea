"""The history of finished games: the table's answers, the replay of a game, and polling for a review."""

from dataclasses import replace

from app.protocol.base_messages import Accepted, Hello, Message, Refusal
from app.protocol.history_messages import HistoryPage, Names, PastPosition, Review, SheetRead
from app.protocol.results import FinishedGame
from app.screen.control.controller import Controller
from app.screen.features.feature import ScreenFeature, ScreenFrame
from app.screen.input.history_browsing import HISTORY_CHANGE, ask_review, look_back, open_page, read_sheet, recall
from app.screen.paint.element import Elements
from app.screen.state.model import past_model
from app.screen.state.ui_state import FIRST, PendingIntent
from app.shown.history.history_pages import find_game
from app.shown.history.review import REFRESH_SECONDS


class GamesPlayed(ScreenFeature):
    """The open history, and the past table that is shown instead of the table."""

    def on_message(self, control: Controller, message: Message) -> None:
        match message:
            case Hello():
                refresh(control)
            case Names(people=people):
                control.ui = replace(control.ui, names=people)
            case HistoryPage() | PastPosition() | SheetRead() | Review():
                control.outbox.pop_answered(message.id)
                _store_answer(control, message)

    def on_answer(self, control: Controller, answer: Accepted | Refusal, wait: PendingIntent | None) -> bool:
        if isinstance(answer, Accepted) and wait is not None and wait.kind == HISTORY_CHANGE:
            control.ask_names()
            refresh(control)
        return False

    def on_tick(self, control: Controller, now: float) -> float | None:
        """Step the automatic replay, and poll a review in progress."""
        history = control.ui.history
        if history.renews is not None and history.renews <= now:
            control.ui = replace(control.ui, history=replace(history, renews=None))
            if control.ui.panel == "history":
                ask_review(control)
            return None
        if history.due is None or history.due > now or history.at is None:
            return history.due or history.renews
        control.ui = replace(control.ui, history=replace(history, due=None))
        look_back(control, history.at.game, history.at.next)
        return None

    def table_elements(self, frame: ScreenFrame) -> Elements | None:
        if not frame.replays:
            return None
        from app.screen.pages.history import replay

        return replay.build_replay(frame.scene, frame.width, frame.height)


def refresh(control: Controller) -> None:
    """Request again what is open, after something changed."""
    if control.ui.panel != "history":
        return
    recall(control)
    if control.ui.history.sheet is not None:
        read_sheet(control, control.ui.history.sheet.game)


def _store_answer(control: Controller, message: HistoryPage | PastPosition | SheetRead | Review) -> None:
    history = control.ui.history
    match message:
        case SheetRead():
            control.ui = replace(control.ui, history=replace(history, sheet=message))
        case Review():
            renews = control.clock() + REFRESH_SECONDS if message.state == "working" else None
            control.ui = replace(control.ui, history=replace(history, review=message, renews=renews))
            if message.state == "ready":
                ask_review(control)
        case HistoryPage():
            history = history.add_page(message)
            control.ui = replace(control.ui, history=history)
            if history.told:
                recall(control, after=history.told[-1].mark)
            elif history.page == ("review", ""):
                control.ui = replace(control.ui, history=replace(history, trail=(FIRST,)))
                if ended := _find_ended_game(control):
                    open_page(control, "review", ended.mark)
        case PastPosition() if control.ui.panel == "history":  # not closed meanwhile
            shown = past_model(message, control.games, control.model.plain)
            if history.page[0] == "moment" and history.shown is None:
                history = replace(history, glance=(message, shown))
            else:
                history = history.show_past(message, shown, control.clock())
            control.ui = replace(control.ui, history=history)


def _find_ended_game(control: Controller) -> FinishedGame | None:
    table = control.model.table
    return find_game(control.ui.history.games or (), str(table.game_id)) if table else None
