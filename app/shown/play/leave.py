"""The menu entries for leaving a running game."""

import msgspec

from app.protocol.game_lifecycle_messages import EndEarly, Suspend
from app.shown.form import Button, ConfirmPrompt, Form, IntentTemplate, Link
from app.text.translation import Words


class LeavingFacts(msgspec.Struct, frozen=True):
    """Facts for these entries. `asks`: other people have to agree. `entered`: a new position can be entered."""

    asks: bool
    entered: bool = False


def leave_page(w: Words, facts: LeavingFacts) -> Form:
    """Build the page: continue from a new position, suspend, or end early. The screen shows its rows in the menu."""
    asked = " " + w("The others are asked.") if facts.asks else ""
    later = w("The game is saved. You can continue it from the lobby.") + asked
    now = w("The game ends now and is scored as it stands.") + asked
    position = Link(key="position", words=w("Continue from a new position"), to="position", only="phone")
    return Form(
        w("This game"),
        (
            *([position] if facts.entered else []),
            Button(
                key="aside",
                words=w("Keep the game for later"),
                says=IntentTemplate(Suspend(id="")),
                picture="card",
                sure=ConfirmPrompt(later, w("Keep it for later")),
            ),
            Button(
                key="end",
                words=w("End the game early"),
                says=IntentTemplate(EndEarly(id="", sure=True)),
                picture="star",
                sure=ConfirmPrompt(now, w("End the game and score it")),
            ),
        ),
    )
