"""`main.py history export | import`: the history of a data folder, while no table runs in it."""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from app.games import shelf
from app.history import in_files
from app.history.words import HistoryWords
from app.host.data_folder import as_owner, is_running, locked, own_folder, settings_folder
from app.protocol.rights import Rejected
from app.storage import settings
from app.storage.database import Store
from app.text.languages import Words, of_machine, words
from app.text.table import refusal
from app.text.terminal import CannotStart, complain

FILE = "table.db"


def export(args: argparse.Namespace) -> int:
    """Write CSV, JSON and records into a folder; the exit code."""
    return _told(lambda: _export(args.folder, args.data_dir))


def bring(args: argparse.Namespace) -> int:
    """Take in the games of a JSON file that are not here yet; the exit code."""
    return _told(lambda: _bring(args.file, args.data_dir))


def table_words(data_dir: Path | None) -> Words:
    """The words of the table in a data folder."""
    chosen, _ = settings.load(settings_folder(data_dir), of_machine(os.environ))
    return words(chosen.lang)


def _export(to: Path, data_dir: Path | None) -> str:
    file = (data_dir or own_folder()) / FILE
    if not file.exists():
        raise CannotStart(f"{file}: there is no such file, so there is no history.")
    if is_running(file.parent):
        raise CannotStart(
            f"a table is running with the data folder {file.parent.absolute()}; "
            "a phone can download the same from the history page."
        )
    w = table_words(data_dir)
    with _store(data_dir) as store:
        games = tuple(store.archived())
    say = HistoryWords(shelf.words())
    files = {f"{in_files.NAME}.{form}": make(games, say, w) for form, (_, make) in in_files.FORMS.items()}
    del files[f"{in_files.NAME}.zip"]
    files |= {f"records/{in_files.record_name(game)}": in_files.record(game).encode() for game in games}
    try:
        with as_owner(to):
            (to / "records").mkdir(parents=True, exist_ok=True)
            for name, data in files.items():
                (to / name).write_bytes(data)
    except OSError as error:
        raise CannotStart(f"{error.filename or to}: cannot be written: {error.strerror}.") from None
    return f"{to}: {_games(len(games))}, as CSV, JSON and records."


def _bring(file: Path, data_dir: Path | None) -> str:
    try:
        games = in_files.read(file.read_bytes(), shelf.GAMES)
    except OSError as error:
        raise CannotStart(f"{file}: cannot be read: {error.strerror}.") from None
    except in_files.UnfitHistory as unfit:
        raise CannotStart(f"{file}: {unfit}.") from None
    with _store(data_dir) as store:
        here, deleted = store.game_ids(), {game.id for game in games} & store.deleted_ids()
        fresh = {game.id: game for game in games if game.id not in here}
        with store.commit() as write:
            if fresh:
                write.bring_in_batch(fresh.values())
    stay = f" {_games(len(deleted))} deleted here before, not brought back." if deleted else ""
    return f"{file}: {_games(len(games))}, {len(fresh)} of them new here.{stay}"


@contextmanager
def _store(data_dir: Path | None) -> Iterator[Store]:
    """The store of a data folder that no table uses meanwhile. CannotStart says why not."""
    folder = (data_dir or own_folder()).absolute()
    with locked(folder):
        try:
            store = Store(folder / FILE)
        except Rejected as no:
            raise CannotStart(refusal(words("en"), no.code, no.params)) from None
        try:
            for notice in store.notices:
                complain(refusal(words("en"), notice.code, notice.params))
            yield store
        except Rejected as no:
            raise CannotStart(refusal(words("en"), no.code, no.params)) from None
        finally:
            store.close()


def _games(n: int) -> str:
    return f"{n} game{'' if n == 1 else 's'}"


def _told(do: Callable[[], str]) -> int:
    try:
        print(do())
    except CannotStart as problem:
        complain(problem)
        return 2
    return 0
