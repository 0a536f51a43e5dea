"""The manual's section about Architects: what differs from other games at this table."""

from app.text.rules_pages import ManualPart
from app.text.translation import Words


def parts(w: Words) -> tuple[ManualPart, ...]:
    return (
        ManualPart(
            w("Your turn"),
            (
                w(
                    "When it is your turn, your edge of the table glows like a candle. Take anything that glows: "
                    "tap the stack on the screen, or choose the card on your phone."
                ),
                w(
                    "The table does by itself what needs no choice. If something is not possible, your edge or "
                    "your phone says why."
                ),
            ),
            "turn",
        ),
        ManualPart(
            w("The cat looks in secret"),
            (
                w(
                    "Whoever has the cat may look at the top card of the central deck: hold the deck, on your phone or"
                    " under your finger on the screen. Nobody else sees it."
                ),
                w("A short tap on the screen asks whether you want to look first."),
            ),
            "peek",
        ),
        ManualPart(
            w("A conflict comes"),
            (
                w(
                    "Horns turn conflict tokens: touch the one that glows, or wait until it turns by itself. After the"
                    " last one shields meet, and tokens go to the stronger neighbours. A touch ends the picture."
                ),
            ),
            "conflict",
        ),
    )
