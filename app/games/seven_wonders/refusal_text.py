"""Explanations for actions that the rules of 7 Wonders refuse, and for impossible positions that people entered."""

from typing import Final

from app.games.seven_wonders.printed_names import ROMAN, leader, name_of
from app.text.amount_text import n_coins
from app.text.refusal_messages import SHARED_SENTENCES, Refusals, Sentences, Unfit
from app.text.translation import Words


def _explain_open_question(w: Words, it: Unfit) -> str:
    match it["asked"]:
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
    "chance-first": lambda w, it: w("One moment: cards are being dealt."),
    "cannot-be-dealt": lambda w, it: w("That cannot be dealt now."),
    "no-chance": lambda w, it: w("There is nothing to deal now."),
    "no-seat": lambda w, it: w("There are only {seats} seats.", **it),
    "has-chosen": lambda w, it: w("You have chosen already. Undo it to choose again."),
    "told-already": lambda w, it: w("That does not pay for what you entered in this turn. Correct the turn first."),
    "not-asked": lambda w, it: w("There is no question for you now."),
    "no-such-token": lambda w, it: w("You have no victory token of {n}.", n=it["value"]),
    "not-face-up": lambda w, it: w("{leader} is not in front of you.", **it),
    "name-twice": lambda w, it: w("{card} stands in your city already.", **it),
    "not-discarded": lambda w, it: w("{card} is not in the discard pile.", **it),
    "must-rebuild": lambda w, it: w("A discarded card must be built. This is a house rule of this game."),
    "not-in-hand": lambda w, it: w("{card} is not in your hand.", **it),
    "all-told": lambda w, it: w("Every {card} has been entered already.", **it),
    "not-your-leader": lambda w, it: w("You cannot recruit {leader}.", **it),
    "price": lambda w, it: w("{thing} costs {cost}; you have {coins}.", cost=n_coins(w, int(it["price"])), **it),
    "wonder-complete": lambda w, it: w("Your wonder is complete."),
    "payment": lambda w, it: w("{thing} cannot be paid for in this way.", **it),
    "cannot-pay": lambda w, it: w("{thing} cannot be paid: resources or coins are missing (you have {coins}).", **it),
    "asked-first": _explain_open_question,
}


def _unfit_left(w: Words, it: Unfit) -> str:
    fewest, most = it["fewest"], it["most"]
    return w("{name}: leaders in hand by now: {n}.", n=most if fewest == most else f"{fewest}–{most}", **it)


_MISFITS: Final[Sentences] = {
    **SHARED_SENTENCES,
    "wonder": lambda w, it: w("{name} has another wonder here, or its other side.", **it),
    "coins": lambda w, it: w("{name} cannot have fewer than 0 coins.", **it),
    "stages": lambda w, it: w("{name}: this wonder has {most} stages.", **it),
    "namesake": lambda w, it: w("{name}: {card} can stand in a city only once.", **it),
    "leader-twice": lambda w, it: w("{thing} was entered twice.", thing=it["leader"]),
    "buried": lambda w, it: w("{name} has more buried leaders here ({there}) than built stages allow ({most}).", **it),
    "leaders": lambda w, it: w(
        "{name} has more leaders here ({there}) than can have been recruited so far ({most}).", **it
    ),
    "leaders-left": _unfit_left,
    "token": lambda w, it: w(
        "{name} has more tokens of {value} here ({there}) than can have been won so far ({most}).", **it
    ),
    "tokens": lambda w, it: w(
        "{name} has more victory and defeat tokens here ({there}) than can have been handed out so far ({most}).", **it
    ),
    "token-sum": lambda w, it: w(
        "There must be as many defeat tokens ({lost}) as victory tokens from conflicts ({won}).", **it
    ),
    "card-age": lambda w, it: w("{card} is of Age {age}, which has not begun.", **it),
    "copies": lambda w, it: w("You entered {card} {there} times, but this table has only {most}.", **it),
    "guilds": lambda w, it: w("You entered {there} guilds. This table has {most}.", **it),
    "age-cards": lambda w, it: w(
        "{name} has more cards of Age {age} here ({there}) than can have been played so far ({most}).", **it
    ),
    "cards": lambda w, it: w(
        "{name} has more cards and stages here ({there}) than can have been played so far ({most}).", **it
    ),
    "in-all": lambda w, it: w("You entered more cards and stages ({there}) than have been played.", **it),
    "discard": lambda w, it: w("That is too many stages built with leaders."),
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
