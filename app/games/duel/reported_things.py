"""Things that people report in Duel where they deal: a card of the age and its use, a wonder, a token.

Cards are grouped by colour at places that stay the same during an age.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.games.duel import action_text, cost_text, printed_names
from app.protocol.play_messages import Question
from app.shown.cardboard.turn_entry import EntryGroup, EntryItem, EntryQuestion, EntryUse, group_lines, question_number
from app.text.translation import Words, capital
from engine.duel.data_schema import COLOURS, Data
from engine.duel.view_json import BuildOption, View
from engine.game import plain_line

TURN: Final = ("build", "discard")
IN_PLACES: Final = (*TURN, "draft", "reveal", "keep")  # questions answered by touching a thing at its place
NO_WAYS: Final[Mapping[str, BuildOption]] = {}


class DuelUse(EntryUse, frozen=True, kw_only=True):
    """A use of a card. `thing`: what was built, or "" for a discard. `way`: what that costs, if known."""

    thing: str = ""
    way: BuildOption | None = None


class DuelThing(EntryItem, frozen=True, kw_only=True):
    """A card, a wonder or a token. `ways`: the ways of seat 1 and seat 2 to pay for a card now, if known."""

    kind: str
    uses: tuple[DuelUse, ...] = ()
    under: tuple[DuelUse, ...] = ()
    ways: tuple[BuildOption | None, BuildOption | None] = (None, None)


@dataclass(frozen=True, slots=True)
class DuelEntryChoices:
    """Entry choices of Duel for printed things. Without a view the position is unknown."""

    facts: Data
    view: View | None = None

    def to_tell(self, w: Words, question: Question, people: tuple[str, ...], *, now: bool) -> EntryQuestion:
        facts, view, legal = self.facts, self.view if now else None, question.legal
        verb = legal[0].split()[0] if legal else ""
        title = _title(w, question, people)
        if verb not in IN_PLACES:
            return EntryQuestion(title=title, deeds=tuple(_deed(w, text, people) for text in legal))
        if verb in TURN:
            return EntryQuestion(title=title, groups=_cards(w, question, view, facts))
        kind, slugs = ("wonder", facts.wonders) if verb == "draft" else ("token", facts.tokens)
        may, others = (group_lines(lines, list(slugs)) for lines in (legal, question.others))
        things = tuple(
            DuelThing(
                slug=slug,
                words=printed_names.name_of(w, slug),
                kind=kind,
                uses=tuple(
                    DuelUse(key=text, line=text, words=printed_names.name_of(w, slug), thing=slug)
                    for text in may.get(slug) or others.get(slug, ())
                ),
                excluded=slug not in may and slug in others,
            )
            for slug in slugs
        )
        return EntryQuestion(title=title, groups=(EntryGroup(key="", words="", things=things),))

    def missing(self, w: Words, name: str) -> str:
        if not name:
            return w("Which card is missing?")
        return w("A turn of {name} is missing: which card was taken?", name=name)

    def doubted(self, w: Words, text: str, people: tuple[str, ...]) -> tuple[str, str]:
        said, verb = action_text.action(w, text, people), text.split()[0]
        if verb in TURN:
            return w("It was another card"), said
        if plain_line(text).split()[-1] in self.facts.tokens:
            return w("It was another token"), said
        return w("It was something else"), said


def turn(legal: Sequence[str]) -> bool:
    """Check whether the question is about a whole turn."""
    return bool(legal) and legal[0].split()[0] in TURN


def _deed(w: Words, text: str, people: tuple[str, ...]) -> EntryItem:
    words = action_text.action(w, text, people)
    return EntryItem(slug=text, words=words, uses=(EntryUse(key=text, line=text, words=words),))


def _title(w: Words, question: Question, people: tuple[str, ...]) -> tuple[str, ...]:
    count = question_number(w, question.nth, question.of)
    if not question.seat:
        return w("Which token was laid out?") + count, w("Which token?") + count
    if turn(question.legal):
        return (w("Which card was taken?") + count,)
    return (action_text.prompt(w, question.legal, people) + count,) if question.legal else ("",)


def _cards(w: Words, question: Question, view: View | None, data: Data) -> tuple[EntryGroup, ...]:
    """Group every card of the age by colour."""
    may, others = (group_lines(lines, list(data.cards)) for lines in (question.legal, question.others))
    ages = {data.cards[slug].age for slug in (*may, *others)}
    options = tuple(_options_by_thing(view, seat) for seat in (1, 2))
    groups = []
    for colour in COLOURS:
        slugs = [slug for slug, card in data.cards.items() if card.colour == colour and card.age in ages]
        things = []
        for slug in slugs:
            lines = {plain_line(text): text for text in may.get(slug) or others.get(slug, ())}
            uses, under = _uses(w, question.seat, view, slug, lines) if lines else ((), ())
            things.append(
                DuelThing(
                    slug=slug,
                    words=printed_names.card(w, slug),
                    kind="card",
                    uses=uses,
                    under=under,
                    excluded=slug not in may and slug in others,
                    ways=(options[0].get(slug), options[1].get(slug)),
                )
            )
        if things:
            groups.append(EntryGroup(key=colour, words=capital(printed_names.colour(w, colour)), things=tuple(things)))
    return tuple(groups)


def _options_by_thing(view: View | None, seat: int) -> Mapping[str, BuildOption]:
    return (
        {option.thing: option for option in view.derived.standing[seat - 1].build_options}
        if view is not None and view.age
        else NO_WAYS
    )


def _uses(
    w: Words, seat: int, view: View | None, slug: str, lines: Mapping[str, str]
) -> tuple[tuple[DuelUse, ...], tuple[DuelUse, ...]]:
    """List possible uses of a card, and the wonders it may be placed under: any that its seat has not built."""
    options = _options_by_thing(view, seat)
    coins = view.seats[seat - 1].coins if view else 0
    uses = []
    build, discard = f"build {slug}", f"discard {slug}"
    if build in lines or slug in options:
        uses.append(_use(w, build, lines, w("Build it"), slug, options.get(slug), coins))
    if discard in lines:
        gain = view.derived.standing[seat - 1].discard if view else 0
        brings = (w.ngettext("brings {n} coin", "brings {n} coins", gain), f"+{gain}") if gain else ()
        uses.append(DuelUse(key=discard, line=lines[discard], words=w("Discard it"), below=brings))
    wonders = [thing for thing, option in options.items() if option.wonder]
    wonders += [line.split()[1] for line in lines if " with " in line and line.split()[1] not in wonders]
    under = (
        _use(
            w, f"build {wonder} with {slug}", lines, printed_names.wonder(w, wonder), wonder, options.get(wonder), coins
        )
        for wonder in wonders
    )
    return tuple(uses), tuple(under)


def _use(
    w: Words, key: str, lines: Mapping[str, str], words: str, thing: str, option: BuildOption | None, coins: int
) -> DuelUse:
    line = lines.get(key, "")
    lacks = max(option.cost - coins, 0) if option is not None else 0
    below: tuple[str, ...] = ()
    if option is not None and line:
        below = (
            action_text.price(w, option),
            w.ngettext("costs {n} coin", "costs {n} coins", option.cost),
            str(option.cost),
        )
    elif option is not None:
        below = (cost_text.short_of(w, lacks), f"−{lacks}")
    return DuelUse(key=key, line=line, words=words, below=below, lacks=lacks, thing=thing, way=option)
