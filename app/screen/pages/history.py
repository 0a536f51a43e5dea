"""The history on the middle: lists of games, people and wonders, and a page of each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from app.history import statistics as history
from app.history.statistics import Entry, Person, Sum, Wonder
from app.history.words import HistoryWords
from app.looks.icons import icon
from app.protocol.names import known_as
from app.protocol.results import Finished
from app.screen.controller import Controller
from app.screen.draw import PITCH, Pen
from app.screen.element import Element
from app.screen.history import close_history, look_back, open_page, page_back, rename_person
from app.screen.opened import HistoryPage
from app.screen.ring import Ring
from app.screen.scene import Games, Scene
from app.screen.theme import number
from app.screen.widgets.badges import before_words
from app.screen.widgets.panel import (
    GAP,
    MOST,
    PAD,
    Cell,
    Lying,
    asked_once,
    cell,
    lying,
    panel,
    place,
    prose,
)
from app.text.languages import Words, capital

WIDE = 1400.0  # u, of a page at most
COLUMN = 400.0  # u, at least
GROWN = 1.35  # how much larger all of it is on a small screen
DOTS = 40  # games in a chart
HOW = 30.0  # u: how a game was had, over its points; thrice that where they are told in words
HEAD = 44.0  # u: what is counted, over a table's columns; its sign where a word has no room
BUTTON = 150.0  # u: words of a button at the foot
CLEAR = 8.0  # u, between that and the rows
LOW = 38.0  # u: a table's row at least
TOLD = 110.0  # u: a row in words at least
ALONE = 0.8  # of its size: where a name and what it was do not fit in this, the name stands alone
TABLE = 860.0  # u: a page as wide as this shows points as a table


Made = tuple[str, list[Cell], list[Cell]]  # title, cells, foot
Room = tuple[float, float]  # u, between title and foot


@dataclass(frozen=True, slots=True)
class History:
    """The page that lies open, of these games (None: they are on their way). `deep`: there is a page before it."""

    lying: Lying
    games: tuple[Finished, ...] | None
    page: HistoryPage
    deep: bool
    house: Games  # every game, with its words and signs


def page(scene: Scene, ring: Ring, _: int) -> Element[History]:
    """The page that lies open. Its painter counts: a table that plays on makes the page at every change."""
    past = scene.opened.history
    view = History(lying(scene, ring), past.games, past.page, len(past.trail) > 1, scene.games)
    return Element(f"panel {scene.opened.panel}", view, paint_page)


def paint_page(p: Pen, it: History, control: Controller) -> None:
    w, ring = it.lying.w, it.lying.ring
    if it.games is None:
        _sheet(p, it, control, w("History"), [_words(w("Looking it up …"))], [])
        return
    if it.lying.sure:
        _sure(p, it, control)
        return
    at = place(ring, it.lying.edge, WIDE)
    kind, *rest = it.page
    high, scale = at.h - 2 * ring.touch - 58, grow(ring)
    found = _PAGES[kind](Leafing(control, it.house), w, it.games, rest, ((at.w - 2 * PAD) / scale, high / scale))
    if found is None:  # it is no more
        found = w("History"), [_words(w("There is nothing here"))], []
    title, cells, foot = found
    if it.deep:
        foot = [cell(w.pgettext("step", "Back"), "past back", partial(page_back, control), "left"), *foot]
    more = foot[fitting(at.w, ring.touch, max(ring.touch, BUTTON * scale)) :]
    foot = foot[: len(foot) - len(more)]
    cells = more + cells if kind in _FIRST else cells + more
    _sheet(p, it, control, title, cells, foot)


def _sheet(p: Pen, it: History, control: Controller, title: str, cells: list[Cell], foot: list[Cell]) -> None:
    ring = it.lying.ring
    at, scale = place(ring, it.lying.edge, WIDE), grow(ring)
    column = min(COLUMN * scale, at.w - 40)
    shown, below = ([_grown(each, scale) for each in row] for row in (cells, foot))
    least = TOLD * scale if ring.small else 0.0
    panel(
        p,
        control,
        it.lying,
        at,
        title,
        shown,
        below,
        close=partial(close_history, control),
        cell=(column, least),
        of=" ".join(it.page),
    )


def _sure(p: Pen, it: History, control: Controller) -> None:
    """A name merged or forgotten cannot be had back, so it is asked once."""
    w, name = it.lying.w, it.page[1]
    what, _, other = it.lying.sure.partition(" ")
    if what == "merge":
        text = w("All games under the name {name} will count for {other}.", name=name, other=other)
        yes, rename, picture = w("Yes, they are the same person"), partial(rename_person, control, name, other), "same"
    else:
        text = w("The name is removed from everything kept here; the games stay.")
        yes, rename, picture = w("Yes, remove {name}", name=name), partial(rename_person, control, name, None), "cross"
    asked_once(p, control, it.lying, text, yes, rename, picture)


def grow(ring: Ring) -> float:
    """How much larger words are than elsewhere."""
    return GROWN if ring.small else 1.0


def _grown(each: Cell, grow: float) -> Cell:
    """The same in larger type, so with less room for it."""

    def draw(p: Pen, w: float, h: float) -> None:
        with p.at(0, 0, scale=grow):
            each.draw(p, w / grow, h / grow)

    def high(p: Pen, w: float) -> float:
        assert each.high is not None
        with p.at(0, 0, scale=grow):
            return each.high(p, w / grow) * grow

    return replace(each, draw=draw, high=high if each.high else None)


def fitting(wide: float, touch: float, least: float) -> int:
    """How many buttons, each at least so wide, there is room for at the foot beside those that turn pages."""
    return max(1, int((wide - 2 * PAD - 2 * (touch + GAP) + GAP) / (least + GAP)))


@dataclass(frozen=True, slots=True)
class Leafing:
    """Where touches on a page lead, and the words for what stands on it."""

    control: Controller
    house: Games

    @property
    def say(self) -> HistoryWords:
        return self.house.history


# ---- lists -----------------------------------------------------------------------------------------------


def _lists(to: Leafing, w: Words, here: str) -> list[Cell]:
    """The three lists, as tabs nearest the hand."""
    labels = {"games": w("Games"), "people": w("People"), "wonders": w("Wonders")}
    pictures = {"games": "card", "people": "touch", "wonders": "wonder"}
    return [
        cell(label, f"past {name}", partial(open_page, to.control, name), pictures[name], on=name == here, size=26)
        for name, label in labels.items()
    ]


def _games(to: Leafing, w: Words, games: tuple[Finished, ...], _: Sequence[str], room: Room) -> Made:
    if not games:
        text = w("No game has been finished here yet. The first one will stand here, with everybody’s points.")
        return w("History"), [_words(text)], []
    title = w.ngettext("{n} game", "{n} games", len(games))
    return title, [_game_line(to, w, game) for game in games], _lists(to, w, "games")


def _people(to: Leafing, w: Words, games: tuple[Finished, ...], _: Sequence[str], room: Room) -> Made:
    cells = [_person_line(to, w, one) for one in history.people(games)]
    return w("People"), cells or [_words(w("Nobody has given a name yet."))], _lists(to, w, "people")


def _wonders(to: Leafing, w: Words, games: tuple[Finished, ...], _: Sequence[str], room: Room) -> Made:
    cells = [_wonder_line(to, w, one) for one in history.wonders(games)]
    return w("Wonders"), cells or [_words(w("None of these games had wonders."))], _lists(to, w, "wonders")


def _game_line(to: Leafing, w: Words, game: Finished) -> Cell:
    totals = (score["total"] for score in game.result.scores)
    points = ", ".join(f"{name} {n}" for name, n in zip(to.say.people(w, game), totals, strict=True))
    label = f"{to.say.won(w, game)} · {to.say.day(w, game.ended)}"
    return _line(label, points, None, f"past game {game.mark}", partial(open_page, to.control, "game", game.mark))


def _person_line(to: Leafing, w: Words, one: Person) -> Cell:
    share = history.share(one.wins, one.games)
    return _line(
        one.name, _won(w, one), share, f"past person {one.name}", partial(open_page, to.control, "person", one.name)
    )


def _wonder_line(to: Leafing, w: Words, one: Wonder) -> Cell:
    name, share = to.say.identity(w, one.kind, one.slug), history.share(one.wins, one.games)
    go = partial(open_page, to.control, "wonder", one.kind, one.slug)
    return _line(name, _won(w, one), share, f"past wonder {one.slug}", go)


def _won(w: Words, one: Person | Wonder | Sum) -> str:
    return w("{wins} of {games} won", wins=one.wins, games=one.games)


# ---- one game, one person, one wonder ----------------------------------------------------------------------


def _game(to: Leafing, w: Words, games: tuple[Finished, ...], rest: Sequence[str], room: Room) -> Made | None:
    game = next((each for each in games if each.mark == rest[0]), None)
    if game is None:
        return None
    seats = sorted(history.entries([game]), key=lambda one: (not one.won, -one.total))
    least, most = (LOW, 84.0) if room[0] >= TABLE else (TOLD, 120.0)
    tall = min(max((room[1] - _over(room[0])) / len(seats), least), most)
    high = _over(room[0]) + tall * len(seats)
    cells = [Cell(partial(_points, to, w, game, seats, tall), wide=True, high=lambda p, wide: high)]
    if game.result.counts:
        cells += [
            Cell(partial(_counts, to, w, game, one), wide=True, high=partial(_counted, to, w, game, one))
            for one in seats
        ]
    foot = [cell(w("Look back"), "look back", partial(look_back, to.control, game.mark), "eye", primary=True, size=26)]
    return f"{to.say.won(w, game)} · {to.say.day(w, game.ended)}", cells, foot


def _person(to: Leafing, w: Words, games: tuple[Finished, ...], rest: Sequence[str], room: Room) -> Made | None:
    one = history.person(games, rest[0])
    if one is None:
        return None
    cells = [each for sum_ in history.sums(one.entries) for each in _sums(to, w, sum_, one.entries)]
    cells += [_wonder_line(to, w, role) for role in history.roles(one.entries)]
    cells += [_game_line(to, w, entry.game) for entry in one.entries]
    foot = [
        cell(w("Same person as …"), "past merge", partial(open_page, to.control, "merge", one.name), "same", size=24),
        cell(
            w("Remove from history"),
            "past forget",
            partial(to.control.ask_sure, f"forget {one.name}"),
            "cross",
            size=24,
        ),
    ]
    return f"{one.name} · {_won(w, one)}", cells, foot


def _merge(to: Leafing, w: Words, games: tuple[Finished, ...], rest: Sequence[str], room: Room) -> Made | None:
    """Who somebody really is."""
    cells = [
        _line(
            other.name,
            _won(w, other),
            None,
            f"past into {other.name}",
            partial(to.control.ask_sure, f"merge {other.name}"),
        )
        for other in history.people(games)
        if known_as(other.name) != known_as(rest[0])
    ]
    return w("{name} is the same person as", name=rest[0]), cells or [_words(w("There is nobody else."))], []


def _wonder(to: Leafing, w: Words, games: tuple[Finished, ...], rest: Sequence[str], room: Room) -> Made | None:
    one = history.wonder(games, rest[0], rest[1])
    if one is None:
        return None
    cells = [each for sum_ in history.sums(one.entries) for each in _sums(to, w, sum_, one.entries)]
    cells += [_person_line(to, w, each) for each in history.named(one.entries)]
    cells += [_game_line(to, w, entry.game) for entry in one.entries]
    return f"{to.say.identity(w, one.kind, one.slug)} · {_won(w, one)}", cells, []


_FIRST: Final = ("games", "people", "wonders", "game")  # pages that begin with what their foot has no room for
_PAGES: dict[str, Callable[[Leafing, Words, tuple[Finished, ...], Sequence[str], Room], Made | None]] = {
    "games": _games,
    "people": _people,
    "wonders": _wonders,
    "game": _game,
    "person": _person,
    "merge": _merge,
    "wonder": _wonder,
}


# ---- what stands in them -------------------------------------------------------------------------------------


def _words(text: str) -> Cell:
    return prose(text, 30)


def _line(label: str, below: str, share: float | None, key: str, tap: Callable[[], None]) -> Cell:
    """Something to open: a name over a short sentence, and how much of its games were won as a bar."""

    def draw(p: Pen, w: float, h: float) -> None:
        p.rect(0, 0, w, h, 18, "raised", "line", 2)
        bar = 110.0 if share is not None else 0.0
        room = w - 40 - (bar + 16 if bar else 0)
        p.text(20, h * 0.27, label, 28, "text", "start", bold=True, room=room)
        p.prose(20, h * 0.45, below, 23, room, h * 0.5, "soft", middle=True)
        if share is not None:
            _bar(p, w - 20 - bar, h / 2 - 7, bar, 14, share)
        p.hit_area(
            0, 0, w, h, key, tap, press=lambda pen: pen.rect(0, 0, w, h, number("round"), "candle", opacity=0.22)
        )

    return Cell(draw, name=key)


def _bar(p: Pen, x: float, y: float, w: float, h: float, part: float, ink: str = "stone") -> None:
    p.rect(x, y, w, h, h / 2, "hair")
    if part > 0:
        p.rect(x, y, max(h, w * min(part, 1.0)), h, h / 2, ink)


def _fact(label: str, value: str, part: float | None) -> Cell:
    """A number with its words, and a bar that compares it with its neighbours."""

    def draw(p: Pen, w: float, h: float) -> None:
        p.rect(0, 0, w, h, 18, "zone")
        wide = p.wide(value, 34, True)
        p.text(w - 20, h * (0.4 if part is not None else 0.5), value, 34, "text", "end", bold=True)
        p.prose(20, 6, label, 25, w - 60 - wide, h * (0.62 if part is not None else 0.9), "soft", middle=True)
        if part is not None:
            _bar(p, 20, h * 0.74, w - 40, 10, part)

    return Cell(draw)


def _sums(to: Leafing, w: Words, sum_: Sum, entries: Sequence[Entry]) -> list[Cell]:
    """What they come to in one kind of game: points, a bar for each category, and how it went over time."""
    most = max((n for _, n in sum_.categories), default=0.0) or 1.0
    of = "" if len({entry.game.kind for entry in entries}) == 1 else f"{to.say.title(w, sum_.kind)}: "
    cells = [
        _fact(
            of + w("points on average") if of else capital(w("points on average")), to.say.number(w, sum_.points), None
        ),
        _fact(of + w("points at best") if of else capital(w("points at best")), str(sum_.best), None),
    ]
    cells += [_fact(to.say.category(w, sum_.kind, slug), to.say.number(w, n), n / most) for slug, n in sum_.categories]
    counted = [entry for entry in entries if entry.counts and entry.game.kind == sum_.kind]
    if len({entry.game.mark for entry in counted}) == len(counted) > 1:  # of one person, not of a wonder at two seats
        cells.append(Cell(partial(_chart, w, tuple(counted[:DOTS][::-1])), wide=True))
    return cells


def _chart(w: Words, played: tuple[Entry, ...], p: Pen, wide: float, h: float) -> None:
    """Points over time; a full disc is a game won, a ring one that was not."""
    totals = [entry.total for entry in played]
    low, high = min(totals), max(totals)
    p.rect(0, 0, wide, h, 18, "zone")
    room = 190.0
    p.text(20, h * 0.33, w("Points over time"), 22, "soft", "start", room=room - 24)
    p.text(20, h * 0.68, w("{low} to {high}", low=low, high=high), 26, "text", "start", bold=True, room=room - 24)
    step = (wide - room - 40) / len(played)
    areas = [
        (room + (at + 0.5) * step, 18 + (h - 36) * (high - total) / max(1, high - low))
        for at, total in enumerate(totals)
    ]
    p.path(*(n for area in areas for n in area), line="line", width=2.5)
    r = min(10.0, step * 0.4)
    for entry, (x, y) in zip(played, areas, strict=True):
        p.disc(x, y, r, "candle" if entry.won else "zone", "candle" if entry.won else "stone", 3)


def _over(wide: float) -> float:
    """How much lies over the rows of a page so wide."""
    return HOW + HEAD if wide >= TABLE else 3 * HOW


def _points(
    to: Leafing, w: Words, game: Finished, seats: Sequence[Entry], tall: float, p: Pen, wide: float, _: float
) -> None:
    """How the game was had, and a row for each of these seats: as a table where there is room, else in to.say."""
    heads = {slug: to.say.category(w, game.kind, slug) for one in seats for slug in one.points}
    most = max((n for one in seats for n in one.points.values()), default=0)
    table = wide >= TABLE
    added = to.say.variants(w, game.kind, game.variant)
    how = [
        to.say.title(w, game.kind),
        to.say.how(w, game),
        to.say.mode(w, game.mode),
        added,
        to.say.long(w, game.seconds),
    ]
    first = max(280.0, wide * 0.3) if table else wide - 110
    each = (wide - first) / (len(heads) + 1) if table else 110.0
    over = _over(wide)
    said = " · ".join(filter(None, how))
    p.prose(8, 0, said, 24, wide - 16, HOW if table else over - CLEAR, "soft", middle=True)
    if table:
        pictured = any(p.wide(head, 20) > each - 8 for head in heads.values())
        for at, (slug, head) in enumerate((*heads.items(), ("total", "Σ"))):
            x, y = first + (at + 0.5) * each, HOW + (HEAD - CLEAR) / 2
            sign = to.house.named(game.kind).sign(slug) if pictured and game.kind in to.house.slugs else None
            if sign:
                sign(p, x, y, HEAD - CLEAR, "plate")
            else:
                p.text(x, y, head, 22, "soft", room=each - 8)
    for nth, one in enumerate(seats):
        with p.at(0, over + nth * tall):
            _row(to, w, one, heads, most, (first, each), p, wide, tall)


def _counted(to: Leafing, w: Words, game: Finished, one: Entry, p: Pen, wide: float) -> float:
    """How high that is, so wide."""
    rows, _ = p.lines(_said(to, w, game, one), 26, False, wide - 32, MOST)
    return 54 + len(rows) * 26 * PITCH + CLEAR


def _said(to: Leafing, w: Words, game: Finished, one: Entry) -> str:
    return " · ".join(f"{label} {n}" for label, n in to.say.counts(w, game, one.seat))


def _counts(to: Leafing, w: Words, game: Finished, one: Entry, p: Pen, wide: float, high: float) -> None:
    """What a seat did how often."""
    p.rect(0, 2, wide, high - 4, 14, "zone", "candle" if one.won else None, 3)
    p.name(16, 30, to.say.people(w, game)[one.seat - 1], 30, room=wide - 32)
    p.prose(16, 54, _said(to, w, game, one), 26, wide - 32, high - 54 - CLEAR, "soft")


def _row(
    to: Leafing,
    w: Words,
    one: Entry,
    heads: dict[str, str],
    most: int,
    columns: tuple[float, float],
    p: Pen,
    wide: float,
    h: float,
) -> None:
    """A seat and its points. `columns`: where the first begins, and how wide each is."""
    first, each = columns
    table, left = wide >= TABLE, 16.0
    p.rect(0, 2, wide, h - 4, 14, "zone", "candle" if one.won else None, 3)
    if one.won:
        icon(p, "crown", left + 18, h * (0.5 if table else 0.28), min(40, h * 0.6), "candle", "zone")
        left += 46
    what = to.say.identity(w, one.game.kind, one.identity) if one.identity else ""
    name = one.called or ""
    names = [name, what if not name or h > 30 else "", to.say.under(w, one.game, one.seat)]
    called = " · ".join(filter(None, names)) or w("Seat {number}", number=one.seat)
    size, y = min(30.0, h * (0.55 if table else 0.3)), h * (0.5 if table else 0.28)
    left += before_words(p, left, y, size, *one.badge)
    room = first - left - 12
    if name and p.wide(called, size * ALONE, True) > room:
        called = name
    p.name(left, y, called, size, room=room)
    if table:
        for at, slug in enumerate(heads):
            x, n = first + at * each, one.points.get(slug, 0)
            p.text(x + each / 2, h * 0.42, str(n), min(30, h * 0.5), "text" if n else "mute", room=each - 8)
            _bar(p, x + each * 0.15, h * 0.74, each * 0.7, min(9, h * 0.14), n / most if most else 0)
    else:
        said = ", ".join(f"{heads[slug]} {n}" for slug, n in one.points.items() if n)
        p.prose(16, h * 0.46, said, 22, wide - 32, h * 0.52, "soft")
    ink = "candle" if one.won else "text"
    p.text(wide - each / 2, y, str(one.total), min(40, h * (0.7 if table else 0.36)), ink, bold=True, room=each - 8)
