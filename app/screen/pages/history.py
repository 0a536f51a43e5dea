"""The history on the middle: lists of games, people and wonders, and a page of each."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from app.history import statistics as history
from app.history.charts import columns
from app.history.statistics import ALL, Cut, Entry, Person, Rival, Sum, Wonder
from app.looks.icons import icon
from app.protocol import messages
from app.protocol.results import Finished
from app.screen.controller import Controller
from app.screen.draw import PITCH, Pen
from app.screen.element import Element
from app.screen.history import (
    choose_games,
    close_history,
    look_back,
    open_page,
    page_back,
)
from app.screen.opened import HistoryPage
from app.screen.pages import put_right
from app.screen.pages.leafing import Leafing, Made, Room, bar_of, fact, game_of, grow, line_of, sentence, won_of
from app.screen.ring import Ring
from app.screen.scene import Games, Scene
from app.screen.widgets.badges import before_words
from app.screen.widgets.panel import (
    GAP,
    MOST,
    PAD,
    Cell,
    Frame,
    Lying,
    at_edge,
    cell,
    lying,
    panel,
    place,
    told,
    whole_table,
)
from app.text.languages import Words, capital

WIDE = 1400.0  # u, of a page at most,
HIGH = 1000.0  # and how high one is over the seats
COLUMN = 400.0  # u, at least
CHART = 190.0  # u: a chart of points over time
FIGURES = 130.0  # u: numbers with their words
HOW = 30.0  # u: how a game was had, over its points; thrice that where they are told in words
HEAD = 44.0  # u: what is counted, over a table's columns; its sign where a word has no room
BUTTON = 150.0  # u: words of a button at the foot
CLEAR = 8.0  # u, between that and the rows
LOW = 38.0  # u: a table's row at least
TOLD = 110.0  # u: a row in words at least
ALONE = 0.8  # of its size: where a name and what it was do not fit in this, the name stands alone
TABLE = 860.0  # u: a page as wide as this shows points as a table


@dataclass(frozen=True, slots=True)
class History:
    """The page that lies open, of these games (None: they are on their way). `deep`: there is a page before it."""

    lying: Lying
    games: tuple[Finished, ...] | None
    page: HistoryPage
    deep: bool
    house: Games  # every game, with its words and signs
    cut: Cut = ALL
    sheet: messages.SheetRead | None = None  # of the game that is put right
    names: tuple[messages.KnownPerson, ...] = ()  # to choose from
    large: bool = False  # nobody plays: it may lie over the seats


def page(scene: Scene, ring: Ring, _: int) -> Element[History] | Element[put_right.Typing]:
    """The page that lies open. Its painter counts: a table that plays on makes the page at every change."""
    past = scene.opened.history
    if past.page[0] in put_right.TYPED:
        typing = put_right.Typing(put_right.keyboard(lying(scene, ring), scene, past.page), past.page)
        return Element(f"panel {scene.opened.panel}", typing, put_right.paint_typing)
    table = scene.model.table
    view = History(
        lying(scene, ring),
        past.games,
        past.page,
        len(past.trail) > 1,
        scene.games,
        past.cut,
        past.sheet,
        scene.opened.names if past.page[0] == "player" else (),
        table is not None and table.phase != "game",
    )
    return Element(f"panel {scene.opened.panel}", view, paint_page)


def paint_page(p: Pen, it: History, control: Controller) -> None:
    w, ring = it.lying.w, it.lying.ring
    if it.games is None:
        _sheet(p, it, control, w("History"), [sentence(w("Looking it up …"))], [])
        return
    if it.lying.sure:
        put_right.sure(p, it.lying, it.page, control)
        return
    at = _place(it)
    kind, *rest = it.page
    high, scale = at.h - 2 * ring.touch - 58, grow(ring)
    to = Leafing(control, it.house, it.games, it.cut, it.sheet, it.names)
    found = _PAGES[kind](to, w, it.cut.games(it.games), rest, ((at.w - 2 * PAD) / scale, high / scale))
    if found is None:  # it is no more
        found = w("History"), [sentence(w("There is nothing here"))], []
    title, cells, foot = found
    if it.deep:
        foot = [cell(w.pgettext("step", "Back"), "past back", partial(page_back, control), "left"), *foot]
    more = foot[fitting(at.w, ring.touch, max(ring.touch, BUTTON * scale)) :]
    foot = foot[: len(foot) - len(more)]
    cells = more + cells if kind in _FIRST else cells + more
    _sheet(p, it, control, title, cells, foot)


def _sheet(p: Pen, it: History, control: Controller, title: str, cells: list[Cell], foot: list[Cell]) -> None:
    ring = it.lying.ring
    at, scale = _place(it), grow(ring)
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


def _place(it: History) -> Frame:
    """The middle, where there is no room for more than some lines of it; while nobody plays, over the seats."""
    ring, edge = it.lying.ring, it.lying.edge
    if it.large and ring.upright:
        return whole_table(ring, edge)  # anything lower would cut a name in two
    return at_edge(ring, edge, WIDE, HIGH) if it.large else place(ring, edge, WIDE)


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


# ---- lists -----------------------------------------------------------------------------------------------


def _lists(to: Leafing, w: Words, here: str) -> list[Cell]:
    """The three lists, as tabs nearest the hand."""
    labels = {"games": w("Games"), "people": w("People"), "wonders": w("Wonders")}
    pictures = {"games": "card", "people": "touch", "wonders": "wonder"}
    tabs = [
        cell(label, f"past {name}", partial(open_page, to.control, name), pictures[name], on=name == here, size=26)
        for name, label in labels.items()
    ]
    return [*tabs, _choice(to, w)] if _several(to.games) else tabs


def _several(games: Sequence[Finished]) -> bool:
    """Whether there is anything to choose between."""
    cuts = history.cuts(games)
    return bool(cuts.kinds or cuts.seats or cuts.modes or cuts.roles)


def _choice(to: Leafing, w: Words) -> Cell:
    """The way to choose which games are looked at."""
    go = partial(open_page, to.control, "filter", "")
    return cell(w("Which games"), "past filter", go, "menu", on=to.cut != ALL, size=26)


def _headed(to: Leafing, w: Words, title: str) -> str:
    """A title, and which games are looked at."""
    role = next((kind for kind, slug in history.cuts(to.games).roles if slug == to.cut.role), "")
    cut = to.say.cut(w, to.cut, role)
    return f"{title} · {cut}" if cut else title


def _filter(to: Leafing, w: Words, games: tuple[Finished, ...], _: Sequence[str], room: Room) -> Made:
    """Which games are looked at: one touch each."""
    cuts = history.cuts(to.games)
    kinds = [kind for kind in dict.fromkeys(kind for kind, _ in cuts.roles) if to.cut.kind in ("", kind)]
    rows: list[tuple[str, str, list[tuple[str | int, str]]]] = [
        (w("Game"), "kind", [(kind, to.say.title(w, kind)) for kind in cuts.kinds]),
        (w("Seats"), "seats", [(count, to.say.seats(w, count)) for count in cuts.seats]),
        (w("Who deals"), "mode", [(mode, capital(to.say.mode(w, mode))) for mode in cuts.modes]),
    ]
    for kind in kinds:
        title = f"{w('Wonder')} · {to.say.title(w, kind)}" if len(kinds) > 1 else w("Wonder")
        rows.append((title, "role", [(slug, to.say.identity(w, of, slug)) for of, slug in cuts.roles if of == kind]))
    cells: list[Cell] = []
    last = ""
    for title, name, values in rows:
        now = getattr(to.cut, name)
        if values:
            cells.append(told(title, 28))
            every = [(0 if name == "seats" else "", capital(w.pgettext("games", "all")))] if name != last else []
            last = name
            cells += [
                cell(label, f"past {name} {value}", partial(_cut_to, to, name, value), on=value == now, size=26)
                for value, label in (*every, *values)
            ]
    title = w.ngettext("{n} game", "{n} games", len(games))
    return f"{w('Which games')}: {title}", cells, []


def _cut_to(to: Leafing, name: str, value: str | int) -> None:
    choose_games(to.control, Cut(**to.cut.but(name, value)))  # type: ignore[arg-type]  # its own fields


def _games(to: Leafing, w: Words, games: tuple[Finished, ...], _: Sequence[str], room: Room) -> Made:
    if not games and to.games:
        return _headed(to, w, w("History")), [sentence(w("No game here is like that."))], _lists(to, w, "games")
    if not games:
        text = w("No game has been finished here yet. The first one will stand here, with everybody’s points.")
        return w("History"), [sentence(text)], []
    title = _headed(to, w, w.ngettext("{n} game", "{n} games", len(games)))
    return title, [_game_line(to, w, game, _many(games)) for game in games], _lists(to, w, "games")


def _people(to: Leafing, w: Words, games: tuple[Finished, ...], _: Sequence[str], room: Room) -> Made:
    cells = [_person_line(to, w, one) for one in history.people(games, to.cut)]
    return _headed(to, w, w("People")), cells or [sentence(w("Nobody has given a name yet."))], _lists(to, w, "people")


def _wonders(to: Leafing, w: Words, games: tuple[Finished, ...], _: Sequence[str], room: Room) -> Made:
    cells = [_wonder_line(to, w, one, _many(games)) for one in history.wonders(games, to.cut)]
    return (
        _headed(to, w, w("Wonders")),
        cells or [sentence(w("None of these games had wonders."))],
        _lists(to, w, "wonders"),
    )


def _many(games: Iterable[Finished]) -> bool:
    """Whether there are several kinds of game, so that it is said which."""
    return len({game.kind for game in games}) > 1


def _game_line(to: Leafing, w: Words, game: Finished, many: bool) -> Cell:
    totals = (score["total"] for score in game.result.scores)
    points = ", ".join(f"{name} {n}" for name, n in zip(to.say.people(w, game), totals, strict=True))
    label = f"{to.say.won(w, game)} · {to.say.day(w, game.ended)}"
    points = f"{to.say.title(w, game.kind)}: {points}" if many else points
    return line_of(label, points, None, f"past game {game.mark}", partial(open_page, to.control, "game", game.mark))


def _person_line(to: Leafing, w: Words, one: Person) -> Cell:
    share = history.share(one.wins, one.games)
    return line_of(
        one.name, won_of(w, one), share, f"past person {one.name}", partial(open_page, to.control, "person", one.name)
    )


def _wonder_line(to: Leafing, w: Words, one: Wonder, many: bool) -> Cell:
    name, share = to.say.identity(w, one.kind, one.slug), history.share(one.wins, one.games)
    go = partial(open_page, to.control, "wonder", one.kind, one.slug)
    won = f"{to.say.title(w, one.kind)} · {won_of(w, one)}" if many else won_of(w, one)
    return line_of(name, won, share, f"past wonder {one.slug}", go)


# ---- one game, one person, one wonder ----------------------------------------------------------------------


def _game(to: Leafing, w: Words, games: tuple[Finished, ...], rest: Sequence[str], room: Room) -> Made | None:
    game = game_of(to.games, rest[0])
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
    if not game.result.early and not history.is_whole(game):
        cells.append(told(w("Not everything was entered on this sheet, so it counts for no average."), 26))
    foot = [
        cell(w("Look back"), "look back", partial(look_back, to.control, game.mark), "eye", primary=True, size=26),
        cell(w("Correct"), "past fix", partial(put_right.fix_it, to.control, game), "tablet", size=26),
    ]
    return f"{to.say.won(w, game)} · {to.say.day(w, game.ended)}", cells, foot


def _person(to: Leafing, w: Words, games: tuple[Finished, ...], rest: Sequence[str], room: Room) -> Made | None:
    everywhere = history.person(to.games, rest[0])
    if everywhere is None:
        return None
    one = history.person(games, rest[0], to.cut)
    mine = one.entries if one else ()
    cells = [Cell(partial(_figures, to, w, one), wide=True, high=lambda p, wide: FIGURES)] if one and one.games else []
    cells += _all_sums(to, w, mine, games)
    if rivals := history.rivals(mine):
        cells.append(told(w("Head to head: left {name} was ahead, right the other.", name=everywhere.name), 26))
        cells += [_rival_line(to, w, rival) for rival in rivals]
    many = _many(entry.game for entry in mine)
    if roles := history.roles(mine):
        cells += [told(w("Wonders"), 26), *(_wonder_line(to, w, role, many) for role in roles)]
    cells += _played(to, w, mine)
    name = everywhere.name
    foot = [
        _choice(to, w),
        cell(w("This name"), "past naming", partial(open_page, to.control, "naming", name), "tablet", size=26),
    ]
    return _headed(to, w, name), cells or [sentence(w("No game here is like that."))], foot


def _wonder(to: Leafing, w: Words, games: tuple[Finished, ...], rest: Sequence[str], room: Room) -> Made | None:
    one = history.wonder(games, rest[0], rest[1]) or history.wonder(to.games, rest[0], rest[1])
    if one is None:
        return None
    cells = _all_sums(to, w, one.entries, games)
    if people := history.named(one.entries):
        cells += [told(w("Who played it"), 26), *(_person_line(to, w, each) for each in people)]
    cells += _played(to, w, one.entries)
    return f"{to.say.identity(w, one.kind, one.slug)} · {won_of(w, one)}", cells, []


_FIRST: Final = (
    "games",
    "people",
    "wonders",
    "game",
    "fix",
    "player",
)  # pages that begin with what their foot has no room for
_PAGES: dict[str, Callable[[Leafing, Words, tuple[Finished, ...], Sequence[str], Room], Made | None]] = {
    "games": _games,
    "people": _people,
    "wonders": _wonders,
    "filter": _filter,
    "game": _game,
    "fix": put_right.fix,
    "player": put_right.player,
    "had": put_right.had,
    "sheet": put_right.sheet_of,
    "person": _person,
    "naming": put_right.naming,
    "merge": put_right.merge,
    "wonder": _wonder,
}


# ---- what stands in them -------------------------------------------------------------------------------------


def _figures(to: Leafing, w: Words, one: Person, p: Pen, wide: float, h: float) -> None:
    """What it comes to in four numbers, each with its words."""
    told = [
        (str(one.games), w.ngettext("game", "games", one.games)),
        (str(one.wins), w("won")),
        *to.say.streak(w, history.streak(one.entries)),
    ]
    each = (wide - 3 * GAP) / 4
    for nth, (n, says) in enumerate(told):
        won = nth == 1
        with p.at(nth * (each + GAP), 0):
            p.rect(0, 0, each, h, 18, "zone", "candle" if won else None, 3)
            p.text(each / 2, h * 0.32, n, 56, "candle" if won else "text", bold=True, room=each - 16)
            p.prose(8, h * 0.54, says, 24, each - 16, h * 0.44, "soft", "middle", middle=True)


def _rival_line(to: Leafing, w: Words, one: Rival) -> Cell:
    """Somebody else, and who came out ahead how often: one from the left, the other from the right."""
    games = w.ngettext("{n} game", "{n} games", one.games)

    def bar(p: Pen, x: float, y: float, wide: float, h: float) -> None:
        bar_of(p, x, y, wide, h, one.ahead / one.games, "candle")
        if one.behind:
            behind = max(h, wide * one.behind / one.games)
            p.rect(x + wide - behind, y, behind, h, h / 2, "stone")

    go = partial(open_page, to.control, "person", one.name)
    row = line_of(one.name, f"{games}: {to.say.rival(w, one)}", bar, f"past person {one.name}", go)
    return replace(row, high=lambda p, wide: TOLD)


def _played(to: Leafing, w: Words, entries: Sequence[Entry]) -> list[Cell]:
    """Games, below how many they are."""
    games = [entry.game for entry in entries]
    if not games:
        return []
    title = w.ngettext("{n} game", "{n} games", len(games))
    return [told(title, 26), *(_game_line(to, w, game, _many(games)) for game in games)]


def _all_sums(to: Leafing, w: Words, entries: Sequence[Entry], games: Sequence[Finished]) -> list[Cell]:
    """What they come to in each kind of game, and what the marks are."""
    cells = [each for sum_ in history.sums(entries) for each in _sums(to, w, sum_, entries, games)]
    return [*cells, told(w("The mark on a bar is what everybody has on average."), 26)] if cells else []


def _sums(to: Leafing, w: Words, sum_: Sum, entries: Sequence[Entry], games: Sequence[Finished]) -> list[Cell]:
    """What they come to in one kind of game: how it went over time, points, and a bar for each category.

    On each bar there is a mark for what everybody has on average in these games.
    """
    most = max((n for _, n in sum_.categories), default=0.0) or 1.0
    of = "" if len({entry.game.kind for entry in entries}) == 1 else f"{to.say.title(w, sum_.kind)}: "
    cells = []
    chart = tuple(entry for entry in entries if entry.game.kind == sum_.kind)
    if columns(chart, 1, 1) is not None:
        cells.append(Cell(partial(_chart, to, w, of, chart), wide=True, high=lambda p, wide: CHART))
    cells += [
        fact(
            of + w("points on average") if of else capital(w("points on average")), to.say.number(w, sum_.points), None
        ),
        fact(of + w("points at best") if of else capital(w("points at best")), str(sum_.best), None),
    ]
    everybody = history.sums(history.entries(game for game in games if game.kind == sum_.kind))
    usual = dict(everybody[0].categories) if everybody else {}
    cells += [
        fact(to.say.category(w, sum_.kind, slug), to.say.number(w, n), n / most, usual.get(slug, 0.0) / most)
        for slug, n in sum_.categories
    ]
    return cells


def _chart(to: Leafing, w: Words, of: str, entries: Sequence[Entry], p: Pen, wide: float, h: float) -> None:
    """Points over time: a pillar for each game, a gable on those that were won, a line for the average."""
    left = min(330.0, wide * 0.3)
    made = columns(entries, wide - left - 40, h - 32)
    assert made is not None
    p.rect(0, 0, wide, h, 18, "zone")
    p.prose(
        20, 10, of + w("Points over time") if of else w("Points over time"), 25, left - 30, h * 0.4, "text", bold=True
    )
    low_high = w("From {low} to {high}; the line is the average, a gable is a game won.", low=made.low, high=made.high)
    p.prose(20, h * 0.42, low_high, 22, left - 30, h * 0.54, "soft", middle=True)
    with p.at(left + 10, 14):
        for pillar in made.pillars:
            ink = "candle" if pillar.won else "stone"
            for x, y, across, tall in pillar.boxes:
                p.rect(x, y, across, tall, 0, ink)
            if pillar.gable:
                p.poly(*pillar.gable, fill=ink)
        end = wide - left - 40
        p.path(0, made.floor + 2, end, made.floor + 2, line="line", width=2.5)
        p.path(0, made.mean, end, made.mean, line="text", width=2, dash=(9, 8))


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
        to.say.how(w, game.kind, game.result),
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
    name = to.say.people(w, one.game)[one.seat - 1]
    names = [name, what if h > 30 else "", to.say.under(w, one.game, one.seat)]
    called = " · ".join(filter(None, names))
    size, y = min(30.0, h * (0.55 if table else 0.3)), h * (0.5 if table else 0.28)
    left += before_words(p, left, y, size, *one.badge)
    room = first - left - 12
    if p.wide(called, size * ALONE, True) > room:
        called = name
    p.name(left, y, called, size, room=room)
    if table:
        for at, slug in enumerate(heads):
            x, n = first + at * each, one.points.get(slug, 0)
            p.text(x + each / 2, h * 0.42, str(n), min(30, h * 0.5), "text" if n else "mute", room=each - 8)
            bar_of(p, x + each * 0.15, h * 0.74, each * 0.7, min(9, h * 0.14), n / most if most else 0)
    else:
        said = ", ".join(f"{heads[slug]} {n}" for slug, n in one.points.items() if n)
        p.prose(16, h * 0.46, said, 22, wide - 32, h * 0.52, "soft")
    ink = "candle" if one.won else "text"
    p.text(wide - each / 2, y, str(one.total), min(40, h * (0.7 if table else 0.36)), ink, bold=True, room=each - 8)
