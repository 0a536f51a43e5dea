"""The pages of the history: lists of games, people and wonders, and a page for each of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec

from app.history import statistics
from app.history.chart_shapes import MAX_GAMES, columns
from app.history.history_text import HistoryWords
from app.history.progress import explained_ideas, next_level, next_step
from app.history.statistics import ALL_GAMES, GameFilter, Person, PlayedSeat, Rival, Sum, Wonder
from app.protocol.history_messages import PastPosition
from app.protocol.results import FinishedGame
from app.shown.form import Form, Link, Option, Row, Text
from app.shown.play import result_explanation
from app.shown.play.lesson_end import IdeaWords, split_idea_names
from app.text import bot_level_descriptions
from app.text.amount_text import n_points
from app.text.translation import Words, both, capital

Page: TypeAlias = tuple[str, ...]  # a page's name and its subject: a game's mark; a name; a kind of game and a wonder


class HistoryFacts(msgspec.Struct, frozen=True):
    """The finished games, the newest first, the filter (`game_filter`), and what the table's owner does not have."""

    say: HistoryWords
    games: tuple[FinishedGame, ...]
    game_filter: GameFilter = ALL_GAMES
    not_ours: tuple[str, ...] = ()

    @property
    def selected_games(self) -> tuple[FinishedGame, ...]:
        return self.game_filter.select_games(self.games)

    def headed(self, w: Words, title: str) -> str:
        """Append the filter to a title."""
        role = next(
            (kind for kind, slug in statistics.list_filter_values(self.games).roles if slug == self.game_filter.role),
            "",
        )
        subset = self.say.describe_filter(w, self.game_filter, role)
        return f"{title} · {subset}" if subset else title


# ---- what stands on a page -----------------------------------------------------------------------------------


class Heading(Row, frozen=True, kw_only=True):
    """A heading above the rows that follow."""

    kind = "heading"


class PastLine(Row, frozen=True, kw_only=True):
    """A link to another page of the history with a second line.

    `ahead`: the share of games won, 0 to 1; None: no bar. `met`: the bar compares with an opponent, who was ahead in
    the share `behind`.
    """

    kind = "line"

    below: str
    to: Page
    ahead: float | None = None
    behind: float = 0.0
    met: bool = False


class LargeNumbers(Row, frozen=True, kw_only=True):
    """A few large numbers with labels; a flag marks the highlighted one."""

    kind = "figures"

    numbers: tuple[tuple[str, str, bool], ...]


class Chart(Row, frozen=True, kw_only=True):
    """A chart of points over time. `about`: how to read it."""

    kind = "chart"

    entries: tuple[PlayedSeat, ...]
    about: str


class AccuracyLine(Row, frozen=True, kw_only=True):
    """A line of a person's accuracy over time. `shares`: 0 to 1, oldest first. `about`: how to read it."""

    kind = "accuracy"

    shares: tuple[float, ...]
    about: str


class Bar(msgspec.Struct, frozen=True):
    """A labelled bar. `part`: its length, 0 to 1. `usual`: a mark at everybody's average."""

    words: str
    value: str
    part: float | None = None
    usual: float | None = None


class Bars(Row, frozen=True, kw_only=True):
    """Bars to compare with each other."""

    kind = "bars"

    bars: tuple[Bar, ...]


class FilterRow(Row, frozen=True, kw_only=True):
    """A choice for one field (`name`) of the `GameFilter`; `now`: its current value."""

    kind = "picks"

    name: str
    now: str | int | float | None
    options: tuple[Option, ...]


# ---- lists ---------------------------------------------------------------------------------------------------


def lists(w: Words) -> tuple[Link, ...]:
    """Return the links to the three lists."""
    return (
        Link(key="games", words=w("Games"), to="games", picture="card"),
        Link(key="people", words=w("People"), to="people", picture="touch"),
        Link(key="wonders", words=w("Wonders"), to="wonders", picture="wonder"),
    )


def games(w: Words, facts: HistoryFacts) -> Form:
    """Build the list of games."""
    if not facts.games:
        none = w("No game has been finished here yet. The first one will appear here, with everybody’s points.")
        return Form(w("History"), (Text(key="none", words=none),))
    if not facts.selected_games:
        return Form(w("History"), (_no_match(w),))
    title = w.ngettext("{n} game", "{n} games", len(facts.selected_games))
    return Form(title, _game_lines(w, facts, facts.selected_games))


