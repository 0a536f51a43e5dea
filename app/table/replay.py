"""A finished game as it was after any of its lines, for everybody: only what the public could see then."""

from collections.abc import Mapping

import msgspec

from app.protocol import messages
from app.protocol.results import Finished, Result
from app.protocol.rights import Rejected
from app.storage.database import SavedGame
from app.table import lobby
from app.table.match import EmittedEvent
from engine.game import IllegalAction, Rules
from engine.header import in_header


def looked_back(
    id: str, at: messages.TableView, game: Finished, saved: SavedGame, shelf: Mapping[str, Rules], line: int
) -> messages.LookedBack:
    """The answer to a LookBack; `at` is the table now. Rejected `no-looking-back` if its record cannot be played."""
    line = min(max(line, 0), len(saved.moves))
    if not _fits(saved.header, game.result):
        raise Rejected("no-looking-back")
    events: list[EmittedEvent] = []
    try:
        rules = shelf[lobby.played(saved.kind, saved.header)]
        state = rules.start(lobby.read(rules, saved.header))
        for move in saved.moves[:line]:
            events.clear()
            state.apply(
                move.seat, state.parse(move.text), lambda event, audience: events.append(EmittedEvent(event, audience))
            )
        view = msgspec.json.encode(state.view(None))
    except (KeyError, ValueError, IllegalAction, Rejected):
        raise Rejected("no-looking-back") from None
    news = tuple(
        messages.Line(number, line, msgspec.Raw(msgspec.json.encode(each.event)))
        for number, each in enumerate((each for each in events if each.audience is None), 1)
    )
    table = msgspec.json.encode(_table(at, game, saved, over=line == len(saved.moves)))
    return messages.LookedBack(id, game.mark, line, len(saved.moves), msgspec.Raw(table), msgspec.Raw(view), news)


def _fits(header: Mapping[str, str], result: Result) -> bool:
    """Whether a record is one of the seats in its result; in a file from elsewhere they may be two things."""
    said = header.get("seats", "")
    return said == str(len(result.seats)) or (
        bool(said) and lobby.identities(header) == result.identities and len(result.identities) == len(result.seats)
    )


def _table(at: messages.TableView, game: Finished, saved: SavedGame, *, over: bool) -> messages.TableView:
    """The table as it was set then; its settings are today's, and points are shown."""
    result = game.result
    data, overrides = in_header({} if game.mode == "tally" else saved.header)  # a sheet has data of its own
    return msgspec.structs.replace(
        at,
        phase="over" if over else "game",
        game_id=game.game,
        game=saved.kind,
        mode=game.mode,
        variant=game.variant,
        first=int(saved.header.get("first", "1")),
        early=result.early and over,
        seats=tuple(
            messages.SeatInfo(
                seat=seat,
                by="bot" if seat in result.bots else "touch",
                name=name,
                lang=at.settings.lang,
                present=True,
                wonder=result.identities[seat - 1] if result.identities else None,
                bot=None,
            )
            for seat, name in enumerate(result.seats, 1)
        ),
        settings=msgspec.structs.replace(at.settings, points=True),
        undo=None,
        vote=None,
        repair=None,
        ritual=None,
        doubts=(),
        data=data,
        facts=overrides,
    )
