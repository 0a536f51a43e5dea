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
    before, chance, shelf = context.state.lobby, context.parts.chance, context.games.shelf
    if intent.keep not in (msgspec.UNSET, before.keep):
        context.check_host()
    chairs, count = _stand_up(context, intent), context.state.chair_count
    agreed = game_agreement.apply_intent(before, intent, shelf, context.games.modes, len(chairs))
    game = shelf[agreed.game]
    if agreed.game != before.game:
        chairs = tuple(replace(chair, wish=None) for chair in chairs)
    if (agreed.game, agreed.mode) != (before.game, before.mode):
        chairs, count, away = game_agreement.fit_chairs(chairs, agreed, game, count, chance)
        first = agreed.first if agreed.first is None or agreed.first <= len(chairs) else None
        agreed = replace(agreed, away=away, first=first)
    if agreed.daily and not daily_deal.is_suitable(agreed):
        plain = replace(agreed, mode="play", variant=(), rules={}, first=None)
        agreed = plain if intent.daily is True else replace(agreed, daily=False)
    if agreed.daily and (intent.daily is True or agreed.game != before.game):
        chairs, count = daily_deal.arrange_chairs(chairs, game, context.games.players, count, chance)
        agreed = replace(agreed, away=game_agreement.DisplacedBots())
    if not context.can_play_by_touch(agreed):
        chairs = tuple(seating.empty_chair(chair, chance) if chair.by == "touch" else chair for chair in chairs)
    fits = game_agreement.list_offered(game, agreed.variant)
    chairs = tuple(chair if chair.wish in fits else replace(chair, wish=None) for chair in chairs)
    return context.transaction(lobby=agreed, chairs=chairs, chair_count=count)


def _stand_up(context: IntentContext, intent: SetGame) -> seating.Chairs:
    """Empty the chairs of people who stand up, because the agreed game has fewer places."""
    chairs = context.state.chairs
    for number in intent.watch:
        seat = context.seat(number)
        context.check_seat(seat)
        context.check_taken(seat)
        context.check_others(seat)
        chairs = seating.replace_chair(chairs, seat, seating.empty_chair(chairs[seat], context.parts.chance))
    return chairs
