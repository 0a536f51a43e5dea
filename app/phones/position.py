"""What lies on the table, entered on a phone where people deal: to begin in the middle, or to go on from there.

The form is the game's (`HasPositionForm`); what does not fit, the table says, and it comes back as it was filled in.
"""

from pathlib import Path
from secrets import token_hex
from typing import Any, Final

import msgspec

from app.phones.game import Fields, HasPositionForm, PageContext
from app.phones.presenter import Show
from app.protocol import messages
from app.protocol.rights import Rejected, Who
from app.text import table as table_words
from app.text.game import people_of
from app.text.languages import Words

QUERY: Final = "position"  # of the form's address
FILES: Final = tuple(Path(__file__).parent / name for name in ("lay.css", "lay.js"))  # of these forms alone


class Positions:
    """Shows the form, and begins where it says."""

    def __init__(self, show: Show) -> None:
        self._show = show
        self._table = show.table

    def page(self, w: Words, who: Who, fields: Fields | None = None, error: str = "") -> str | None:
        """The form as HTML, filled in with what has been told so far; None where there is nothing to enter."""
        at = self._at(w, who)
        if at is None:
            return None
        shown, page, view = at
        template, known, facts = shown.position_form(page, view)
        held = [seat for seat in page.table.seats if seat.by != "free"]
        return self._show.pages.page(
            template,
            w.lang,
            table=self._table.id,
            labels=shown.labels,
            people=[page.people[seat.seat - 1] for seat in held],
            running=view is not None,
            v=known if fields is None else fields,
            error=error,
            asks_pin=view is not None and self._show.asks_pin(who),
            **facts,
        )

    def enter(self, w: Words, who: Who, form: Fields) -> str | None:
        """Begin there. The form with a sentence where it does not fit; None if it is done, or nothing is asked."""
        at = self._at(w, who)
        if at is None:
            return None
        shown, page, view = at
        position = msgspec.json.encode(shown.position(page, view, form)).decode()
        try:
            if view is None:
                self._table.handle(who, messages.Start(token_hex(8), position))
            else:
                self._show.give_pin(who, form)
                self._table.handle(who, messages.GoOnFrom(token_hex(8), position, sure=form.get("sure") == "yes"))
        except Rejected as no:
            say = self._show.say[page.table.game]
            return self.page(w, who, form, table_words.refusal(w, no.code, no.params, say))
        return None

    # Any: each game has its own view.
    def _at(self, w: Words, who: Who) -> tuple[HasPositionForm, PageContext, Any | None] | None:
        """The game's pages, the reader's, and what has been told of the game."""
        snapshot = self._table.snapshot(who, self._table.log_end)
        table = self._show.table_view(bytes(snapshot.table))
        if table.mode != "track" or table.phase == "over" or who.seat is None:
            return None
        shown = self._show.showing(table.game, table.game_data)
        if not isinstance(shown, HasPositionForm):
            return None
        people = people_of(w, table.seats)
        page = PageContext(w, table, people, snapshot.rev, who.seat + 1, None)
        return shown, page, None if snapshot.game is None else shown.view(bytes(snapshot.game))
