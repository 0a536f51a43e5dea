"""The appearance of a phone's pages: colours and text size, set by cookies."""

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import cache
from typing import Final, NamedTuple, ParamSpec, TypeVar, cast

from app.looks.drawing_fallback import is_drawable

Arguments = ParamSpec("Arguments")
T = TypeVar("T")

SHEETS: Final = {  # by bright and plain
    (False, False): "",
    (True, False): "bright.css",
    (False, True): "plain.css",
    (True, True): "plain-bright.css",
}


class PageLook(NamedTuple):
    """An appearance. `bright`: colours for a bright room. `words`: text size, `2` large, `3` very large.

    `plain`: no drawings, as set at the table.
    """

    bright: bool = False
    words: str = ""
    plain: bool = False

    @property
    def sheet(self) -> str:
        """The style sheet with its colours; "" for the default one."""
        return SHEETS[self.bright, self.plain]


# Of the current request.
LOOK: ContextVar[PageLook] = ContextVar("look", default=PageLook())  # noqa: B039  # a tuple does not change


def is_plain() -> bool:
    """Check that the current request gets no drawings."""
    return LOOK.get().plain


def cache_by_look(draw: Callable[Arguments, T]) -> Callable[Arguments, T]:
    """Cache a drawing once with drawings and once without."""
    drawn = {plain: cast("Callable[Arguments, T]", cache(draw)) for plain in (False, True)}

    def find_or_draw(*args: Arguments.args, **kwargs: Arguments.kwargs) -> T:
        return drawn[is_plain()](*args, **kwargs)

    return find_or_draw


def parse_appearance(cookies: Mapping[str, str], plain: bool) -> PageLook:
    """Parse a phone's cookies into an appearance; invalid values are ignored. `plain`: the table's setting.

    Drawings are also off if their data is missing.
    """
    words = cookies.get("words", "")
    return PageLook(cookies.get("light") == "bright", words if words in ("2", "3") else "", plain or not is_drawable())
