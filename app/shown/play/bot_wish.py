"""The sentence about what a bot wants to do with people's own cards, for both surfaces."""

from collections.abc import Sequence
from itertools import groupby

from app.protocol.cardboard_messages import BotWish
from app.text.translation import Words, join_phrases
from app.text.words_protocols import GameWords, HouseWords


def sentence(w: Words, say: GameWords, wish: BotWish, people: Sequence[str]) -> str:
    """Return the announcement of a bot: its action, or its actions in the order in which people look for the card."""
    name = people[wish.seat - 1]
    if wish.cards and isinstance(say, HouseWords):
        cards = ", ".join(say.house_thing(w, f"card {card}") for card in wish.cards)
        if not wish.actions:
            return w("{name} takes the first of these that lies open: {cards}.", name=name, cards=cards)
        action = say.action(w, wish.actions[0], people)
        return w(
            "{name} takes the first of these that lies open: {cards}. Otherwise: {action}",
            name=name,
            cards=cards,
            action=action,
        )
    if len(wish.actions) == 1:
        return w("{name}: {action}", name=name, action=say.action(w, wish.actions[0], people))
    runs = (_join(w, say, tuple(run), people) for _, run in groupby(wish.actions, lambda text: text.rpartition(" ")[0]))
    return w("{name} wants the first of these that you can do: {actions}.", name=name, actions=join_phrases(w, runs))


def _join(w: Words, say: GameWords, actions: Sequence[str], people: Sequence[str]) -> str:
    """Join actions that differ in their card: `Build Quarry, Stone Pit`."""
    labels = [say.action(w, action, people) for action in actions]
    if isinstance(say, HouseWords):
        cards = [say.house_thing(w, f"card {action.split()[-1]}") for action in actions]
        if cards[0] in labels[0]:
            return labels[0].replace(cards[0], ", ".join(cards))
    return ", ".join(labels)
