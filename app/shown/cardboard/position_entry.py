"""Position entry as data: numbers, things in places and boards that people enter to start in the middle of a game.

A game describes it once (`PositionSchema`); the screen renders it as pages to turn, a phone as one form. The input is
an `EntryState`, which every change replaces; a `PositionForm` presents it with labels. Rules are checked by the table,
not here.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, Protocol, Self, TypeAlias

import msgspec

from app.protocol.table_messages import TableView
from app.shown.form import Option, Surface
from app.text.translation import Words
from app.text.words_protocols import name_forms, seat_name
from engine.game import AnyData, AnyView

MAX_UNKNOWN_COUNT: Final = 99  # for things whose number is unknown
Value: TypeAlias = int | str
# The effect of a touch on a thing placed elsewhere: it moves here, is changed there, or one more is placed here.
Elsewhere: TypeAlias = Literal["moves", "stays", "apart"]


class EntryState(msgspec.Struct, frozen=True):
    """The input so far for a number of seats; immutable, every change returns a new value.

    `figures`: by key; missing: not entered. `things`: by slug and place, the number of copies or the orientation, from
    1.
    """

    seats: int
    figures: Mapping[str, Value] = {}
    things: Mapping[tuple[str, str], int] = {}

    def number(self, key: str, unsaid: int = 0) -> int:
        """Return a numeric figure."""
        return int(self.figures.get(key, unsaid))

    def count_at(self, slug: str, place: str) -> int:
        """Return the number of copies in a place, or the orientation there; 0: none."""
        return self.things.get((slug, place), 0)

    def things_in(self, place: str, among: Iterable[str]) -> dict[str, int]:
        """Return the given things that are in a place, with their numbers."""
        return {slug: n for slug in among if (n := self.count_at(slug, place))}

    def places_of(self, slug: str) -> dict[str, int]:
        """Return the places of a thing."""
        return {place: n for (each, place), n in self.things.items() if each == slug}

    def say(self, key: str, value: Value | None) -> Self:
        """Return a copy with another figure; None clears it."""
        figures = {each: now for each, now in self.figures.items() if each != key}
        return msgspec.structs.replace(self, figures=figures if value is None else {**figures, key: value})

    def lay(self, slug: str, place: str, n: int) -> Self:
        """Return a copy with `n` of a thing in a place (or in orientation `n`)."""
        things = {at: now for at, now in self.things.items() if at != (slug, place)}
        return msgspec.structs.replace(self, things={**things, (slug, place): n} if n else things)


# ---- what can be said ----------------------------------------------------------------------------------------


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A single value to enter. `words`: labels from long to short. `seat`: its seat; 0: the table's."""

    shape: ClassVar[str]

    key: str
    words: tuple[str, ...]
    seat: int = 0


class Amount(Figure, frozen=True, kw_only=True):
    """A number from `least` to `most`. `now` None: not entered; steps then start from `guess`.

    `value_text`: its text if it is not the digits.
    """

    shape = "amount"

    now: int | None
    most: int
    least: int = 0
    guess: int = 0
    value_text: str = ""


class Selection(Figure, frozen=True, kw_only=True):
    """A choice of one value. `round`: it wraps around. `people`: the options are the people at the table."""

    shape = "one of"

    now: Value | None
    options: tuple[Option, ...]
    round: bool = False
    people: bool = False

    def choose(self, laid: EntryState, value: object) -> EntryState:
        """Return the position with one of the options."""
        assert isinstance(value, int | str)
        return laid.say(self.key, value)

    @property
    def value_text(self) -> str:
        """The label of the current value; empty if none is entered."""
        return next((option.words for option in self.options if option.value == self.now), "")


class Tick(Figure, frozen=True, kw_only=True):
    """A yes/no value. `about`: its description if `words` only names the subject."""

    shape = "tick"

    on: bool
    about: str = ""


class Term(msgspec.Struct, frozen=True):
    """Room for `each` things per unit of a figure, which counts as at least `least`."""

    figure: str
    each: int = 1
    least: int = 0


