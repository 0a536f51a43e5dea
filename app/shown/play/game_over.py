"""A game that is over: what can be done next, and that it was ended early."""

from app.protocol import messages
from app.shown.form import Button, Form, Link, Says
from app.text.languages import Words


def ways(w: Words, game: int = 0, *, judged: bool = False) -> Form:
    """Return what can be done after the game of that number. The screen has the sheet, history and review elsewhere.

    `judged`: there is a review of it; of a score sheet there is none. Links name the game: they stay open when another
    one has begun.
    """
    again, lobby = Says(messages.Rematch(id="")), Says(messages.ToLobby(id=""))
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


def early(w: Words) -> str:
    """Before who was ahead then."""
    return w("This game was ended early.")
