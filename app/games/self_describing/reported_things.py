"""Things that people report in a self-describing game: cards at fixed places, and actions without a card."""

from dataclasses import dataclass

from app.protocol.play_messages import Question
from app.shown.cardboard.turn_entry import EntryGroup, EntryItem, EntryQuestion, EntryUse, has_counts, question_number
from app.shown.play.table_description import Card, TableDescription, mentioned_card
from app.text.translation import Words
from app.text.words_protocols import PageWords
from engine.game import AnyData


class ToldCard(EntryItem, frozen=True, kw_only=True):
    """A card that may be reported."""

    card: Card


@dataclass(frozen=True, slots=True)
class ShownTells:
    """Entry choices of such a game."""

    shows: TableDescription
    words: PageWords
    printed: AnyData

    def to_tell(self, w: Words, question: Question, people: tuple[str, ...], *, now: bool) -> EntryQuestion:
        """Return the choices; chance names cards, a seat their uses. Cards are ordered as in the reference."""
        left = dict(zip(question.legal, question.left, strict=True)) if question.left else {}
        found, deeds = dict[tuple[str, bool], ToldCard](), list[EntryItem]()
        for text in (*question.legal, *question.others):
            card, said = mentioned_card(self.shows, w, text, self.printed), self.words.action(w, text, people)
            if card is None:
                deeds.append(EntryItem(slug=text, words=said, uses=(EntryUse(key=text, line=text, words=said),)))
                continue
            excluded = text not in question.legal
            at = card.key, excluded
            use = EntryUse(key=text, line=text, words=said if question.seat else card.name)
            uses = (*found[at].uses, use) if at in found else (use,)
            n = 0 if excluded else left.get(text, 1)
            found[at] = ToldCard(slug=card.key, words=card.name, uses=uses, excluded=excluded, left=n, card=card)
        chapters = self.shows.reference.chapters(self.printed, None, ())
        every = [thing.slug for chapter in chapters for thing in chapter.things]
        cards = tuple(sorted(found.values(), key=lambda each: every.index(each.slug)))
        return EntryQuestion(
            title=(w("Which card came?") + question_number(w, question.nth, question.of),),
            groups=(EntryGroup(key="card", words="", things=cards, counted=has_counts(cards)),) if cards else (),
            deeds=tuple(deeds),
            unsure=question.unsure,
        )

    def missing(self, w: Words, name: str) -> str:
        return w("A turn of {name} is missing: what was done?", name=name) if name else w("Which card is missing?")

    def doubted(self, w: Words, text: str, people: tuple[str, ...]) -> tuple[str, str]:
        card = mentioned_card(self.shows, w, text, self.printed)
        label = w("It was another card") if card else w("It was something else")
        return label, self.words.action(w, text, people)
