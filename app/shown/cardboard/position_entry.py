"""What people can enter of what lies on the table, to begin in the middle: figures, things in places, boards.

A game says it once (`Enters`), and both surfaces lay it out: the screen in pages that fingers turn, a phone as one
form. What has been entered is `Laid`; a `Position` shows it with its words, and each change gives another `Laid`. No
rule is in here: the table says what does not fit. What is `missing` is what the table would ask for first.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, Protocol, Self, TypeAlias  # Any: each game has its own view and data

import msgspec

from app.protocol.messages import TableView
from app.shown.form import Option, Surface
from app.text.game import seat_name, short
from app.text.languages import Words

MOST: Final = 99  # of what nobody knows how many there are
Value: TypeAlias = int | str
# What a touch does with a thing that lies in another place: it comes here, it goes on there, one more of it lies here.
Elsewhere: TypeAlias = Literal["moves", "stays", "apart"]


class Laid(msgspec.Struct, frozen=True):
    """What lies on the table, as far as it has been entered, before so many seats. Every change gives another value.

    `figures`: by key; one that is missing nobody has said. `things`: how many lie in a place, or in which way, from 1,
    by what they are and where.
    """

    seats: int
    figures: Mapping[str, Value] = {}
    things: Mapping[tuple[str, str], int] = {}

    def number(self, key: str, unsaid: int = 0) -> int:
        """A figure that is a number."""
        return int(self.figures.get(key, unsaid))

    def at(self, slug: str, place: str) -> int:
        """How many of a thing lie in a place, or in which way it does; 0: none."""
        return self.things.get((slug, place), 0)

    def lying(self, place: str, among: Iterable[str]) -> dict[str, int]:
        """What of these lies in a place, by name."""
        return {slug: n for slug in among if (n := self.at(slug, place))}

    def where(self, slug: str) -> dict[str, int]:
        """The places in which a thing lies."""
        return {place: n for (each, place), n in self.things.items() if each == slug}

    def say(self, key: str, value: Value | None) -> Self:
        """With another figure; None: nobody has said it."""
        figures = {each: now for each, now in self.figures.items() if each != key}
        return msgspec.structs.replace(self, figures=figures if value is None else {**figures, key: value})

    def lay(self, slug: str, place: str, n: int) -> Self:
        """With so many of a thing in a place, or with it lying there in that way."""
        things = {at: now for at, now in self.things.items() if at != (slug, place)}
        return msgspec.structs.replace(self, things={**things, (slug, place): n} if n else things)


# ---- what can be said ----------------------------------------------------------------------------------------


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure that is said by itself. `words`: what it is, from long to short. `seat`: whose; 0: the table's."""

    shape: ClassVar[str]

    key: str
    words: tuple[str, ...]
    seat: int = 0


class Amount(Figure, frozen=True, kw_only=True):
    """A number from `least` to `most`. `now` None: nobody has said it; then it is counted on from `guess`.

    `shown`: how it is read, if not as its digits.
    """

    shape = "amount"

    now: int | None
    most: int
    least: int = 0
    guess: int = 0
    shown: str = ""


class OneOf(Figure, frozen=True, kw_only=True):
    """One of some values. `round`: after the last comes the first. `people`: they are those who sit there."""

    shape = "one of"

    now: Value | None
    options: tuple[Option, ...]
    round: bool = False
    people: bool = False

    def said(self, laid: Laid, value: object) -> Laid:
        """With one of its values."""
        assert isinstance(value, int | str)
        return laid.say(self.key, value)

    @property
    def shown(self) -> str:
        """How it is read; empty where nobody has said it."""
        return next((option.words for option in self.options if option.value == self.now), "")


class Tick(Figure, frozen=True, kw_only=True):
    """Whether something is so. `about`: what, where the words say of what."""

    shape = "tick"

    on: bool
    about: str = ""


class Term(msgspec.Struct, frozen=True):
    """So much for each of a figure, which counts as `least` where it is lower."""

    figure: str
    each: int = 1
    least: int = 0


