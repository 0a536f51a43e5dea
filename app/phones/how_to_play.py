"""The *How to play* page of the game on the table, or of the next one.

It holds the table's manual, the rules in short, all printed things, and a search field.
"""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from app.phones import manual_pictures
from app.phones.game_page_interface import BoxedPages, ManualPages, TeachingPages
from app.phones.page_maker import PageMaker
from app.shown.play import rules_search
from app.shown.play.manual import manual
from app.text.reference import Chapter
from app.text.translation import Words

QUERY: Final = "how"  # of the page's address
SEARCH_FIELD: Final = "word"  # the search field


def page(show: PageMaker, w: Words, query: Mapping[str, str] = MappingProxyType({})) -> str | None:
    """Render the page as HTML; None if the game has no rules text."""
    table = show.current_table()
    shown = show.make_pages(table.game, table.game_data)  # a score sheet’s game, too
    if not isinstance(shown, TeachingPages):
        return None
    asked = query.get(SEARCH_FIELD, "")[: rules_search.MAX_QUERY_CHARS]
    pages = shown.how_to_play(w, table.variant)
    own = shown.manual(w) if isinstance(shown, ManualPages) else ()
    chapters: tuple[Chapter, ...] = ()
    found: tuple[rules_search.RulesAnswer, ...] = ()
    hint = ""
    if isinstance(shown, BoxedPages):
        refer = shown.labels.refer
        hint = rules_search.hint(w, refer)
        chapters = refer.chapters(shown.facts, None, table.variant)
        found = rules_search.search_rules(w, asked, pages, refer, shown.facts, table.variant)
    return show.pages.page(
        "how.html",
        w.lang,
        table=show.table.id,
        game=show.say[table.game].title(w),
        pages=pages,
        manual=manual(w, own),
        picture=partial(manual_pictures.address, w.lang, table.game),
        labels=shown.labels,
        chapters=chapters,
        asked=asked,
        longest=rules_search.MAX_QUERY_CHARS,
        found=found,
        nothing=rules_search.no_results(w),
        hint=hint,
        drawn_with=show.drawings[table.game, False],
    )
