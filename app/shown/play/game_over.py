"""The page of a finished game: what to do next, and a notice if the game was ended early."""

from app.protocol.game_lifecycle_messages import Rematch, ReturnToLobby
from app.shown.form import Button, Form, IntentTemplate, Link
from app.text.translation import Words


def game_over_page(w: Words, game: int = 0, *, judged: bool = False) -> Form:
    """Build the page of what to do after game number `game`. The screen has score sheet, history and review elsewhere.

    `judged`: a review exists; score sheets have none. Links contain the game's number and stay valid after the next
    game has begun.
    """
    again, lobby = IntentTemplate(Rematch(id="")), IntentTemplate(ReturnToLobby(id=""))
    return Form(
        w("The game is over"),
        (
            Button(key="again", words=w("Play again"), says=again, picture="turn", main=True),
            *(
                [Link(key="review", words=w("Review of this game"), to=f"review={game}", only="phone")]
                if judged
                else []
            ),
            Link(key="score", words=w("Score sheet"), to="tab score", only="phone"),
            Button(key="lobby", words=w("Lobby"), says=lobby, picture="wonder"),
            Link(key="share", words=w("Share this result"), to=f"share={game}", only="phone"),
            Link(key="history", words=w("History of all games"), to="history", only="phone"),
        ),
    )


def ended_early_text(w: Words) -> str:
    """Return the sentence shown before the names of those who were ahead when the game was ended early."""
    return w("This game was ended early.")