def people(w: Words, facts: HistoryFacts) -> Form:
    """Build the list of people with names."""
    lines = tuple(_person_line(w, one) for one in statistics.list_people(facts.selected_games, facts.game_filter))
    return Form(w("People"), lines or (Text(key="none", words=w("Nobody has given a name yet.")),))


def wonders(w: Words, facts: HistoryFacts) -> Form:
    """Build the list of wonders."""
    found = statistics.list_wonders(facts.selected_games, facts.game_filter)
    lines = _wonder_lines(w, facts, found, _has_several_kinds(facts.selected_games))
    return Form(w("Wonders"), lines or (Text(key="none", words=w("None of these games had wonders.")),))


def filter_page(w: Words, facts: HistoryFacts) -> Form:
    """Build the filter page, without rows that offer no choice."""
    cuts, say = statistics.list_filter_values(facts.games), facts.say
    every = capital(w.pgettext("games", "all"))
    rows = [
        _picks("kind", w("Game"), facts, [("", every), *((kind, say.title(w, kind)) for kind in cuts.kinds)]),
        _picks("seats", w("Seats"), facts, [(0, every), *((count, say.seats(w, count)) for count in cuts.seats)]),
        _picks(
            "mode", w("Who deals"), facts, [("", every), *((each, capital(say.mode(w, each))) for each in cuts.modes)]
        ),
    ]
    kinds = [kind for kind in dict.fromkeys(kind for kind, _ in cuts.roles) if facts.game_filter.kind in ("", kind)]
    for nth, kind in enumerate(kinds):
        title = f"{w('Wonder')} · {say.title(w, kind)}" if len(kinds) > 1 else w("Wonder")
        options = [(slug, say.identity(w, of, slug)) for of, slug in cuts.roles if of == kind]
        rows.append(_picks("role", title, facts, options if nth else [("", every), *options], kind))
    several = tuple(row for row in rows if len(row.options) > 1 or row.name == "role")
    return Form(facts.headed(w, w("Which games")), several)


def _picks(
    name: str, title: str, facts: HistoryFacts, options: Sequence[tuple[str | int, str]], of: str = ""
) -> FilterRow:
    shown = tuple(Option(value, words) for value, words in options)
    return FilterRow(
        key=f"{name} {of}".strip(), words=title, name=name, now=getattr(facts.game_filter, name), options=shown
    )


# ---- one game, one person, one wonder ------------------------------------------------------------------------


class GamePage(msgspec.Struct, frozen=True):
    """The page of a finished game. `about`: its circumstances. `notes`: why it does not count. `seats`: winners
    first."""

    title: str
    about: tuple[str, ...]
    notes: tuple[str, ...]
    seats: tuple["PlayedSeatRow", ...]
    heads: tuple[tuple[str, str], ...]  # score categories: slug and title
    ways: tuple[Link, ...]


class PlayedSeatRow(msgspec.Struct, frozen=True):
    """A seat's result. `what`: its wonder. `under`: the bot it took over from. `why`: the result in one sentence.

    `counts`: statistics as label and number.
    """

    entry: PlayedSeat
    name: str
    what: str
    under: str
    why: str
    bars: tuple[Bar, ...]
    total: str
    counts: tuple[tuple[str, int], ...]


def game(w: Words, facts: HistoryFacts, mark: str, why: Sequence[str] = ()) -> GamePage | None:
    """Build the page of the game with this mark, or return None. `why`: each seat's explanation, if more than points is
    known."""
    found, say = find_game(facts.games, mark), facts.say
    if found is None:
        return None
    result = found.result
    about = (
        say.title(w, found.kind),
        say.victory_text(w, found.kind, result),
        say.mode(w, found.mode),
        say.variants(w, found.kind, found.variant),
        say.duration(w, found.seconds),
        w.ngettext("{n} turn", "{n} turns", result.turns) if result.turns else "",
    )
    seats = sorted(statistics.list_seats([found]), key=lambda one: (not one.is_winner, -one.total))
    slugs = dict.fromkeys(slug for one in seats for slug in one.points)
    most = max((n for one in seats for n in one.points.values()), default=0)
    heads = {slug: say.category(w, found.kind, slug) for slug in slugs}
    names = say.people(w, found)
    why = why or result_explanation.explain_stored(w, say.game_words(found.kind), result, names)
    return GamePage(
        title=f"{say.winner_text(w, found)} · {say.day(w, found.ended)}",
        about=tuple(filter(None, about)),
        notes=tuple(_explain_not_counted(w, found)),
        seats=tuple(
            _seat_row(w, say, one, names[one.seat - 1], why[one.seat - 1] if why else "", heads, most) for one in seats
        ),
        heads=tuple(heads.items()),
        ways=tuple(_game_links(w, found)),
    )