class Room(msgspec.Struct, frozen=True):
    """How many things lie in a place once it is full: so many, and more with each of some figures; 0: nobody knows.

    `taken`: figures that say how much of it is taken by what is no thing here.
    """

    most: int = 0
    more: tuple[Term, ...] = ()
    taken: tuple[str, ...] = ()

    def full(self, laid: Laid, held: int) -> bool:
        """Whether it is, with so many things."""
        most = self.most + sum(term.each * max(term.least, laid.number(term.figure)) for term in self.more)
        return 0 < most <= held + sum(laid.number(figure) for figure in self.taken)


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """Where things may lie. `words`: from long to short. `seat`: before whom; 0: between them.

    `ways`: how a thing may lie there, from 1: a touch leads through them, and then away. `fold`: places with one key
    and words are one on the screen, a touch on it leads through them. `sign`: the thing by whose picture one is known.
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
        """Whether one thing at most lies there."""
        return self.room is not None and self.room.most == 1 and not self.room.more


class Enterable(msgspec.Struct, frozen=True, kw_only=True):
    """What may lie in places; `lies`: where it does now, and how many there or in which way. `copies`: that exist."""

    slug: str
    words: str
    lies: Mapping[str, int]
    copies: int = 1
    elsewhere: Elsewhere = "moves"


class PositionPage(msgspec.Struct, frozen=True, kw_only=True):
    """What is said together. `words`: its title, from long to short. `about`: how, where there is room for that."""

    shape: ClassVar[str]

    key: str
    words: tuple[str, ...]
    about: str = ""
    only: Surface | None = None


class Figures(PositionPage, frozen=True, kw_only=True):
    """Figures side by side. `one_seat`: of one seat at a time. `asks`: what is said last, and then the game begins.

    `joins`: the page before it on which they stand, if there is room for both, and what it is called then.
    """

    shape = "figures"

    figures: tuple[Figure, ...]
    one_seat: bool = False
    joins: tuple[str, str] | None = None
    asks: OneOf | None = None
    question: str = ""


class Things(PositionPage, frozen=True, kw_only=True):
    """Things of a kind, and where they may lie. `counted`: there may be several of one in a place.

    `kind`: their fields bear its name; the room of a place is taken by all that are of it. `first`: where the next one
    most likely lies when the page is opened; "": where the last one did. `leaf`: what the parts are called in which it
    lies where it is too long, with {first} and {last}. `likely`: it is the one to enter, when a game begins.
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
        """A place by its key; the first where it has none of that name."""
        return next((place for place in self.places if place.key == key), self.places[0])


class SeatBoard(msgspec.Struct, frozen=True, kw_only=True):
    """What lies before a seat all the time. `which`: it is chosen here; None: it is known, and called that."""

    seat: int
    slug: str
    called: str
    which: OneOf | None
    stages: tuple[Tick, ...]


class Boards(PositionPage, frozen=True, kw_only=True):
    """The board of each seat, and its stages. `title`: of these."""

    shape = "boards"

    boards: tuple[SeatBoard, ...]
    title: str


AnyPage: TypeAlias = Figures | Things | Boards


