"""A position entered on a phone where people deal: to begin from it, or to continue from it.

The form has every field of the game's schema (`app/shown/cardboard/position_entry.py`). If the table refuses the
position, the form comes back as filled in.
"""

from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from typing import Final

import msgspec

from app.phones.game_page_interface import EnteringPages, Fields
from app.phones.page_maker import PageMaker
from app.protocol.cardboard_messages import ContinueFrom
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import Start
from app.protocol.rejection import Rejection
from app.shown.cardboard.position_entry import (
    Amount,
    AnyPage,
    Enterable,
    EntryContext,
    EntryState,
    Figure,
    Figures,
    PositionForm,
    Selection,
    Spot,
    Things,
    Tick,
)
from app.shown.form import Option
from app.text import table_text as table_words
from app.text.translation import Words
from app.text.words_protocols import people_of
from app.web.request_helpers import parse_count

QUERY: Final = "position"  # of the form's address
FILES: Final = tuple(Path(__file__).parent / name for name in ("lay.css", "lay.js"))  # of these forms alone
FIGURE_DIGITS: Final = 3  # of a number in it
MAX_INLINE_VALUES: Final = 3  # more values become a drop-down list
WAYS: Final = ("", "b", "c")  # suffix of a place: how a thing lies there


class Positions:
    """Shows the form, and starts the game from the submitted position."""

    def __init__(self, show: PageMaker) -> None:
        self._show = show
        self._table = show.table

    def page(self, w: Words, who: Actor, entered: EntryState | None = None, error: str = "") -> str | None:
        """Render the form as HTML with everything known so far; None if nothing can be entered."""
        found = self._entry_pages(w, who)
        if found is None:
            return None
        game, at = found
        shown = game.entered.build_entry(at, game.entered.initial_state(at) if entered is None else entered)
        return self._show.pages.page(
            "position.html",
            w.lang,
            table=self._table.id,
            entry=shown,
            blocks=list(_blocks(shown)),
            styles=self._show.games[at.table.game].phone,
            picture=game.draw_enterable,
            field=field,
            slots=slots,
            slot=slot,
            keepers=keepers,
            ways=WAYS,
            few=MAX_INLINE_VALUES,
            room=room,
            error=error,
            asks_pin=not at.is_new_game and self._show.needs_pin(who),
        )

    def enter(self, w: Words, who: Actor, form: Fields) -> str | None:
        """Apply the submitted position. Return the form with an error if it is refused; None if it is applied or not
        asked for.
        """
        found = self._entry_pages(w, who)
        if found is None:
            return None
        game, at = found
        entered = parse_form(form, game.entered.build_entry(at, game.entered.initial_state(at)))
        position = msgspec.json.encode(game.entered.position(at, entered)).decode()
        try:
            if at.is_new_game:
                self._table.handle(who, Start(token_hex(8), position))
            else:
                self._show.give_pin(who, form)
                self._table.handle(who, ContinueFrom(token_hex(8), position, sure=form.get("sure") == "yes"))
        except Rejection as no:
            say = self._show.say[at.table.game]
            return self.page(w, who, entered, table_words.refusal(w, no.code, no.params, say))
        return None

    def _entry_pages(self, w: Words, who: Actor) -> tuple[EnteringPages, EntryContext] | None:
        """Return the game's pages, and the base that a position is entered on; None if nothing can be entered."""
        snapshot = self._table.snapshot(who, self._table.log_end)
        table = self._show.table_view(bytes(snapshot.table))
        if table.mode != "track" or table.phase == "over" or who.seat is None:
            return None
        game = self._show.make_pages(table.game, table.game_data)
        if not isinstance(game, EnteringPages):
            return None
        view = None if snapshot.game is None else game.view(bytes(snapshot.game))
        people = people_of(w, table.seats)
        return game, EntryContext(w, table, people, game.facts, view, whole=True)


# ---- what lies where in the form -----------------------------------------------------------------------------


class FieldBlock(msgspec.Struct, frozen=True):
    """Fields shown together. `kind`: figures | seats | between | things | slots | asks, of these pages."""

    kind: str
    pages: tuple[AnyPage, ...]

    @property
    def fold(self) -> str:
        """The name of a group of places that the screen shows as one; "" if there is none."""
        places = (spot for page in self.pages if isinstance(page, Things) for spot in page.places)
        return next((spot.fold[1] for spot in places if spot.fold), "")

    def lying(self, place: str) -> list[str]:
        """List the things that can be in a place."""
        return [
            item.slug for page in self.pages if isinstance(page, Things) for item in page.things if place in item.lies
        ]