def _explain_not_counted(w: Words, game: FinishedGame) -> Iterator[str]:
    """Yield why a game does not count towards averages or records."""
    if game.result.early:
        yield w("This game was ended early and scored as it stood, so it does not count towards averages.")
    elif game.result.daily:
        yield w("This was a deal of the day, which people may have known, so it does not count towards averages.")
    elif not statistics.is_whole(game):
        yield w("Not everything was entered on this sheet, so it does not count towards averages.")
    if game.result.chosen:
        yield w("First game: its deal was chosen for teaching, so it is nobody’s best.")


def _game_links(w: Words, game: FinishedGame) -> Iterator[Link]:
    """Yield what people can do with a game."""
    yield Link(key="look back", words=w("Look back"), to="look back", picture="eye", main=True)
    if game.mode != "tally":
        yield Link(key="review", words=review_title(w), to="review", picture="bulb")
    yield Link(key="fix", words=w("Correct or delete"), to="fix", picture="tablet")
    yield Link(key="share", words=w("Share"), to="share", only="phone")
    yield Link(key="record", words=w("Record as text"), to="record", only="phone")


def _seat_row(
    w: Words, say: HistoryWords, one: PlayedSeat, name: str, why: str, heads: Mapping[str, str], most: int
) -> PlayedSeatRow:
    kind = one.game.kind
    points = [(head, one.points.get(slug, 0)) for slug, head in heads.items()]
    return PlayedSeatRow(
        entry=one,
        name=name,
        what=say.identity(w, kind, one.identity) if one.identity else "",
        under=say.under(w, one.game, one.seat),
        why=why,
        bars=tuple(Bar(head, str(n), n / most if most else 0.0) for head, n in points),
        total=n_points(w, one.total),
        counts=say.statistics(w, one.game, one.seat),
    )


def find_game(games: Iterable[FinishedGame], mark: str) -> FinishedGame | None:
    """Return the game with this mark, or with this number, which the table's own links use."""
    return next((each for each in games if mark in (each.mark, str(each.game))), None)


def review_title(w: Words) -> str:
    """Return the title of a game's review."""
    return w.pgettext("of a finished game", "Review")


def person(w: Words, facts: HistoryFacts, name: str) -> Form | None:
    """Build the page of a person, or return None if nobody has this name."""
    everywhere = statistics.find_person(facts.games, name)
    if everywhere is None:
        return None
    one = statistics.find_person(facts.selected_games, name, facts.game_filter)
    title = everywhere.name
    if one is None:
        return Form(title, (_no_match(w),))
    rows: list[Row] = []
    if one.games:
        won = [(str(one.games), w.ngettext("game", "games", one.games), False), (str(one.wins), w("won"), True)]
        if one.shared:
            won.append((str(one.shared), w.ngettext("shared first place", "shared first places", one.shared), False))
        streak = [(n, what, False) for n, what in facts.say.streak(w, statistics.measure_streak(one.entries))]
        rows.append(LargeNumbers(key="figures", words=one.name, numbers=(*won, *streak)))
    rows += _progress(w, facts, everywhere.entries)
    rows += _accuracy(w, one.entries)
    rows += _sums(w, facts, one.entries)
    if rivals := statistics.list_rivals(one.entries):
        left = w("Left: how often {name} came out ahead; right: how often the other did.", name=one.name)
        rows += [Heading(key="rivals", words=w("Head to head")), Text(key="how rivals", words=left)]
        rows += [_rival_line(w, facts, each) for each in rivals]
    if roles := statistics.list_played_wonders(one.entries):
        many_kinds = _has_several_kinds(entry.game for entry in one.entries)
        rows += [Heading(key="wonders", words=w("Wonders")), *_wonder_lines(w, facts, roles, many_kinds)]
    return Form(title, (*rows, *_list_played(w, facts, one.entries)))


