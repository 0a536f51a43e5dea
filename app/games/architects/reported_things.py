"""Things that people report in Architects where they deal: cards, tokens and medals that were revealed or kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.games.architects import action_text, effect_text, printed_names
from app.protocol.play_messages import Question
from app.shown.cardboard.turn_entry import EntryGroup, EntryItem, EntryQuestion, EntryUse, has_counts, question_number
from app.text.translation import Words
from engine.architects import actions
from engine.architects.data_schema import FACES, Data
from engine.architects.view_json import View

ORDER: Final = {face: nth for nth, face in enumerate(FACES)}  # of cards, everywhere


@dataclass(frozen=True, slots=True)
class ArchitectsEntryChoices:
    """Entry choices of Architects for printed things. Without a view the stacks are unknown."""

    facts: Data
    view: View | None = None

    def to_tell(self, w: Words, question: Question, people: tuple[str, ...], *, now: bool) -> EntryQuestion:
        """Return everything that may be revealed, then the actions, each with what it reveals."""
        count = question_number(w, question.nth, question.of)
        deeds = [text for text in question.legal if thing_of(text) is None]
        deeds.sort(key=lambda text: text not in question.then)
        return self._things(w, question, count, tuple(self._deed(w, question, text, people, now) for text in deeds))

    def missing(self, w: Words, name: str) -> str:
        return w("A turn of {name} is missing. Which stack was it?", name=name) if name else w("Which card is missing?")

    def doubted(self, w: Words, text: str, people: tuple[str, ...]) -> tuple[str, str]:
        was, action = action_text.action(w, text, people, self.facts), actions.parse(text)
        match action.of if isinstance(action, actions.Contradiction) else action:
            case actions.Take() | actions.Extra() | actions.Draw():
                return w("It was another stack"), was
            case actions.Reveal(kind=kind) | actions.Keep(kind=kind) | actions.RevealGift(kind=kind):
                return w("It was another card"), printed_names.card(w, FACES[kind])
            case actions.RevealToken():
                return w("It was another token"), was
            case actions.RevealMedal():
                return w("It was another medal"), was
        return w("It was something else"), was

    def _deed(self, w: Words, question: Question, text: str, people: tuple[str, ...], now: bool) -> EntryItem:
        words, coming = action_text.action(w, text, people, self.facts), question.then.get(text)
        below = self._stack_and_rest(w, text, question.seat, people, now)
        use = EntryUse(key=text, line=text, words=words, below=(below,) if below else ())
        then = None if coming is None else self._things(w, coming.question)
        return EntryItem(slug=text, words=words, uses=(use,), then=then)

    def _stack_and_rest(self, w: Words, text: str, seat: int, people: tuple[str, ...], now: bool) -> str:
        """Return the place of a stack that an action names by its side, and the cards left there `now`."""
        if not of_stack(text):
            return ""
        where = text.split()[-1]
        stack, said = actions.stack_of(where, seat, len(people)), []
        if where != stack:
            said.append(printed_names.stack_name(w, stack, people))
        if now and self.view is not None:
            pile = self.view.stacks[stack]
            said.append(w("{n} left", n="?" if pile.uncounted else pile.left))
        return " · ".join(said)

    def _things(self, w: Words, of: Question, count: str = "", deeds: tuple[EntryItem, ...] = ()) -> EntryQuestion:
        """Return the lines that reveal something. `count`: the number of the question among equal ones."""
        left = of.left or (1,) * len(of.legal)
        known = [(text, n, False) for text, n in zip(of.legal, left, strict=True)]
        found: list[EntryItem] = []
        kind = ""
        for text, n, excluded in (*known, *((text, 0, True) for text in of.others)):
            if (thing := thing_of(text)) is None:
                continue
            kind, slug = kind or thing[0], thing[1]
            words = _thing_name(w, *thing, self.facts)
            uses = (EntryUse(key=text, line=text, words=words),)
            short = briefly(w, slug)
            found.append(EntryItem(slug=slug, words=words, briefly=short, uses=uses, excluded=excluded, left=n))
        if not found:
            return EntryQuestion(title=("",), deeds=deeds)
        of_cards = kind in ("card", "gift")
        if of_cards:
            found.sort(key=lambda thing: ORDER[thing.slug])
        titles = tuple(text + count for text in _question(w, kind, of.legal or of.others))
        group = EntryGroup(key=kind, words="", things=tuple(found), counted=of_cards and has_counts(found))
        return EntryQuestion(title=titles, groups=(group,), deeds=deeds, unsure=of.unsure)


def of_stack(text: str) -> bool:
    """Check whether a line takes a card from a stack."""
    return text.split()[0] in ("take", "extra", "draw")


def thing_of(text: str) -> tuple[str, str] | None:
    """Return what a line reveals, as kind (card, gift, token or medal) and slug; None: nothing."""
    action = actions.parse(text)
    match action.of if isinstance(action, actions.Contradiction) else action:
        case actions.Reveal(kind=kind) | actions.Keep(kind=kind):
            return "card", FACES[kind]
        case actions.RevealGift(kind=kind):
            return "gift", FACES[kind]
        case actions.RevealToken(token=token):
            return "token", token
        case actions.RevealMedal(medal=medal):
            return "medal", medal
    return None


def _thing_name(w: Words, kind: str, slug: str, data: Data) -> str:
    match kind:
        case "token":
            return printed_names.token(w, slug)
        case "medal":
            return effect_text.medal(w, slug, data)
    return printed_names.card(w, slug)


def _question(w: Words, kind: str, lines: Sequence[str]) -> tuple[str, ...]:
    """Return the question, from long to short."""
    match kind:
        case "token":
            return w("Which token was laid out?"), w("Which token?")
        case "medal":
            return w("Which medal was laid out?"), w("Which medal?")
        case "gift":
            return w("What is the face-down card?"), w("Which card?")
    if lines[0].startswith("keep "):
        return w("Which card was kept?"), w("Which card?")
    return w("Which card was taken?"), w("Which card?")


def briefly(w: Words, slug: str) -> tuple[str, ...]:
    """Return shorter names of a face, where its picture shows the rest."""
    match slug:
        case "red-0":
            return (w("no horn"),)
        case "red-1":
            return (w("one horn"),)
        case "red-2":
            return (w("two horns"),)
        case "blue-2-cat":
            return (w("two, cat"),)
    return ()
