"""Things that people report in 7 Wonders where they deal: places of cards and leaders, and the record lines of each."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.games.seven_wonders import action_text, effect_text, printed_names
from app.games.seven_wonders import words_facade as say
from app.games.seven_wonders.face_icons import LEADER
from app.protocol.play_messages import Question
from app.shown.cardboard.turn_entry import EntryGroup, EntryItem, EntryQuestion, EntryUse
from app.text.translation import Words, capital
from engine.seven_wonders import actions
from engine.seven_wonders.data_schema import COLOURS, TURNS, Data
from engine.seven_wonders.view_json import View

PURPLE: Final = COLOURS[-1]
OF_THINGS: Final = ("build", "recruit", "rebuild", "bury")  # verbs reported with the name of a card or leader


@dataclass(frozen=True, slots=True)
class Offer:
    """Possible entries.

    `places`: cards by colour, or leaders. `deeds`: stage, sell, done, `lose 3` and others. `lines`: by place or deed
    its record lines, one for each way to pay, cheapest first; none if impossible.
    """

    places: tuple[str, ...]
    deeds: tuple[str, ...]
    lines: Mapping[str, tuple[str, ...]]

    def lines_of(self, thing: str) -> tuple[str, ...]:
        """Return the record lines of a place or deed."""
        return self.lines.get(thing, ())


@dataclass(frozen=True, slots=True)
class SevenEntryChoices:
    """Entry choices of 7 Wonders for printed things. `reasons`: also ask about things that seem impossible."""

    facts: Data
    view: View
    variant: tuple[str, ...]
    reasons: bool = False

    def to_tell(self, w: Words, question: Question, people: tuple[str, ...], *, now: bool) -> EntryQuestion:
        """List the choices in places that stay fixed during an age: cards by colour, leaders by name."""
        if not question.legal:
            return EntryQuestion(title=("",))
        view, facts, seat = self.view, self.facts, question.seat
        may = offer(view, question.legal, facts, self.variant)
        past = list_exhausted_things(view, facts) if now else frozenset[str]()
        stage = view.seats[seat - 1].stages + 1 if now and seat else 0

        def tellable(slug: str, words: str, done: str) -> EntryItem:
            lines = may.lines_of(slug)
            asks_why = self.reasons and now and not lines
            why = cannot_be(w, view, slug, seat, facts, people[seat - 1]) if asks_why else ""
            uses = _uses(w, lines, done, seat, people)
            return EntryItem(slug=slug, words=words, uses=uses, gone=slug in past and not lines, why=why)

        def thing(slug: str, name: str) -> EntryItem:
            return tellable(slug, name, _describe_common_action(w, may.lines_of(slug)))

        def deed(key: str) -> EntryItem:
            label = _deed(w, key, may.lines_of(key), stage)
            return tellable(key, label, label)

        lying = groups(w, may.places, facts, thing)
        return EntryQuestion(title=(ask_for_entry(w, question.legal),), groups=lying, deeds=tuple(map(deed, may.deeds)))

    def missing(self, w: Words, name: str) -> str:
        return w("{name}: what was done in the missing turn?", name=name)

    def doubted(self, w: Words, text: str, people: tuple[str, ...]) -> tuple[str, str]:
        return w("It was something else"), say.action(w, text, people)


def offer(view: View, legal: Sequence[str], data: Data, variant: Collection[str]) -> Offer:
    """Return the entries for legal lines. Every card of the age, or every leader of the box, has a place."""
    by: dict[str, list[str]] = {}
    for text in legal:
        by.setdefault(thing_of(text), []).append(text)
    lines = {thing: tuple(sorted(found, key=_coins)) for thing, found in by.items()}
    verbs, at_once = {verb_of(text) for text in legal}, legal[0].startswith("choose ")
    named = [thing for thing in lines if thing in data.cards or thing in data.leaders]
    leaders = "recruit" in verbs or (view.asked == "recruit" and "build" not in verbs)  # of the next turn, perhaps
    if "build" in verbs or (at_once and not leaders):
        age = max((data.cards[slug].age for slug in named), default=view.age)
        places = list_cards_of_age(data, age, len(view.seats))
    elif leaders:
        places = leaders_of(data, variant)
    else:
        places = sorted(named, key=lambda slug: COLOURS.index(data.cards[slug].colour) if slug in data.cards else 0)
    deeds = {thing for thing in lines if thing not in named} | ({"stage", "sell"} if at_once else set())
    return Offer(tuple(places), tuple(sorted(deeds, key=lambda each: (each == "done", each == "sell", each))), lines)


def groups(
    w: Words, slugs: Sequence[str], data: Data, thing: Callable[[str, str], EntryItem] | None = None
) -> tuple[EntryGroup, ...]:
    """Group cards by colour, or leaders by name. `thing`: makes a choice from a slug and a name."""

    def make_group(key: str, words: str, found: Sequence[str]) -> EntryGroup:
        names = {slug: printed_names.name_of(w, slug) for slug in found}
        things = (thing(*each) if thing else EntryItem(slug=each[0], words=each[1]) for each in names.items())
        return EntryGroup(key=key, words=words, things=tuple(things))

    if not all(slug in data.cards for slug in slugs):
        return (make_group(LEADER, "", sorted(slugs, key=lambda slug: printed_names.name_of(w, slug).casefold())),)
    by: dict[str, list[str]] = {}
    for slug in slugs:
        by.setdefault(data.cards[slug].colour, []).append(slug)
    return tuple(make_group(colour, capital(printed_names.colour(w, colour)), found) for colour, found in by.items())


def _describe_common_action(w: Words, lines: Sequence[str]) -> str:
    return say.action(w, " ".join(lines[0].removeprefix("choose ").split()[:2])) if lines else ""


def _uses(w: Words, lines: Sequence[str], words: str, seat: int, people: Sequence[str]) -> tuple[EntryUse, ...]:
    """Return one use for each way to pay, cheapest first, with the payment if there are several."""
    several = len(lines) > 1
    return tuple(
        EntryUse(key=text, line=text, words=words, below=(describe_payments(w, text, seat, people),) if several else ())
        for text in lines
    )


def _deed(w: Words, key: str, lines: Sequence[str], stage: int) -> str:
    """Describe an action without a card. `stage`: the stage that would be built; 0: unknown."""
    match key:
        case "sell":
            return w("Sold")
        case "stage":
            return w("Stage {n}", n=stage) if stage else w("Stage")
    return say.action(w, lines[0])


def verb_of(text: str) -> str:
    return text.removeprefix("choose ").split()[0]


def thing_of(text: str) -> str:
    """Return the card or leader of a line; else its verb, for a token with its value."""
    verb, *rest = text.removeprefix("choose ").split()
    if verb in OF_THINGS:
        return rest[0]
    return f"{verb} {rest[0]}" if verb == "lose" else verb


def _coins(text: str) -> tuple[int, str]:
    return sum(int(word) for word in text.split() if word.isdecimal()), text


def list_cards_of_age(data: Data, age: int, seats: int) -> list[str]:
    """List the cards of an age in a game of this many seats, by colour."""
    there = [slug for slug, card in data.cards.items() if card.age == age and copies(data, slug, seats)]
    return sorted(there, key=lambda slug: COLOURS.index(data.cards[slug].colour))


def leaders_of(data: Data, variant: Collection[str]) -> list[str]:
    groups = {"standard", "expert"} if "experts" in variant else {"standard"}
    return [slug for slug, leader in data.leaders.items() if leader.group in groups]


def copies(data: Data, slug: str, seats: int) -> int:
    """Return the copies of a card or leader in a game of this many seats."""
    card = data.cards.get(slug)
    return 1 if card is None or card.colour == PURPLE else sum(least <= seats for least in card.copies_at)


def list_exhausted_things(view: View, data: Data) -> frozenset[str]:
    """List things of which every copy lies open or was entered in this turn."""
    known: Counter[str] = Counter()
    for chair in view.seats:
        known.update((*chair.cards, *chair.leaders, *chair.buried))
    known.update(thing_of(text) for text in view.derived.told if text)
    things = (*data.cards, *data.leaders)
    return frozenset(slug for slug in things if known[slug] and known[slug] >= copies(data, slug, len(view.seats)))


# ---- words -------------------------------------------------------------------------------------------------


def ask_for_entry(w: Words, legal: Sequence[str]) -> str:
    """Return what a seat has to enter."""
    if legal[0].startswith("choose "):
        verbs = {verb_of(text) for text in legal}
        return w("Which leader was recruited?") if "recruit" in verbs else w("Which card was built?")
    return say.prompt(w, legal)


def instructions_for_first_turn(w: Words, view: View) -> tuple[str, ...]:
    """Return instructions for the first entered turn, from long to short; empty later."""
    if view.derived.last is not None:
        return ()
    return w("Play with your cards as always, then touch here what you did."), w("Play as always, then touch it here.")


def describe_payments(w: Words, text: str, seat: int, people: Sequence[str]) -> str:
    """Describe a seat's payments in a line."""
    words = text.split()
    paid = (int(words[words.index(whom) + 1]) if whom in words else 0 for whom in action_text.PAYEES)
    return ", ".join(action_text.list_payments(w, people, seat, *paid)) or w("costs no coins")


