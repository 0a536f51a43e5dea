"""A guide to playing Architects, in two pages generated from its data."""

from collections.abc import Collection

from app.text.rules_pages import GuidePage
from app.text.translation import Words
from engine.architects.data_schema import Data


def how_to_play(w: Words, data: Data, variant: Collection[str]) -> tuple[GuidePage, ...]:
    """Write the two pages for these variants."""
    table = data.table
    turn = GuidePage(
        w("A turn"),
        (
            (
                w("Goal"),
                w(
                    "Build your wonder, stage by stage. When somebody has completed one, the game ends with that turn."
                    " Most points win."
                ),
                ("wonder",),
            ),
            (
                w("Take one card"),
                w(
                    "The top card on your left or on your right, which you see, or the one in the middle, which you do"
                    " not. It stays in front of you."
                ),
                ("card",),
            ),
            (
                w("Build"),
                w(
                    "A stage asks for different resources (≠), or for the same ones (=). As soon as you have "
                    "them, you pay and build it. A coin replaces any resource."
                ),
                ("different", "same"),
            ),
            (
                w("Effects"),
                w("Some stages do something once when they are built: touch your wonder to read what yours do."),
                ("touch",),
            ),
            (
                w("Science"),
                w(
                    "Two equal green cards, or three different ones, are exchanged for a progress token: a face-up "
                    "one or the hidden one."
                ),
                ("compass", "gear", "tablet"),
            ),
        ),
    )
    more = [
        (
            w("The cat"),
            w(
                "A blue card with a cat brings you the cat. Then you may look at the top card in the middle before "
                "you take one."
            ),
            ("cat",),
        ),
        (
            w("Conflict"),
            w(
                "Horns on red cards turn conflict tokens. After the turn in which the last one shows battle, neighbours"
                " compare shields: the stronger one wins a military token from each comparison. Cards with horns are"
                " discarded then."
            ),
            ("horn", "shield", "swords"),
        ),
    ]
    if "medals" in variant:
        more.append(
            (
                w("Medals"),
                w(
                    "Between two neighbours lies a medal: the first of the two who has what it asks for takes it. Each"
                    " is worth {points} points.",
                    points=table.medal_points,
                ),
                ("medal",),
            )
        )
    more.append(
        (
            w("Points"),
            w(
                "Stages, blue cards and some progress tokens are worth what is printed on them, the cat {cat} and each"
                " military token {military}. Equal points: more stages.",
                cat=table.cat_points,
                military=table.military_points,
            ),
            ("star",),
        )
    )
    return turn, GuidePage(w("Cat, conflict, points"), tuple(more))
