"""The handler of the agreement on the next game."""

import msgspec
from msgspec.structs import replace

from app.protocol.game_lifecycle_messages import SetGame
from app.table.core.transaction import Transaction
from app.table.features import daily_deal
from app.table.features.intent_context import IntentContext
from app.table.lobby import game_agreement, seating


def set_game(at: IntentContext, intent: SetGame) -> Transaction:
    at.check_phase("lobby")
    if intent.keep not in (msgspec.UNSET, at.table.lobby.keep):
        at.check_host()
    chairs, count = at.table.chairs, at.table.chair_count
    for number in intent.watch:
        seat = at.seat(number)
        at.check_seat(seat)
        at.check_taken(seat)
        at.check_others(seat)
        chairs = seating.replace_chair(chairs, seat, seating.empty_chair(chairs[seat], at.chance))
    agreed = game_agreement.apply_intent(at.table.lobby, intent, at.shelf, at.modes, len(chairs))
    if agreed.game != at.table.lobby.game:
        chairs = tuple(replace(chair, wish=None) for chair in chairs)
    if (agreed.game, agreed.mode) != (at.table.lobby.game, at.table.lobby.mode):
        chairs, count, away = game_agreement.fit_chairs(chairs, agreed, at.shelf[agreed.game], count, at.chance)
        agreed = replace(agreed, away=away)
        if agreed.first is not None and agreed.first > len(chairs):
            agreed = replace(agreed, first=None)
    if agreed.daily and not daily_deal.is_suitable(agreed):
        plain = replace(agreed, mode="play", variant=(), rules={}, first=None)
        agreed = plain if intent.daily is True else replace(agreed, daily=False)
    if agreed.daily and (intent.daily is True or agreed.game != at.table.lobby.game):
        chairs, count = daily_deal.arrange_chairs(chairs, at.shelf[agreed.game], at.players, count, at.chance)
        agreed = replace(agreed, away=game_agreement.DisplacedBots())
    if not at.can_play_by_touch(agreed):
        chairs = tuple(seating.empty_chair(chair, at.chance) if chair.by == "touch" else chair for chair in chairs)
    fits = game_agreement.list_offered(at.shelf[agreed.game], agreed.variant)
    chairs = tuple(chair if chair.wish in fits else replace(chair, wish=None) for chair in chairs)
    return at.transaction(lobby=agreed, chairs=chairs, chair_count=count)
