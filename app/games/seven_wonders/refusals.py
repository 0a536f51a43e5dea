"""Explanations for actions that the rules of 7 Wonders refuse, and for impossible positions that people entered."""

from collections.abc import Callable, Mapping
from typing import Final

from app.games.seven_wonders.printed_names import ROMAN, card, leader, name_of
from app.text.entry_errors import SHARED_SENTENCES, Sentences, Unfit, misfit, whose
from app.text.languages import Words


def refusal(w: Words, rule: str, facts: Mapping[str, int | str]) -> str:
    """Explain why the rules refuse an action; a general sentence for an unknown rule."""
    say = _SENTENCES.get(rule)
    return say(w, facts) if say else w("That is not possible now.")


def _asked_first(w: Words, it: Mapping[str, int | str]) -> str:
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


def _thing(w: Words, it: Mapping[str, int | str]) -> str:
    slug = str(it["thing"])
    return w("The stage") if slug == "stage" else name_of(w, slug)


_SENTENCES: Final[Mapping[str, Callable[[Words, Mapping[str, int | str]], str]]] = {
    "position": lambda w, it: misfit(w, it, _MISFITS),
    "over": lambda w, it: w("The game is over."),
    "chance-first": lambda w, it: w("One moment: cards are being dealt."),
    "cannot-be-dealt": lambda w, it: w("That cannot be dealt now."),
    "no-chance": lambda w, it: w("There is nothing to deal now."),
    "no-seat": lambda w, it: w("There are only {seats} seats.", seats=it["seats"]),
    "has-chosen": lambda w, it: w("You have chosen already. Undo it to choose again."),
    "told-already": lambda w, it: w("That does not pay for what you entered in this turn. Correct the turn first."),
    "not-asked": lambda w, it: w("There is no question for you now."),
    "no-such-token": lambda w, it: w("You have no victory token of {n}.", n=it["value"]),
    "not-face-up": lambda w, it: w("{leader} is not in front of you.", leader=leader(w, str(it["leader"]))),
    "name-twice": lambda w, it: w("{card} stands in your city already.", card=card(w, str(it["card"]))),
    "not-discarded": lambda w, it: w("{card} is not in the discard pile.", card=card(w, str(it["card"]))),
    "must-rebuild": lambda w, it: w("A discarded card must be built. This is a house rule of this game."),
    "not-in-hand": lambda w, it: w("{card} is not in your hand.", card=name_of(w, str(it["card"]))),
    "all-told": lambda w, it: w("Every {card} has been entered already.", card=card(w, str(it["card"]))),
    "not-your-leader": lambda w, it: w("{leader} is not yours to recruit.", leader=leader(w, str(it["leader"]))),
    "price": lambda w, it: w(
        "{thing} costs {cost} coins; you have {coins}.", thing=_thing(w, it), cost=it["price"], coins=it["coins"]
    ),
    "wonder-complete": lambda w, it: w("Your wonder is complete."),
    "payment": lambda w, it: w("{thing} cannot be paid for in this way.", thing=_thing(w, it)),
    "cannot-pay": lambda w, it: w(
        "{thing} cannot be paid: resources or coins are missing (you have {coins}).",
        thing=_thing(w, it),
        coins=it["coins"],
    ),
    "asked-first": _asked_first,
}


def _entered(it: Unfit) -> dict[str, int | str]:
    """Return the entered and the largest possible number, for a sentence."""
    return {"there": it["there"], "most": it["most"]}


def _unfit_left(w: Words, it: Unfit) -> str:
    fewest, most = it["fewest"], it["most"]
    n = str(most) if fewest == most else f"{fewest}–{most}"
    return w("{name}: leaders in hand by now: {n}.", name=whose(w, it), n=n)


def _unfit_token(w: Words, it: Unfit) -> str:
    value = str(it["value"]).replace("-", "–")
    return w("{name} has more tokens of {value} here ({there}) than can have been won so far ({most}).",
             name=whose(w, it), value=value, **_entered(it))  # fmt: skip


def _unfit_age_cards(w: Words, it: Unfit) -> str:
    return w("{name} has more cards of Age {age} here ({there}) than can have been played so far ({most}).",
             name=whose(w, it), age=ROMAN[int(it["age"])], **_entered(it))  # fmt: skip


_MISFITS: Final[Sentences] = {
    **SHARED_SENTENCES,
    "wonder": lambda w, it: w("{name} has another wonder here, or its other side.", name=whose(w, it)),
    "coins": lambda w, it: w("{name} cannot have fewer than 0 coins.", name=whose(w, it)),
    "stages": lambda w, it: w("{name}: this wonder has {most} stages.", name=whose(w, it), most=it["most"]),
    "namesake": lambda w, it: w(
        "{name}: {card} can stand in a city only once.", name=whose(w, it), card=card(w, str(it["card"]))
    ),
    "leader-twice": lambda w, it: w("{thing} was entered twice.", thing=leader(w, str(it["leader"]))),
    "buried": lambda w, it: w(
        "{name} has more buried leaders here ({there}) than built stages allow ({most}).",
        name=whose(w, it),
        **_entered(it),
    ),
    "leaders": lambda w, it: w(
        "{name} has more leaders here ({there}) than can have been recruited so far ({most}).",
        name=whose(w, it),
        **_entered(it),
    ),
    "leaders-left": _unfit_left,
    "token": _unfit_token,
    "tokens": lambda w, it: w(
        "{name} has more victory and defeat tokens here ({there}) than can have been handed out so far ({most}).",
        name=whose(w, it),
        **_entered(it),
    ),
    "token-sum": lambda w, it: w(
        "Victory tokens won in conflicts: {won}. Defeat tokens: {lost}. There must be as many of both.",
        won=it["won"],
        lost=it["lost"],
    ),
    "card-age": lambda w, it: w(
        "{card} is of Age {age}, which has not begun.", card=card(w, str(it["card"])), age=ROMAN[int(it["age"])]
    ),
    "copies": lambda w, it: w(
        "{card} was entered {there} times. Copies at this table: {most}.",
        card=card(w, str(it["card"])),
        **_entered(it),
    ),
    "guilds": lambda w, it: w("Guilds entered: {there}. Guilds at this table: {most}.", **_entered(it)),
    "age-cards": _unfit_age_cards,
    "cards": lambda w, it: w(
        "{name} has more cards and stages here ({there}) than can have been played so far ({most}).",
        name=whose(w, it),
        **_entered(it),
    ),
    "in-all": lambda w, it: w("Cards and stages entered: {there}. Fewer have been played.", there=it["there"]),
    "discard": lambda w, it: w("That is too many stages built with leaders."),
}