def cannot_be(w: Words, view: View, thing: str, seat: int, data: Data, name: str) -> str:
    """Explain why a seat cannot have built or recruited a thing (`stage`: its next stage)."""
    chair = view.seats[seat - 1]
    if thing in data.cards and {thing, *_namesakes(data, thing)} & set(chair.cards):
        card = printed_names.name_of(w, thing)
        return w("By our count {name} has {card} already. Was an earlier turn wrong?", name=name, card=card)
    stages = data.boards[f"{chair.wonder}-{chair.side}"].stages
    if thing == "stage" and chair.stages == len(stages):
        return w("By our count the wonder of {name} is complete. Was an earlier turn wrong?", name=name)
    unpaid = {each.thing: each for each in view.derived.unpaid[seat - 1]} if view.derived.unpaid else {}
    if thing not in unpaid:
        return not_then(w)
    if thing == "stage":
        what, cost = w("Stage {n}", n=chair.stages + 1), effect_text.cost(w, stages[chair.stages].cost)
    elif thing in data.cards:
        what, cost = printed_names.name_of(w, thing), effect_text.cost(w, data.cards[thing].cost)
    else:
        what, cost = printed_names.name_of(w, thing), effect_text.leader_cost(w, data.leaders[thing])
    return w(
        "{card} costs {cost}. By our count {name} cannot pay that ({missing}). Was an earlier turn wrong?",
        card=what,
        cost=cost,
        name=name,
        missing=action_text.explain_unavailable(w, unpaid[thing]),
    )


