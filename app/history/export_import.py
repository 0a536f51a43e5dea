"""Export and import of the history: JSON for machines and other tables, CSV for spreadsheets, records as text
(docs/notation.md).

Files contain only what everybody at the table knew at the end: no seeds, keys or logs. Fields: docs/protocol.md.
"""

import csv
import io
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain
from typing import Final, Literal

import msgspec

from app.history import bg_stats_export
from app.history.history_text import HistoryWords
from app.protocol.name_rules import is_plain
from app.protocol.results import SEATS, Archived, Result, kind_of, mode_of
from app.text.time_zone import local
from app.text.translation import Words
from engine.record import FIRST_LINE, format_line

FORMAT: Final = 1
NAME: Final = "wondertable-history"  # file name without suffix
TEXT: Final = 32_000  # maximum length of a header value or a line
LINES: Final = 5000  # maximum number of lines of a record
COMMA: Final = {"en": ","}  # separator; other languages use the decimal comma, so spreadsheets expect ";"
ZIP_FROM, ZIP_TO = datetime(1980, 1, 1), datetime(2107, 12, 31)  # the range of dates in a ZIP file
ANONYMOUS: Final = "somebody"  # in records, which are not translated
FORMULA: Final = (*"=+-@＝＋－＠", "\t", "\r")  # spreadsheets run such a cell as a formula


class UnfitHistory(ValueError):
    """The error for a file that is no valid history; the message continues the file's name.

    `code`: the reason, as a refusal (app/text/table_text.py). `number`: the first invalid game, from 1; 0: the
    file.
    """

    def __init__(self, why: str, code: str, number: int = 0) -> None:
        super().__init__(why)
        self.code = code
        self.number = number


class Archive(msgspec.Struct, frozen=True):
    """The whole exported file."""

    wondertable: Literal["history"]
    format: int
    games: tuple[Archived, ...]


class _Head(msgspec.Struct, frozen=True):
    """The fields that decide whether the rest can be parsed."""

    wondertable: Literal["history"]
    format: int


# ---- for machines ------------------------------------------------------------------------------------------


def to_json(games: Iterable[Archived]) -> bytes:
    """Encode all games; `read` decodes them."""
    return msgspec.json.format(msgspec.json.encode(Archive("history", FORMAT, tuple(games))), indent=1) + b"\n"


def parse_archive(data: bytes, known: Collection[str]) -> tuple[Archived, ...]:
    """Parse and validate a file. `known`: the kinds of game available here. Raise UnfitHistory with the first error."""
    try:
        head = msgspec.json.decode(data, type=_Head)
        if head.format > FORMAT:
            newer = f"was made by a newer Wondertable (format {head.format}; this one reads up to {FORMAT})"
            raise UnfitHistory(newer, "history-newer")
        games = msgspec.json.decode(data, type=Archive).games
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise UnfitHistory(f"is no history of Wondertable: {fault}", "history-foreign") from None
    for number, game in enumerate(games, 1):
        for wrong in faults(game, known):
            raise UnfitHistory(f"game {number}: {wrong}", "history-unfit", number)
    return games


def faults(game: Archived, known: Collection[str]) -> Iterable[str]:
    """List what makes a game invalid. Its record is not replayed, because rules may have changed since."""
    result, seats = game.result, len(game.result.seats)
    if not (game.id.isascii() and game.id.isalnum() and len(game.id) <= 64):
        yield "id: letters and digits, 64 at most"
    if kind_of(game.header) not in known:
        yield f"header.game: known are {', '.join(known)}"
    if not 1 <= seats <= SEATS or len(result.scores) != seats or len(result.identities) not in (0, seats):
        yield "result: seats, scores and identities do not fit together"
    if not all(1 <= seat <= seats for seat in (*result.winners, *result.bots)):
        yield "result: a winner or a bot has no seat"
    if not all("total" in score and len(score) <= 40 for score in result.scores):
        yield "result.scores: each needs its total"
    if not all(-1000 < n < 10_000 for score in result.scores for n in score.values()):
        yield "result.scores: out of reach"
    if len(result.counts) not in (0, seats) or not all(
        len(counts) <= 40 and all(0 <= n < 10_000 for n in counts.values()) for counts in result.counts
    ):
        yield "result.counts: out of reach, or not one of each seat"
    at = (game.began, game.ended)  # the clock may have been set back in between
    if not (0 <= result.turns < 100_000 and all(0 <= when < 1e11 for when in at) and 0 <= game.seconds < 1e9):
        yield "began, ended, seconds, turns: out of reach"
    slugs = (*filter(None, result.identities), *chain.from_iterable((*result.scores, *result.counts)), *game.header)
    if not all(slug.isprintable() and 0 < len(slug) <= 60 for slug in (*slugs, result.how or "-")):
        yield "a word is too long, or cannot be printed"
    if not all(name is None or (is_plain(name) and 0 < len(name) <= 40 and "," not in name) for name in result.seats):
        yield "result.seats: a name is too long, or has a sign that names do not have"
    beside = (result.emblems, result.colours, result.bot_names, result.levels)
    if not all(len(each) in (0, seats) for each in beside) or not all(
        is_plain(word) and len(word) <= 40 for each in beside for word in each
    ):
        yield "result: emblems, colours, names or levels of bots do not fit"
    if not all(
        1 <= takeover.seat <= seats and 0 <= takeover.after <= len(game.moves)
        and is_plain(takeover.name) and is_plain(takeover.of) and max(len(takeover.name), len(takeover.of)) <= 40
        for takeover in result.takeovers
    ):  # fmt: skip
        yield "result.takeovers: of no seat or line, or a name does not fit"
    if not 0 <= result.first <= seats or len(result.learned) not in (0, seats):
        yield "result: who began has no seat, or the lessons are not one list of each seat"
    if result.daily is not None and not (0 <= result.daily.data < 10_000 and is_plain(result.daily.date)):
        yield "result.daily: out of reach"
    if not all(_speaks(move, seats) for move in game.moves):
        yield f"moves: a line begins with its seat, 1 to {seats}, or a word"
    texts = (*game.header.values(), *game.moves)
    if not all(is_plain(text) and len(text) <= TEXT for text in texts) or len(game.moves) > LINES:
        yield "the record is too long, or cannot be printed"


