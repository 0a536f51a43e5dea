"""Hints on request, the reasons for what bots did, and their announcements where people deal."""

from typing import ClassVar

from app.phones.common_parts import Parts
from app.phones.features.feature import PhoneFeature
from app.phones.features.lessons import find_mentioned_keys
from app.phones.features.regions_and_tabs import PageSlot
from app.phones.page_update import PageUpdate
from app.phones.template_rendering import Part
from app.shown.form import Button
from app.shown.play import bot_wish, hint
from app.text.translation import Words


class AskHintPart(Part, frozen=True):
    """The button that asks for a hint, above a seat's choices."""

    template: ClassVar[str] = "ask_hint.html"

    seat: int

    def row(self, w: Words) -> Button:
        return hint.ask_button(w, self.seat)


class HintPart(Part, frozen=True):
    """A hint in the place of the lesson tip or, without one, over the news: it never moves the page."""

    template: ClassVar[str] = "hint.html"

    texts: tuple[str, ...]
    lit: tuple[str, ...] = ()  # keys of the things it mentions
    taught: bool = False  # it takes the place of the lesson


class WhyPart(Part, frozen=True):
    """Possible reasons for the bots' latest moves, folded away beside the news."""

    template: ClassVar[str] = "why.html"

    texts: tuple[str, ...]
    lit: tuple[str, ...] = ()  # keys of the things it mentions, lit while it is unfolded


class IntentionPart(Part, frozen=True):
    """Sentences of bots about what they are going for, below the news."""

    template: ClassVar[str] = "intentions.html"

    texts: tuple[str, ...]


class WishPart(Part, frozen=True):
    """The announcements of bots where people deal, for everybody."""

    template: ClassVar[str] = "wish.html"

    texts: tuple[str, ...]
    lit: tuple[str, ...]  # keys of the things they name first


class PhoneWishes(PhoneFeature):
    """The part with what bots want where people deal."""

    slots = (PageSlot("wish", "above", after="ritual"),)

    def page_parts(self, page: PageUpdate) -> Parts:
        wishes = page.table.wishes
        if not wishes:
            return {}
        texts = tuple(bot_wish.sentence(page.w, page.kind.words, wish, page.people) for wish in wishes)
        first = [tip for wish in wishes for tip in hint.actions_as_tips(wish.seat, wish.actions[:1])]
        return {"wish": WishPart(texts, find_mentioned_keys(page, first))}


class PhoneHints(PhoneFeature):
    """The hint or the button that asks for one, the reasons for each bot's latest move, and what bots say."""

    slots = (
        PageSlot("asking", "bar"),
        PageSlot("hint", "news", for_seats=True, role="status"),
        PageSlot("why", "news", for_seats=True, tag="section", label=lambda w: w("Why?")),
        PageSlot("intentions", "news", after="why", for_seats=True, role="status"),
    )

    def page_parts(self, page: PageUpdate) -> Parts:
        table, seat, w, parts = page.table, page.seat, page.w, Parts()
        if seat is None or page.snapshot.game is None or table.phase != "game" or page.looks_on:
            return parts
        say = page.kind.words
        own = next((each for each in page.snapshot.hints if each.seat == seat), None)
        if own:
            lit = find_mentioned_keys(page, hint.hint_as_tips(own))
            part = HintPart(hint.sentences(w, say, own, page.people), lit, page.is_taught)
            parts["lesson" if page.is_taught else "hint"] = part
        if table.advises and page.question is not None and own is None:
            parts["asking"] = AskHintPart(seat)
        if whys := tuple(why.text for why in hint.bot_reasons(w, say, table, page.people)):
            parts["why"] = WhyPart(whys, find_mentioned_keys(page, hint.bot_reasons_as_tips(table)))
        if goals := tuple(hint.bot_intentions(w, say, table, page.people).values()):
            parts["intentions"] = IntentionPart(goals)
        return parts
