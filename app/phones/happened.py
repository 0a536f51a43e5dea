"""What everybody knows to have happened to each seat, read once for all pages that are told of a change."""

from app.protocol import messages
from app.protocol.rights import ONLOOKER
from app.table.table import Table
from app.text.guide import Past, past_of


class PublicLog:
    """The public log of the game on the table, as far as it has been asked for."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._game, self._rev, self._since = 0, -1, 0
        self._lines: dict[int, messages.Line] = {}
        self._past: Past = ()

    def past(self, table: messages.TableView) -> Past:
        """Of each seat, in the game that this view is of."""
        if (self._game, self._rev) == (table.game_id, self._table.rev):
            return self._past
        if self._game != table.game_id:
            self._lines, self._since = {}, 0
        for line in self._table.snapshot(ONLOOKER, self._since).news:
            self._lines[line.number] = line
            if line.forgotten:
                del self._lines[line.number]
        self._game, self._rev, self._since = table.game_id, self._table.rev, self._table.log_end
        self._past = past_of((self._lines[number] for number in sorted(self._lines)), len(table.seats))
        return self._past
