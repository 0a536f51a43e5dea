"""*How to play* as a page of a phone: of the game on the table, or of the next one."""

from typing import Final

from app.phones.game import TeachingPages
from app.phones.page_maker import PageMaker
from app.text.languages import Words

QUERY: Final = "how"  # of the page's address


def page(show: PageMaker, w: Words) -> str | None:
    """The page as HTML; None where the game does not say it."""
    table = show.now()
    shown = show.showing(table.game, table.game_data)  # a score sheet’s game, too
    if not isinstance(shown, TeachingPages):
        return None
    title = show.say[table.game].title(w)
    pages = shown.how_to_play(w, table.variant)
    return show.pages.page("how.html", w.lang, table=show.table.id, game=title, pages=pages)
