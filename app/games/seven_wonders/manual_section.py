"""Sections of the manual on playing 7 Wonders at this table, as far as it differs from other games."""

from app.text.rules_pages import ManualPart
from app.text.translation import Words


def parts(w: Words) -> tuple[ManualPart, ...]:
    return (
        ManualPart(
            w("Your hand"),
            (
                w(
                    "Your hand is on your own phone: what each card costs you, who is paid, and what else you may do"
                    " with it. All choose at the same time; until the last one has chosen, you may change your choice."
                ),
                w(
                    "Without a phone your hand lies face down at your edge: hold a card to see it, tap it to choose it."
                    " The others see only that you have chosen."
                ),
            ),
            "hand",
        ),
        ManualPart(
            w("What a turn brought"),
            (
                w(
                    "All cards turn up together, and lie before the cities until somebody touches them. The eye brings"
                    " them back."
                ),
                w("Each city lies at its edge; touch it to see all of it."),
            ),
            "turn",
        ),
        ManualPart(
            w("The end of an age"),
            (w("Shields meet at every border, and tokens go to both cities. A touch ends the picture."),),
            "conflict",
        ),
        ManualPart(
            w("Telling what you did"),
            (
                w(
                    "With your own box everybody enters their turn at the same time: touch your name, then the "
                    "card you built, “{stage}” or “{sold}”, and whom you paid if there were two ways. Until all "
                    "are done, “{other}” undoes it.",
                    stage=w("Stage"),
                    sold=w("Sold"),
                    other=w("It was something else"),
                ),
            ),
            "telling",
        ),
    )
