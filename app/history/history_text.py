"""The texts of the history in the reader's language: dates, durations, results and labels."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlencode

from app.history.statistics import GameFilter, Rival, Streak
from app.protocol.results import Archived, FinishedGame, Result
from app.text.table_text import refusal
from app.text.time_zone import local
from app.text.translation import Words, capital
from app.text.words_protocols import CellWords, CountWords, GameWords, TieWords, seat_name


class Listing(NamedTuple):
    """BoardGameGeek ids, by which other programs identify a game; 0: none."""

    number: int = 0
    expansions: Mapping[str, int] = MappingProxyType({})  # of variants that are expansions


class HistoryWords:
    """The words of every game for use in the history. `games`: by kind; `sheets`: of their score sheets; `ranks`: of
    an archived game's seats, as its tie-breaker has decided.
    """

    def __init__(
        self,
        games: Mapping[str, GameWords],
        sheets: Mapping[str, GameWords] = MappingProxyType({}),
        listed: Mapping[str, Listing] = MappingProxyType({}),
        ranks: Callable[[Archived], Sequence[int]] = lambda game: game.result.places_by_points,
    ) -> None:
        self._games = games
        self._sheets = sheets
        self._listed = listed
        self.ranks = ranks

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of game available here."""
        return tuple(self._games)

    def game_words(self, kind: str) -> GameWords | None:
        return self._games.get(kind)

    def listing(self, kind: str) -> Listing:
        """Return the numbers of a kind of game in BoardGameGeek."""
        return self._listed.get(kind, Listing())

    def title(self, w: Words, kind: str) -> str:
        """Return the title of a kind of game; an unknown kind is returned unchanged."""
        say = self._games.get(kind)
        return say.title(w) if say else kind

    def identity(self, w: Words, kind: str, slug: str) -> str:
        """Return the name of a wonder."""
        say = self._games.get(kind)
        return say.identity(w, slug) if say else capital(slug.replace("-", " "))

    def category(self, w: Words, kind: str, slug: str) -> str:
        """Return the title of a score category."""
        say = self._games.get(kind)
        return say.category(w, slug) if say else capital(slug.replace("-", " "))

    def cell(self, w: Words, kind: str, slug: str) -> str:
        """Return the label of a cell of a score sheet."""
        say = self._sheets.get(kind)
        return say.cell(w, slug) if isinstance(say, CellWords) else capital(slug.replace("-", " "))

    def refusal(self, w: Words, kind: str, rule: str, params: Mapping[str, int | str]) -> str:
        """Return why an edit of a finished game was refused."""
        return refusal(w, rule, params, self._sheets.get(kind))

    def describe_filter(self, w: Words, game_filter: GameFilter, kind: str = "") -> str:
        """Return a filter in a few words; empty for all games. `kind`: the kind of game of `game_filter.role`."""
        said = [
            self.title(w, game_filter.kind) if game_filter.kind else "",
            self.seats(w, game_filter.seats) if game_filter.seats else "",
            self.mode(w, game_filter.mode) if game_filter.mode else "",
            self.identity(w, game_filter.kind or kind, game_filter.role) if game_filter.role else "",
        ]
        return " · ".join(filter(None, said))

    @staticmethod
    def seats(w: Words, count: int) -> str:
        """Return a number of seats in words."""
        return w.ngettext("{n} seat", "{n} seats", count)

    @staticmethod
    def streak(w: Words, streak: Streak) -> tuple[tuple[str, str], ...]:
        """Return the current and the longest streak, as numbers with labels."""
        now = (
            (str(streak.now), w.ngettext("game won in a row", "games won in a row", streak.now))
            if streak.now > 0
            else (str(-streak.now), w.ngettext("game since the last win", "games since the last win", -streak.now))
        )
        return now, (str(streak.best), w("wins in a row at best"))

    @staticmethod
    def rival(w: Words, rival: Rival) -> str:
        """Return how often each of two people came out ahead."""
        said = [
            w("ahead {n} times", n=rival.ahead) if rival.ahead != 1 else w("ahead once"),
            w("behind {n} times", n=rival.behind) if rival.behind != 1 else w("behind once"),
            (w("level {n} times", n=rival.level) if rival.level != 1 else w("level once")) if rival.level else "",
        ]
        return ", ".join(filter(None, said))

    def variants(self, w: Words, kind: str, slugs: Iterable[str]) -> str:
        """Return the variants of a game; empty if it had none."""
        say = self._games.get(kind)
        return ", ".join(say.variant(w, slug) if say else slug for slug in slugs)

    def people(self, w: Words, game: FinishedGame) -> tuple[str, ...]:
        """Return the name of each seat: its person's, its bot's, or its number."""
        return tuple(seat_name(w, seat, game.result.name(seat)) for seat in range(1, len(game.result.seats) + 1))

    @staticmethod
    def bot(w: Words, result: Result, seat: int) -> str:
        """Return how a file names the bot that played a seat for nobody else; empty if none did."""
        if seat not in result.bots:
            return ""
        name = result.name(seat)
        return f"{name} ({w('Bot')})" if name else w("Bot")

    def under(self, w: Words, game: FinishedGame, seat: int) -> str:
        """Return the bot a person took over from, or that a bot played the seat at the end; empty otherwise."""
        result = game.result
        bot = result.bot_names[seat - 1] if result.bot_names else ""
        if seat in result.bots:
            return w("Bot")
        return w("took over from {bot}", bot=bot) if bot else ""

    def winner_text(self, w: Words, game: FinishedGame) -> str:
        """Return who won a game."""
        result = game.result
        if result.early:
            return w("Ended early")
        names = self.people(w, game)
        winners = [names[seat - 1] for seat in result.winners]
        if len(winners) == 1:
            return w("{name} won", name=winners[0])
        return w("Shared: {names}", names=", ".join(winners)) if winners else ""

    def victory_text(self, w: Words, kind: str, result: Result) -> str:
        """Return how a game was won, if there are several ways, and what broke a tie."""
        say = self._games.get(kind)
        said: list[str] = [say.victory(w, result.how)] if result.how and isinstance(say, CountWords) else []
        totals = [score["total"] for score in result.scores]
        if result.winners and totals.count(max(totals)) > 1 and isinstance(say, TieWords):
            said.append(say.tie_rule(w, result.how))
        return " · ".join(filter(None, said))

    def statistics(self, w: Words, game: FinishedGame, seat: int) -> tuple[tuple[str, int], ...]:
        """Return a seat's statistics (from 1) as labels with numbers."""
        say = self._games.get(game.kind)
        counts = game.result.counts[seat - 1] if game.result.counts else {}
        return tuple((say.statistic(w, slug), n) for slug, n in counts.items()) if isinstance(say, CountWords) else ()

    @staticmethod
    def mode(w: Words, mode: str) -> str:
        """Return who dealt."""
        match mode:
            case "track":
                return w("with our own cards")
            case "tally":
                return w("score sheet only")
        return w("dealt by the table")

    @staticmethod
    def columns(w: Words) -> tuple[str, ...]:
        """Return the headings of a spreadsheet's columns before the score categories."""
        return (
            w("Game id"), w("Ended"), w("Minutes"), w("Game"), w("Mode"), w("Variants"), w("Ended early"), w("Seat"),
            w("Name"), w("Wonder"), w("Won"), w("Points"), w("How it was won"),
        )  # fmt: skip

    @staticmethod
    def day(w: Words, at: float) -> str:
        """Format a date in the language's order."""
        date = local(at)
        return w("{day}/{month}/{year}", day=f"{date.day:02}", month=f"{date.month:02}", year=date.year)

    @classmethod
    def day_and_time(cls, w: Words, at: float) -> str:
        """Return a day and a time."""
        return w("{day}, {time}", day=cls.day(w, at), time=f"{local(at):%H:%M}")

    @staticmethod
    def duration(w: Words, seconds: float) -> str:
        """Format a duration."""
        minutes = max(1, round(seconds / 60))
        if minutes < 60:
            return w("{n} min", n=minutes)
        return w("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)

    @staticmethod
    def query(*parts: Mapping[str, str | int], **facts: str | int) -> str:
        """Encode the query string of a history page, without the question mark."""
        return urlencode([pair for part in (*parts, facts) for pair in part.items()])
