"""The `GamePack` of 7 Wonders Duel."""

from typing import Final

from app.games.pack import GamePack

PACK: Final = GamePack(
    slug="duel",
    data=("duel",),
    rules="engine.duel.game_facade:Duel",
    game_data="engine.duel.data_validation:game_data",
    words="app.games.duel.words_facade",
    phone="app.games.duel.phone.page:PHONE",
    screen="app.games.duel.screen.presenter:DuelScreen",
    lessons="app.games.duel.lessons:IDEAS",
    signs="app.games.duel.face_icons:SIGNS",
    deal="app.games.duel.first_deal_criteria",
    reasons="app.games.duel.action_reasons",
    touch=True,
    modes=("play", "track", "tally"),
    cover="sphinx",
    listed=173346,
)
