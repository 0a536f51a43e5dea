"""Records of 7 Wonders without the names of hands."""


def is_hand(text: str) -> bool:
    return text.startswith(("deal ", "draw "))


def nameless(text: str) -> str:
    """Return a line without the name of the card that goes face down."""
    words = text.split()
    for verb in ("stage", "sell"):
        if verb in words[1:3]:
            del words[words.index(verb) + 1]
    return " ".join(words)
