"""The wonders of the next game, in the order of their places on the horizon of the lobby."""

from typing import Final, NamedTuple

from app.looks.plain_wonder_shapes import drawing_of
from app.screen.pages.play.reference import PANEL
from app.screen.state.scene import Scene, TeachingGame
from app.shown.lobby import seat_form
from app.text.translation import capital

OFFER: Final = "offer"  # panel of a wonder on the horizon, by its number


class HorizonWonder(NamedTuple):
    """A wonder that seats may have. `board`: whose side it is. `opens`: the panel that says what it does."""

    slug: str
    name: str
    board: str
    opens: str


def list_wonders(scene: Scene) -> list[HorizonWonder]:
    """List the wonders that seats may have, also of a game that deals them later.

    A board with two sides is listed once.
    """
    table, w, game = scene.table, scene.model.words(), scene.game
    if table.identities:
        sides = {board: slug for slug, board in reversed(table.identities.items())}
        names = scene.model.game_words
        them = [(slug, names.identity(w, slug), board) for board, slug in reversed(sides.items())]
        if table.mode == "play":
            them.append(("", capital(seat_form.unchosen(w, table.mode, owes=False)), ""))
        return [HorizonWonder(*each, f"{OFFER} {n}") for n, each in enumerate(them)]
    if isinstance(game, TeachingGame):
        say, data = game.reference, scene.model.data
        for nth, chapter in enumerate(say.chapters(data, None, ()), start=1):
            if things := [thing for thing in chapter.things if drawing_of(thing.slug)]:
                return [
                    HorizonWonder(thing.slug, say.entry(w, thing, data).name, thing.slug, f"{PANEL} {nth}")
                    for thing in things
                ]
    return []
