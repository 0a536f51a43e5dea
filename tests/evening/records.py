"""Records as they are stored: what was said, taken from the file itself, for judges that do not ask the table."""

import json
import sqlite3

CHANCE = -1  # the seat of rows that nobody said


def record_of(db: sqlite3.Connection, game: int) -> str:
    """Return the record of a stored game (docs/notation.md)."""
    (head,) = db.execute("SELECT header FROM games WHERE number = ?", (game,)).fetchone()
    lines = [f"{key}: {value}" for key, value in json.loads(head).items()]
    lines.append("")
    rows = "SELECT seat, text FROM rows WHERE game = ? AND NOT undone ORDER BY coalesce(place, number)"
    for seat, text in db.execute(rows, (game,)):
        if text.startswith("house "):
            lines.append(f"# house: {text.removeprefix('house ')}")
        else:
            lines.append(text if seat == CHANCE else f"{seat + 1} {text}")
    return "\n".join(lines) + "\n"
