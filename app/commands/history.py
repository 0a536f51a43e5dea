"""`wondertable history list | export | import`: the history of a data folder. An import needs a stopped table."""

import argparse
import os
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from app.games import game_list, phone_registry
from app.history import bg_stats_import
from app.history import export_import as export_formats
from app.history.history_text import HistoryWords
from app.host.data_folder import (
    act_as_owner,
    check_access,
    find_data_folder,
    find_settings_folder,
    is_running,
    lock_folder,
)
from app.phones.past_result_explanations import rank_archived
from app.protocol.rejection import Rejection
from app.protocol.results import Archived, kind_of
from app.storage import database_copies, settings_file
from app.storage.database import Store
from app.table.cardboard import score_sheet
from app.table.history.replay import select_new
from app.text.table_text import refusal
from app.text.terminal_output import CannotStart, cannot_read, cannot_write, complain, tell
from app.text.time_zone import local, use_zone
from app.text.translation import Words, machine_language, words
from app.text.words_protocols import seat_name
from engine.game import Rules

FILE = "table.db"


def show(args: argparse.Namespace) -> int:
    """List all finished games, oldest first. Return the exit code; CannotStart if it fails."""
    table_words(args.data_dir)  # and its time zone
    games, w = _load_games(args.data_dir), words("en")
    listed = [_summarise(game) for game in games]
    if args.json:
        tell(listed)
        return 0
    for row in listed:
        seats = ", ".join(f"{seat_name(w, n, each['name'])} {each['points']}" for n, each in enumerate(row["seats"], 1))
        print(f"{row['ended'][:10]}  {row['game']:13}  {seats}")
    return 0


def _summarise(game: Archived) -> dict[str, Any]:  # Any: what JSON holds
    """Summarise a game (docs/command.md)."""
    result = game.result
    bots = [name or None for name in result.bot_names] or [None] * len(result.seats)
    return {
        "id": game.id,
        "game": kind_of(game.header),
        "ended": local(game.ended).isoformat(timespec="seconds"),
        "seats": [
            {"name": name or bot, "points": score["total"], "won": seat in result.winners, "bot": seat in result.bots}
            for seat, (name, bot, score) in enumerate(zip(result.seats, bots, result.scores, strict=True), 1)
        ],
    }


def export(args: argparse.Namespace) -> int:
    """Write CSV, JSON, records and a file for BG Stats into a folder. Return the exit code; CannotStart if it fails."""
    print(_export(args.folder, args.data_dir, args.data))
    return 0


def import_games(args: argparse.Namespace) -> int:
    """Import the games of a file of ours or of BG Stats. Return the exit code; CannotStart if it fails."""
    print(_import(args.file, args.data_dir, args.data))
    return 0


def table_words(data_dir: Path | None) -> Words:
    """Return the words of the table's language, and use its time zone."""
    chosen, _ = settings_file.load(find_settings_folder(data_dir), machine_language(os.environ))
    use_zone(chosen.zone)
    return words(chosen.lang)


def _load_games(data_dir: Path | None) -> tuple[Archived, ...]:
    file = (data_dir or find_data_folder()) / FILE
    check_access(file.parent)
    if not file.exists():
        raise CannotStart(f"{file}: there is no such file, so there is no history.")
    if is_running(file.parent):
        return _load_running_games(file)
    with _open_store(data_dir) as store:
        return tuple(store.archived())


def _load_running_games(file: Path) -> tuple[Archived, ...]:
    """Return every finished game of a running table, from a consistent copy of its database."""
    with act_as_owner(file.parent), TemporaryDirectory() as folder:
        try:
            database_copies.copy(file, Path(folder) / FILE)
            with closing(Store(Path(folder) / FILE)) as store:
                return tuple(store.archived())
        except (ValueError, Rejection) as no:
            said = refusal(words("en"), no.code, no.params) if isinstance(no, Rejection) else f"{no}."
            raise CannotStart(f"{file.parent}: {said}") from None


def _export(to: Path, data_dir: Path | None, texts: Mapping[str, bytes]) -> str:
    games, w = _load_games(data_dir), table_words(data_dir)
    ranks = partial(rank_archived, phone_registry.games(), _rules(texts))
    say = HistoryWords(game_list.words(), listed=game_list.list_bgg_numbers(), ranks=ranks)
    files = {export_formats.file_name(form): make(games, say, w) for form, (_, make) in export_formats.FORMS.items()}
    del files[f"{export_formats.NAME}.zip"]
    files |= {f"records/{export_formats.record_name(game)}": export_formats.record(game).encode() for game in games}
    try:
        with act_as_owner(to):
            if other := next((name for name, data in files.items() if _is_other(to / name, data)), None):
                raise CannotStart(f"{to / other} already exists with other games; please choose another folder.")
            (to / "records").mkdir(parents=True, exist_ok=True)
            for name, data in files.items():
                (to / name).write_bytes(data)
    except OSError as error:
        raise cannot_write(error.filename or to, error) from None
    return f"{to}: {_format_count(len(games))}, as CSV, JSON, records and for BG Stats."


def _rules(texts: Mapping[str, bytes]) -> dict[str, Rules]:
    return {**game_list.shelf(texts), score_sheet.NAME: game_list.tally(texts)}


def _is_other(file: Path, data: bytes) -> bool:
    """Return True if a file exists and has other content."""
    return file.exists() and file.read_bytes() != data


def _import(file: Path, data_dir: Path | None, texts: Mapping[str, bytes]) -> str:
    check_access(data_dir or find_data_folder())
    table_words(data_dir)  # and its time zone
    say = HistoryWords(game_list.words(), listed=game_list.list_bgg_numbers())
    try:
        found = bg_stats_import.parse_import(file.read_bytes(), say, game_list.shelf(texts))
    except export_formats.UnfitHistory as unfit:
        raise CannotStart(f"{file}: {unfit}.") from None
    except OSError as error:
        raise cannot_read(file, error) from None
    with _open_store(data_dir) as store:
        games = bg_stats_import.mark_known_plays(found.games, store.history())
        fresh, deleted = select_new(store, _rules(texts), games)
        with store.commit() as write:
            if fresh:
                write.import_batch(fresh)
    stay = f" {_format_count(deleted)} deleted here before and not restored." if deleted else ""
    other = f" Left out, as this table cannot keep them: {found.left_names}." if found.left else ""
    return f"{file}: {_format_count(len(games))}, {len(fresh)} of them new.{stay}{other}"


@contextmanager
def _open_store(data_dir: Path | None) -> Iterator[Store]:
    """Open the store of a data folder that no table uses meanwhile. CannotStart states why it fails."""
    folder = (data_dir or find_data_folder()).absolute()
    with lock_folder(folder):
        try:
            store = Store(folder / FILE)
        except Rejection as no:
            raise CannotStart(refusal(words("en"), no.code, no.params)) from None
        try:
            for notice in store.notices:
                complain(refusal(words("en"), notice.rule, notice.facts))
            yield store
        except Rejection as no:
            raise CannotStart(refusal(words("en"), no.code, no.params)) from None
        finally:
            store.close()


def _format_count(n: int) -> str:
    return f"{n} game{'' if n == 1 else 's'}"
