"""A table that plays at random and prints a digest of what everybody has been shown, until it is killed.

`python -m tests.app.killed FOLDER SEED`. Not a test: test_restart.py runs it, and kills it with signal 9.
"""

import hashlib
import random
import sys
from pathlib import Path

import msgspec

from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import Rematch, Resume, Suspend
from app.protocol.play_messages import Cue, Undo
from app.protocol.rejection import Rejection
from app.protocol.settings_messages import SetTable, Settings
from app.table.table import TableChanged
from tests.app.tables import Evening, phone


def digest(evening: Evening) -> str:
    """Hash everything that any reader sees of the game."""
    seen = [evening.snapshot(who) for who in (SCREEN, phone(1), phone(2), phone(3))]
    said = [(each.game, each.news, each.own, each.questions) for each in seen]
    return hashlib.sha256(msgspec.json.encode((said, evening.asked(), evening.at_table().game_id))).hexdigest()


def describe_moment(evening: Evening) -> str:
    """Return a digest of what is shown, after the numbers that identify the moment: log, questions, intents."""
    acted, asked = len(evening.store.idempotency_keys()), evening.table.committed.state.question_count
    return f"{evening.table.log_end} {asked} {acted} {digest(evening)}"


def live(evening: Evening, rng: random.Random) -> None:
    """Send one random intent that people could send."""
    view = evening.at_table()
    try:
        if view.phase == "over":
            evening.send(Rematch, id=str(rng.random()))
        elif view.undo and rng.random() < 0.2:
            evening.send(Undo, row=view.undo.row, id=str(rng.random()))
        elif rng.random() < 0.02:
            evening.send(Suspend, id=str(rng.random()))
            evening.send(Resume, game=view.game_id, id=str(rng.random()))
        else:
            seat = rng.choice([*evening.asked()])
            [question] = evening.snapshot(phone(seat)).questions
            evening.say(seat, rng.choice(question.legal), id=str(rng.random()))
    except Rejection:
        pass  # the intent needs a vote first


def main(folder: str, seed: str) -> None:
    evening = Evening(Path(folder), seed=None)
    rng = random.Random(seed)
    if evening.at_table().phase == "lobby" and not evening.at_table().laid_aside:
        evening.send(SetTable, undo="always")
        evening.start("phone Ada", "touch", "touch")
    elif evening.at_table().laid_aside:
        evening.send(Resume, game=evening.at_table().laid_aside[0].game, id=str(rng.random()))

    def say(what: TableChanged | Cue) -> None:
        if isinstance(what, TableChanged):
            print(describe_moment(evening), flush=True)

    evening.settings = Settings(undo="always")
    evening.table.subscribe(say)
    print(describe_moment(evening), flush=True)
    while True:
        live(evening, rng)


if __name__ == "__main__":
    main(*sys.argv[1:])
