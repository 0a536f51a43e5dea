"""UI state of Duel: what people have touched and turned, as an immutable value."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from app.screen.state.model import Model
from engine.duel.view_json import View

PRICE_MARK_SECONDS: Final = 2.0
Kind = Literal["slot", "wonder", "token", "card", "discard"]


@dataclass(frozen=True, slots=True)
class TouchedThing:
    """An enlarged thing. `what`: a slot's number, or a slug; `seat`: whose wonder it is."""

    kind: Kind
    what: str
    seat: int = 0


@dataclass(frozen=True, slots=True)
class ChangedPrices:
    """Changed prices, by seat and card, to mark until a time."""

    prices: frozenset[tuple[int, str]]
    until: float  # seconds


@dataclass(frozen=True, slots=True)
class DuelUi:
    """Duel's part of the UI state."""

    touched: TouchedThing | None = None
    turned: int = 0  # the seat that the enlarged thing faces; 0: the seat to act
    choice: str = ""  # the chosen action of a question
    nth: int = -1  # index of the back under a finger
    changed: ChangedPrices | None = None
    city: int = 0  # the seat whose whole city is open; 0: none
    facing: int = 0  # the seat that the cards were turned to; 0: none
    board: tuple[str, ...] = ()  # progress tokens by place, taken ones included


def ui_of(game: object) -> DuelUi:
    """Return the game's part of the UI state with its type, which the screen does not know."""
    assert isinstance(game, DuelUi)
    return game


def clear_touches(ui: DuelUi) -> DuelUi:
    """Return the state with nothing touched; directions stay."""
    return replace(ui, touched=None, turned=0, choice="", nth=-1, city=0)


def follow_snapshot(before: Model, after: Model, ui: DuelUi) -> DuelUi:
    """Return the state after a snapshot: choices for another question or another game are dropped."""
    tokens = after.view.tokens if isinstance(after.view, View) else ()
    if not set(tokens) <= set(ui.board):
        ui = replace(ui, board=tokens)
    if before.table is not None and after.table is not None and before.table.game_id != after.table.game_id:
        return clear_touches(ui)
    asked, now = ({question.number for question in model.questions.values()} for model in (before, after))
    if asked == now:
        return ui
    turning = after.table is not None and after.table.settings.turning
    return replace(clear_touches(ui), facing=0 if turning else ui.facing)


def reprice(before: Model, after: Model, ui: DuelUi, now: float) -> DuelUi:
    """Return the state after a snapshot, with changed prices of cards that were there before marked."""
    if not (isinstance(before.view, View) and isinstance(after.view, View)):
        return ui
    old, new = _prices(before.view), _prices(after.view)
    prices = frozenset(at for at in old.keys() & new.keys() if old[at] != new[at])
    return replace(ui, changed=ChangedPrices(prices, now + PRICE_MARK_SECONDS)) if prices else ui


def _prices(view: View) -> dict[tuple[int, str], int]:
    """Return the price of each face-up card, by seat and card."""
    lying = {each.card for each in view.structure.values()}
    return {
        (standing.seat, option.thing): option.cost
        for standing in view.derived.standing
        for option in standing.build_options
        if option.thing in lying
    }


def advance_to(ui: DuelUi, now: float) -> tuple[DuelUi, float | None]:
    """Return the state at `now`, and the time of its next change or None."""
    if ui.changed is not None and ui.changed.until <= now:
        ui = replace(ui, changed=None)
    return ui, ui.changed.until if ui.changed is not None else None
