"""Where an installed table has what, and what systemd is told."""

BURST = 6  # starts within a minute: after the death that follows the last systemd starts it no more

DATA = "/var/lib/wondertable"
VERSIONS = "/opt/wondertable"
WONDERTABLE = "/usr/local/bin/wondertable"

GAMES = "SELECT mark, state FROM games ORDER BY mark"  # how each game stands, by its name

MANAGER = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")


def asks(question: str) -> str:
    """A program of Python's that prints what the table's database answers."""
    return f"import sqlite3; print(*sqlite3.connect('file:{DATA}/table.db?mode=ro', uri=True).execute('{question}'))"