def wonder(w: Words, facts: HistoryFacts, kind: str, slug: str) -> Form | None:
    """Build the page of a wonder, or return None if nobody played it."""
    one = statistics.find_wonder(facts.selected_games, kind, slug) or statistics.find_wonder(facts.games, kind, slug)
    if one is None:
        return None
    rows = _sums(w, facts, one.entries)
    if named := statistics.group_by_person(one.entries):
        rows += [Heading(key="people", words=w("Who played it")), *(_person_line(w, each) for each in named)]
    return Form(facts.say.identity(w, one.kind, one.slug), (*rows, *_list_played(w, facts, one.entries)))


# ---- looking back ---------------------------------------------------------------------------------------------


def replay_sentences(w: Words, at: PastPosition, heard: tuple[str, ...]) -> tuple[str, ...]:
    """Return the sentences for a moment of the replay. `heard`: the public report of its line."""
    if not at.line:
        return (w("Before the first line."),)
    return heard or (w("Only one seat saw what this was."),)


# ---- what they are made of -----------------------------------------------------------------------------------


def wins_text(w: Words, one: Person | Wonder | Sum) -> str:
    """Return how many of its games were won, and how often the first place was shared."""
    if not one.games:
        return w("no whole game yet")
    if one.shared:
        return w("{wins} of {games} won, {shared} shared", wins=one.wins, games=one.games, shared=one.shared)
    return w("{wins} of {games} won", wins=one.wins, games=one.games)


def _no_match(w: Words) -> Text:
    return Text(key="none", words=w("No game here matches."))


def _has_several_kinds(games: Iterable[FinishedGame]) -> bool:
    """Check for several kinds of game, which lists then name."""
    return len({game.kind for game in games}) > 1


def _game_lines(w: Words, facts: HistoryFacts, found: Sequence[FinishedGame]) -> tuple[PastLine, ...]:
    many = _has_several_kinds(found)
    return tuple(_game_line(w, facts.say, each, many) for each in found)


def _game_line(w: Words, say: HistoryWords, game: FinishedGame, many: bool) -> PastLine:
    totals = (score["total"] for score in game.result.scores)
    points = ", ".join(f"{name} {n}" for name, n in zip(say.people(w, game), totals, strict=True))
    return PastLine(
        key=f"game {game.mark}",
        words=f"{say.winner_text(w, game)} · {say.day(w, game.ended)}",
        below=f"{say.title(w, game.kind)}{w.colon}{points}" if many else points,
        to=("game", game.mark),
    )


def _person_line(w: Words, one: Person) -> PastLine:
    share = statistics.win_share(one.wins, one.games)
    return PastLine(
        key=f"person {one.name}", words=one.name, below=wins_text(w, one), to=("person", one.name), ahead=share
    )


def _wonder_lines(w: Words, facts: HistoryFacts, found: Sequence[Wonder], many: bool) -> tuple[PastLine, ...]:
    return tuple(
        PastLine(
            key=f"wonder {one.slug}",
            words=facts.say.identity(w, one.kind, one.slug),
            below=f"{facts.say.title(w, one.kind)} · {wins_text(w, one)}" if many else wins_text(w, one),
            to=("wonder", one.kind, one.slug),
            ahead=statistics.win_share(one.wins, one.games),
        )
        for one in found
    )


def _rival_line(w: Words, facts: HistoryFacts, one: Rival) -> PastLine:
    met = w.ngettext("{n} game", "{n} games", one.games)
    return PastLine(
        key=f"person {one.name}",
        words=one.name,
        below=f"{met}{w.colon}{facts.say.rival(w, one)}",
        to=("person", one.name),
        ahead=one.ahead / one.games,
        behind=one.behind / one.games,
        met=True,
    )


def _list_played(w: Words, facts: HistoryFacts, entries: Sequence[PlayedSeat]) -> list[Row]:
    title = w.ngettext("{n} game", "{n} games", len(entries))
    return [Heading(key="games", words=title), *_game_lines(w, facts, [entry.game for entry in entries])]


