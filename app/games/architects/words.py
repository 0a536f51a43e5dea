"""Architects in the reader's words: cards, tokens, wonders, actions, events, hints, refusals, results.

Every function takes the words of a language first. Names of people are never inflected, and a card stands in a
sentence as it stands alone, so that each language can put both where it likes.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, assert_never

import msgspec

from app.games.tally import words as sheet
from app.text import house
from app.text.entered import ALIKE, Sentences, Unfit, misfit, whose
from app.text.game import named, seat_name
from app.text.languages import Words, both, capital, either
from app.text.names import names
from app.text.values import Doubted, Field, Group
from engine.architects import actions
from engine.architects import cards as printed
from engine.architects.cards import Data
from engine.architects.view import Does, Goal, Need, Part, View
from engine.game import Event
from engine.game_data import YOURS
from engine.house import HouseCount, HouseCounted, HouseHas, HouseHasOther, HouseSaid, HouseWay

DULL: Final = frozenset(
    {"turn-began", "card-revealed", "token-revealed", "medal-revealed", "stack-shuffled", "extra-opened"}
)
DECIDED: Final = frozenset({"card-taken", "stage-built", "token-taken", "peeked"})
UNSAID: Final = frozenset({"card-seen"})  # seen under a holding finger
RESOURCES: Final = frozenset(actions.PAYMENT_WORDS[:5])
GAME: Final = "architects"
_events: Final = msgspec.json.Decoder[actions.Events](actions.Events)

# ---- names -------------------------------------------------------------------------------------------


def card(w: Words, slug: str) -> str:
    """`wood`, `blue 3`, `red with horn`: as it stands in a sentence; `capital` makes a label of it."""
    return named(names(w, GAME, "cards"), slug)


def token(w: Words, slug: str) -> str:
    """`Economy`; for `hidden`, the words for the face-down one."""
    return named(names(w, GAME, "tokens"), slug)


def wonder(w: Words, slug: str) -> str:
    """`Babylon`."""
    return named(names(w, GAME, "wonders"), slug)


def title(w: Words) -> str:
    """The game's own name."""
    return "7 Wonders Architects"


def identity(w: Words, slug: str) -> str:
    """What a seat is: its wonder."""
    return wonder(w, slug)


def colour(w: Words, slug: str) -> str:
    """`grey`, as it stands in a sentence."""
    return named(names(w, GAME, "colours"), slug)


def category(w: Words, slug: str) -> str:
    """The head of a line on the score sheet."""
    return named(names(w, GAME, "categories"), slug)


def cards(w: Words, slugs: Iterable[str]) -> str:
    """`wood and 2 coins`: cards that are spent or shown together."""
    return cards_counted(w, Counter(slugs).items())


def cards_counted(w: Words, counts: Iterable[tuple[str, int]]) -> str:
    """`2 × wood and coin`: so many of each."""
    return both(w, [card(w, slug) if n == 1 else f"{n} × {card(w, slug)}" for slug, n in counts])


# ---- what printed things do ----------------------------------------------------------------------------


def card_says(w: Words, slug: str, box: Data) -> str:
    """One sentence about a card, made from what is printed on it."""
    face = box.cards[slug]
    match face.colour:
        case "grey":
            return w("Pays for stages of your wonder.")
        case "yellow":
            return w("Stands in for any resource you lack.")
        case "green":
            return w("Two the same or three different ones earn a progress token.")
        case "blue":
            worth = w.ngettext("{n} point at the end.", "{n} points at the end.", face.points)
            return _joined(worth, w("The cat comes to you.")) if face.cat else worth
        case "red":
            worth = w.ngettext("{n} shield.", "{n} shields.", face.shields)
            turns = w.ngettext(
                "Turns {n} conflict token; discarded after the conflict.",
                "Turns {n} conflict tokens; discarded after the conflict.",
                face.horns,
            )
            return _joined(worth, turns) if face.horns else worth
        case _:
            assert_never(face.colour)


def token_says(w: Words, slug: str, box: Data) -> str:
    """What a progress token does, made from its effects."""
    if slug not in box.tokens:  # the hidden one
        return w("The top token of the face-down pile; you see it once you have it.")
    return _joined(*(_token_effect(w, effect, box) for effect in box.tokens[slug].effects))


def _token_effect(w: Words, effect: printed.TokenEffect, box: Data) -> str:
    match effect:
        case printed.ExtraCard(takes=takes, builds=builds):
            return _extra_card(w, takes, builds, box)
        case printed.DoubleCoin():
            return w("Once a turn, one of your coins counts as two.")
        case printed.AnyCards():
            return w("You pay stages with any resources, same or different.")
        case printed.Look():
            return w("Before you take a card you may look at the top card of the central deck, as if you had the cat.")
        case printed.KeepHorns():
            return w("Your red cards with horns stay after a conflict.")
        case printed.Shields(amount=amount):
            return _shields(w, amount)
        case printed.PointsForWonder(unfinished=unfinished, finished=finished):
            return w(
                "At the end: {unfinished} points, or {finished} if your wonder is complete.",
                unfinished=unfinished,
                finished=finished,
            )
        case printed.PointsEach(of=of, amount=amount):
            return _points_each(w, of, amount)
        case printed.PointsByCopies(points=points):
            copies = " / ".join(str(copies) for copies in range(1, len(points) + 1))
            worth = " / ".join(str(worth) for worth in points)
            return w("At the end: {points} points for {copies} of these.", points=worth, copies=copies)
        case _:
            assert_never(effect)


