"""The `GamePack` of 7 Wonders with Leaders."""

from typing import Final

from app.games.pack import GamePack

PACK: Final = GamePack(
    slug="seven-wonders",
    data=("seven_wonders", "leaders"),
    rules="engine.seven_wonders.game_facade:SevenWonders",
    game_data="engine.seven_wonders.data_validation:game_data",
    words="app.games.seven_wonders.words_facade",
    phone="app.games.seven_wonders.phone.page:PHONE",
    screen="app.games.seven_wonders.screen.presenter:SevenWondersScreen",
    lessons="app.games.seven_wonders.lessons:IDEAS",
    signs="app.games.seven_wonders.face_icons:SIGNS",
    deal="app.games.seven_wonders.first_deal_criteria",
    reasons="app.games.seven_wonders.action_reasons",
    touch=True,
    modes=("play", "track", "tally"),
    cover="giza",
    listed=316377,
    expansions=(("leaders", 0),),
)
