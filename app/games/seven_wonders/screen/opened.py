"""What people have touched, and what is shown for a while, while 7 Wonders lies on the table: its part of Opened."""

from dataclasses import dataclass, field, replace

from app.screen.turning import Turning


@dataclass(frozen=True, slots=True)
class SevenOpened:
    """The game's part of what is opened."""

    touched: str = ""  # in a city that lies open, what is shown large: a slug, or `stage 2`
    sheet: Turning = field(default_factory=Turning)  # the final one


def opened_of(game: object) -> SevenOpened:
    """The game's part of Opened, of whose type the screen knows nothing."""
    assert isinstance(game, SevenOpened)
    return game


def put_aside(opened: SevenOpened) -> SevenOpened:
    """People have opened or closed a panel: nothing in it is touched."""
    return replace(opened, touched="")