def _extra_card(w: Words, takes: Sequence[str], builds: bool, box: Data) -> str:
    sentences = []
    if takes:
        which = _group(w, set(takes), box) or either(w, [card(w, slug) for slug in takes])
        sentences.append(w("Once a turn, when you take {cards}, you may take an extra card.", cards=which))
    if builds:
        sentences.append(w("Once a turn, when you build a stage, you may take an extra card."))
    return _joined(*sentences)


def _group(w: Words, slugs: set[str], box: Data) -> str:
    """A word for all cards of a kind, if these are just all; else nothing."""
    by_colour = {
        "grey": w.pgettext("a card that is taken", "any grey card"),
        "blue": w.pgettext("a card that is taken", "any blue card"),
        "green": w.pgettext("a card that is taken", "any green card"),
        "red": w.pgettext("a card that is taken", "any red card"),
    }
    if slugs == {slug for slug, face in box.cards.items() if face.horns}:
        return w.pgettext("a card that is taken", "any card with a horn")
    colours = {colour: {slug for slug, face in box.cards.items() if face.colour == colour} for colour in by_colour}
    return next((by_colour[colour] for colour, all_of_it in colours.items() if slugs == all_of_it), "")


def _shields(w: Words, amount: int) -> str:
    return w.ngettext("{n} shield, for good.", "{n} shields, for good.", amount)


def _points_each(w: Words, of: str, amount: int) -> str:
    match of:
        case "cat-card":
            return w.ngettext(
                "At the end: {n} point for each cat on your blue cards.",
                "At the end: {n} points for each cat on your blue cards.",
                amount,
            )
        case "grey-card":
            return w.ngettext(
                "At the end: {n} point for each of your grey cards.",
                "At the end: {n} points for each of your grey cards.",
                amount,
            )
        case "military-token":
            return w.ngettext(
                "At the end: {n} more point for each of your military tokens.",
                "At the end: {n} more points for each of your military tokens.",
                amount,
            )
        case "progress-token":
            return w.ngettext(
                "At the end: {n} point for each of your progress tokens, this one included.",
                "At the end: {n} points for each of your progress tokens, this one included.",
                amount,
            )
    raise ValueError(f"nothing to count points for: {of}")


def wonder_says(w: Words, slug: str, box: Data) -> str:
    """What a wonder does and when, made from its stages and effects; and whether nobody has read its numbers to us."""
    facts = box.wonders[slug]
    stages = [str(number) for number, stage in enumerate(facts.stages, start=1) if stage.effect]
    worth = w.ngettext("All stages: {n} point.", "All stages: {n} points.", sum(stage.points for stage in facts.stages))
    unsure = w("The numbers are our assumption.") if facts.certainty == "assumption" else ""
    if not facts.effects or not stages:
        return _joined(w("No effect."), worth, unsure)
    does = _joined(*(wonder_effect(w, effect) for effect in facts.effects))
    when = w.ngettext(
        "Stage {stages}: {does}", "Stages {stages}: {does}", len(stages), stages=both(w, stages), does=does
    )
    return _joined(when, worth, unsure)


def wonder_effect(w: Words, effect: printed.WonderEffect) -> str:
    """One effect of a wonder, as a sentence."""
    match effect:
        case printed.DrawAny():
            return w("Take the top card of any stack on the table.")
        case printed.DrawCenter():
            return w("Take the top card of the central deck.")
        case printed.DrawSides():
            return w("Take the top card on the left, then the one on the right.")
        case printed.DrawNear():
            return w("Take the top card on the left, on the right or in the middle.")
        case printed.PickFromSide(look=look):
            return w.ngettext(
                "Look at the top card on the left or right and keep it.",
                "Look at the top {n} cards on the left or right and keep one.",
                look,
            )
        case printed.TakeToken():
            return w("Take a progress token.")
        case printed.Shields(amount=amount):
            return _shields(w, amount)
        case printed.StealCard():
            return w(
                "Take a card in front of somebody else; that player gets the top card of the central deck, face down."
            )
        case printed.TakeCat():
            return w("The cat comes to you.")
        case printed.LookCenter():
            return w("Look at the top card of the central deck.")
        case _:
            assert_never(effect)


def assumed(w: Words, slugs: Iterable[str], box: Data | None = None) -> str:
    """A quiet note about those of these wonders whose printed values nobody has read to us yet; else nothing.

    Without data (`box`) they are all of that kind.
    """
    names = [wonder(w, slug) for slug in slugs if box is None or box.wonders[slug].certainty == "assumption"]
    if not names:
        return ""
    return w(
        "{wonders}: these numbers are our assumption. Correct them in the settings under “{page}”.",
        wonders=both(w, names),
        page=w("Numbers of the box"),
    )


# ---- medals --------------------------------------------------------------------------------------------


def medal(w: Words, slug: str, box: Data) -> str:
    """What a medal asks for, which is what it is called by: `3 blue cards`."""
    need = box.medals[slug].need
    if len(need) > 1 and all(names(w, GAME, "colours").get(what) and least == 1 for what, least in need.items()):
        return w("one card each: {colours}", colours=both(w, [colour(w, what) for what in need]))
    return both(w, [_wanted(w, what, least) for what, least in need.items()])


def medal_says(w: Words, slug: str, box: Data) -> str:
    """What a medal is worth and to whom, made from what it asks for."""
    return w.ngettext(
        "Whoever has this first gets {n} point: {medal}.",
        "Whoever has this first gets {n} points: {medal}.",
        box.table.medal_points,
        medal=medal(w, slug, box),
    )