class Room(msgspec.Struct, frozen=True):
    """The capacity of a place: a base and terms that grow with figures; 0: unknown.

    `taken`: figures that count slots used by other things.
    """

    most: int = 0
    more: tuple[Term, ...] = ()
    taken: tuple[str, ...] = ()

    def is_full(self, laid: EntryState, held: int) -> bool:
        """Check whether `held` things fill the place."""
        most = self.most + sum(term.each * max(term.least, laid.number(term.figure)) for term in self.more)
        return 0 < most <= held + sum(laid.number(figure) for figure in self.taken)


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A place for things. `words`: labels from long to short. `seat`: its seat; 0: the middle of the table.

    `ways`: orientations, from 1; touches cycle through them and then remove the thing. `fold`: the key and label under
    which the screen merges several places; touches cycle through them. `sign`: the thing whose picture marks the place.
    """

    key: str
    words: tuple[str, ...]
    seat: int = 0
    room: Room | None = None
    ways: tuple[str, ...] = ("",)
    fold: tuple[str, str] | None = None
    sign: str = ""

    @property
    def single(self) -> bool:
        """True if the place holds one thing at most."""
        return self.room is not None and self.room.most == 1 and not self.room.more


class Enterable(msgspec.Struct, frozen=True, kw_only=True):
    """A thing to place. `lies`: its current places with number or orientation. `copies`: how many exist."""

    slug: str
    words: str
    lies: Mapping[str, int]
    copies: int = 1
    elsewhere: Elsewhere = "moves"


class PositionPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the entry. `words`: titles from long to short. `about`: instructions, if there is room."""

    shape: ClassVar[str]

    key: str
    words: tuple[str, ...]
    about: str = ""
    only: Surface | None = None


class Figures(PositionPage, frozen=True, kw_only=True):
    """Values next to each other. `one_seat`: shows one seat at a time. `asks`: the last value, after which the game
    starts.

    `joins`: the earlier page that includes them if both fit, and its title in that case.
    """

    shape = "figures"

    figures: tuple[Figure, ...]
    one_seat: bool = False
    joins: tuple[str, str] | None = None
    asks: Selection | None = None
    question: str = ""


class Things(PositionPage, frozen=True, kw_only=True):
    """Things of one kind and their places. `counted`: several copies fit in a place.

    `kind`: the prefix of its form fields; all pages of a kind share the capacity of places. `first`: the likeliest
    place of the next thing; "": the last one used. `leaf`: a title with {first} and {last} for the parts of a long
    page. `likely`: the page is worth showing at the start of a game.
    """

    shape = "things"

    kind: str
    things: tuple[Enterable, ...]
    places: tuple[Spot, ...]
    counted: bool = False
    flat: float = 0.8  # of a thing's picture, the width by the height
    first: str = ""
    leaf: str = ""
    likely: bool = True

    def place(self, key: str) -> Spot:
        """Return the place with this key, or the first one."""
        return next((place for place in self.places if place.key == key), self.places[0])


class SeatBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's board. `which`: a choice of boards; None: it is known and named `called`."""

    seat: int
    slug: str
    called: str
    which: Selection | None
    stages: tuple[Tick, ...]


class Boards(PositionPage, frozen=True, kw_only=True):
    """The board of each seat with its stages. `title`: of the stages."""

    shape = "boards"

    boards: tuple[SeatBoard, ...]
    title: str


AnyPage: TypeAlias = Figures | Things | Boards


