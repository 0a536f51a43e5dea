"""What can be asked: of a seat by its phase, of chance by what is to come to light."""

from typing import Final

from engine.duel.actions import Action
from engine.game import CHANCE, Seat

# phase: what the active seat is asked
SETUP: Final = 0
DRAFT: Final = 1
TURN: Final = 2
PROGRESS: Final = 3
DESTROY: Final = 4
REVIVE: Final = 5
KEEP: Final = 6
START: Final = 7
OVER: Final = 8
WORDS: Final = ("", "draft", "turn", "progress", "destroy", "revive", "keep", "start", "")  # by phase
# asked: what the pending chance is
NOT_ASKED: Final = -1
TOKEN: Final = 0
OFFER: Final = 1
LAY: Final = 2  # a card as an age is laid out, or the back of one
TURN_UP: Final = 3
DRAW: Final = 4

BY_CHANCE: Final = (CHANCE,)
BY_SEAT: Final = ((Seat(0),), (Seat(1),))
NOTHING: Final[tuple[Action, ...]] = ()
