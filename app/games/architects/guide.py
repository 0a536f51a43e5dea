"""How Architects is played, in two pages made from its data, and what is said in a first game."""

from collections.abc import Callable, Collection
from typing import Final

from app.games.architects import words as say
from app.text.guide import Lesson, Now, Page, came, first
from app.text.languages import Words, capital
from engine.architects.actions import SIDES
from engine.architects.cards import Data


def how_to_play(w: Words, box: Data, variant: Collection[str]) -> tuple[Page, ...]:
    """Two pages, as it is played with these variants."""
    table = box.table
    turn = Page(
        w("A turn"),
        (
            (
                w("Goal"),
                w(
                    "Build your wonder, stage by stage. When somebody has completed one, the game ends with that turn."
                    " Most points win."
                ),
            ),
            (
                w("Take one card"),
                w(
                    "The top card on your left or on your right, which you see, or the one in the middle, which you do"
                    " not. It stays in front of you."
                ),
            ),
            (
                w("Build"),
                w(
                    "A stage asks for so many different resources, or for so many of the same. As soon as you have"
                    " them, you pay and build it; a coin stands in for any resource."
                ),
            ),
            (
                w("Effects"),
                w("Some stages do something once when they are built: touch your wonder to read what yours do."),
            ),
            (
                w("Science"),
                w(
                    "Two green cards the same, or three different ones, are exchanged for a progress token: one that"
                    " lies there, or the unseen one."
                ),
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
        ),
        (
            w("Conflict"),
            w(
                "Horns on red cards turn conflict tokens. After the turn in which the last one shows battle, neighbours"
                " compare shields: the stronger one wins a military token from each comparison. Cards with horns are"
                " discarded then."
            ),
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
        )
    )
    return turn, Page(w("Cat, conflict, points"), tuple(more))


# ---- comments in a first game ----------------------------------------------------------------------------


def _asks(ask: str, kind: str) -> Callable[[Now], bool]:
    """It is asked that, and an event of that kind has not come to it yet."""
    return lambda now: bool(now.legal) and now.view.hints.ask == ask and kind not in now.known


def _effect(ask: str) -> Callable[[Now], bool]:
    """An effect asks that; it comes seldom, so that its comment does not tire."""
    return lambda now: bool(now.legal) and now.view.hints.ask == ask


def _may(verb: str, kind: str) -> Callable[[Now], bool]:
    return lambda now: kind not in now.known and any(text.split()[0] == verb for text in now.legal)


def _wonder(w: Words, now: Now) -> str:
    return say.wonder(w, now.view.seats[now.seat - 1].wonder)


def _stage(w: Words, now: Now) -> str:
    """The stage to build; on the table, where there is but one way, the wonder itself."""
    if not now.phone and len(now.legal) == 1:
        return _wonder(w, now)
    return w("Stage {number}", number=first(now, "build").split()[1])


def _token(w: Words, now: Now) -> str:
    return say.token(w, first(now, "progress").split()[1])


def _left(w: Words, now: Now) -> str:
    """The left stack; where it is empty the right one, and then the one in the middle."""
    stacks = (w("The left stack"), w("The right stack"), w("The central deck"))
    if now.phone:
        stacks = (w.pgettext("side", "Left"), w.pgettext("side", "Right"), w.pgettext("side", "Middle"))
    found = (name for side, name in zip(SIDES, stacks, strict=True) if f"take {side}" in now.legal)
    return next(found, stacks[0])


def _center(w: Words, now: Now) -> str:
    return say.action(w, "peek") if now.phone else w("The central deck")


def _cat(w: Words, now: Now) -> str:
    return capital(w("the cat"))


def _marker(w: Words, now: Now) -> str:
    return w("Turn token {n}", n=now.ritual[0]) if now.phone and now.ritual else w("Conflict token")


def _medal(w: Words, now: Now) -> str:
    """A medal that the seat may win still; its wonder where none is left."""
    goals = now.view.hints.goals[now.seat - 1]
    return say.medal(w, goals[0].medal, now.box) if goals else _wonder(w, now)


LESSONS: Final = (
    Lesson(
        "horn",
        lambda now: bool(now.ritual) and "markers-turned" in now.fresh,
        _marker,
        lambda w, now: w("Horns turn conflict tokens: turn a lit one over. When all show battle, shields decide."),
        brief=lambda w, now: w("Turn a lit one over."),
    ),
    Lesson(
        "cat-looks",
        _may("peek", "peeked"),
        _center,
        lambda w, now: w("You have the cat: hold the top card of the middle to see it, before you take one."),
        brief=lambda w, now: w("With the cat you may look first."),
    ),
    Lesson(
        "take",
        _asks("take", "card-taken"),
        _left,
        lambda w, now: w("Take one card: the one on your left, on your right, or the unseen one in the middle."),
        brief=lambda w, now: w("Take one card."),
    ),
    Lesson(
        "build",
        _may("build", "stage-built"),
        _stage,
        lambda w, now: w("You have what a stage costs, and pay it with cards before you."),
        brief=lambda w, now: w("You have what a stage costs."),
    ),
    Lesson(
        "ways",
        lambda now: len(now.legal) > 1 and now.legal[0].startswith("build "),
        _stage,
        lambda w, now: w("There is more than one way to pay for this stage. Choose the cards that you give."),
        brief=lambda w, now: w("Choose how you pay."),
    ),
    Lesson(
        "set",
        _may("progress", "token-taken"),
        _token,
        lambda w, now: w("Your green cards are worth a progress token. Choose one; its effect is yours for good."),
        brief=lambda w, now: w("Choose a progress token."),
    ),
    Lesson(
        "extra",
        _may("extra", ""),
        lambda w, now: say.action(w, first(now, "extra")),
        lambda w, now: w("A progress token lets you take an extra card now, or end the turn."),
        brief=lambda w, now: w("One more card?"),
    ),
    Lesson(
        "draw",
        _effect("draw"),
        lambda w, now: capital(say.action(w, now.legal[0], now.people)),
        lambda w, now: w("Your stage has an effect: take a card more, from a stack that is lit."),
        brief=lambda w, now: w("One more card, from a lit stack."),
    ),
    Lesson(
        "steal",
        _effect("steal"),
        lambda w, now: now.people[int(first(now, "steal").split()[1]) - 1],
        lambda w, now: w("Your stage has an effect: take a card that lies before somebody else."),
        brief=lambda w, now: w("Take somebody’s card."),
    ),
    Lesson(
        "keep",
        _effect("keep"),
        lambda w, now: w("Keep"),
        lambda w, now: w("Your stage has an effect: look at these cards, and keep one."),
        brief=lambda w, now: w("Look at these cards, and keep one."),
    ),
    Lesson(
        "medal",
        came("medal-taken"),
        _medal,
        lambda w, now: w("You have won a medal: {points} points.", points=now.box.table.medal_points),
        brief=lambda w, now: w("A medal is yours."),
    ),
    Lesson(
        "conflict",
        came("conflict-fought"),
        _marker,
        lambda w, now: w("That was a conflict: who had more shields than a neighbour won {points} points.",
                         points=now.box.table.military_points),
        brief=lambda w, now: w("Shields have decided."),
    ),
    Lesson(
        "token",
        came("token-taken"),
        lambda w, now: say.token(w, now.view.seats[now.seat - 1].progress[-1]),
        lambda w, now: w("The progress token lies by your name now. A touch on it says what it does."),
        brief=lambda w, now: w("Your token lies by your name."),
    ),
    Lesson(
        "stage",
        came("stage-built"),
        _wonder,
        lambda w, now: w("A stage stands, and brings its points. What the next one costs is written on it."),
        brief=lambda w, now: w("A stage stands."),
    ),
    Lesson(
        "cat",
        came("cat-moved"),
        _cat,
        lambda w, now: w("The cat has come to you. Before you take your next card you may look at one."),
        brief=lambda w, now: w("The cat has come to you."),
    ),
)  # fmt: skip
