"""Names of seat emblems and seat colours, for readers who cannot see or distinguish them."""

from collections.abc import Mapping
from functools import cache

from app.text.translation import Words
from app.text.words_protocols import translate_slug


@cache
def emblems(w: Words) -> Mapping[str, str]:
    """Return the translated names of all emblems by slug, in the order in which they are offered."""
    return {
        "boat": w.pgettext("emblem", "boat"),
        "fish": w.pgettext("emblem", "fish"),
        "fir": w.pgettext("emblem", "fir"),
        "key": w.pgettext("emblem", "key"),
        "mushroom": w.pgettext("emblem", "mushroom"),
        "butterfly": w.pgettext("emblem", "butterfly"),
        "anchor": w.pgettext("emblem", "anchor"),
        "heart": w.pgettext("emblem", "heart"),
        "waves": w.pgettext("emblem", "waves"),
        "flower": w.pgettext("emblem", "flower"),
    }


@cache
def colours(w: Words) -> Mapping[str, str]:
    """Return the translated names of all seat colours by slug, in the order in which they are offered."""
    return {
        "aqua": w.pgettext("colour of a seat", "aqua"),
        "rose": w.pgettext("colour of a seat", "rose"),
        "lime": w.pgettext("colour of a seat", "lime"),
        "indigo": w.pgettext("colour of a seat", "indigo"),
        "jade": w.pgettext("colour of a seat", "jade"),
        "magenta": w.pgettext("colour of a seat", "magenta"),
        "petrol": w.pgettext("colour of a seat", "petrol"),
        "heather": w.pgettext("colour of a seat", "heather"),
    }


def emblem(w: Words, slug: str) -> str:
    """Translate the slug of an emblem."""
    return translate_slug(emblems(w), slug)


def colour(w: Words, slug: str) -> str:
    """Translate the slug of a seat colour."""
    return translate_slug(colours(w), slug)