def _wanted(w: Words, what: str, n: int) -> str:
    """One thing that a medal asks for."""
    match what:
        case "grey":
            return w.ngettext("{n} grey card", "{n} grey cards", n)
        case "yellow":
            return w.ngettext("{n} yellow card", "{n} yellow cards", n)
        case "blue":
            return w.ngettext("{n} blue card", "{n} blue cards", n)
        case "green":
            return w.ngettext("{n} green card", "{n} green cards", n)
        case "red":
            return w.ngettext("{n} red card", "{n} red cards", n)
        case "blue-with-cat":
            return w.ngettext("{n} blue card with a cat", "{n} blue cards with a cat", n)
        case "red-with-horn":
            return w.ngettext("{n} red card with a horn", "{n} red cards with a horn", n)
        case "cards":
            return w.ngettext("{n} card", "{n} cards", n)
        case "stages":
            return w.ngettext("{n} stage", "{n} stages", n)
        case "cat":
            return w("the cat")
        case "progress":
            return w.ngettext("{n} progress token", "{n} progress tokens", n)
        case "military":
            return w.ngettext("{n} military token", "{n} military tokens", n)
        case "military-in-one-conflict":
            return w.ngettext("{n} military token in one conflict", "{n} military tokens in one conflict", n)
    raise ValueError(f"no words for what a medal asks for: {what}")


def goal(w: Words, goal: Goal) -> str:
    """How far a medal is: `2 of 3 blue cards`; of several parts, one after the other."""
    return ", ".join(goal_part(w, part) for part in goal.parts)


def goal_part(w: Words, part: Part) -> str:
    """How far one part of a medal is."""
    n, facts = part.need, {"have": min(part.have, part.need)}  # more than enough is enough
    match part.what:
        case "grey":
            return w.ngettext("{have} of {n} grey card", "{have} of {n} grey cards", n, **facts)
        case "yellow":
            return w.ngettext("{have} of {n} yellow card", "{have} of {n} yellow cards", n, **facts)
        case "blue":
            return w.ngettext("{have} of {n} blue card", "{have} of {n} blue cards", n, **facts)
        case "green":
            return w.ngettext("{have} of {n} green card", "{have} of {n} green cards", n, **facts)
        case "red":
            return w.ngettext("{have} of {n} red card", "{have} of {n} red cards", n, **facts)
        case "blue-with-cat":
            return w.ngettext("{have} of {n} blue card with a cat", "{have} of {n} blue cards with a cat", n, **facts)
        case "red-with-horn":
            return w.ngettext("{have} of {n} red card with a horn", "{have} of {n} red cards with a horn", n, **facts)
        case "cards":
            return w.ngettext("{have} of {n} card", "{have} of {n} cards", n, **facts)
        case "stages":
            return w.ngettext("{have} of {n} stage", "{have} of {n} stages", n, **facts)
        case "cat":
            return w("the cat: yes") if part.have else w("the cat: not yet")
        case "progress":
            return w.ngettext("{have} of {n} progress token", "{have} of {n} progress tokens", n, **facts)
        case "military":
            return w.ngettext("{have} of {n} military token", "{have} of {n} military tokens", n, **facts)
    return _wanted(w, part.what, n)  # in one conflict: all of it or nothing


def gap(w: Words, gap: str, people: Sequence[str] = ()) -> str:
    """Where a medal lies: between whom (the gap's number), or in the `center`."""
    return w("In the middle") if gap == "center" else stack_name(w, gap, people)


def gifts(w: Words, n: int) -> str:
    """Cards that wait face down before a seat."""
    return w.ngettext("{n} face-down card", "{n} face-down cards", n)


# ---- what is chosen before a game --------------------------------------------------------------------------


def variant(w: Words, slug: str) -> str:
    """What may be added to the game, as the name of a switch."""
    match slug:
        case "medals":
            return w.pgettext("variant", "Medals")
        case "expert":
            return w.pgettext("variant", "Expert variant")
        case "medal-tokens":
            return w.pgettext("variant", "More progress tokens")
    return named({}, slug)


def variants(w: Words, slugs: Iterable[str]) -> str:
    """Several of them in a sentence."""
    return both(w, [variant(w, slug) for slug in slugs])


def variant_says(w: Words, slug: str, box: Data) -> str:
    """What it changes, in one sentence; nothing for one that was invented later."""
    match slug:
        case "medals":
            return w("Between any two neighbours lies a medal; the first of them who has what it asks for takes it.")
        case "expert":
            return w.ngettext(
                "{n} more medal lies in the middle, open to all.",
                "{n} more medals lie in the middle, open to all.",
                box.table.center_medals,
            )
        case "medal-tokens":
            more = [token(w, slug) for slug, facts in box.tokens.items() if facts.more]
            return w("Shuffled in: {tokens}.", tokens=both(w, more))
    return ""


