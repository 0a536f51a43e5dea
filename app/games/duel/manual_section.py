"""The manual's section about Duel: what differs from other games at this table."""

from app.text.rules_pages import ManualPart
from app.text.translation import Words


def parts(w: Words) -> tuple[ManualPart, ...]:
    return (
        ManualPart(
            w("Your turn"),
            (
                w(
                    "Each of you has one edge. When it is your turn, it glows like a candle. Every card that lies face"
                    " up shows what it costs either of you now."
                ),
                w(
                    "Touch a card to see it large: how its price comes about, what it uncovers, and what the other side"
                    " could then take. Then choose “{build}”, “{discard}” or one of your wonders, on the screen or on"
                    " your phone.",
                    build=w.pgettext("use", "Build"),
                    discard=w.pgettext("use", "Discard"),
                ),
            ),
            "turn",
        ),
        ManualPart(
            w("Pawn, symbols, tokens"),
            (
                w(
                    "The pawn moves by itself and takes the coins. What you may choose, such as a progress token, "
                    "glows."
                ),
                w("While you choose, a ghost shows where pawn, symbols and coins would be."),
            ),
            "token",
        ),
    )