def not_then(w: Words) -> str:
    """State that something is impossible in an earlier turn."""
    return w("That does not fit what you told the table. Was an earlier turn wrong?")


def _namesakes(data: Data, slug: str) -> Iterator[str]:
    """Yield cards of the same name."""
    same = data.cards[slug].same_as
    yield from (other for other, card in data.cards.items() if slug == card.same_as or (same and other == same))


def turn_called(w: Words, number: int, variant: Collection[str]) -> str:
    """Name a simultaneous turn (`reported_turn`)."""
    return say.event(w, event_of_turn(number, variant), ()).removesuffix(".")


def event_of_turn(number: int, variant: Collection[str]) -> actions.TurnBegan | actions.RecruitmentBegan:
    """Return the event that began a simultaneous turn."""
    more = int("leaders" in variant)
    age, nth = divmod(number - 1, TURNS + more)
    return actions.TurnBegan(age + 1, nth + 1 - more) if nth >= more else actions.RecruitmentBegan(age + 1)


def number_of(event: object, variant: Collection[str]) -> int:
    """Return the number of the turn that an event begins; 0 if none."""
    more = int("leaders" in variant)
    match event:
        case actions.TurnBegan(age=age, turn=turn):
            return (age - 1) * (TURNS + more) + turn + more
        case actions.RecruitmentBegan(age=age):
            return (age - 1) * (TURNS + more) + 1
    return 0
