"""Messages that one surface still words by itself on pages of games, with the reason; all others are shared."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2.ext import babel_extract

from app.text import catalogue_update

APP = Path(__file__).resolve().parents[3] / "app"
CORRECTIONS = "cardboard/correction_pages"
PAGES = ("history/history", "history/common_rows", "history/history_edits", "cardboard/dispute", CORRECTIONS)
SCREEN = [APP / "screen" / "pages" / f"{name}.py" for name in PAGES]
PHONE = [
    APP / "phones" / "history_pages.py",
    *(APP / "phones" / "pages" / "history").glob("*.html"),
    *(APP / "phones" / "pages" / f"{name}.html" for name in ("mending", "vote")),
]
CALLS = ("w", "w_", "ngettext", "pgettext")

LEADS = "a phone has all of it on one page, so nothing leads there or back"
KEYBOARD_REASON = "a key opens the keyboard; a phone has a field"
TABLE = "it is asked beside what was touched on the table"
LINE = "a phone says what was told, and why it does not fit, in lines of their own; each game has those"
BROWSER = "ways and titles of pages that a browser opens"
FORMER_SEAT_REASON = "only the phone that had the seat may say so, and the screen had none"
FILES = "a file is kept on the phone that reads it"
STEPS = "the screen has signs for these steps, beside the game itself"
LONG = "the screen scrolls"
OWN_MESSAGES = {
    "screen": {
        **dict.fromkeys(("Another turn", "Back", "This name", "Which games", "Wonder", "What is wrong?"), LEADS),
        **dict.fromkeys(("Name", "New name for {name}", "Type a name", "Nobody’s name"), KEYBOARD_REASON),
        "{name}, {cell}: {least} to {most}": KEYBOARD_REASON,
        **dict.fromkeys(
            (
                "Touch a turn to correct it. +: one is missing before it",
                "Touch what is wrong, here or on the table. +: a turn is missing before it",
                "Turn {turn}: whose was it?",
            ),
            TABLE,
        ),
        **dict.fromkeys(("Before this turn: {name}", "Instead: {name}", "Instead of “{line}”:"), LINE),
        "{name}: {action}": LINE,
        "History": "while it is asked for",
        "Looking it up …": "a phone gets the whole page at once",
        "There is nothing here": "a phone has a page for every address that leads nowhere",
    },
    "phone": {
        **dict.fromkeys(("All games", "Back to the table", "Points of this game", "Close"), BROWSER),
        **dict.fromkeys(("History", "Correct this game", "Looking back"), BROWSER),
        **dict.fromkeys(("All records (ZIP)", "For a spreadsheet (CSV)", "For another table (JSON)", "Export"), FILES),
        "For the app BG Stats": FILES,
        "Names, points and records of all games, without anything secret.": FILES,
        "Import games from a file": FILES,
        "The review is about this.": "a screen reader says what the ring on the screen shows",
        **dict.fromkeys(("First", "Last", "Next action", "Next turn", "Previous action", "Previous turn"), STEPS),
        **dict.fromkeys(("Newer", "Older", "{n} more"), LONG),
        "This was me, a member of the club": FORMER_SEAT_REASON,
        "Save": "what is touched on the screen is saved at once",
    },
}


def messages_in(path: Path) -> Iterator[str]:
    """Yield every message that a file contains."""
    with path.open("rb") as file:
        if path.suffix == ".py":
            found = [(name, texts) for _, name, texts, _ in catalogue_update.python(file, CALLS, (), {})]
        else:
            found = [(name, texts) for _, name, texts, _ in babel_extract(file, CALLS, [], {"silent": "false"})]
    for name, texts in found:
        every = (texts,) if isinstance(texts, str) else texts
        yield every[1 if name == "pgettext" else 0]


@pytest.mark.parametrize(("surface", "files"), [("screen", SCREEN), ("phone", PHONE)])
def test_messages_of_one_surface_alone_are_listed_with_a_reason(surface, files):
    assert {text for file in files for text in messages_in(file)} == {*OWN_MESSAGES[surface]}
