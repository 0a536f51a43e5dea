"""What people have touched and turned while Duel lies on the table: its part of Opened, a value."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from app.screen.state.model import Model
from engine.duel.view import View

CHANGED: Final = 2.0  # seconds in which a price that has become another is marked
Kind = Literal["slot", "wonder", "token", "card", "discard"]


@dataclass(frozen=True, slots=True)
class TouchedThing:
    """One thing that is shown large. `what`: a slot's number, or a slug; `seat`: whose wonder it is."""

    kind: Kind
    what: str
    seat: int = 0


@dataclass(frozen=True, slots=True)
class ChangedPrices:
    """Prices of cards that have become others, by seat and card: marked until then."""

    prices: frozenset[tuple[int, str]]
    until: float  # seconds


@dataclass(frozen=True, slots=True)
class DuelOpened:
    """Duel's part of what is opened."""

    touched: TouchedThing | None = None
    turned: int = 0  # the seat that the panel of what is touched faces; 0: whoever acts
    choice: str = ""  # chosen of a question: an action
    nth: int = -1  # of several backs, the one under a finger
    changed: ChangedPrices | None = None
    city: int = 0  # the seat whose whole city lies open, where the edge has no room for it
    facing: int = 0  # the seat that the cards were turned to; 0: nobody has said
    board: tuple[str, ...] = ()  # progress tokens in their places, those too that were taken meanwhile


def opened_of(game: object) -> DuelOpened:
    """Duel's part of Opened, of whose type the screen knows nothing."""
    assert isinstance(game, DuelOpened)
    return game


def laid_down(opened: DuelOpened) -> DuelOpened:
    """Nothing is touched any more; how people sit and read stays."""
    return replace(opened, touched=None, turned=0, choice="", nth=-1, city=0)


def followed(before: Model, after: Model, opened: DuelOpened) -> DuelOpened:
    """What is open after a snapshot: nothing that was chosen for another question, or in another game."""
    tokens = after.view.tokens if isinstance(after.view, View) else ()
    if not set(tokens) <= set(opened.board):
        opened = replace(opened, board=tokens)
    if before.table is not None and after.table is not None and before.table.game_id != after.table.game_id:
        return laid_down(opened)
    asked, now = ({question.number for question in model.questions.values()} for model in (before, after))
    if asked == now:
        return opened
    turning = after.table is not None and after.table.settings.turning
    return replace(laid_down(opened), facing=0 if turning else opened.facing)


def repriced(before: Model, after: Model, opened: DuelOpened, now: float) -> DuelOpened:
    """What is open after a snapshot: other prices of cards that lay there before are marked."""
    if not (isinstance(before.view, View) and isinstance(after.view, View)):
        return opened
    old, new = _prices(before.view), _prices(after.view)
    prices = frozenset(at for at in old.keys() & new.keys() if old[at] != new[at])
    return replace(opened, changed=ChangedPrices(prices, now + CHANGED)) if prices else opened


def _prices(view: View) -> dict[tuple[int, str], int]:
    """What each card that lies face up costs, by seat and card."""
    lying = {it.card for it in view.structure.values()}
    return {
        (standing.seat, way.thing): way.cost
        for standing in view.hints.standing
        for way in standing.ways
        if way.thing in lying
    }


def in_time(opened: DuelOpened, now: float) -> tuple[DuelOpened, float | None]:
    """What is open when it is so late, and when to look again, if ever."""
    if opened.changed is not None and opened.changed.until <= now:
        opened = replace(opened, changed=None)
    return opened, opened.changed.until if opened.changed is not None else None
