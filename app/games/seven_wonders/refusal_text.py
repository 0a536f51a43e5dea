"""Explanations for actions that the rules of 7 Wonders refuse, and for impossible positions that people entered."""

from typing import Final

from app.games.seven_wonders.printed_names import ROMAN, leader, name_of
from app.text.amount_text import n_coins
from app.text.refusal_messages import SHARED_SENTENCES, Refusals, Sentences, Unfit
from app.text.translation import Words, w_

_FIRST: Final = {
    "draft": w_("A leader must be kept first."),
    "recruit": w_("Leaders must be recruited first."),
    "play": w_("A card must be chosen first."),
    "lose": w_("A victory token must be given up first."),
    "extra": w_("Somebody may recruit one more leader first."),
    "bury": w_("A leader must be buried first."),
    "seventh": w_("Somebody must play the last card first."),
    "rebuild": w_("Somebody must build a discarded card first."),
}
_RULES: Final[Sentences] = {
    "chance-first": w_("One moment: cards are being dealt."),
    "cannot-be-dealt": w_("That cannot be dealt now."),
    "no-chance": w_("There is nothing to deal now."),
    "no-seat": w_("There are only {seats} seats."),
    "has-chosen": w_("You have chosen already. Undo it to choose again."),
    "told-already": w_("That does not pay for what you entered in this turn. Correct the turn first."),
    "not-asked": w_("There is no question for you now."),
    "no-such-token": lambda w, facts: w("You have no victory token of {n}.", n=facts["value"]),
    "not-face-up": w_("{leader} is not in front of you."),
    "name-twice": w_("{card} stands in your city already."),
    "not-discarded": w_("{card} is not in the discard pile."),
    "must-rebuild": w_("A discarded card must be built. This is a house rule of this game."),
    "not-in-hand": w_("{card} is not in your hand."),
    "all-told": w_("Every {card} has been entered already."),
    "not-your-leader": w_("You cannot recruit {leader}."),
    "price": lambda w, facts: w(
        "{thing} costs {cost}; you have {coins}.", cost=n_coins(w, int(facts["price"])), **facts
    ),
    "wonder-complete": w_("Your wonder is complete."),
    "payment": w_("{thing} cannot be paid for in this way."),
    "cannot-pay": w_("{thing} cannot be paid: resources or coins are missing (you have {coins})."),
    "asked-first": lambda w, facts: w.translate(_FIRST.get(str(facts["asked"]), _FIRST["play"]), {}),
}


def _unfit_left(w: Words, facts: Unfit) -> str:
    fewest, most = facts["fewest"], facts["most"]
    return w("{name}: leaders in hand by now: {n}.", n=most if fewest == most else f"{fewest}–{most}", **facts)


_MISFITS: Final[Sentences] = {
    **SHARED_SENTENCES,
    "wonder": w_("{name} has another wonder here, or its other side."),
    "coins": w_("{name} cannot have fewer than 0 coins."),
    "stages": w_("{name}: this wonder has {most} stages."),
    "namesake": w_("{name}: {card} can stand in a city only once."),
    "leader-twice": lambda w, facts: w("{thing} was entered twice.", thing=facts["leader"]),
    "buried": w_("{name} has more buried leaders here ({there}) than built stages allow ({most})."),
    "leaders": w_("{name} has more leaders here ({there}) than can have been recruited so far ({most})."),
    "leaders-left": _unfit_left,
    "token": w_("{name} has more tokens of {value} here ({there}) than can have been won so far ({most})."),
    "tokens": w_(
        "{name} has more victory and defeat tokens here ({there}) than can have been handed out so far ({most})."
    ),
    "token-sum": w_("There must be as many defeat tokens ({lost}) as victory tokens from conflicts ({won})."),
    "card-age": w_("{card} is of Age {age}, which has not begun."),
    "copies": w_("You entered {card} {there} times, but this table has only {most}."),
    "guilds": w_("You entered {there} guilds. This table has {most}."),
    "age-cards": w_("{name} has more cards of Age {age} here ({there}) than can have been played so far ({most})."),
    "cards": w_("{name} has more cards and stages here ({there}) than can have been played so far ({most})."),
    "in-all": w_("You entered more cards and stages ({there}) than have been played."),
    "discard": w_("That is too many stages built with leaders."),
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
