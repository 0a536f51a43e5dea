"""The ways out of the game that is played."""

import msgspec

from app.protocol import messages
from app.shown.form import Button, Form, Link, Says, Sure
from app.text.languages import Words


class LeavingFacts(msgspec.Struct, frozen=True):
    """What is asked. `asks`: other people are, before the game is left. `entered`: people can enter a new position."""

    asks: bool
    entered: bool = False


def leaving(w: Words, it: LeavingFacts) -> Form:
    """On from another position, later on, or not at all. The screen lies where the game does, so its menu has them."""
    asked = " " + w("The others are asked.") if it.asks else ""
    later = w("The game is saved. You can continue it from the lobby.") + asked
    now = w("The game ends now and is scored as it stands.") + asked
    position = Link(key="position", words=w("Continue from a new position"), to="position", only="phone")
    return Form(
        w("This game"),
        (
            *([position] if it.entered else []),
            Button(
                key="aside",
                words=w("Keep the game for later"),
                says=Says(messages.Suspend(id="")),
                picture="card",
                sure=Sure(later, w("Keep it for later")),
            ),
            Button(
                key="end",
                words=w("End the game early"),
                says=Says(messages.EndEarly(id="", sure=True)),
                picture="star",
                sure=Sure(now, w("End the game and score it")),
            ),
        ),
    )
