"""A phone's page of a game of Duel: converts a view into the parts that templates render.

The final scores, the score sheet and unknown questions are rendered by the plain pages.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from markupsafe import Markup

from app.games.custom_drawn.phone_page_base import DrawnPage
from app.games.duel import action_previews, position_text, printed_names
from app.games.duel import words_facade as say
from app.games.duel.phone.report_form import build_entry_parts
from app.games.duel.phone.svg_faces import SYMBOLS, Labels
from app.games.duel.phone.template_values import (
    Ask,
    BoardPart,
    ChoosableCard,
    CityCards,
    CityPart,
    DiscardPart,
    DraftPart,
    Duo,
    Glance,
    SaysPart,
    SlotPart,
    StructurePart,
    TrackPart,
)
from app.games.duel.reference import chapters
from app.games.duel.shared_by_surfaces import DUEL
from app.games.duel.shared_table_facts import card_uses, list_production, list_worlds, seating, several
from app.games.text_only.phone_page import PHONE as WORDS
from app.games.text_only.phone_page import PlainPage
from app.looks.wonder_window import World
from app.phones import svg_faces
from app.phones.common_parts import Parts, reference
from app.phones.game_page_interface import GamePhone, PageContext
from app.phones.template_rendering import Part
from app.protocol.play_messages import Question
from app.protocol.settings_messages import Settings
from app.protocol.table_messages import TableView
from app.shown.form import Row
from app.shown.play.previews import GhostMark, format_signed
from app.text.translation import Words
from engine.duel import actions
from engine.duel.data_schema import COLOURS, Data
from engine.duel.view_json import SeatView, View

FOLDER: Final = Path(__file__).parent / "pages"
CHOICE_KINDS: Final = {  # kinds of choices by the first word of an action
    "draft": "wonder",
    "progress": "token",
    "keep": "token",
    "destroy": "printed",
    "revive": "printed",
    "start": "start",
}


class DuelPage(DrawnPage, PlainPage):
    """The parts of a page that show Duel."""

    labels: Labels
    shared = DUEL

    def __init__(self, data: Data) -> None:
        super().__init__(say, data)
        self.facts = data
        self.labels = Labels(data)
        self._says = SaysPart()

    def describe_wonders(self, page: PageContext, view: View) -> tuple[str, ...]:
        if page.seat is None:
            return ()
        w, wonders = page.w, view.seats[page.seat - 1].wonders
        return tuple(f"{printed_names.wonder(w, slug)}{w.colon}{self.labels.wonder_says(w, slug)}" for slug in wonders)

    def settings(self, w: Words, now: Settings) -> tuple[Row, ...]:
        return seating(w, now).rows

    def tab(self, w: Words) -> str:
        return w.pgettext("tab", "My city")

    def scored(self, score: Mapping[str, int], table: TableView) -> tuple[str, ...]:
        return say.SCORED

    def counts(self, view: View) -> bool:
        return view.victory not in say.AT_ONCE

    def worlds(self, w: Words, chair: SeatView) -> tuple[World, ...]:
        return list_worlds(w, chair)

    def deciding(self, chair: SeatView) -> int:
        return chair.score.blue

    def dull(self, event: actions.Events) -> bool:
        """Return whether an event is minor; extra turns and uncovered cards are news, ordinary turns and dealt cards
        are not.
        """
        match event:
            case actions.TurnBegan(again=True) | actions.CardRevealed(turned=True):
                return False
        return super().dull(event)

    def foreseen(self, page: PageContext, before: View, after: View) -> Iterable[str]:
        assert page.seat is not None
        return action_previews.describe_changes(
            page.w, action_previews.compare_views(before, after, page.seat, self.facts), page.people, self.facts
        )

    def ghosts(self, page: PageContext, before: View, after: View) -> Iterable[GhostMark]:
        assert page.seat is not None
        preview = action_previews.compare_views(before, after, page.seat, self.facts)
        for each in preview.changes:
            if each.coins:
                yield GhostMark("mine" if each.seat == preview.seat else "theirs", format_signed(each.coins))
        if preview.pawn is not None:
            yield GhostMark("pawn", format_signed(abs(preview.pawn - before.military.pawn)))
        if preview.wonder:
            yield GhostMark(f"wonder {preview.wonder}")

    def parts(self, page: PageContext, view: View) -> Parts:
        tracked = page.table.mode == "track"
        parts = self.end_parts(page, view)
        if tracked:
            parts |= build_entry_parts(page, view, self.facts)
        parts["says"] = self._says
        seat = page.seat or 1
        points = page.table.shows_points
        question = page.question
        if question is not None and page.seat is not None and not tracked:
            asked = self._ask(page, view, question, page.seat)
            parts["ask"] = asked or self.ask_in_words(page, view, question, page.seat)
        if page.is_open("mine") and page.seat is not None:
            if not isinstance(parts.get("ask"), Ask) and (offered := self._offered(page, view, seat)):
                parts["thing-2"] = offered
            parts["thing-3"] = city = self._city(page, view, seat, points)
            if not view.over:
                parts["thing-1" if tracked else "purse"] = self._duo(page, view, seat)
            if city.wonders and not view.over and not tracked:
                parts["glance"] = Glance(**msgspec.structs.asdict(city))
            parts["thing-4"] = self._cards(view, seat, "mine")
        if page.is_open("table"):
            if not (page.is_both and parts.keys() & {"purse", "thing-1"}):
                parts["place-1"] = self._duo(page, view, seat)
            if not page.is_both and (offered := self._offered(page, view, seat)):
                parts["place-2"] = offered
            parts["place-3"] = self._track(page, view, seat)
            parts["place-4"] = BoardPart(view.tokens)
            order = ((5, seat), (7, 3 - seat))
            for place, number in order[page.is_both :]:
                parts[f"place-{place}"] = self._city(page, view, number, points)
                parts[f"place-{place + 1}"] = self._cards(view, number, f"{number}")
            parts["place-9"] = DiscardPart(self._sort_by_colour(view.discard))
            parts |= reference(chapters(self.facts, view, page.table.variant), page.people)
        return parts

    def draw_enterable(self, slug: str) -> Markup:
        """Render a thing of an entered position."""
        if slug in self.facts.wonders:
            return self.labels.wonder(slug, built=False)
        return self.labels.disc(slug) if slug in self.facts.tokens else self.labels.card(slug)

    # ---- questions ---------------------------------------------------------------------------------------

    def _ask(self, page: PageContext, view: View, question: Question, seat: int) -> Ask | None:
        """Return the question's part, or None where the plain page serves better."""
        duo, plain = self._duo(page, view, seat), []
        uses: dict[str, list[str]] = {}
        things: list[tuple[str, str]] = []
        kinds = set()
        free = {each.card: int(slot) for slot, each in view.structure.items() if each.accessible and each.card}
        for text in question.legal:
            words = text.split()
            if words[0] in ("build", "discard") and words[-1] in free:
                uses.setdefault(words[-1], []).append(text)
                kinds.add("card")
            elif words[0] in CHOICE_KINDS and len(words) == 2:
                things.append((text, words[1]))
                kinds.add(CHOICE_KINDS[words[0]])
            else:
                plain.append(text)
        if len(kinds) != 1:
            return None
        [kind] = kinds
        slots = {each.slot: each for each in self._slot_parts(view, seat)}
        choices = tuple(
            self._choice(page, view, seat, slots[slot], uses[card], slots)
            for card, slot in sorted(free.items(), key=lambda each: each[1])
            if card in uses
        )
        structure = self._structure(page, view, seat) if view.structure else None
        if structure is not None:
            structure = msgspec.structs.replace(structure, picks=tuple(uses))
        if kind == "printed":
            rank = {slug: n for n, slug in enumerate(self._sort_by_colour(thing for _, thing in things))}
            things.sort(key=lambda each: rank[each[1]])
        prompt = say.prompt(page.w, question.legal, page.people)
        return Ask(
            seat=seat,
            question=question.number,
            prompt=prompt,
            kind=kind,
            duo=duo,
            choices=choices,
            things=tuple(things),
            structure=structure,
            tokens=view.tokens,
            plain=tuple(plain),
            people=page.people,
        )

    def _choice(
        self, page: PageContext, view: View, seat: int, at: SlotPart, legal: Sequence[str], slots: dict[int, SlotPart]
    ) -> ChoosableCard:
        """Return all uses of a card, the impossible ones with what is missing."""
        assert at.card is not None
        uses = tuple(card_uses(page.w, view, seat, at.card, legal))
        wonders = tuple(use for use in uses if use.way and use.way.wonder)
        frees = tuple(slots[slot] for slot in view.derived.frees.get(str(at.slot), ()) if slot in slots)
        return ChoosableCard(at, tuple(use for use in uses if use not in wonders), wonders, frees)

    # ---- public parts --------------------------------------------------------------------------------------

    def _duo(self, page: PageContext, view: View, seat: int) -> Duo:
        mine, theirs = view.seats[seat - 1], view.seats[2 - seat]
        pawn = view.military.pawn if seat == 1 else -view.military.pawn
        names = page.people[seat - 1], page.people[2 - seat]
        built, most = view.derived.built, view.derived.most
        return Duo(names, (mine.coins, theirs.coins), pawn, self.facts.military.capital, built, most)

    def _slot_parts(self, view: View, seat: int) -> tuple[SlotPart, ...]:
        mine, theirs = (
            {option.thing: option for option in view.derived.standing[at].build_options} for at in (seat - 1, 2 - seat)
        )
        found = []
        for place in view.derived.places:
            card = view.structure.get(str(place.slot))
            if card is not None:
                found.append(
                    SlotPart(
                        slot=place.slot,
                        row=place.row,
                        column=place.column,
                        age=view.age,
                        card=card.card,
                        guild=bool(card.guild),
                        open=card.accessible,
                        mine=mine.get(card.card) if card.card else None,
                        theirs=theirs.get(card.card) if card.card else None,
                    )
                )
        return tuple(found)

    def _offered(self, page: PageContext, view: View, seat: int) -> Part | None:
        """Return what players choose from: the structure, or the wonders of the draft; None if there is neither."""
        if view.structure:
            return self._structure(page, view, seat)
        drafts = view.draft and page.table.mode == "play" and not view.over
        return DraftPart(view.draft) if drafts else None

    def _structure(self, page: PageContext, view: View, seat: int) -> StructurePart:
        return StructurePart(view.age, self._slot_parts(view, seat), view.left, page.people[2 - seat])

    def _city(self, page: PageContext, view: View, seat: int, points: bool) -> CityPart:
        chair = view.seats[seat - 1]
        options = {option.thing: option for option in view.derived.standing[seat - 1].build_options}
        chains = tuple((bears, slug) for slug in chair.cards if (bears := self.facts.cards[slug].bears))
        return CityPart(
            name=page.people[seat - 1],
            me=seat == page.seat,
            coins=chair.coins,
            makes=list_production(chair, self.facts),
            several=several(chair, self.facts),
            wonders=tuple((slug, under, options.get(slug)) for slug, under in chair.wonders.items()),
            more=view.derived.most - view.derived.built,
            science=tuple(chair.science.items()),
            most=self.facts.table.winning_symbols,
            tokens=chair.progress,
            chains=chains,
            points=chair.score.total if points else None,
            running=bool(view.age) and not view.over,
            badge=page.table.seats[seat - 1].badge,
        )

    def _cards(self, view: View, seat: int, place: str) -> CityCards:
        cards = view.seats[seat - 1].cards
        by_colour = (
            (colour, tuple(slug for slug in cards if self.facts.cards[slug].colour == colour)) for colour in COLOURS
        )
        return CityCards(place, tuple((colour, found) for colour, found in by_colour if found))

    def _track(self, page: PageContext, view: View, seat: int) -> TrackPart:
        pawn = view.military.pawn if seat == 1 else -view.military.pawn
        tokens = view.military.tokens
        return TrackPart(
            (page.people[seat - 1], page.people[2 - seat]),
            pawn,
            (tokens[str(seat)], tokens[str(3 - seat)]),
            tuple(position_text.conflict(page.w, view, page.people, self.facts)) if view.age else (),
        )

    def _sort_by_colour(self, cards: Iterable[str]) -> tuple[str, ...]:
        order = {slug: n for n, slug in enumerate(self.facts.cards)}
        return tuple(sorted(cards, key=lambda slug: (COLOURS.index(self.facts.cards[slug].colour), order[slug])))


STYLES: Final = (svg_faces.STYLE, FOLDER.parent / "duel.css")
TRACK: Final = (FOLDER.parent / "duel-telling.css",)
PHONE: Final = GamePhone("duel", FOLDER, lambda _, facts: DuelPage(facts), SYMBOLS, STYLES, TRACK, (WORDS,))