def _speaks(move: str, seats: int) -> bool:
    """Check whether a line of a record belongs to chance or to one of the seats."""
    first = move.partition(" ")[0]
    return not first[:1].isdecimal() or first in map(str, range(1, seats + 1))


# ---- for people --------------------------------------------------------------------------------------------


def to_csv(games: Iterable[Archived], words: HistoryWords, w: Words) -> bytes:
    """Encode one row for each seat of each game, in the reader's language."""
    return sheet(w, _lines(tuple(games), words, w))


def _lines(games: Sequence[Archived], words: HistoryWords, w: Words) -> Iterator[Sequence[object]]:
    categories = _categories(games)
    heads = [
        w("{cell}: {value}", cell=words.title(w, kind), value=words.category(w, kind, slug))
        for kind, slug in categories
    ]
    yield (*words.columns(w), *heads)
    for game in games:
        kind = kind_of(game.header)
        for seat, score in enumerate(game.result.scores, 1):
            cells: Sequence[object] = (
                game.id,
                f"{local(game.ended):%Y-%m-%d %H:%M}",
                round(game.seconds / 60),
                words.title(w, kind),
                words.mode(w, mode_of(game.header)),
                words.variants(w, kind, game.header.get("variant", "").split()),
                w("yes") if game.result.early else w("no"),
                seat,
                game.result.seats[seat - 1] or words.bot(w, game.result, seat),
                words.identity(w, kind, game.result.identities[seat - 1])
                if any(game.result.identities[seat - 1 :][:1])
                else "",
                win_cell(w, game.result, seat),
                score["total"],
                words.victory_text(w, kind, game.result),
            )
            mine = (score.get(slug, "") if kind == of else "" for of, slug in categories)
            yield (*cells, *mine)


def win_cell(w: Words, result: Result, seat: int) -> str:
    """Return the cell for a seat's win or shared first place."""
    if seat not in result.winners:
        return w("no")
    return w("yes") if len(result.winners) == 1 else w("first place shared")


def sheet(w: Words, rows: Iterable[Sequence[object]]) -> bytes:
    """Encode a spreadsheet file. A byte order mark makes Excel detect UTF-8."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=COMMA.get(w.lang, ";"), lineterminator="\r\n")
    for row in rows:
        writer.writerow(_escape_formula(cell) if isinstance(cell, str) else cell for cell in row)
    return text.getvalue().encode("utf-8-sig")


def _categories(games: Iterable[Archived]) -> list[tuple[str, str]]:
    """List a column for each category of each kind of game."""
    found: dict[tuple[str, str], None] = {}
    for game in games:
        kind = kind_of(game.header)
        found |= {(kind, slug): None for score in game.result.scores for slug in score if slug != "total"}
    return sorted(found, key=lambda each: each[0])  # within a kind as they came


def _escape_formula(cell: str) -> str:
    """Escape a cell that a spreadsheet would run as a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


# ---- records -------------------------------------------------------------------------------------------------


def record(game: Archived) -> str:
    """Return the game's record (docs/notation.md), with a comment at each takeover of a seat."""
    header = "".join(f"{key}: {value}\n" for key, value in game.header.items())
    lines = [format_line(move) for move in game.moves]
    for takeover in reversed(game.result.takeovers):
        of = f"the bot {takeover.of}" if takeover.bot else takeover.of or ANONYMOUS
        lines.insert(takeover.after, f"# seat {takeover.seat}: {takeover.name or ANONYMOUS} takes over from {of}")
    return f"{FIRST_LINE}\n{header}\n" + "".join(f"{line}\n" for line in lines)


def record_name(game: Archived) -> str:
    """Return the file name of a game's record."""
    return f"{local(game.ended):%Y-%m-%d}-{kind_of(game.header)}-{game.id}.txt"


def to_zip(games: Iterable[Archived]) -> bytes:
    """Pack all records into a ZIP file."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as packed:
        for game in games:
            at = local(game.ended).replace(tzinfo=None)
            info = zipfile.ZipInfo(record_name(game), min(max(at, ZIP_FROM), ZIP_TO).timetuple()[:6])
            packed.writestr(info, record(game), zipfile.ZIP_DEFLATED)
    return whole.getvalue()


FORMS: Final[
    dict[str, tuple[str, Callable[[Iterable[Archived], HistoryWords, Words], bytes]]]
] = {  # media type and encoder by form
    "csv": ("text/csv", to_csv),
    "json": ("application/json", lambda games, words, w: to_json(games)),
    "zip": ("application/zip", lambda games, words, w: to_zip(games)),
    "bgstats": ("application/json", bg_stats_export.to_bg_stats),
}


def file_name(form: str) -> str:
    return bg_stats_export.NAME if form == "bgstats" else f"{NAME}.{form}"
