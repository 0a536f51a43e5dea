"""How Architects is played, in two pages made from its data, and what is said in a first game."""

from collections.abc import Callable, Collection
from typing import Final

from app.text.guide import GuidePage, Lesson, Now, came
from app.text.languages import Words
from engine.architects.actions import SIDES
from engine.architects.cards import Data
from engine.architects.view import SeatView, View


def how_to_play(w: Words, box: Data, variant: Collection[str]) -> tuple[GuidePage, ...]:
    """Two pages, as it is played with these variants."""
    table = box.table
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
                    "A stage asks for so many different resources (≠), or for so many of the same (=). As soon as you"
                    " have them, you pay and build it; a coin stands in for any resource."
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
                    "Two green cards the same, or three different ones, are exchanged for a progress token: one that"
                    " lies there, or the unseen one."
                ),
                ("compass", "gear", "tablet"),
            ),
        ),
    )
    more = [
        (
            w("The cat"),
            w(
                "A blue card with a cat brings it to you. Then you may look at the top card of the middle before you"
                " take one."
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


# ---- comments in a first game ----------------------------------------------------------------------------

# What can be chosen on the table while conflict tokens wait for a hand; other choices do not lie open then.
MEANWHILE: Final = frozenset({"take", "draw"})


def _asks(ask: str) -> Callable[[Now], bool]:
    """It is asked that, and sees it."""
    return lambda now: (
        bool(now.legal) and now.view.hints.ask == ask and (now.phone or not now.waits or ask in MEANWHILE)
    )


_in_turn: Final = _asks("main")


def _first_card(now: Now) -> bool:
    """It takes its first card, from any of three stacks, and has not looked at the one in the middle."""
    free = all(f"take {side}" in now.legal for side in SIDES) and now.seat not in now.view.hints.looked
    return _asks("take")(now) and free and "card-taken" not in now.known


def _builds(now: Now) -> set[str]:
    """The stages that can be built."""
    return {text.split()[1] for text in now.legal if text.startswith("build ")} if _in_turn(now) else set()


def _ways(now: Now) -> bool:
    """All that can be done is to build one stage, and there are several ways to pay."""
    return len(_builds(now)) == 1 and len(now.legal) > 1 and all(text.startswith("build ") for text in now.legal)


def _set(now: Now) -> bool:
    """Green cards are worth a token: no stage brings it."""
    paid = any(text.startswith("progress ") and " with " in text for text in now.legal)
    return _in_turn(now) and paid and "token-taken" not in now.known


def _extra(now: Now) -> bool:
    return _in_turn(now) and "done" in now.legal and any(text.startswith("extra ") for text in now.legal)


def _mine(now: Now) -> SeatView:
    view: View = now.view
    return view.seats[now.seat - 1]


def _stage(now: Now) -> bool:
    """A stage stands that brings points, and another can be built."""
    mine, needs = _mine(now), now.view.hints.needs[now.seat - 1]
    stages = now.box.wonders[mine.wonder].stages
    return came("stage-built")(now) and bool(needs) and all(stages[number - 1].points for number in mine.stages)


def _conflict(now: Now) -> bool:
    """One has been seen whole."""
    return came("conflict-fought")(now) and not now.waits


LESSONS: Final = (
    Lesson(
        "horn",
        lambda now: not now.phone and bool(now.ritual) and "markers-turned" in now.fresh,
        lambda w, now: w("Horns turn conflict tokens: turn a lit one over. When all show battle, shields decide."),
        brief=lambda w, now: w("Turn a lit one over."),
    ),
    Lesson(
        "cat-looks",
        lambda now: not now.phone and "peek" in now.legal and _mine(now).cat and "peeked" not in now.known,
        lambda w, now: w("You have the cat: hold the top card of the middle to see it, before you take one."),
        brief=lambda w, now: w("With the cat you may look first."),
    ),
    Lesson(
        "take",
        _first_card,
        lambda w, now: w("Take one card: the one on your left, on your right, or the unseen one in the middle."),
        brief=lambda w, now: w("Take one card."),
    ),
    Lesson(
        "build",
        lambda now: bool(_builds(now)) and "stage-built" not in now.known,
        lambda w, now: w("You have what a stage costs, and pay it with cards before you."),
        brief=lambda w, now: w("You have what a stage costs."),
    ),
    Lesson(
        "ways",
        _ways,
        lambda w, now: w("There is more than one way to pay for this stage. Choose the cards that you give."),
        brief=lambda w, now: w("Choose how you pay."),
    ),
    Lesson(
        "set",
        _set,
        lambda w, now: w("Your green cards are worth a progress token. Choose one; its effect is yours for good."),
        brief=lambda w, now: w("Choose a progress token."),
    ),
    Lesson(
        "extra",
        _extra,
        lambda w, now: w("A progress token lets you take an extra card now, or end the turn."),
        brief=lambda w, now: w("One more card?"),
    ),
    Lesson(
        "steal",
        _asks("steal"),
        lambda w, now: w("Your stage has an effect: take a card that lies before somebody else."),
        brief=lambda w, now: w("Take somebody’s card."),
    ),
    Lesson(
        "keep",
        _asks("keep"),
        lambda w, now: w("Your stage has an effect: look at these cards, and keep one."),
        brief=lambda w, now: w("Look at these cards, and keep one."),
    ),
    Lesson(
        "medal",
        lambda now: came("medal-taken")(now) and bool(_mine(now).medals),
        lambda w, now: w("You have won a medal: {points} points.", points=now.box.table.medal_points),
        brief=lambda w, now: w("A medal is yours."),
    ),
    Lesson(
        "conflict",
        _conflict,
        lambda w, now: w("That was a conflict: who had more shields than a neighbour won {points} points.",
                         points=now.box.table.military_points),
        brief=lambda w, now: w("Shields have decided."),
    ),
    Lesson(
        "token",
        lambda now: came("token-taken")(now) and bool(_mine(now).progress) and not now.phone,
        lambda w, now: w("The progress token lies by your name now. A touch on it says what it does."),
        brief=lambda w, now: w("Your token lies by your name."),
    ),
    Lesson(
        "stage",
        _stage,
        lambda w, now: w("A stage stands, and brings its points. What the next one costs is written on it."),
        brief=lambda w, now: w("A stage stands."),
    ),
    Lesson(
        "cat",
        lambda now: came("cat-moved")(now) and _mine(now).cat,
        lambda w, now: w("The cat has come to you. Before you take your next card you may look at one."),
        brief=lambda w, now: w("The cat has come to you."),
    ),
)  # fmt: skip
