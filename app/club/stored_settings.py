"""Key-value settings of a club: its name, its PIN, its decisions."""

from app.club.database import ClubTransaction


def read_setting(db: ClubTransaction, name: str) -> str | None:
    """Return the value of a setting; None if it is unset."""
    found = db.execute("SELECT value FROM facts WHERE name = ?", (name,))
    return str(found[0][0]) if found else None


def write_setting(db: ClubTransaction, name: str, value: str) -> None:
    """Set a setting within a transaction."""
    db.execute("INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", (name, value))