class PositionForm(msgspec.Struct, frozen=True):
    """The whole entry: the input, its pages, and what is still missing.

    `names`: seat names from long to short. `called`: a description of each seat for folded groups. `missing`: the page
    with the first required value; "": complete.
    """

    laid: EntryState
    is_new_game: bool
    names: tuple[tuple[str, ...], ...]
    pages: tuple[AnyPage, ...]
    called: tuple[str, ...] = ()
    missing: str = ""

    def go(self, w: Words) -> str:
        """Return the label of the button that starts the game."""
        return w("Begin here") if self.is_new_game else w("Continue from here")

    def pages_on(self, surface: Surface) -> tuple[AnyPage, ...]:
        """List the pages that a surface shows."""
        return tuple(page for page in self.pages if page.only in (None, surface))

    def figures(self, surface: Surface) -> list[Figure]:
        """List every value that a surface shows."""
        found: list[Figure | None] = []
        for page in self.pages_on(surface):
            match page:
                case Figures():
                    found += [*page.figures, page.asks]
                case Boards():
                    found += [each for board in page.boards for each in (board.which, *board.stages)]
        return [figure for figure in found if figure is not None]

    def page(self, key: str) -> AnyPage:
        """Return the page with this key, or the first one."""
        return next((page for page in self.pages if page.key == key), self.pages[0])

    def is_full(self, page: Things, place: Spot) -> bool:
        """Check whether a place is known to be full."""
        return place.room is not None and place.room.is_full(
            self.laid, len(self.laid.things_in(place.key, self._things_of_kind(page)))
        )

    def _things_of_kind(self, page: Things) -> set[str]:
        pages = (each for each in self.pages if isinstance(each, Things) and each.kind == page.kind)
        return {item.slug for each in pages for item in each.things}

    def next_place(self, page: Things, now: str) -> str:
        """Return the next place clockwise that is not full, preferring places with a known capacity."""
        keys = [place.key for place in page.places]
        here = keys.index(now) + 1 if now in keys else 0
        order = [place for place in (*page.places[here:], *page.places[:here]) if not self.is_full(page, place)]
        known = (place.key for place in order if place.room is not None)
        return next(known, order[0].key if order else now)

    def next_of_fold(self, page: Things, now: str, fold: str) -> str:
        """Return the next place of a fold, preferring one that is not full."""
        there = [place for place in page.places if place.fold and place.fold[0] == fold]
        keys = [place.key for place in there]
        here = keys.index(now) + 1 if now in keys else 0
        order = [*there[here:], *there[:here]]
        return next((place for place in order if not self.is_full(page, place)), order[0]).key

    # ---- changes ---------------------------------------------------------------------------------------

    def step_figure(self, figure: Figure, by: int) -> EntryState | None:
        """Return the position with a value one step higher or lower; None at the end of its range."""
        match figure:
            case Amount():
                base = figure.guess if figure.now is None else figure.now
                n = min(max(base + by, figure.least), figure.most)
                return self.laid.say(figure.key, n) if n != base or (figure.now is None and n > figure.least) else None
            case Selection():
                values = [option.value for option in figure.options]
                nth = values.index(figure.now) + by if figure.now in values else 0 if by > 0 else len(values) - 1
                if len(values) < 2 or not (figure.round or 0 <= nth < len(values)):
                    return None
                return figure.choose(self.laid, values[nth % len(values)])
            case Tick():
                return self.laid.say(figure.key, int(not figure.on))
        return None

    def cycle_thing(self, page: Things, item: Enterable, to: str) -> EntryState | None:
        """Return the position after a touch: the thing placed, turned to its next orientation, or removed; None if no
        copy is left."""
        at = next(iter(item.lies), to) if item.elsewhere == "stays" else to
        place, laid = page.place(at), self.laid
        way = (item.lies.get(at, 0) + 1) % (len(place.ways) + 1)
        if at not in item.lies:
            if item.elsewhere == "apart" and len(item.lies) >= item.copies:
                return None
            for other in item.lies if item.elsewhere == "moves" else ():
                laid = laid.lay(item.slug, other, 0)
            for slug in laid.things_in(at, self._things_of_kind(page)) if place.single else ():
                laid = laid.lay(slug, at, 0)
        return laid.lay(item.slug, at, way)

    def step_count(self, item: Enterable, to: str, by: int) -> EntryState | None:
        """Return the position with one copy more or fewer in a place; None if impossible."""
        now, laid = item.lies.get(to, 0), self.laid
        if now + by < 0 or (by > 0 and now >= item.copies):
            return None
        for other in item.lies if by > 0 and item.elsewhere == "moves" else ():
            laid = laid.lay(item.slug, other, 0)
        return laid.lay(item.slug, to, now + by)


# ---- a game that says it -------------------------------------------------------------------------------------


class EntryContext(msgspec.Struct, frozen=True):
    """The context of an entry. `facts`: the game's data. `view`: of the running game; None: in the lobby. `people`:
    seat names.

    `whole`: the form is static while people fill it in (a phone without updates), so it shows every value that may
    matter.
    """

    w: Words
    table: TableView
    people: tuple[str, ...]
    facts: AnyData
    view: AnyView = None
    whole: bool = False

    @property
    def is_new_game(self) -> bool:
        """True in the lobby, before a game."""
        return self.view is None

    @property
    def seated_names(self) -> tuple[str, ...]:
        """The names of the taken seats."""
        return tuple(name for name, info in zip(self.people, self.table.seats, strict=True) if info.by != "free")

    def names(self, seats: int) -> tuple[tuple[str, ...], ...]:
        """Return the names of that many seats, each from long to short; empty seats get a generic name."""
        left = (seat_name(self.w, seat, None) for seat in range(len(self.seated_names) + 1, seats + 1))
        return tuple(name_forms(name) for name in (*self.seated_names, *left)[:seats])

    def seat_spots(self, names: Sequence[tuple[str, ...]], **facts: Any) -> tuple[Spot, ...]:  # Any: fields of Spot
        """Return one identical place for each seat."""
        return tuple(Spot(key=str(seat), words=name, seat=seat, **facts) for seat, name in enumerate(names, 1))


class PositionSchema(Protocol):
    """A game's description of its position entry, in a module `app/games/<game>/position_entry.py`."""

    def initial_state(self, at: EntryContext) -> EntryState:
        """Return what is already known, as of the start of a turn, or the defaults before a game."""

    def build_entry(self, at: EntryContext, laid: EntryState) -> PositionForm:
        """Return every value and thing to enter, with the input so far."""

    def apply_consequences(self, at: EntryContext, before: EntryState, after: EntryState) -> EntryState:
        """Apply the consequences of a change to the rest of the input."""

    def position(self, at: EntryContext, laid: EntryState) -> dict[str, Any]:
        """Return the game's position message (docs/notation.md), without derived values."""
