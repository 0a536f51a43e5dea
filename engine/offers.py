"""Offers: the legal actions that were handed out to a seat."""

from collections.abc import Sequence


# object: each game has actions of its own kinds.
def is_offered(offer: Sequence[object], action: object) -> bool:
    """Check whether an action is on offer. Identity is tried first, since most actions are those handed out."""
    for one in offer:
        if one is action:
            return True
    return action in offer
