"""What Duel shows on the screen and on phones, said once for both."""

from app.protocol.messages import SetTable, Settings
from app.shown.form import Form, Says, Switch
from app.text.languages import Words


def seating(w: Words, now: Settings) -> Form:
    """How people sit round the table, and whom its cards face."""
    return Form(
        w("Cards and seats"),
        (
            Switch(
                key="short_edges",
                words=w("Sit at the short sides"),
                on=now.short_edges,
                says=Says(SetTable(id=""), "short_edges"),
                about=w("Each player has a short side of the screen."),
            ),
            Switch(
                key="turning",
                words=w("Cards turn to whoever acts"),
                on=now.turning,
                says=Says(SetTable(id=""), "turning"),
                about=w("Otherwise they stay; the round button with the arrows turns them."),
            ),
        ),
    )
