"""What a club keeps under a name: what it is called, its PIN, what it has decided."""

from app.club.database import ClubTransaction


def fact(db: ClubTransaction, name: str) -> str | None:
    """None if nothing is kept under that name."""
    found = db.execute("SELECT value FROM facts WHERE name = ?", (name,))
    return str(found[0][0]) if found else None


def put_fact(db: ClubTransaction, name: str, value: str) -> None:
    """From now on, with this transaction."""
    db.execute("INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", (name, value))
