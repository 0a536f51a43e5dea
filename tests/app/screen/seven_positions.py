"""Positions of 7 Wonders that are entered on the screen."""

import random

from app.screen.pages.cardboard.position_entry import entering_of
from tests.app.screen import sevens, stage
from tests.app.screen.painting import areas
from tests.app.screen.sevens import GAME


def lobby(seats=3, lang="en", **facts):
    """Show people who are about to enter the position of their cards."""
    room = sevens.Room()
    room.hear(sevens.table(seats, "lobby", lang, mode="track", **facts), None, (), the_codes=stage.codes())
    room.control.open_panel("position", 0)
    return room


def tell_steps(seats, steps, lang="en", variant="leaders experts"):
    """Show a table after this many lines of a random game have been told."""
    boards = ", ".join(sevens.BOARDS[:seats])
    header = {"game": "seven-wonders", "seats": boards, "variant": variant, "deal": "lazy"}
    rng, state = random.Random(5), GAME.start(GAME.setup(header))
    while steps > 0 or state.view(None).asked not in ("play", "recruit") or any(map(bool, state.choices)):
        steps -= 1
        seat = rng.choice(state.to_act)
        legal = list(state.legal(seat))
        state.apply(seat, rng.choice([said for said in legal if "sell" not in str(said)] or legal))
    room = sevens.Room().show(state, lang, mode="track", variant=tuple(variant.split()))
    room.control.open_panel("position", 0)
    return room, state


def touch(room, *keys, size=(1280, 720)):
    for key in keys:
        if key.startswith("page "):
            turn_to(room, key.removeprefix("page "), size)
        else:
            areas(room, size)[key].tap()


def turn_to(room, page, size):
    """Open a page by its name or, where names have no room, by paging."""
    for _ in range(12):
        if entering_of(room.control.scene).page == page:
            return
        found = areas(room, size)
        (found.get(f"page {page}") or found["page more"]).tap()
    raise LookupError(page)