def _sums(w: Words, facts: HistoryFacts, entries: Sequence[PlayedSeat]) -> list[Row]:
    """Return the statistics by kind of game: a chart over time, points, and a bar for each category.

    A mark on each bar shows everybody's average in these games.
    """
    sums = statistics.summarise_by_game(entries)
    if not sums:
        return [Text(key="whole", words=w("Only finished games count here."))]
    rows = [row for sum_ in sums for row in _sum(w, facts, sum_, entries)]
    return [*rows, Text(key="mark", words=w("The mark on a bar is what everybody has on average."))]


def _progress(w: Words, facts: HistoryFacts, entries: Sequence[PlayedSeat]) -> list[Row]:
    """Return one step to try next, and what lessons explained to a person in each game, the last played one first."""
    learned: list[Row] = []
    steps = []
    for kind in dict.fromkeys(entry.game.kind for entry in entries):
        say = facts.say.game_words(kind)
        if not isinstance(say, IdeaWords):
            continue
        mine = [entry for entry in entries if entry.game.kind == kind]
        named = [idea.id for idea in say.IDEAS if idea.name]
        if step := next_step(mine, say.NEXT_STEPS, named, facts.not_ours):
            steps.append(step.says(w))
        elif kind not in facts.not_ours and (level := next_level(mine, [*bot_level_descriptions.LEVELS])):
            steps.append(_level_step(w, say.title(w), level))
        came, missed = split_idea_names(w, say.IDEAS, explained_ideas(mine))
        if came and facts.game_filter.kind in ("", kind):
            text = w("{cell}: {value}", cell=say.title(w), value=both(w, came))
            more = f". {w('Not explained yet: {ideas}.', ideas=both(w, missed))}" if missed else ""
            learned.append(Text(key=f"learned {kind}", words=f"{text}{more}"))
    return [
        *([Heading(key="next", words=w("A next step")), Text(key="step", words=steps[0])] if steps else []),
        *([Heading(key="learned", words=w("Explained so far")), *learned] if learned else []),
    ]


def _level_step(w: Words, game: str, level: str) -> str:
    return w(
        "Play {game} against “{level}” bots: you mostly beat the easier ones.",
        game=game, level=bot_level_descriptions.level(w, level),
    )  # fmt: skip


def _accuracy(w: Words, entries: Sequence[PlayedSeat]) -> list[Row]:
    """Return the line of a person's accuracy; empty with fewer than two reviews."""
    known = [n for entry in entries if (n := entry.accuracy) is not None][:MAX_GAMES][::-1]
    if len(known) < 2:
        return []
    span = w("From {low} to {high}, most recently {last}.", low=min(known), high=max(known), last=known[-1])
    about = f"{w('How well you chose, out of 100, by what you could know at the time.')} {span}"
    shares = tuple(n / 100 for n in known)
    return [
        Heading(key="accuracy", words=w("Accuracy")),
        AccuracyLine(key="accuracies", words=w("Accuracy over time"), shares=shares, about=about),
    ]


def _sum(w: Words, facts: HistoryFacts, sum_: Sum, entries: Sequence[PlayedSeat]) -> list[Row]:
    kind, say = sum_.kind, facts.say
    rows: list[Row] = [Heading(key=f"sum {kind}", words=f"{say.title(w, kind)} · {wins_text(w, sum_)}")]
    mine = tuple(entry for entry in entries if entry.game.kind == kind)
    if (over := columns(mine, 1, 1)) is not None:
        about = w(
            "From {low} to {high} points; the dashed line is the average. A gable marks a win.",
            low=over.low,
            high=over.high,
        )
        days = f"{say.day(w, over.first)} – {say.day(w, over.last)}"
        rows.append(Chart(key=f"chart {kind}", words=w("Points over time"), entries=mine, about=f"{about} {days}"))
    everybody = statistics.summarise_by_game(
        statistics.list_seats(game for game in facts.selected_games if game.kind == kind)
    )
    usual = dict(everybody[0].categories) if everybody else {}
    most = max((n for _, n in sum_.categories), default=0.0) or 1.0
    points = (
        Bar(capital(w("points on average")), w.number(sum_.points)),
        *([Bar(capital(w("points at best")), str(sum_.best))] if sum_.best is not None else []),
    )
    bars = (
        Bar(say.category(w, kind, slug), w.number(n), n / most, usual.get(slug, 0.0) / most)
        for slug, n in sum_.categories
    )
    return [*rows, Bars(key=f"points {kind}", words=w("Points"), bars=(*points, *bars))]
