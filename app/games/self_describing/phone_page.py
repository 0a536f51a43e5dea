"""A phone's page of a self-describing game: the question, the seat's own things, those of all.

Where people deal, everybody may answer all questions and correct lines.
"""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import ClassVar, Final

import msgspec
from markupsafe import Markup

from app.games.self_describing.reported_things import ShownTells
from app.games.text_only.phone_page import PHONE as WORDS
from app.games.text_only.phone_page import WordsPage
from app.games.text_only.template_labels import WordLabels
from app.looks import card_faces
from app.looks.card_faces import PrintedFace
from app.looks.effect_icons import Group, Inks, lay_out_atoms, marks, wide
from app.looks.face_layout import Face
from app.looks.symbols import FIGURES
from app.phones import report_forms, svg_faces
from app.phones.common_parts import NO_BADGE, Badge, Parts, reference
from app.phones.game_page_interface import GamePhone, PageContext
from app.phones.template_rendering import Part
from app.protocol.play_messages import Question
from app.protocol.results import RankKey
from app.shown.cardboard.position_entry import PositionSchema
from app.shown.cardboard.turn_entry import EntryQuestion
from app.shown.play.table_description import Card, CardUse, Pill, Play, Price, SeatArea, Spread, TableDescription
from app.text import translation
from app.text.reference import PrintedThing
from app.text.rules_pages import GuidePage
from app.text.translation import Words
from app.text.words_protocols import GameWords, PageWords
from app.web.svg_sprites import figures, icon, sign
from engine.game import AnySeatView, AnyView

FOLDER: Final = Path(__file__).parent
LAYS: Final = "shown/parts.html"
PRICE: Final = 24  # units, height of a card below its cost


class PickableCard(Part, frozen=True):
    """A card with its uses, and whether each is possible now.

    `title`: the heading of this card and the next ones; "": the same as before.
    """

    card: Card
    uses: tuple[tuple[CardUse, bool], ...]
    title: str = ""


class AskedQuestion(Part, frozen=True):
    """A question. `do`: the intent without its line. `name`: of the seat; "": chance.

    `plain`: lines with their words that name no card here.
    """

    do: str
    name: str
    me: bool
    prompt: str
    picks: tuple[PickableCard, ...] = ()
    uses: tuple[tuple[CardUse, bool], ...] = ()
    plain: tuple[tuple[str, str], ...] = ()
    told: EntryQuestion | None = None  # where people deal: all choices, or besides those cards the excluded ones


class Ask(Part, frozen=True):
    """The open questions that can be answered here, with every legal action exactly once."""

    template: ClassVar[str] = "shown/ask.html"

    asked: tuple[AskedQuestion, ...]


class HandPart(Part, frozen=True):
    """A seat's hand, shown while it has no question."""

    template: ClassVar[str] = "shown/hand.html"

    cards: tuple[Card, ...]


class SeatPart(Part, frozen=True):
    """The things before a seat. `points`: None where the table hides them."""

    template: ClassVar[str] = "shown/seat.html"

    name: str
    me: bool
    before: SeatArea
    points: int | None
    badge: Badge = NO_BADGE


class SpreadPart(Part, frozen=True):
    """Cards between the seats."""

    template: ClassVar[str] = "shown/spread.html"

    spread: Spread


class Labels(WordLabels):
    """Functions that templates call to render such a game."""

    def __init__(self, shows: TableDescription, words: PageWords, data: object) -> None:
        super().__init__(words, data)
        self._shows, self.refer = shows, shows.reference

    def card(self, printed: PrintedFace, price: Price | None = None) -> Markup:
        """Render a card, with its price if it is for sale."""
        face = card_faces.card(
            printed, svg_faces.WIDE, svg_faces.TALL, price is not None, 0 if price is None else PRICE
        )
        return svg_faces.svg(face, "dc", "" if price is None else svg_faces.pill(price, 28, svg_faces.TALL - PRICE))

    def draw_by_slug(self, slug: str) -> Markup:
        """Render a card by its slug."""
        return self.card(self._shows.card(translation.words(translation.SOURCE), self.facts, slug).printed)

    def drawn(self, thing: PrintedThing) -> Markup:
        """Render a thing of the reference."""
        return self.draw_by_slug(thing.slug)

    def atoms(self, found: Group) -> Markup:
        """Render icons in a row, as high as the words beside them."""
        across = wide(found)
        placed = lay_out_atoms([found], 0, 0, across, 100, 100)
        return svg_faces.svg(Face(across, 100, "raised", tuple(marks(placed, Inks("raised")))))

    def pill(self, pill: Pill) -> Markup:
        """Render the content of a pill."""
        drawn = Markup("") if pill.bare else sign(pill.colour)
        for one in pill.items:
            drawn += (icon(one.icon) if one.icon else Markup("")) + (self.atoms(one.atoms) if one.atoms else Markup(""))
            drawn += one.figure
        return drawn


