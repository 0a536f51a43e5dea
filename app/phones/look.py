"""Colours and the size of words, as a phone wants them: it says so with whatever it asks for, by cookies."""

from collections.abc import Mapping
from contextvars import ContextVar
from typing import NamedTuple


class PageLook(NamedTuple):
    """`bright`: with the colours for a bright room. `words`: `2` for large ones, `3` for very large ones."""

    bright: bool = False
    words: str = ""


LOOK: ContextVar[PageLook] = ContextVar("look")  # of whoever is being answered


def wished(cookies: Mapping[str, str]) -> PageLook:
    """What a phone's cookies say; nonsense is nothing."""
    words = cookies.get("words", "")
    return PageLook(cookies.get("light") == "bright", words if words in ("2", "3") else "")
