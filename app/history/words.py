"""The history in the reader's words: when, how long, how it was played, and what is counted."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlencode

from app.history.statistics import Cut, Rival, Streak
from app.protocol.results import Finished, Result
from app.text.game import CellWords, CountWords, GameWords, TieWords, seat_name
from app.text.languages import Words, capital
from app.text.local_time import local
from app.text.table import refusal


class Listing(NamedTuple):
    """Numbers in BoardGameGeek, by which other programs know a game; 0: none."""

    number: int = 0
    expansions: Mapping[str, int] = MappingProxyType({})  # of variants that are expansions


class HistoryWords:
    """What is said of finished games. `games`: the words of those that are here, by kind; `sheets`: of their sheets."""

    def __init__(
        self,
        games: Mapping[str, GameWords],
        sheets: Mapping[str, GameWords] = MappingProxyType({}),
        listed: Mapping[str, Listing] = MappingProxyType({}),
    ) -> None:
        self._games = games
        self._sheets = sheets
        self._listed = listed

    @property
    def kinds(self) -> tuple[str, ...]:
        """Those that are here."""
        return tuple(self._games)

    def of(self, kind: str) -> GameWords | None:
        """The words of a kind of game; None where there are none for it."""
        return self._games.get(kind)

    def listing(self, kind: str) -> Listing:
        """Return the numbers of a kind of game in BoardGameGeek."""
        return self._listed.get(kind, Listing())

    def title(self, w: Words, kind: str) -> str:
        """A kind of game, by name; its own word where there are no words for it."""
        say = self._games.get(kind)
        return say.title(w) if say else kind

    def identity(self, w: Words, kind: str, slug: str) -> str:
        """What a seat was."""
        say = self._games.get(kind)
        return say.identity(w, slug) if say else capital(slug.replace("-", " "))

    def category(self, w: Words, kind: str, slug: str) -> str:
        """The head of a line on the score sheet."""
        say = self._games.get(kind)
        return say.category(w, slug) if say else capital(slug.replace("-", " "))

    def cell(self, w: Words, kind: str, slug: str) -> str:
        """What is entered in a cell of a score sheet."""
        say = self._sheets.get(kind)
        return say.cell(w, slug) if isinstance(say, CellWords) else capital(slug.replace("-", " "))

    def why_not(self, w: Words, kind: str, rule: str, params: Mapping[str, int | str]) -> str:
        """Why a finished sheet, or the table, refuses an entry."""
        return refusal(w, rule, params, self._sheets.get(kind))

    def cut(self, w: Words, cut: Cut, kind: str = "") -> str:
        """Which games are looked at, in a few words; empty for all. `kind`: in which game somebody was `cut.role`."""
        said = [
            self.title(w, cut.kind) if cut.kind else "",
            self.seats(w, cut.seats) if cut.seats else "",
            self.mode(w, cut.mode) if cut.mode else "",
            self.identity(w, cut.kind or kind, cut.role) if cut.role else "",
        ]
        return " · ".join(filter(None, said))

    @staticmethod
    def seats(w: Words, count: int) -> str:
        """A number of seats."""
        return w.ngettext("{n} seat", "{n} seats", count)

    @staticmethod
    def streak(w: Words, it: Streak) -> tuple[tuple[str, str], ...]:
        """How it goes now, and the most games won in a row: each number with what it counts."""
        now = (
            (str(it.now), w.ngettext("game won in a row", "games won in a row", it.now))
            if it.now > 0
            else (str(-it.now), w.ngettext("game since the last win", "games since the last win", -it.now))
        )
        return now, (str(it.best), w("wins in a row at best"))

    @staticmethod
    def rival(w: Words, it: Rival) -> str:
        """Who came out ahead how often."""
        said = [
            w("ahead {n} times", n=it.ahead) if it.ahead != 1 else w("ahead once"),
            w("behind {n} times", n=it.behind) if it.behind != 1 else w("behind once"),
            (w("level {n} times", n=it.level) if it.level != 1 else w("level once")) if it.level else "",
        ]
        return ", ".join(filter(None, said))

    def variants(self, w: Words, kind: str, slugs: Iterable[str]) -> str:
        """What was added to a game; empty if nothing was."""
        say = self._games.get(kind)
        return ", ".join(say.variant(w, slug) if say else slug for slug in slugs)

    def people(self, w: Words, game: Finished) -> tuple[str, ...]:
        """What each seat is called: by a name, a person's or a bot's, else its number."""
        return tuple(seat_name(w, seat, game.result.name(seat)) for seat in range(1, len(game.result.seats) + 1))

    @staticmethod
    def bot(w: Words, result: Result, seat: int) -> str:
        """Return how a file names the bot that played a seat for nobody else; empty if none did."""
        if seat not in result.bots:
            return ""
        name = result.name(seat)
        return f"{name} ({w('Bot')})" if name else w("Bot")

    def under(self, w: Words, game: Finished, seat: int) -> str:
        """Whom a seat's person took over from while the game ran, if from a bot; or that a bot played it at the end."""
        result = game.result
        bot = result.bot_names[seat - 1] if result.bot_names else ""
        if seat in result.bots:
            return w("Bot")
        return w("took over from {bot}", bot=bot) if bot else ""

    def won(self, w: Words, game: Finished) -> str:
        """Who won a game, in a few words."""
        result = game.result
        if result.early:
            return w("Ended early")
        names = self.people(w, game)
        winners = [names[seat - 1] for seat in result.winners]
        if len(winners) == 1:
            return w("{name} won", name=winners[0])
        return w("Shared: {names}", names=", ".join(winners)) if winners else ""

    def how(self, w: Words, kind: str, result: Result) -> str:
        """How it was won, where there are several ways; and what decided, where the most points were equal."""
        say = self._games.get(kind)
        said: list[str] = [say.victory(w, result.how)] if result.how and isinstance(say, CountWords) else []
        totals = [score["total"] for score in result.scores]
        if result.winners and totals.count(max(totals)) > 1 and isinstance(say, TieWords):
            said.append(say.tie_rule(w, result.how))
        return " · ".join(filter(None, said))

    def counts(self, w: Words, game: Finished, seat: int) -> tuple[tuple[str, int], ...]:
        """What a seat (from 1) did how often, as the head of each line and its number."""
        say = self._games.get(game.kind)
        counts = game.result.counts[seat - 1] if game.result.counts else {}
        return tuple((say.counted(w, slug), n) for slug, n in counts.items()) if isinstance(say, CountWords) else ()

    @staticmethod
    def mode(w: Words, mode: str) -> str:
        """Who dealt, in two words."""
        match mode:
            case "track":
                return w("with our own cards")
            case "tally":
                return w("score sheet only")
        return w("dealt by the table")

    @staticmethod
    def columns(w: Words) -> tuple[str, ...]:
        """What stands at the head of a spreadsheet's columns before those of the score sheet."""
        return (
            w("Game id"), w("Ended"), w("Minutes"), w("Game"), w("Mode"), w("Variants"), w("Ended early"), w("Seat"),
            w("Name"), w("Wonder"), w("Won"), w("Points"), w("How it was won"),
        )  # fmt: skip

    @staticmethod
    def day(w: Words, at: float) -> str:
        """A day, in the order the language has it."""
        it = local(at)
        return w("{day}/{month}/{year}", day=f"{it.day:02}", month=f"{it.month:02}", year=it.year)

    @classmethod
    def moment(cls, w: Words, at: float) -> str:
        """Return a day and a time."""
        return w("{day}, {time}", day=cls.day(w, at), time=f"{local(at):%H:%M}")

    @staticmethod
    def long(w: Words, seconds: float) -> str:
        """How long something took."""
        minutes = max(1, round(seconds / 60))
        if minutes < 60:
            return w("{n} min", n=minutes)
        return w("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)

    @staticmethod
    def number(w: Words, n: float) -> str:
        """A number with one decimal, with the language's own point."""
        return w.pgettext("decimal point", ".").join(f"{n:.1f}".split("."))

    @staticmethod
    def query(*parts: Mapping[str, str | int], **facts: str | int) -> str:
        """The query of a page of the history, without its question mark."""
        return urlencode([pair for part in (*parts, facts) for pair in part.items()])