def _blocks(shown: PositionForm) -> Iterator[FieldBlock]:
    """List the form's blocks from top to bottom: figures, folds by seat, shared places, things, and questions last."""
    pages = shown.pages_on("phone")
    folded = tuple(page for page in pages if _is_folded(page))
    for page in pages:
        if _is_folded(page):
            if page is folded[0]:
                yield FieldBlock("seats", folded)
                yield FieldBlock("between", folded)
            continue
        match page:
            case Figures(joins=None):
                joined = (each for each in pages if isinstance(each, Figures) and each.joins)
                yield FieldBlock(
                    "figures", (page, *(each for each in joined if each.joins and each.joins[0] == page.key))
                )
            case Things():
                yield FieldBlock("things", (page,))
                alike = tuple(each for each in pages if isinstance(each, Things) and each.kind == page.kind)
                if page is alike[-1] and FieldBlock("slots", alike).fold:
                    yield FieldBlock("slots", alike)
    for page in pages:
        if isinstance(page, Figures) and page.asks is not None:
            yield FieldBlock("asks", (page,))


def _is_folded(page: AnyPage) -> bool:
    """Check that a page's fields go into the fold of each seat."""
    match page:
        case Figures():
            return page.one_seat
        case Things():
            return page.counted
    return True


def slots(spot: Spot) -> int:
    """Count the drop-down lists for a place; 0: its things are placed by touch."""
    return spot.room.most if spot.room is not None and not spot.seat and not spot.room.more else 0


def keepers(page: Things, nobody: str) -> list[Option]:
    """List the places for a unique thing, and none."""
    return [Option("", nobody), *(Option(spot.key, spot.words[0]) for spot in page.places)]


def room(spot: Spot) -> str:
    """Encode a place's capacity for lay.js; "" if it is unknown."""
    if spot.room is None:
        return ""
    more = [(field(term.figure), term.each, term.least) for term in spot.room.more]
    return msgspec.json.encode((spot.room.most, more, [field(key) for key in spot.room.taken])).decode()


# ---- its fields ----------------------------------------------------------------------------------------------


def field(*key: str) -> str:
    """Return the name of a form field."""
    return "-".join(key).replace(" ", "-")


def parse_form(form: Fields, shown: PositionForm) -> EntryState:
    """Parse the submitted form. Invalid values become 0 or absent: the table then says what is missing."""
    asked = shown.figures("phone")
    figures = {key: now for key, now in shown.laid.figures.items() if key not in {figure.key for figure in asked}}
    for figure in asked:
        _read_figure(form, figure, figures)
    pages = [page for page in shown.pages_on("phone") if isinstance(page, Things)]
    slugs = {slug for page in pages for slug in _slugs(page)}
    things = {at: n for at, n in shown.laid.things.items() if at[0] not in slugs}
    for page in pages:
        for spot in page.places if not page.counted else ():
            _read_slots(form, page, spot, things)
        for item in page.things:
            things |= _read_item(form, page, item)
    return EntryState(shown.laid.seats, figures, things)


def _slugs(page: Things) -> set[str]:
    return {item.slug for item in page.things}


def _read_figure(form: Fields, figure: Figure, found: dict[str, int | str]) -> None:
    text = form.get(field(figure.key), "")
    match figure:
        case Tick() if text:
            found[figure.key] = 1
        case Amount() if text:
            found[figure.key] = parse_count(text, FIGURE_DIGITS) or 0
        case Selection(options=options):
            for value in (option.value for option in options if str(option.value) == text):
                found |= figure.choose(EntryState(0), value).figures


def _read_slots(form: Fields, page: Things, spot: Spot, found: dict[tuple[str, str], int]) -> None:
    for nth in range(1, slots(spot) + 1):
        slug = form.get(slot(spot, nth), "")
        if slug in _slugs(page):
            found[slug, spot.key] = 1


def slot(spot: Spot, nth: int) -> str:
    """Return the field name of the nth thing in a place."""
    return field(spot.key) if slots(spot) == 1 else field(spot.key, str(nth))


def _read_item(form: Fields, page: Things, item: Enterable) -> dict[tuple[str, str], int]:
    spots = [spot for spot in page.places if page.counted or not slots(spot)]
    if page.counted and item.elsewhere != "moves":
        texts = {spot.key: form.get(field(page.kind, spot.key, item.slug), "") for spot in spots}
        return {(item.slug, place): n for place, text in texts.items() if (n := parse_count(text, FIGURE_DIGITS))}
    if item.elsewhere == "apart":
        return {(item.slug, spot.key): 1 for spot in spots if field(page.kind, spot.key, item.slug) in form}
    said = form.get(field(page.kind, item.slug), "")
    ways = {
        spot.key + suffix: (spot.key, how) for spot in spots for how, suffix in enumerate(WAYS[: len(spot.ways)], 1)
    }
    return {(item.slug, ways[said][0]): ways[said][1]} if said in ways else {}
