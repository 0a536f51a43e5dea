"""Import of plays from the app Board Game Stats, and from BoardGameGeek, into the history.

`bg_stats_export.py` describes the file of the app; `bgg_plays_import.py` turns that of BoardGameGeek into its lists.

A play has points only, so it becomes a closed score sheet without actions. The header key SOURCE prevents a replay.
Plays of unknown games or expansions are skipped.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Final, NamedTuple, TypeAlias
from uuid import NAMESPACE_URL, uuid5

import msgspec
from msgspec.structs import replace

from app.history import bgg_plays_import, export_import
from app.history.bg_stats_export import mark_of
from app.history.export_import import UnfitHistory
from app.history.history_text import HistoryWords
from app.protocol.name_rules import is_blank, is_plain, name_key
from app.protocol.results import Archived, FinishedGame, Result, kind_of
from app.text.time_zone import instant
from app.text.translation import complete, words
from engine.game import Game, roles_of
from engine.header_values import format_seat_keys
from engine.tally.record_header import UNKNOWN_ROLE

SOURCE: Final = "source"  # a header key that rules ignore
LONGEST: Final = 200  # characters read of a game's name
LENGTH: Final = 40  # maximum length of a person's name
LISTED: Final = 8  # names of skipped games that are listed
DUPLICATE_SECONDS: Final = 86_400.0  # equal results this close are one play: its date may be in another time zone
POINTS: Final = re.compile(r"-?[0-9]{1,4}(\+[0-9]{1,4}){0,20}")  # people enter sums, too
PART: Final = re.compile(r"\s*[:–-]\s+")  # between the names of a game and of its expansion


class ImportedGames(NamedTuple):
    """The imported games, and the number of skipped plays by game."""

    games: tuple[Archived, ...]
    left: Mapping[str, int] = {}

    @property
    def left_names(self) -> str:
        """The most played of the skipped games, with numbers."""
        most = sorted(self.left.items(), key=lambda each: -each[1])
        more = "…" if len(most) > LISTED else ""
        return ", ".join(filter(None, (*(f"{name} ({n})" for name, n in most[:LISTED]), more)))


class _AppObject(msgspec.Struct, frozen=True, rename="camel"):
    """A JSON object of the app; missing fields get defaults."""


class _NamedEntry(_AppObject, frozen=True):
    id: int
    name: str | None = ""
    bgg_id: int | None = None
    is_anonymous: bool = False


class _PlayerScore(_AppObject, frozen=True):
    player_ref_id: int
    score: str | int | float | None = None
    winner: bool = False
    start_player: bool = False
    seat_order: int | None = None
    role: str | None = None


class _ExpansionPlay(_AppObject, frozen=True):
    game_ref_id: int


class _Play(_AppObject, frozen=True):
    game_ref_id: int
    player_scores: tuple[_PlayerScore, ...] = ()
    uuid: str | None = ""
    play_date: str | None = ""
    duration_min: float | None = None
    ignored: bool = False
    board: str | None = None
    expansion_plays: tuple[_ExpansionPlay, ...] | None = None


class _ExportFile(_AppObject, frozen=True):
    games: tuple[_NamedEntry, ...]
    players: tuple[_NamedEntry, ...]
    plays: tuple[_Play, ...]


class _PlaysField(msgspec.Struct, frozen=True):
    plays: msgspec.Raw


_Outcome: TypeAlias = tuple[str, tuple[tuple[str, int], ...]]  # a kind of game, and points by name


def parse_import(data: bytes, say: HistoryWords, shelf: Mapping[str, Game]) -> ImportedGames:
    """Parse a file of another table, of the app, or of BoardGameGeek. Raise UnfitHistory with the first error."""
    if bgg_plays_import.is_xml(data):
        plays = msgspec.convert(bgg_plays_import.read_plays(data), _ExportFile)
        return _read_games(plays, _PlayReader(plays, say, shelf, "BoardGameGeek"))
    try:
        msgspec.json.decode(data, type=_PlaysField)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ImportedGames(export_import.parse_archive(data, say.kinds))
    try:
        whole = msgspec.json.decode(data, type=_ExportFile, strict=False)  # flags may be 0 and 1
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise UnfitHistory(f"is no file of BG Stats: {fault}", "history-foreign") from None
    return _read_games(whole, _PlayReader(whole, say, shelf, "BG Stats"))


def _read_games(whole: _ExportFile, reader: "_PlayReader") -> ImportedGames:
    found = [reader.game(play) for play in whole.plays]
    games = tuple(game for game in found if isinstance(game, Archived))
    return ImportedGames(games, Counter(name for name in found if isinstance(name, str)))


def mark_known_plays(games: Sequence[Archived], here: Iterable[FinishedGame]) -> tuple[Archived, ...]:
    """Give plays that the history already contains the mark of their game, and return all games."""
    ours, marks = tuple(here), {game.id for game in games}
    alike, found = dict[_Outcome, list[FinishedGame]](), list[Archived]()
    for one in ours:
        if one.mark not in marks:
            alike.setdefault(_outcome(one.kind, one.result), []).append(one)
    marks = {one.mark for one in ours}
    for game in games:
        is_new = SOURCE in game.header and game.id not in marks and any(score["total"] for score in game.result.scores)
        same = alike.get(_outcome(kind_of(game.header), game.result), []) if is_new else []
        near = next((one for one in same if abs(one.ended - game.ended) < DUPLICATE_SECONDS), None)
        if near is not None:
            same.remove(near)
        found.append(game if near is None else replace(game, id=near.mark))
    return tuple(found)


def _outcome(kind: str, result: Result) -> _Outcome:
    names = (name_key(name or "") for name in result.seats)
    return kind, tuple(sorted(zip(names, (score["total"] for score in result.scores), strict=True)))


class _PlayReader:
    """The lookup tables for one file: its lists, and our games, wonders and variants by their names in every
    language."""

    def __init__(self, whole: _ExportFile, say: HistoryWords, shelf: Mapping[str, Game], source: str) -> None:
        self._shelf, self._source = shelf, source
        self._games = {game.id: game for game in whole.games}
        self._players = {player.id: player for player in whole.players}
        self._kinds: dict[str | int, str] = {say.listing(kind).number: kind for kind in shelf}
        self._kinds.pop(0, None)
        self._roles, self._variants, self._bots = dict[tuple[str, str], str](), dict[tuple[str, str], str](), set[str]()
        for w in map(words, complete()):
            self._bots.add(w("Bot"))
            for kind, game in shelf.items():
                self._kinds[say.title(w, kind).casefold()] = kind
                self._roles |= {(kind, say.identity(w, kind, slug).casefold()): slug for slug in roles_of(game).roles()}
                self._variants |= {(kind, say.variants(w, kind, (slug,)).casefold()): slug for slug in game.variants()}

    def game(self, play: _Play) -> Archived | str:
        """Return the game of a play, or the name of its game if the play is skipped."""
        number, title = self._game(play.game_ref_id)
        kind = self._kinds.get(number) or self._kinds.get(title.casefold())
        name = _clean(title) or "?"
        if kind is None:
            return name
        added = [self._game(each.game_ref_id)[1] for each in play.expansion_plays or ()]
        slugs = {full: self._variants.get((kind, PART.split(full)[-1].casefold())) for full in added}
        if other := next((full for full, slug in slugs.items() if slug is None), None):
            return f"{name} + {_clean(other)}"
        board = (self._variants.get((kind, part.strip().casefold())) for part in (play.board or "").split(","))
        variant = set(chain(slugs.values(), board))
        try:
            game = self._archived(play, kind, [slug for slug in self._shelf[kind].variants() if slug in variant])
        except (ValueError, OverflowError):  # its date is none
            return name
        return name if any(export_import.faults(game, (kind,))) else game

    def _game(self, number: int) -> tuple[int, str]:
        """Return the BoardGameGeek id and the name of a game in the file."""
        game = self._games.get(number, _NamedEntry(0))
        return game.bgg_id or 0, (game.name or "").strip()[:LONGEST]

    def _archived(self, play: _Play, kind: str, variant: Sequence[str]) -> Archived:
        ended, seconds = instant(datetime.fromisoformat(play.play_date or "")), 60 * (play.duration_min or 0)
        scores = sorted(play.player_scores, key=lambda score: score.seat_order or 0)
        called = [self._person_or_bot(score) for score in scores]
        keys = [name_key(name or "") for name, _ in called]  # nobody sits at one table twice
        seats = tuple(
            name if keys.index(key) == at else None
            for at, ((name, _), key) in enumerate(zip(called, keys, strict=True))
        )
        roles = tuple(self._roles.get((kind, (score.role or "").strip().casefold()), "") for score in scores)
        points = [_points(score.score) for score in scores]
        known = [n for n in points if n is not None]
        winners = tuple(seat for seat, score in enumerate(scores, 1) if score.winner)
        if not winners and not play.ignored and len(known) == len(points):
            winners = tuple(seat for seat, n in enumerate(points, 1) if n == max(known))
        early = play.ignored and not winners
        bots = tuple(bot or "" for _, bot in called)
        names = [name for name in seats if name is not None]
        told = ", ".join(role or UNKNOWN_ROLE for role in roles) if any(roles) else str(len(scores))
        return Archived(
            id=_mark(play),
            began=ended - seconds,
            ended=ended,
            seconds=seconds,
            header={"game": "tally", "sheet": kind}
            | format_seat_keys(variant, told, names if len(names) == len(seats) else None)
            | {SOURCE: self._source},
            result=Result(
                seats=seats,
                identities=roles if any(roles) else (),
                scores=tuple({"total": n or 0} for n in points),
                winners=winners,
                early=early,
                turns=0,
                bots=tuple(seat for seat, (_, bot) in enumerate(called, 1) if bot is not None),
                bot_names=bots if any(bots) else (),
                unfinished=len(known) < len(points) or not (winners or early),
                first=next((seat for seat, score in enumerate(scores, 1) if score.start_player), 0),
            ),
        )

    def _person_or_bot(self, score: _PlayerScore) -> tuple[str | None, str | None]:
        """Return a person's name and a bot's name; None for the one it is not."""
        player = self._players.get(score.player_ref_id, _NamedEntry(0))
        name = _clean(player.name or "")
        if not player.is_anonymous:
            return name or None, None
        before, _, word = name.removesuffix(")").rpartition("(")
        if name in self._bots:
            return None, ""
        return None, before.strip() if word in self._bots else None


def _mark(play: _Play) -> str:
    try:
        return mark_of(play.uuid or "")
    except ValueError:  # the same play has the same one in the next file, too
        return uuid5(NAMESPACE_URL, msgspec.json.encode(play).decode()).hex


def _points(score: str | float | None) -> int | None:
    """Return the points, or None if none or no whole number was entered."""
    text = str(score if score is not None else "").replace(" ", "").removesuffix(".0")
    return sum(map(int, text.split("+"))) if POINTS.fullmatch(text) else None


def _clean(name: str) -> str:
    """Reduce a name to the characters that the history accepts."""
    plain = "".join(sign for sign in unicodedata.normalize("NFC", name) if is_plain(sign) and sign not in ",#")
    return "" if is_blank(plain) else plain.strip()[:LENGTH].strip()
