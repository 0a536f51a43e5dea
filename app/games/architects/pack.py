"""The `GamePack` of 7 Wonders Architects and its Medals."""

from typing import Final

from app.games.pack import GamePack

PACK: Final = GamePack(
    slug="architects",
    data=("architects",),
    rules="engine.architects.game_facade:Architects",
    game_data="engine.architects.data_validation:game_data",
    words="app.games.architects.words_facade",
    phone="app.games.architects.phone.page:PHONE",
    screen="app.games.architects.screen.presenter:ArchitectsScreen",
    lessons="app.games.architects.lessons:IDEAS",
    deal="app.games.architects.first_deal_criteria",
    reasons="app.games.architects.action_reasons",
    touch=True,
    modes=("play", "track", "tally"),
    cover="rhodes",
    listed=346703,
    expansions=(("medals", 0),),
)
