"""Positions of Duel that are entered on the screen."""

from tests.app.screen import duels, stage
from tests.app.screen.painting import areas


def lobby(lang="en"):
    """Show two people who are about to enter the position of their cards."""
    room = duels.Room()
    room.hear(duels.table("lobby", lang, mode="track"), None, (), the_codes=stage.codes())
    room.control.open_panel("position", 0)
    return room


def touch(room, *keys, size=(1280, 720)):
    for key in keys:
        areas(room, size)[key].tap()
