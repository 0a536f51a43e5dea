"""Lanterns: the entry in the list of games."""

from app.games.pack import GamePack

PACK = GamePack(
    slug="lanterns",
    data=("lanterns",),
    rules="tests.toy.engine.lanterns.game:Lanterns",
    game_data="tests.toy.engine.lanterns.game:game_data",
    words="tests.toy.app.lanterns.words",
    shown="tests.toy.app.lanterns.shown",
    signs="tests.toy.app.lanterns.shown:SIGNS",
    entered="tests.toy.app.lanterns.entered",
    modes=("play", "track"),
)
