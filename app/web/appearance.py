"""Colours and the size of words, as a phone wants them: it says so with whatever it asks for, by cookies."""

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import cache
from typing import Final, NamedTuple, TypeVar

from app.looks.drawing_fallback import is_drawable

T = TypeVar("T")

SHEETS: Final = {  # by whether it is bright, and whether it has plain figures
    (False, False): "",
    (True, False): "bright.css",
    (False, True): "plain.css",
    (True, True): "plain-bright.css",
}


class PageLook(NamedTuple):
    """`bright`: with the colours for a bright room. `words`: `2` for large ones, `3` for very large ones.

    `plain`: with plain figures, as people at the table want them.
    """

    bright: bool = False
    words: str = ""
    plain: bool = False

    @property
    def sheet(self) -> str:
        """The file with its colours; "" for those that every page has."""
        return SHEETS[self.bright, self.plain]


LOOK: ContextVar[PageLook] = ContextVar("look")  # of whoever is being answered


def is_plain() -> bool:
    """Whether whoever is being answered sees plain figures."""
    return LOOK.get(PageLook()).plain


def once_a_look(draw: Callable[..., T]) -> Callable[..., T]:
    """Draw a thing once, and once more where it has plain figures."""
    drawn = {plain: cache(draw) for plain in (False, True)}
    return lambda *args: drawn[is_plain()](*args)


def wished(cookies: Mapping[str, str], plain: bool) -> PageLook:
    """What a phone's cookies say, at a table with plain figures or without; nonsense is nothing.

    Figures are also plain where there are no pictures to show.
    """
    words = cookies.get("words", "")
    return PageLook(cookies.get("light") == "bright", words if words in ("2", "3") else "", plain or not is_drawable())