def _joined(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def house_rule(w: Words, slug: str) -> str:
    """What holds while a house rule is on."""
    match slug:
        case "coin-may-replace-a-resource-you-have":
            return w("A coin may replace a resource that you have")
        case "economy-forces-a-build":
            return w("A stage that only Economy can pay must be built")
    return named({}, slug)


# ---- actions -------------------------------------------------------------------------------------------


def action(w: Words, text: str, people: Sequence[str] = (), box: Data | None = None) -> str:
    """The label of a button that says an action, or of a line of chance; a different one for each different action.

    `people`, where given, name the neighbours of stacks that are elsewhere on the table, `box` the medals.
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
            return w("Keep {card}", card=card(w, printed.FACES[kind]))
        case actions.Steal(of=of, kind=kind):
            name = people[of - 1] if people else seat_name(w, of, None)
            return w("Take {card} from {name}", card=card(w, printed.FACES[kind]), name=name)
        case actions.Done():
            return w("End the turn")
        case actions.Reveal(stack=stack, kind=kind):
            where = actions.stack_word(stack)
            return w("{where}: {card}", where=stack_name(w, where, people), card=card(w, printed.FACES[kind]))
        case actions.RevealToken(token=slug):
            return w("New progress token: {token}", token=token(w, slug))
        case actions.RevealMedal():
            return _medal_laid_out(w, act, people, box)
        case actions.RevealGift(kind=kind):
            return w("The face-down card: {card}", card=card(w, printed.FACES[kind]))
        case actions.Another(of=plain):
            return w("{action} (not on our list)", action=action(w, str(plain), people, box))
        case HouseCount() | HouseWay() | HouseHas():
            return house.action(w, text, people, house_count, house_wonder)
        case _:
            assert_never(act)


def did(w: Words, text: str, name: str, people: Sequence[str] = (), came: str = "") -> str:
    """What a person has done: `Ben took gear (left)`. `came`: the card, where the action does not say it."""
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
            return w("{name} kept {card}", name=name, card=card(w, printed.FACES[kind]))
        case actions.Steal(of=of, kind=kind):
            facts = {"name": name, "card": card(w, printed.FACES[kind])}
            return w("{name} took {card} from {other}", other=people[of - 1] if people else f"{of}", **facts)
        case actions.Build(stage=stage):
            return w("{name} built stage {stage}", name=name, stage=stage)
        case actions.Progress(token="hidden"):
            return w("{name} took the hidden token", name=name)
        case actions.Progress(token=slug):
            return w("{name} took {token}", name=name, token=token(w, slug))
        case actions.Done():
            return w("{name} ended the turn", name=name)
    return w("{name}, {action}", name=name, action=action(w, text, people))


def brief(w: Words, happened: Sequence[object], people: Sequence[str]) -> str:
    """Who did what, in two words or three, of the action that these events tell; empty where that says too little."""
    for event in happened:
        match event:
            case actions.ConflictFought():
                return _military_won(w, event, people)
            case actions.CardTaken(seat=seat, card=slug):
                return w("{name}: {action}", name=people[seat - 1], action=card(w, slug))
            case actions.StageBuilt(seat=seat, stage=stage):
                return w("{name}: {action}", name=people[seat - 1], action=w("Stage {number}", number=stage))
            case actions.TokenTaken(seat=seat, token=slug):
                return w("{name}: {action}", name=people[seat - 1], action=token(w, slug))
    return ""


def _got(w: Words, name: str, slug: str, place: str) -> str:
    if slug:
        return w("{name} took {card} ({place})", name=name, card=card(w, slug), place=place)
    return w("{name} took a card ({place})", name=name, place=place)


def _places(w: Words) -> tuple[str, str, str]:
    """In the order of the engine's sides."""
    return w.pgettext("in brackets", "left"), w.pgettext("in brackets", "right"), w.pgettext("in brackets", "middle")


def payment(w: Words, text: str) -> str:
    """Only the cards an action spends, for a choice among payments; empty when it spends none."""
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


def _medal_laid_out(w: Words, act: actions.RevealMedal, people: Sequence[str], box: Data | None) -> str:
    where = gap(w, actions.stack_word(act.gap), people)
    if box is None:
        return w("{where}: a medal", where=where)
    return w("{where}: medal for {medal}", where=where, medal=medal(w, act.medal, box))


def _draw(w: Words, where: str, people: Sequence[str]) -> str:
    match where:
        case "left":
            return w("The left stack")
        case "right":
            return w("The right stack")
    return stack_name(w, where, people)


def stack_name(w: Words, stack: str, people: Sequence[str] = ()) -> str:
    """A stack (`center` or its number) by where it lies on the table."""
    if stack == "center":
        return w("The central deck")
    if len(people) > 2:
        return w("Between {one} and {other}", **_neighbours(stack, people))
    if people:
        return w("On the left of {name}", name=people[int(stack) - 1])
    return w("Stack {number}", number=stack)


def asked(w: Words, ask: str, legal: Sequence[str]) -> str:
    """What the seat to act has to do (`Hints.ask`, and its legal actions), as a short prompt."""
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
    """What may be done in the middle of a turn: `Build a stage or take a progress token`."""
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


# ---- hints ---------------------------------------------------------------------------------------------


def does(w: Words, does: Does, box: Data | None = None) -> str:
    """One thing that taking a card would do, as a few words; `box` names the medals."""
    match does.what:
        case "build":
            return w("builds stage {n}", n=does.n)
        case "set":
            return w("completes a science set")
        case "cat":
            return w("brings the cat")
        case "horns":
            return w.ngettext("turns {n} conflict token", "turns {n} conflict tokens", does.n)
        case "conflict":
            return w("starts a conflict")
        case "points":
            return w.ngettext("{n} point", "{n} points", does.n)
        case "extra":
            return w("an extra card ({token})", token=token(w, does.word))
        case "shield":
            return w.ngettext("{n} shield", "{n} shields", does.n or 1)
        case "medal":
            return w("wins a medal: {medal}", medal=medal(w, does.word, box)) if box else w("wins a medal")
    raise ValueError(f"no words for what a card does: {does.what}")


def cost(w: Words, amount: int, kind: str) -> str:
    """What a stage costs: `3 different` or `2 the same`."""
    return w("{n} the same", n=amount) if kind == "same" else w("{n} different", n=amount)


def need(w: Words, need: Need) -> str:
    """What a stage still lacks."""
    if not need.missing:
        return w("Can be built")
    if not need.helps:
        return w.ngettext("{n} missing", "{n} missing", need.missing)
    if all(printed.FACES[kind] in need.helps for kind in range(printed.COIN)):
        return w.ngettext("{n} missing: any resource or coin", "{n} missing: any resources or coins", need.missing)
    helps = either(w, [card(w, slug) for slug in need.helps])
    return w.ngettext("{n} missing: {cards}", "{n} missing, such as {cards}", need.missing, cards=helps)


# ---- events --------------------------------------------------------------------------------------------


def hear(raw: bytes) -> actions.Events:
    """An event from JSON; msgspec.ValidationError if it is none of this game."""
    found: actions.Events = _events.decode(raw)
    return found


def event(w: Words, event: actions.Events, people: Sequence[str], box: Data | None = None) -> str:
    """One sentence for the log; `people` are the display names, by seat, and `box` names the medals."""
    match event:
        case actions.MedalRevealed():
            return _medal_revealed(w, event, people, box)
        case actions.MedalTaken():
            return _medal_taken(w, event, people, box)
        case HouseCounted() | HouseSaid() | HouseHasOther():
            return house.event(w, event, people, house_count, house_wonder)
    return _SAY[type(event)](w, event, people)


def house_count(w: Words, what: str, people: Sequence[str]) -> str:
    """What people count (`Tracked.counted`)."""
    kind, *slug, which = what.split()
    if kind == "stack":
        return _cards_in(w, which, people)
    name = people[int(which) - 1] if people else seat_name(w, int(which), None)
    match kind, slug:
        case "military", []:
            return w("military tokens of {name}", name=name)
        case "cat", []:
            return house.thing(w, w.pgettext("score", "Cat"), name)
        case _, [each]:
            return house.thing(w, house_thing(w, f"{kind} {each}"), name)
    if kind.startswith("stage-"):
        return house.thing(w, capital(w("stage {stage}", stage=kind.removeprefix("stage-"))), name)
    return house.number(w, kind, name)


def house_wonder(w: Words, slug: str) -> str:
    """A wonder, or a board, that a seat may have (`HasWonders`)."""
    return wonder(w, slug)


def house_thing(w: Words, thing: str) -> str:
    """A printed thing that may lie before a seat (`Tracked.things`)."""
    kind, _, slug = thing.partition(" ")
    return capital(card(w, slug)) if kind == "card" else token(w, slug)


def _cards_in(w: Words, stack: str, people: Sequence[str]) -> str:
    if stack == "center":
        return w("cards in the central deck")
    if len(people) > 2:
        return w("cards between {one} and {other}", **_neighbours(stack, people))
    if people:
        return w("cards on the left of {name}", name=people[int(stack) - 1])
    return w("cards in stack {number}", number=stack)


def _turn_began(w: Words, it: actions.TurnBegan, people: Sequence[str]) -> str:
    return w("Turn {turn}: {name}.", turn=it.turn, name=people[it.seat - 1])


def _card_revealed(w: Words, it: actions.CardRevealed, people: Sequence[str]) -> str:
    return w("{where}: {card} turns up.", where=stack_name(w, it.stack, people), card=card(w, it.card))


def _card_seen(w: Words, it: actions.CardSeen, people: Sequence[str]) -> str:
    return w("Only you see: {card}.", card=card(w, it.card))


def _peeked(w: Words, it: actions.Peeked, people: Sequence[str]) -> str:
    return w("{name} looks at the top card of the central deck.", name=people[it.seat - 1])


def _card_taken(w: Words, it: actions.CardTaken, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "card": card(w, it.card), "place": _from(w, it.stack, it.seat, people)}
    if it.by == "take":
        return w("{name} takes {card} {place}.", **facts)
    by = names(w, GAME, "tokens").get(it.by) or wonder(w, it.by)
    return w("{name} takes {card} {place} ({by}).", by=by, **facts)


def _from(w: Words, stack: str, seat: int, people: Sequence[str]) -> str:
    """Where a card comes from, seen from the seat that takes it."""
    match _side(stack, seat, len(people)):
        case "center":
            return w.pgettext("where a card comes from", "from the middle")
        case "left":
            return w.pgettext("where a card comes from", "from the left")
        case "right":
            return w.pgettext("where a card comes from", "from the right")
    return w.pgettext(
        "where a card comes from", "from the stack between {one} and {other}", **_neighbours(stack, people)
    )


def _at(w: Words, stack: str, seat: int, people: Sequence[str]) -> str:
    """Where a stack lies, seen from the seat that looks through it."""
    match _side(stack, seat, len(people)):
        case "center":
            return w.pgettext("where a stack lies", "in the middle")
        case "left":
            return w.pgettext("where a stack lies", "on the left")
        case "right":
            return w.pgettext("where a stack lies", "on the right")
    return w.pgettext("where a stack lies", "between {one} and {other}", **_neighbours(stack, people))


def _side(stack: str, seat: int, seats: int) -> str:
    """Where a stack lies for a seat: `left`, `right`, `center`; empty if out of reach. Of two, one's own is left."""
    if stack == "center":
        return stack
    if int(stack) == seat:
        return "left"
    return "right" if int(stack) % seats + 1 == seat else ""


def _neighbours(stack: str, people: Sequence[str]) -> dict[str, str]:
    return {"one": people[int(stack) - 1], "other": people[int(stack) % len(people)]}


def _cat_moved(w: Words, it: actions.CatMoved, people: Sequence[str]) -> str:
    if it.before is None:
        return w("The cat comes to {name}.", name=people[it.seat - 1])
    return w("The cat leaves {before} and comes to {name}.", before=people[it.before - 1], name=people[it.seat - 1])


def _extra_opened(w: Words, it: actions.ExtraOpened, people: Sequence[str]) -> str:
    return w("{token}: {name} may take an extra card.", token=token(w, it.token), name=people[it.seat - 1])


def _markers_turned(w: Words, it: actions.MarkersTurned, people: Sequence[str]) -> str:
    turned = w.ngettext(
        "{name} turns {n} conflict token; {flipped} of {tokens} show battle.",
        "{name} turns {n} conflict tokens; {flipped} of {tokens} show battle.",
        it.count,
        name=people[it.seat - 1],
        flipped=it.flipped,
        tokens=it.tokens,
    )
    return _joined(turned, w("The turn ends with a conflict!")) if it.flipped == it.tokens else turned


def _stage_built(w: Words, it: actions.StageBuilt, people: Sequence[str]) -> str:
    return w.ngettext(
        "{name} builds stage {stage} for {n} point ({cards}).",
        "{name} builds stage {stage} for {n} points ({cards}).",
        it.points,
        name=people[it.seat - 1],
        stage=it.stage,
        cards=cards(w, it.paid),
    )


def _wonder_completed(w: Words, it: actions.WonderCompleted, people: Sequence[str]) -> str:
    return w("{name} completes {wonder}!", name=people[it.seat - 1], wonder=wonder(w, it.wonder))


def _stack_searched(w: Words, it: actions.StackSearched, people: Sequence[str]) -> str:
    return w.ngettext(
        "{name} looks at the top card {place}.",
        "{name} looks at the top {n} cards {place}.",
        it.cards,
        name=people[it.seat - 1],
        place=_at(w, it.stack, it.seat, people),
    )


def _stack_shuffled(w: Words, it: actions.StackShuffled, people: Sequence[str]) -> str:
    return w("{stack}: shuffled.", stack=stack_name(w, it.stack, people))


def _effect_lost(w: Words, it: actions.EffectLost, people: Sequence[str]) -> str:
    return w("{name}: the effect has nothing to act on and is lost.", name=people[it.seat - 1])


def _token_taken(w: Words, it: actions.TokenTaken, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "token": token(w, it.token)}
    if not it.spent:
        took = w("{name} takes the hidden token: {token}.") if it.hidden else w("{name} takes {token}.")
        return took.format(**facts)
    facts["cards"] = cards(w, it.spent)
    if it.hidden:
        return w("{name} takes the hidden token for {cards}: {token}.", **facts)
    return w("{name} takes {token} for {cards}.", **facts)


def _token_revealed(w: Words, it: actions.TokenRevealed, people: Sequence[str]) -> str:
    return w("New progress token: {token}.", token=token(w, it.token))


def _medal_revealed(w: Words, it: actions.MedalRevealed, people: Sequence[str], box: Data | None) -> str:
    where = gap(w, it.gap, people)
    if box is None:
        return w("{where}: a medal.", where=where)
    return w("{where}: a medal for {medal}.", where=where, medal=medal(w, it.medal, box))


def _medal_taken(w: Words, it: actions.MedalTaken, people: Sequence[str], box: Data | None) -> str:
    name = people[it.seat - 1]
    if box is None:
        return w("{name} wins a medal!", name=name)
    if it.gap == "box":
        return w("{name} wins a medal from the box: {medal}!", name=name, medal=medal(w, it.medal, box))
    return w("{name} wins a medal: {medal}!", name=name, medal=medal(w, it.medal, box))


def _card_stolen(w: Words, it: actions.CardStolen, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "other": people[it.of - 1], "card": card(w, it.card)}
    return w("{name} takes {card} away from {other}.", **facts)


def _gift_given(w: Words, it: actions.GiftGiven, people: Sequence[str]) -> str:
    return w("{name} gets the top card of the central deck, face down.", name=people[it.seat - 1])


def _gift_turned_up(w: Words, it: actions.GiftTurnedUp, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "card": card(w, it.card)}
    if it.at_end:
        return w("{name} turns a card up for the score: {card}.", **facts)
    return w("{name} turns the face-down card up: {card}.", **facts)


def _military_won(w: Words, it: actions.ConflictFought, people: Sequence[str]) -> str:
    won = [f"{people[seat]} {n}" for seat, n in enumerate(it.won) if n]
    if won:
        return w("Conflict! Military tokens: {won}.", won=", ".join(won))
    return w("Conflict! All shields are equal, and nobody wins a token.")


def _conflict_fought(w: Words, it: actions.ConflictFought, people: Sequence[str]) -> str:
    told = _military_won(w, it, people)
    gone = [f"{name} {cards(w, lost)}" for name, lost in zip(people, it.discarded, strict=False) if lost]
    return _joined(told, w("Cards with horns are discarded: {cards}.", cards="; ".join(gone))) if gone else told


def _game_ended(w: Words, it: actions.GameEnded, people: Sequence[str]) -> str:
    why = all_empty(w) if it.reason == "stacks" else w("The game is over.")
    names = both(w, [people[number - 1] for number in it.winners])
    return _joined(why, w.ngettext("{names} wins!", "{names} share the victory.", len(it.winners), names=names))


# Any: each function takes the event it is listed under.
_SAY: Final[Mapping[type[Event], Callable[[Words, Any, Sequence[str]], str]]] = {
    actions.TurnBegan: _turn_began,
    actions.CardRevealed: _card_revealed,
    actions.CardSeen: _card_seen,
    actions.Peeked: _peeked,
    actions.CardTaken: _card_taken,
    actions.CatMoved: _cat_moved,
    actions.ExtraOpened: _extra_opened,
    actions.MarkersTurned: _markers_turned,
    actions.StageBuilt: _stage_built,
    actions.WonderCompleted: _wonder_completed,
    actions.StackSearched: _stack_searched,
    actions.StackShuffled: _stack_shuffled,
    actions.EffectLost: _effect_lost,
    actions.TokenTaken: _token_taken,
    actions.TokenRevealed: _token_revealed,
    actions.CardStolen: _card_stolen,
    actions.GiftGiven: _gift_given,
    actions.GiftTurnedUp: _gift_turned_up,
    actions.ConflictFought: _conflict_fought,
    actions.GameEnded: _game_ended,
}


# ---- conflicts and results -------------------------------------------------------------------------------


def comparisons(w: Words, it: actions.ConflictFought, people: Sequence[str]) -> tuple[str, ...]:
    """The comparisons of a conflict, clockwise, one sentence for each two neighbours."""
    seats = len(people)
    pairs = ((0, 1),) if seats == 2 else tuple((seat, (seat + 1) % seats) for seat in range(seats))
    return tuple(comparison(w, people[one], it.shields[one], people[other], it.shields[other]) for one, other in pairs)


def comparison(w: Words, one: str, mine: int, other: str, theirs: int) -> str:
    """Two neighbours' shields compared."""
    if mine == theirs:
        return w("{one} and {other} are equal: {n} each.", one=one, other=other, n=mine)
    if mine < theirs:
        one, mine, other, theirs = other, theirs, one, mine
    return w("{one} beats {other}, {more} to {fewer}.", one=one, other=other, more=mine, fewer=theirs)


def won(w: Words, tokens: int) -> str:
    """What a seat wins in a conflict."""
    return w.ngettext("{n} military token", "{n} military tokens", tokens) if tokens else w("nothing won")


def result(w: Words, view: View, names: Sequence[str] = ()) -> str:
    """Who won, and why where points are equal; empty until the game is over. `names`: what the seats are called."""
    if not view.winners:
        return ""
    names = names or [seat_name(w, chair.seat, chair.name) for chair in view.seats]
    first = view.winners[0] - 1
    points = view.seats[first].score.total
    if len(view.winners) > 1:
        shared = both(w, [names[number - 1] for number in view.winners])
        return w("{names} share the victory: equal points ({n}), equally many stages.", names=shared, n=points)
    if sum(chair.score.total == points for chair in view.seats) > 1:
        return w("{name} wins: equal points ({n}), but more stages.", name=names[first], n=points)
    return w.ngettext("{name} wins with {n} point.", "{name} wins with {n} points.", points, name=names[first])


def scored(view: View) -> tuple[str, ...]:
    """The categories of the score sheet, in its order."""
    return ("wonder", "cat", "blue", "military", "progress", *(("medals",) if view.medals else ()))


def completes(w: Words, name: str, slug: str) -> str:
    """A wonder is whole."""
    return w("{name} completes {wonder}!", name=name, wonder=wonder(w, slug))


def all_empty(w: Words) -> str:
    """No stack has a card left."""
    return w("All stacks are empty: the game is over.")


def tie_rule(w: Words, how: str) -> str:
    """What decides among equal points."""
    return sheet.tie_rule(w, "architects")


# ---- refusals ------------------------------------------------------------------------------------------


def refusal(w: Words, rule: str, facts: Mapping[str, int | str]) -> str:
    """Why the rules say no; a plain no for a rule without words."""
    say = _WHY_NOT.get(rule)
    return say(w, facts) if say else w("That is not possible now.")


Why = Callable[[Words, Mapping[str, int | str]], str]

_WHY_NOT: Final[Mapping[str, Why]] = {
    "over": lambda w, it: w("The game is over."),
    "position": lambda w, it: misfit(w, it, _MISFITS),
    "chance-first": lambda w, it: w("One moment: a card is being revealed."),
    "not-in-stack": lambda w, it: w("There is no such card left in that stack."),
    "dealt-here": lambda w, it: w("Wondertable deals this game, so no other card is possible."),
    "still-there": lambda w, it: w("This one can still be there: enter it as usual."),
    "not-asked": lambda w, it: w("This does not answer the open question."),
    "no-chance": lambda w, it: w("Nothing has to be revealed now."),
    "not-your-turn": lambda w, it: w("It is not your turn."),
    "effect-first": lambda w, it: w("The effect of {wonder} comes first.", wonder=wonder(w, str(it["wonder"]))),
    "empty-stack": lambda w, it: w("That stack is empty."),
    "card-taken": lambda w, it: w("You have taken your card of this turn already."),
    "no-look": lambda w, it: w("Only the cat, or a token like it, lets you look: once a turn, before you take a card."),
    "take-first": lambda w, it: w("Take your card first."),
    "stage-closed": lambda w, it: w("Stage {stage} cannot come next.", stage=it["stage"]),
    "payment": lambda w, it: w("Those cards do not pay for stage {stage}.", stage=it["stage"]),
    "no-exchange": lambda w, it: w("A progress token takes two green cards the same, or three different ones."),
    "no-extra": lambda w, it: w("{token} grants no extra card now.", token=token(w, str(it["token"]))),
    "must-act": lambda w, it: w("You must build and exchange everything you can before your turn ends."),
    "not-now": lambda w, it: w("That is not possible now."),
}


# ---- why a position that people entered does not fit (engine/architects/entered.py, `Misfit`) ----------------


def _unfit_wonder(w: Words, it: Unfit) -> str:
    return w("{name}: the wonder here is {wonder}.", name=whose(w, it), wonder=wonder(w, str(it["wonder"])))


def _unfit_card_count(w: Words, it: Unfit) -> str:
    where = whose(w, it) if "seat" in it else w("Discard pile")
    name = card(w, str(it["card"]))
    return w("{whose}, {card}: only 0 to {most} can be entered.", whose=where, card=name, most=it["most"])


def _unfit_stack(w: Words, it: Unfit) -> str:
    stack = w("On the left of {name}", name=whose(w, it)) if "seat" in it else stack_name(w, str(it["stack"]))
    return w.ngettext("{stack}: {n} card at most.", "{stack}: {n} cards at most.", int(it["began"]), stack=stack)


def _unfit_markers(w: Words, it: Unfit) -> str:
    return w.ngettext(
        "Between two turns, at most {n} conflict token shows battle.",
        "Between two turns, at most {n} conflict tokens show battle.",
        int(it["most"]),
    )


def _unfit_face_up(w: Words, it: Unfit) -> str:
    return w.ngettext(
        "While hidden progress tokens are left, {n} token lies face up.",
        "While hidden progress tokens are left, {n} tokens lie face up.",
        int(it["most"]),
    )


def _unfit_medals(w: Words, it: Unfit) -> str:
    there = it["there"]
    if int(there) < int(it["fewest"]):
        return w("Only {there} of the {laid} medals laid out were entered.", there=there, laid=it["fewest"])
    return w("There are only {all} medals; {there} were entered.", there=there, all=it["most"])


def _unfit_tokens(w: Words, it: Unfit) -> str:
    return w(
        "There are only {all} progress tokens; {taken} face up and {left} hidden ones were entered.",
        all=it["most"],
        taken=it["taken"],
        left=it["left"],
    )


def _unfit_card_sum(w: Words, it: Unfit) -> str:
    name = capital(card(w, str(it["card"])))
    return w("{card}: at most {most} in front of all seats together.", card=name, most=it["most"])


def _unfit_cards(w: Words, it: Unfit) -> str:
    return w(
        "There are only {all} cards; {left} in stacks and {taken} elsewhere were entered.",
        all=it["most"],
        left=it["left"],
        taken=it["taken"],
    )


_MISFITS: Final[Sentences] = {
    **ALIKE,
    "turn": lambda w, it: w("Exactly one seat must have the turn."),
    "no-gift": lambda w, it: w("It is the turn of {name}, who has no face-down card.", name=whose(w, it)),
    "wonder": _unfit_wonder,
    "stage": lambda w, it: w("{name}: stage {stage} needs the stages below it.", name=whose(w, it), stage=it["stage"]),
    "complete": lambda w, it: w("{name} has a complete wonder: the game would be over.", name=whose(w, it)),
    "card-count": _unfit_card_count,
    "card-sum": _unfit_card_sum,
    "cats": lambda w, it: w("Only one seat can have the cat."),
    "stack": _unfit_stack,
    "no-stack": lambda w, it: w("Every stack is empty, so the game would be over."),
    "markers": _unfit_markers,
    "face-up": _unfit_face_up,
    "medals": _unfit_medals,
    "tokens": _unfit_tokens,
    "cards": _unfit_cards,
}


# ---- what is uncertain -----------------------------------------------------------------------------------


def doubted(w: Words, ours: Data, own: Data) -> tuple[Doubted, ...]:
    """Wonders whose stages and cards nobody has read off the parts, with the values of `own`."""
    return tuple(
        Doubted(
            ("wonders", slug),
            wonder(w, slug),
            (
                *(_stage_asked(w, slug, own.wonders[slug], n) for n in range(1, len(it.stages) + 1)),
                _deck(w, slug, it, own),
            ),
            own.wonders[slug].certainty == YOURS,
        )
        for slug, it in ours.wonders.items()
        if it.certainty != "confirmed"
    )


def _stage_asked(w: Words, slug: str, own: printed.WonderData, number: int) -> Group:
    it, path = own.stages[number - 1], ("wonders", slug, "stages", str(number))
    kinds = (("different", w.pgettext("resources", "different")), ("same", w.pgettext("resources", "the same")))
    fields: tuple[Field, ...] = (
        Field((*path, "points"), w("Points"), it.points, 0, 30),
        Field((*path, "cost"), w("Cost"), it.cost, 1, 7),
        Field((*path, "kind"), w("They are"), it.kind, choices=kinds),
        Field((*path, "effect"), w("The effect follows"), it.effect),
    )
    if number > 1:
        stages = tuple((n, w("Stage {n}", n=n)) for n in range(1, number))
        fields += (Field((*path, "requires"), w("Stands on"), it.requires, choices=stages),)
    return Group(w("Stage {n}", n=number), fields, number)


def _deck(w: Words, slug: str, ours: printed.WonderData, own: Data) -> Group:
    """The cards with the wonder's back: as many of each face as there are."""
    have, total = own.wonders[slug].cards, sum(ours.cards.values())
    fields = tuple(
        Field(("wonders", slug, "cards", face), capital(card(w, face)), have.get(face, 0), 0, total)
        for face in printed.FACES
    )
    return Group(w.ngettext("Its {n} card", "Its {n} cards", total), fields, total=total)
