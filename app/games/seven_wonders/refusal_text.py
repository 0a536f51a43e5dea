"""Explanations for actions that the rules of 7 Wonders refuse, and for impossible positions that people entered."""

from typing import Final

from app.games.seven_wonders.printed_names import ROMAN, leader, name_of
from app.text.amount_text import n_coins
from app.text.refusal_messages import SHARED_SENTENCES, Refusals, Sentences, Unfit
from app.text.translation import Words


def _explain_open_question(w: Words, facts: Unfit) -> str:
    match facts["asked"]:
        case "draft":
            return w("A leader must be kept first.")
        case "recruit":
            return w("Leaders must be recruited first.")
        case "lose":
            return w("A victory token must be given up first.")
        case "extra":
            return w("Somebody may recruit one more leader first.")
        case "bury":
            return w("A leader must be buried first.")
        case "seventh":
            return w("Somebody must play the last card first.")
        case "rebuild":
            return w("Somebody must build a discarded card first.")
    return w("A card must be chosen first.")


_RULES: Final[Sentences] = {
    "chance-first": lambda w, _: w("One moment: cards are being dealt."),
    "cannot-be-dealt": lambda w, _: w("That cannot be dealt now."),
    "no-chance": lambda w, _: w("There is nothing to deal now."),
    "no-seat": lambda w, facts: w("There are only {seats} seats.", **facts),
    "has-chosen": lambda w, _: w("You have chosen already. Undo it to choose again."),
    "told-already": lambda w, _: w("That does not pay for what you entered in this turn. Correct the turn first."),
    "not-asked": lambda w, _: w("There is no question for you now."),
    "no-such-token": lambda w, facts: w("You have no victory token of {n}.", n=facts["value"]),
    "not-face-up": lambda w, facts: w("{leader} is not in front of you.", **facts),
    "name-twice": lambda w, facts: w("{card} stands in your city already.", **facts),
    "not-discarded": lambda w, facts: w("{card} is not in the discard pile.", **facts),
    "must-rebuild": lambda w, _: w("A discarded card must be built. This is a house rule of this game."),
    "not-in-hand": lambda w, facts: w("{card} is not in your hand.", **facts),
    "all-told": lambda w, facts: w("Every {card} has been entered already.", **facts),
    "not-your-leader": lambda w, facts: w("You cannot recruit {leader}.", **facts),
    "price": lambda w, facts: w(
        "{thing} costs {cost}; you have {coins}.", cost=n_coins(w, int(facts["price"])), **facts
    ),
    "wonder-complete": lambda w, _: w("Your wonder is complete."),
    "payment": lambda w, facts: w("{thing} cannot be paid for in this way.", **facts),
    "cannot-pay": lambda w, facts: w(
        "{thing} cannot be paid: resources or coins are missing (you have {coins}).", **facts
    ),
    "asked-first": _explain_open_question,
}


def _unfit_left(w: Words, facts: Unfit) -> str:
    fewest, most = facts["fewest"], facts["most"]
    return w("{name}: leaders in hand by now: {n}.", n=most if fewest == most else f"{fewest}–{most}", **facts)


_MISFITS: Final[Sentences] = {
    **SHARED_SENTENCES,
    "wonder": lambda w, facts: w("{name} has another wonder here, or its other side.", **facts),
    "coins": lambda w, facts: w("{name} cannot have fewer than 0 coins.", **facts),
    "stages": lambda w, facts: w("{name}: this wonder has {most} stages.", **facts),
    "namesake": lambda w, facts: w("{name}: {card} can stand in a city only once.", **facts),
    "leader-twice": lambda w, facts: w("{thing} was entered twice.", thing=facts["leader"]),
    "buried": lambda w, facts: w(
        "{name} has more buried leaders here ({there}) than built stages allow ({most}).", **facts
    ),
    "leaders": lambda w, facts: w(
        "{name} has more leaders here ({there}) than can have been recruited so far ({most}).", **facts
    ),
    "leaders-left": _unfit_left,
    "token": lambda w, facts: w(
        "{name} has more tokens of {value} here ({there}) than can have been won so far ({most}).", **facts
    ),
    "tokens": lambda w, facts: w(
        "{name} has more victory and defeat tokens here ({there}) than can have been handed out so far ({most}).",
        **facts,
    ),
    "token-sum": lambda w, facts: w(
        "There must be as many defeat tokens ({lost}) as victory tokens from conflicts ({won}).", **facts
    ),
    "card-age": lambda w, facts: w("{card} is of Age {age}, which has not begun.", **facts),
    "copies": lambda w, facts: w("You entered {card} {there} times, but this table has only {most}.", **facts),
    "guilds": lambda w, facts: w("You entered {there} guilds. This table has {most}.", **facts),
    "age-cards": lambda w, facts: w(
        "{name} has more cards of Age {age} here ({there}) than can have been played so far ({most}).", **facts
    ),
    "cards": lambda w, facts: w(
        "{name} has more cards and stages here ({there}) than can have been played so far ({most}).", **facts
    ),
    "in-all": lambda w, facts: w("You entered more cards and stages ({there}) than have been played.", **facts),
    "discard": lambda w, _: w("That is too many stages built with leaders."),
}

refusal = Refusals(
    _RULES,
    _MISFITS,
    {
        "card": name_of,
        "leader": leader,
        "thing": lambda w, slug: w("The stage") if slug == "stage" else name_of(w, slug),
        "value": lambda w, value: value.replace("-", "–"),
        "age": lambda w, age: ROMAN[int(age)],
    },
).refusal
