"""The handler of the agreement on the next game."""

import msgspec
from msgspec.structs import replace

from app.protocol.game_lifecycle_messages import SetGame
from app.table.core.transaction import Transaction
from app.table.features import daily_deal
from app.table.features.intent_context import IntentContext
from app.table.lobby import game_agreement, seating


def set_game(context: IntentContext, intent: SetGame) -> Transaction:
    context.check_phase("lobby")
    if intent.keep not in (msgspec.UNSET, context.state.lobby.keep):
        context.check_host()
    chairs, count = context.state.chairs, context.state.chair_count
    for number in intent.watch:
        seat = context.seat(number)
        context.check_seat(seat)
        context.check_taken(seat)
        context.check_others(seat)
        chairs = seating.replace_chair(chairs, seat, seating.empty_chair(chairs[seat], context.parts.chance))
    agreed = game_agreement.apply_intent(
        context.state.lobby, intent, context.games.shelf, context.games.modes, len(chairs)
    )
    if agreed.game != context.state.lobby.game:
        chairs = tuple(replace(chair, wish=None) for chair in chairs)
    if (agreed.game, agreed.mode) != (context.state.lobby.game, context.state.lobby.mode):
        chairs, count, away = game_agreement.fit_chairs(
            chairs, agreed, context.games.shelf[agreed.game], count, context.parts.chance
        )
        agreed = replace(agreed, away=away)
        if agreed.first is not None and agreed.first > len(chairs):
            agreed = replace(agreed, first=None)
    if agreed.daily and not daily_deal.is_suitable(agreed):
        plain = replace(agreed, mode="play", variant=(), rules={}, first=None)
        agreed = plain if intent.daily is True else replace(agreed, daily=False)
    if agreed.daily and (intent.daily is True or agreed.game != context.state.lobby.game):
        chairs, count = daily_deal.arrange_chairs(
            chairs, context.games.shelf[agreed.game], context.games.players, count, context.parts.chance
        )
        agreed = replace(agreed, away=game_agreement.DisplacedBots())
    if not context.can_play_by_touch(agreed):
        chairs = tuple(
            seating.empty_chair(chair, context.parts.chance) if chair.by == "touch" else chair for chair in chairs
        )
    fits = game_agreement.list_offered(context.games.shelf[agreed.game], agreed.variant)
    chairs = tuple(chair if chair.wish in fits else replace(chair, wish=None) for chair in chairs)
    return context.transaction(lobby=agreed, chairs=chairs, chair_count=count)