class Position(msgspec.Struct, frozen=True):
    """All that can be said of what lies there, and what has been.

    `names`: of the seats, each from long to short; `called`: what else is said of each, where it is folded away.
    `missing`: the page on which something has to be said before the game can begin there; "" if there is none.
    """

    laid: Laid
    begins: bool
    names: tuple[tuple[str, ...], ...]
    pages: tuple[AnyPage, ...]
    called: tuple[str, ...] = ()
    missing: str = ""

    def go(self, w: Words) -> str:
        """What people touch once all is entered."""
        return w("Begin here") if self.begins else w("Continue from here")

    def on(self, surface: Surface) -> tuple[AnyPage, ...]:
        """What a surface shows of it."""
        return tuple(page for page in self.pages if page.only in (None, surface))

    def figures(self, surface: Surface) -> list[Figure]:
        """Every figure that a surface shows."""
        found: list[Figure | None] = []
        for page in self.on(surface):
            match page:
                case Figures():
                    found += [*page.figures, page.asks]
                case Boards():
                    found += [it for board in page.boards for it in (board.which, *board.stages)]
        return [figure for figure in found if figure is not None]

    def page(self, key: str) -> AnyPage:
        """A page by its key; the first where it has none of that name."""
        return next((page for page in self.pages if page.key == key), self.pages[0])

    def full(self, page: Things, place: Spot) -> bool:
        """Whether no more things lie in a place than do, as far as that is known."""
        return place.room is not None and place.room.full(self.laid, len(self.laid.lying(place.key, self._alike(page))))

    def _alike(self, page: Things) -> set[str]:
        """Everything of the kind that is on a page."""
        pages = (each for each in self.pages if isinstance(each, Things) and each.kind == page.kind)
        return {item.slug for each in pages for item in each.things}

    def next_place(self, page: Things, now: str) -> str:
        """The next place after one, clockwise, that is not full; rather one whose room is known."""
        keys = [place.key for place in page.places]
        here = keys.index(now) + 1 if now in keys else 0
        order = [place for place in (*page.places[here:], *page.places[:here]) if not self.full(page, place)]
        known = (place.key for place in order if place.room is not None)
        return next(known, order[0].key if order else now)

    def next_of_fold(self, page: Things, now: str, fold: str) -> str:
        """The place of a fold after the one that is meant; rather one that is not full."""
        there = [place for place in page.places if place.fold and place.fold[0] == fold]
        keys = [place.key for place in there]
        here = keys.index(now) + 1 if now in keys else 0
        order = [*there[here:], *there[:here]]
        return next((place for place in order if not self.full(page, place)), order[0]).key

    # ---- changes ---------------------------------------------------------------------------------------

    def stepped(self, it: Figure, by: int) -> Laid | None:
        """With a figure that is one higher or lower; None where there is none."""
        match it:
            case Amount():
                base = it.guess if it.now is None else it.now
                n = min(max(base + by, it.least), it.most)
                return self.laid.say(it.key, n) if n != base or (it.now is None and n > it.least) else None
            case OneOf():
                values = [option.value for option in it.options]
                nth = values.index(it.now) + by if it.now in values else 0 if by > 0 else len(values) - 1
                if len(values) < 2 or not (it.round or 0 <= nth < len(values)):
                    return None
                return it.said(self.laid, values[nth % len(values)])
            case Tick():
                return self.laid.say(it.key, int(not it.on))
        return None

    def touched(self, page: Things, item: Enterable, to: str) -> Laid | None:
        """With a thing in a place, or in the next way there, or away from there; None where there is no more of it."""
        at = next(iter(item.lies), to) if item.elsewhere == "stays" else to
        place, laid = page.place(at), self.laid
        way = (item.lies.get(at, 0) + 1) % (len(place.ways) + 1)
        if at not in item.lies:
            if item.elsewhere == "apart" and len(item.lies) >= item.copies:
                return None
            for other in item.lies if item.elsewhere == "moves" else ():
                laid = laid.lay(item.slug, other, 0)
            for slug in laid.lying(at, self._alike(page)) if place.single else ():
                laid = laid.lay(slug, at, 0)
        return laid.lay(item.slug, at, way)

    def counted(self, item: Enterable, to: str, by: int) -> Laid | None:
        """With one more or one fewer of a thing in a place; None where there is none."""
        now, laid = item.lies.get(to, 0), self.laid
        if now + by < 0 or (by > 0 and now >= item.copies):
            return None
        for other in item.lies if by > 0 and item.elsewhere == "moves" else ():
            laid = laid.lay(item.slug, other, 0)
        return laid.lay(item.slug, to, now + by)


# ---- a game that says it -------------------------------------------------------------------------------------


class At(msgspec.Struct, frozen=True):
    """From where a position is entered. `facts`: the game's data; `view`: of the game that runs; None: of the lobby.

    `people`: what each seat is called. `whole`: what is shown stays as it is while people fill it in, so it has all
    that may come to matter.
    """

    w: Words
    table: TableView
    people: tuple[str, ...]
    facts: Any
    view: Any = None
    whole: bool = False

    @property
    def begins(self) -> bool:
        """Whether it is played from the lobby."""
        return self.view is None

    @property
    def held(self) -> tuple[str, ...]:
        """Who sits there."""
        return tuple(name for name, info in zip(self.people, self.table.seats, strict=True) if info.by != "free")

    def names(self, seats: int) -> tuple[tuple[str, ...], ...]:
        """What so many seats are called, each from long to short, whoever has stood up meanwhile."""
        left = (seat_name(self.w, seat, None) for seat in range(len(self.held) + 1, seats + 1))
        return tuple(short(name) for name in (*self.held, *left)[:seats])

    def before(self, names: Sequence[tuple[str, ...]], **facts: Any) -> tuple[Spot, ...]:  # Any: fields of Spot
        """A place before each seat, alike."""
        return tuple(Spot(key=str(seat), words=name, seat=seat, **facts) for seat, name in enumerate(names, 1))


class Enters(Protocol):
    """What a game says, in a module `app/games/<game>/entered.py`."""

    def known(self, at: At) -> Laid:
        """What has been told so far, as if a turn began now; of a game that was not begun, what goes without saying."""

    def shown(self, at: At, laid: Laid) -> Position:
        """All that can be said, with what has been."""

    def followed(self, at: At, before: Laid, after: Laid) -> Laid:
        """What a change brings with it."""

    def position(self, at: At, laid: Laid) -> dict[str, Any]:
        """What is sent: the game's position, as docs/notation.md has it, without what follows from the rest."""
