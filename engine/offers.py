"""What is offered to seats."""

from collections.abc import Sequence


# object: each game has actions of its own kinds.
def among(offer: Sequence[object], action: object) -> bool:
    """Whether an action is on offer; mostly it is one of those that were handed out."""
    for one in offer:
        if one is action:
            return True
    return action in offer