class ShownPage(WordsPage):
    """The parts of a page that show such a game."""

    labels: Labels
    moment = False

    def __init__(self, shows: TableDescription, words: PageWords, data: object) -> None:
        super().__init__(words, data)
        self.labels = Labels(shows, words, data)
        self._shows, self._tells = shows, ShownTells(shows, words, data)

    def deciding(self, chair: AnySeatView) -> int:
        return self._shows.deciding(chair)

    def ties(self, w: Words, reached: Sequence[RankKey], winners: Sequence[int], people: tuple[str, ...]) -> str:
        return self._shows.ties(w, reached, winners, people)

    def how_to_play(self, w: Words, variant: Collection[str]) -> tuple[GuidePage, ...]:
        return self._shows.how_to_play(w, self._data, variant)

    def parts(self, page: PageContext, view: AnyView) -> Parts:
        play = self._shows.play(page.w, view, page.people, page.seat, self._data)
        parts, seat, tracked = self.end_parts(page, view), page.seat, page.table.mode == "track"
        points = page.table.shows_points
        lying = {
            each.seat: SeatPart(
                name=page.people[each.seat - 1],
                me=each.seat == seat,
                before=each,
                points=msgspec.to_builtins(view.seats[each.seat - 1].score)["total"] if points else None,
                badge=page.table.seats[each.seat - 1].badge,
            )
            for each in play.seats
        }
        spreads = {f"place-{nth}": SpreadPart(each) for nth, each in enumerate(play.middle, 1)}
        if page.is_open("mine") and seat is not None:
            asked = page.questions if tracked else () if page.question is None else (page.question,)
            if asked:
                parts["ask"] = Ask(tuple(self._build_question(page, play, each) for each in asked))
            elif play.hand:
                parts["thing-1"] = HandPart(play.hand)
            parts["thing-2"] = lying[seat]
            if not asked and page.table.phase == "game":
                parts |= {f"thing-{nth}": each for nth, each in enumerate(spreads.values(), 3)}
        if page.is_open("table"):
            first = (seat or 1) - 1
            order = [*play.seats[first:], *play.seats[:first]]
            parts |= spreads | {f"seat-{nth}": lying[each.seat] for nth, each in enumerate(order, 1)}
            parts |= reference(self._shows.reference.chapters(self._data, view, page.table.variant), page.people)
        if page.table.repair is not None and seat is not None:
            parts["repair"] = report_forms.build_correction(page, page.table.repair, self._tells, self._say, LAYS)
        return parts

    def _build_question(self, page: PageContext, play: Play, question: Question) -> AskedQuestion:
        do = f"act;seat={question.seat};question={question.number};action="
        if not question.seat:
            came = self._tells.to_tell(page.w, question, page.people, now=True)
            return AskedQuestion(do, "", me=False, prompt=came.title[0], told=came)
        w, legal, mine = page.w, question.legal, question.seat == page.seat
        name = page.people[question.seat - 1]
        prompt = self._say.prompt(w, legal, page.people)
        reads = mine or page.table.mode == "track"
        picks, said = list[PickableCard](), set[str]()
        groups = [(w("Your hand"), play.hand), *((each.title, each.cards) for each in play.middle)]
        for title, found in [*groups, *((page.people[each.seat - 1], each.cards) for each in play.seats)]:
            head = title
            for card in found if reads else ():
                # Of equal cards only the first is listed.
                uses = [use for use in play.uses_of(card.key) if use.say not in said]
                said.update(use.say for use in uses)
                if uses:
                    able = tuple((use, play.possible(use, legal)) for use in uses)
                    picks.append(PickableCard(card, able, title=head))
                    head = ""
        plainly = tuple((use, play.possible(use, legal)) for use in play.uses_of("")) if reads else ()
        plain = tuple((text, self._say.action(w, text, page.people)) for text in play.rest(legal))
        others = msgspec.structs.replace(question, legal=(), left=())
        told = self._tells.to_tell(w, others, page.people, now=True) if question.others else None
        return AskedQuestion(do, name, mine, prompt, tuple(picks), plainly, plain, told)


class EnteredPage(ShownPage):
    """The page of a game that people can begin in the middle."""

    def __init__(self, shows: TableDescription, words: PageWords, data: object, entered: PositionSchema) -> None:
        super().__init__(shows, words, data)
        self.entered, self.facts = entered, data

    def draw_enterable(self, slug: str) -> Markup:
        """Render a thing of an entered position."""
        return self.labels.draw_by_slug(slug)


def shown_phone(shows: TableDescription, entered: PositionSchema | None = None) -> GamePhone:
    """Build the phone pages of a game from its description, and from its entry form if it has one."""

    def pages(words: GameWords, data: object) -> ShownPage:
        assert isinstance(words, PageWords)
        return ShownPage(shows, words, data) if entered is None else EnteredPage(shows, words, data, entered)

    return GamePhone("shown", FOLDER / "pages", pages, SYMBOLS, (svg_faces.STYLE, FOLDER / "shown.css"), (), (WORDS,))


SYMBOLS: Final = figures(FIGURES)  # everything its cards can show
