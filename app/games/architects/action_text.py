"""Actions of Architects in words: prompts, button labels and notes."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from app.games.architects.effect_text import medal
from app.games.architects.printed_names import a_card, card, cards, gap, house_count, house_wonder, stack_name, token
from app.text import correction_text
from app.text.amount_text import n_points
from app.text.translation import Words, capital, either
from app.text.words_protocols import seat_name
from engine.architects import actions
from engine.architects import data_schema as printed
from engine.architects.data_schema import Data
from engine.architects.view_json import CardEffect, Need
from engine.corrections_and_agreements import Agreement, CountCorrection, WonderCorrection


def action(w: Words, text: str, people: Sequence[str] = (), data: Data | None = None) -> str:
    """Return the label of a button, or of a line of chance; each action has a label of its own.

    `people`, if given, name the neighbours of stacks elsewhere on the table, `data` the medals.
    """
    act = actions.parse(text)
    match act:
        case actions.Peek():
            return w("Look at the top card of the central deck")
        case actions.Take(side=side):
            return (w("Take from the left"), w("Take from the right"), w("Take from the middle"))[side]
        case actions.Build(stage=stage, paid=paid):
            return w("Build stage {stage}: {cards}", stage=stage, cards=cards(w, actions.spent_words(paid)))
        case actions.Progress(token="hidden", spent=()):
            return w("Take the hidden token")
        case actions.Progress(token="hidden"):
            return w("Take the hidden token: {cards}", cards=cards(w, _faces(act.spent)))
        case actions.Progress(token=slug, spent=()):
            return w("Take {token}", token=token(w, slug))
        case actions.Progress(token=slug, spent=spent):
            return w("Take {token}: {cards}", token=token(w, slug), cards=cards(w, _faces(spent)))
        case actions.Extra(token=slug, side=side):
            return _extra(w, side, token(w, slug))
        case actions.Draw(where=where):
            return _draw(w, where, people)
        case actions.Keep(kind=kind):
            return w("Keep {card}", card=a_card(w, printed.FACES[kind]))
        case actions.Steal(of=of, kind=kind):
            name = people[of - 1] if people else seat_name(w, of, None)
            return w("Take {card} from {name}", card=a_card(w, printed.FACES[kind]), name=name)
        case actions.EndTurn():
            return w("End the turn")
        case actions.Reveal(stack=stack, kind=kind):
            where = actions.stack_word(stack)
            return w("{where}: {card}", where=stack_name(w, where, people), card=card(w, printed.FACES[kind]))
        case actions.RevealToken(token=slug):
            return w("New progress token: {token}", token=token(w, slug))
        case actions.RevealMedal():
            return _medal_laid_out(w, act, people, data)
        case actions.RevealGift(kind=kind):
            return w("The face-down card: {card}", card=card(w, printed.FACES[kind]))
        case actions.Contradiction(of=plain):
            return w("{action} (not on our list)", action=action(w, str(plain), people, data))
        case CountCorrection() | Agreement() | WonderCorrection():
            return correction_text.action(w, text, people, house_count, house_wonder)
        case _:
            assert_never(act)


def origin(w: Words, text: str, came: str, seat: int, people: Sequence[str]) -> str:
    """Return whose card an action takes (`OriginWords`)."""
    match actions.parse(text):
        case actions.Take(side=side) | actions.Extra(side=side) if side != actions.CENTER:
            mine = side == actions.LEFT  # on its left is the stack of its own wonder
            return w.pgettext("a card", "yours") if mine else w("from {name}", name=people[seat - 2])
        case actions.Take() | actions.Extra() if not came:
            return w.pgettext("a card", "unseen")
        case actions.Steal(of=of):
            return w("from {name}", name=people[of - 1])
    return ""


def finished_action(w: Words, text: str, name: str, people: Sequence[str] = (), came: str = "") -> str:
    """Return a finished action as a sentence: `Ben took gear (left)`. `came`: the card, if the action does not
    name it.
    """
    act = actions.parse(text)
    match act:
        case actions.Take(side=side):
            return _got(w, name, came, _places(w)[side])
        case actions.Extra(token=slug, side=side):
            return _got(w, name, came, f"{_places(w)[side]}, {token(w, slug)}")
        case actions.Draw(where=where):
            sides = dict(zip(actions.SIDES, _places(w), strict=True))
            return _got(w, name, came, sides.get(where) or stack_name(w, where, people))
        case actions.Keep(kind=kind):
            return w("{name} kept {card}", name=name, card=a_card(w, printed.FACES[kind]))
        case actions.Steal(of=of, kind=kind):
            facts = {"name": name, "card": a_card(w, printed.FACES[kind])}
            return w("{name} took {card} from {other}", other=people[of - 1] if people else f"{of}", **facts)
        case actions.Build(stage=stage):
            return w("{name} built stage {stage}", name=name, stage=stage)
        case actions.Progress(token="hidden"):
            return w("{name} took the hidden token", name=name)
        case actions.Progress(token=slug):
            return w("{name} took {token}", name=name, token=token(w, slug))
        case actions.EndTurn():
            return w("{name} ended the turn", name=name)
    return w("{name}, {action}", name=name, action=action(w, text, people))


def _got(w: Words, name: str, slug: str, place: str) -> str:
    if slug:
        return w("{name} took {card} ({place})", name=name, card=a_card(w, slug), place=place)
    return w("{name} took a card ({place})", name=name, place=place)


def _places(w: Words) -> tuple[str, str, str]:
    """Name the sides in the engine's order."""
    return w.pgettext("in brackets", "left"), w.pgettext("in brackets", "right"), w.pgettext("in brackets", "middle")


