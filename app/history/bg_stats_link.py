"""A link that enters a finished game into the app Board Game Stats.

https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/ (docs/protocol.md, *Board Game
Stats*). The app asks what to store when somebody opens the link on a phone.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

import msgspec

from app.history.history_text import HistoryWords
from app.protocol.name_rules import name_key
from app.protocol.results import FinishedGame
from app.text.translation import Words
from app.text.words_protocols import seat_name

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Wondertable"


def link(game: FinishedGame, number: int, say: HistoryWords, w: Words, ranks: Sequence[int]) -> str:
    """Return the link; "" for a game that was ended early. `number`: the game's BoardGameGeek id; 0: none. `ranks`:
    each seat's, from 1.

    People are identified by name, so that the app recognises them next time.
    """
    return (
        "" if game.result.early else ADDRESS + quote(msgspec.json.encode(_play(game, number, say, w, ranks)), safe="")
    )


# Any: JSON
def _play(game: FinishedGame, number: int, say: HistoryWords, w: Words, ranks: Sequence[int]) -> dict[str, Any]:
    result = game.result
    return {
        "sourceName": SOURCE,
        "sourcePlayId": game.mark,
        "playDate": f"{datetime.fromtimestamp(game.ended, UTC):%Y-%m-%d %H:%M:%S}",
        "durationMin": max(1, round(game.seconds / 60)),
        "board": say.variants(w, game.kind, game.variant),
        "comments": say.victory_text(w, game.kind, result),
        "game": {
            "name": say.title(w, game.kind),
            "sourceGameId": game.kind,
            **({"bggId": number} if number else {}),
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": seat_name(w, seat, name),  # what it was is its role
                "sourcePlayerId": name_key(name) if name else f"{game.mark}-{seat}",
                "role": say.identity(w, game.kind, result.identities[seat - 1]) if result.identities else "",
                "score": result.scores[seat - 1]["total"],
                "rank": ranks[seat - 1],
                "winner": seat in result.winners,  # the app wants it said, also where it is not so
                "startPlayer": seat == result.first,
            }
            for seat in range(1, len(result.seats) + 1)
            for name in (result.name(seat),)
        ],
    }
