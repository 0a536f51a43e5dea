"""The state of one open page: its log in words, its parts, and the diff since its last update."""

from collections.abc import Callable, Sequence
from itertools import islice, takewhile
from typing import Final, TypeAlias

import msgspec

from app.phones.common_parts import Badge, Parts
from app.phones.log_parts import BLOCK, LogPart, WordedLine
from app.phones.template_rendering import Labels, Pages, Part, RenderedPart
from app.protocol import table_log_events
from app.protocol.client_rights import Actor
from app.protocol.delayed_conflict_results import is_snapshot_delayed, split_delayed
from app.protocol.log_messages import TURN, Line
from app.protocol.table_messages import TableView
from app.text.names_at_log_line import Takeovers, names_at, seat_takeovers

GAME_BEGAN: Final = str(table_log_events.GameBegan.__struct_config__.tag)
MAX_SPOKEN_LINES: Final = 24  # log lines read aloud at once


class Wording(msgspec.Struct, frozen=True, cache_hash=True):
    """The context of a log line's words, besides its event."""

    lang: str
    game: str  # its name, or that of its score sheet
    people: tuple[str, ...]  # what each seat is called
    game_data: tuple[int, str]
    badges: tuple[Badge, ...]  # by seat


Word: TypeAlias = Callable[[Wording, bytes, bool, int], WordedLine | None]  # event, is undone, seat that reported it


class Changes(msgspec.Struct, frozen=True):
    """The diff of a page: new or changed parts, and the names of removed ones."""

    parts: dict[str, RenderedPart]
    gone: tuple[str, ...]


