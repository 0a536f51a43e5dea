"""What people have touched and turned while Duel lies on the table: its part of Opened, a value."""

from dataclasses import dataclass, replace
from typing import Literal

from app.screen.model import Model

Kind = Literal["slot", "wonder", "token", "card", "discard"]


@dataclass(frozen=True, slots=True)
class Touched:
    """One thing that is shown large. `what`: a slot's number, or a slug; `seat`: whose wonder it is."""

    kind: Kind
    what: str
    seat: int = 0


@dataclass(frozen=True, slots=True)
class DuelOpened:
    """Duel's part of what is opened."""

    touched: Touched | None = None
    turned: int = 0  # the seat that the panel of what is touched faces; 0: whoever acts
    choice: str = ""  # chosen of a question: an action
    nth: int = -1  # of several backs, the one under a finger
    city: int = 0  # the seat whose whole city lies open, where the edge has no room for it
    facing: int = 0  # the seat that the cards face; 0: nobody has said
    with_turn: bool = False  # they face whoever acts
    short: bool = False  # the seats sit at the short edges


def opened_of(game: object) -> DuelOpened:
    """Duel's part of Opened, of whose type the screen knows nothing."""
    assert isinstance(game, DuelOpened)
    return game


def laid_down(opened: DuelOpened) -> DuelOpened:
    """Nothing is touched any more; how people sit and read stays."""
    return replace(opened, touched=None, turned=0, choice="", nth=-1, city=0)


def followed(before: Model, after: Model, opened: DuelOpened) -> DuelOpened:
    """What is open after a snapshot: nothing that was chosen for another question, or in another game."""
    if before.table is not None and after.table is not None and before.table.game_id != after.table.game_id:
        return laid_down(opened)
    asked, now = ({question.number for question in model.questions.values()} for model in (before, after))
    return opened if asked == now else laid_down(opened)
