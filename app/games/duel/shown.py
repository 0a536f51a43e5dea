"""What Duel shows on the screen and on phones, said once for both."""

from app.protocol.messages import Settings
from app.shown.form import Form, table_switch
from app.text.languages import Words


def seating(w: Words, now: Settings) -> Form:
    """How people sit round the table, and whom its cards face."""
    side = w("Each player has a short side of the screen.")
    turns = w("Otherwise they stay; the round button with the arrows turns them.")
    return Form(
        w("Cards and seats"),
        (
            table_switch("short_edges", w("Sit at the short sides"), now.short_edges, side),
            table_switch("turning", w("Cards turn to whoever acts"), now.turning, turns),
        ),
    )
