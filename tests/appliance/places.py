"""Paths of an installed table, and the names of its systemd units."""

BURST = 6  # starts within a minute: after the death that follows the last systemd starts it no more

DATA = "/var/lib/wondertable"
VERSIONS = "/opt/wondertable"
WONDERTABLE = "/usr/local/bin/wondertable"

GAMES = "SELECT mark, state FROM games ORDER BY mark"  # how each game stands, by its name

MANAGER = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")


def asks(question: str) -> str:
    """Return a Python program that prints the answer of the table's database to a query."""
    return f"import sqlite3; print(*sqlite3.connect('file:{DATA}/table.db?mode=ro', uri=True).execute('{question}'))"