class PageState:
    """The state of one page. `shown`: its rendered parts by name."""

    def __init__(self, who: Actor, tab: str | None = None, wants: str = "") -> None:
        self.who = who
        self.wants = wants  # an onlooker's own language; "": the table's
        self.tab = tab  # the one that is open; None: all of them
        self.far = False  # the tab of the seat shows the table, too
        self.clock = ("", 0)  # the phone's time zone where it differs, and by how many seconds it is ahead
        self.mends = False  # lines can be corrected
        self.since = 0
        self.looks = False  # the opening runs: the log is silent until its result
        self.lang = ""
        self.lines: list[WordedLine] = []
        self.shown: dict[str, RenderedPart] = {}
        self.delayed_lines: tuple[Line, ...] = ()  # lines delayed until the conflict's animation has ended
        self.view: object = None  # the game's, last shown
        self.unread: tuple[Line, ...] = ()  # to be added to the log
        self._game = -1  # whose log it is
        self._wording: Wording | None = None  # words of the lines
        self._took: Takeovers = ()  # seats taken over by others since
        self._labels: Labels | None = None  # used for the parts
        self.raw: dict[int, Line] = {}  # received lines by number
        self._places: dict[int, int] = {}  # index in `lines` by number
        self._touched: set[int] = set()  # changed blocks of the log
        self._cut: tuple[str, ...] = ()  # blocks to remove after the log restarted
        self._replaced: tuple[str, ...] = ()  # blocks whose names or game are wrong now: nobody reads on in them
        self._parts: dict[str, Part] = {}  # without the log

    def withhold(self, table: TableView, news: Sequence[Line]) -> bool:
        """Split new log lines into `unread` ones to show now and delayed ones. Return True if the whole page waits."""
        back = self.since == 0 or table.game_id != self._game
        self.delayed_lines, self.unread = split_delayed(self.delayed_lines, table, news, back=back)
        if is_snapshot_delayed(table, back=back):
            self.delayed_lines, self.unread = (*self.delayed_lines, *self.unread), ()
            return True
        return False

    def apply_lines(self, news: Sequence[Line], game: int, wording: Wording, word: Word) -> None:
        """Apply new lines of a game's log; rebuild the log if an earlier line changed."""
        gone = {line.number for line in news if line.forgotten}
        fresh = [line for line in news if not line.forgotten]
        newest = next(reversed(self._places), 0)
        late = any(  # delayed lines, and lines that a correction showed or hid
            (word(wording, bytes(line.event), line.undone, line.by) is not None) != (line.number in self._places)
            for line in fresh
            if line.number <= newest
        )
        renamed = (game, wording) != (self._game, self._wording) or bool(gone & self.raw.keys())
        if renamed or late:
            kept = self.raw if game == self._game else {}
            lines = {**kept, **{line.number: line for line in fresh}}
            fresh = [line for number, line in sorted(lines.items()) if number not in gone]
            self._restart_log(game, wording, fresh, renamed=renamed)
        for line in fresh:
            self.raw[line.number] = line
            worded = self._put_in_words(line, wording, word)
            if worded is not None:
                place = self._places.setdefault(line.number, len(self.lines))
                self.lines[place : place + 1] = [worded]
                self._touched.add(place // BLOCK)
        if self.mends and fresh:
            self._open_turns()

    def _restart_log(self, game: int, wording: Wording, lines: Sequence[Line], *, renamed: bool) -> None:
        """Empty the log before it is built again from `lines`. `renamed`: nobody reads on in its former words."""
        self._cut = tuple(name for name in self.shown if name.startswith("log-"))
        self._replaced = self._cut if renamed else ()
        self._game, self._wording, self._places, self.lines, self.raw = game, wording, {}, [], {}
        self._took = seat_takeovers(lines)

    def _put_in_words(self, line: Line, wording: Wording, word: Word) -> WordedLine | None:
        """Format a line with the people of its time, and the row to correct it at; None if it has no words."""
        if self._took:
            wording = msgspec.structs.replace(wording, people=names_at(wording.people, self._took, line.number))
        worded = word(wording, bytes(line.event), line.undone, line.by)
        if worded is None or not self.mends:
            return worded
        if line.row and not line.undone:
            return msgspec.structs.replace(worded, mend=line.row)
        return msgspec.structs.replace(worded, laid_out=True) if worded.kind == GAME_BEGAN else worded

    def _open_turns(self) -> None:
        """Point each turn's heading to the record's row of its first action: its own row ended the turn before."""
        began: tuple[int, int] | None = None
        opens: dict[int, int] = {}
        for number, place in sorted(self._places.items()):
            row, line = self.raw[number].row, self.lines[place]
            if line.undone or not row:
                continue
            if line.kind == TURN:
                began = place, row
                opens[place] = 0  # unless something follows
            elif began is not None and row != began[1]:
                opens[began[0]] = row
                began = None
        for place, row in opens.items():
            if self.lines[place].mend != row:
                self.lines[place] = msgspec.structs.replace(self.lines[place], mend=row)
                self._touched.add(place // BLOCK)

    def lines_to_read_aloud(self, after: int) -> tuple[tuple[int, str], ...]:
        """Return the lines after a number to read aloud, oldest first, each with its number."""
        later = takewhile(lambda number: number > after, reversed(self._places))
        each = ((number, self.lines[self._places[number]]) for number in later)
        news = ((number, line.text) for number, line in each if not (line.dull or line.undone))
        return () if self.looks else tuple(islice(news, MAX_SPOKEN_LINES))[::-1]

    def has_decided(self, seat: int | None) -> bool:
        """Check that the player now at a seat (from 1) has made a decision that is not undone."""
        came = max((number for number, other, _ in self._took if other == seat), default=0)
        return any(
            self.lines[place].deciding_seat == seat and not self.lines[place].undone
            for number, place in self._places.items()
            if number > came
        )

    def initial_parts(self) -> dict[str, RenderedPart]:
        """Return the parts a page shows before its socket connects: nothing can be opened or used yet."""
        later = {name for name, part in self._parts.items() if part.later}
        return {name: html.initial() for name, html in self.shown.items() if name not in later}

    def update_parts(self, made: Parts, lang: str, labels: Labels, pages: Pages) -> Changes:
        """Store the current parts and return the diff from before. Removed parts may be among the new ones, too."""
        before = self._parts if lang == self.lang and labels is self._labels else {}
        gone = [*(name for name in self._parts if name not in made), *self._cut]
        replaced = self._replaced
        self.lang, self._labels, self._parts, self._cut, self._replaced = lang, labels, made, (), ()
        parts: dict[str, RenderedPart] = {}
        for name, part in made.items():
            old = before.get(name)
            if old is not part and old != part:
                parts[name] = pages.part(lang, labels, part)
        for at in self._touched if self.tab in (None, "more") else ():
            parts[f"log-{at}"] = pages.part(lang, labels, LogPart(tuple(self.lines[at * BLOCK : (at + 1) * BLOCK])))
        self._touched.clear()
        for name in gone:
            del self.shown[name]
        self.shown |= parts
        return Changes(parts, tuple(name for name in gone if name not in parts or name in replaced))