def payment(w: Words, text: str) -> str:
    """Name only the cards that an action spends, for a choice among payments; empty if it spends none."""
    match actions.parse(text):
        case actions.Build(paid=paid):
            return cards(w, actions.spent_words(paid))
        case actions.Progress(spent=spent):
            return cards(w, _faces(spent))
    return ""


def _faces(kinds: Iterable[int]) -> list[str]:
    return [printed.FACES[kind] for kind in kinds]


def _extra(w: Words, side: int, token: str) -> str:
    by_side = (
        w("Extra card from the left ({token})", token=token),
        w("Extra card from the right ({token})", token=token),
        w("Extra card from the middle ({token})", token=token),
    )
    return by_side[side]


def _medal_laid_out(w: Words, act: actions.RevealMedal, people: Sequence[str], data: Data | None) -> str:
    where = gap(w, actions.stack_word(act.gap), people)
    if data is None:
        return w("{where}: a medal", where=where)
    return w("{where}: medal for {medal}", where=where, medal=medal(w, act.medal, data))


def _draw(w: Words, where: str, people: Sequence[str]) -> str:
    match where:
        case "left":
            return w("The left stack")
        case "right":
            return w("The right stack")
    return stack_name(w, where, people)


def prompt(w: Words, ask: str, legal: Sequence[str]) -> str:
    """Return a short prompt for the seat to act (`DerivedFacts.ask`, and its legal actions)."""
    match ask:
        case "take":
            return w("Take one of three")
        case "main":
            return _to_do(w, legal)
        case "draw":
            return w("Choose a stack")
        case "keep":
            return w("Keep one card")
        case "progress":
            return w("Choose a token")
        case "steal":
            return w("Whose card?")
    return w("Your turn")


def _to_do(w: Words, legal: Sequence[str]) -> str:
    """Name the possible actions in the middle of a turn: `Build a stage or take a progress token`."""
    words = [text.split() for text in legal]
    verbs = {word[0] for word in words}
    stages = {word[1] for word in words if word[0] == "build"}
    if verbs == {"build"} and len(stages) == 1:
        return w("Pay for stage {stage}", stage=stages.pop())
    said_of = {
        "build": w.pgettext("to do", "build a stage"),
        "progress": w.pgettext("to do", "take a progress token"),
        "extra": w.pgettext("to do", "take an extra card"),
        "done": w.pgettext("to do", "end the turn"),
    }
    found = [text for verb, text in said_of.items() if verb in verbs]
    return capital(either(w, found)) if found else w("Your turn")


def describe_effect(w: Words, effect: CardEffect, data: Data | None = None) -> str:
    """Describe one consequence of taking a card; `data` names the medals."""
    match effect.what:
        case "build":
            return w("builds stage {n}", n=effect.n)
        case "set":
            return w("completes a science set")
        case "cat":
            return w("brings the cat")
        case "horns":
            return w.ngettext("turns {n} conflict token", "turns {n} conflict tokens", effect.n)
        case "conflict":
            return w("starts a conflict")
        case "points":
            return n_points(w, effect.n)
        case "extra":
            return w("an extra card ({token})", token=token(w, effect.word))
        case "shield":
            return w.ngettext("{n} shield", "{n} shields", effect.n or 1)
        case "medal":
            return w("wins a medal: {medal}", medal=medal(w, effect.word, data)) if data else w("wins a medal")
    raise ValueError(f"no words for what a card does: {effect.what}")


def cost(w: Words, amount: int, kind: str) -> str:
    """Format a stage's cost: `3 different` or `2 the same`."""
    return w("{n} the same", n=amount) if kind == "same" else w("{n} different", n=amount)


def need(w: Words, need: Need) -> str:
    """Describe what a stage still lacks."""
    if not need.missing:
        return w("Can be built")
    if not need.helps:
        return w.ngettext("{n} missing", "{n} missing", need.missing)
    if all(printed.FACES[kind] in need.helps for kind in range(printed.COIN)):
        return w.ngettext("{n} missing: any resource or coin", "{n} missing: any resources or coins", need.missing)
    helps = either(w, [card(w, slug) for slug in need.helps])
    return w.ngettext("{n} missing: {cards}", "{n} missing, such as {cards}", need.missing, cards=helps)
