"""A finished game as it was after any of its lines, for everybody: only what the public could see then."""

from collections.abc import Mapping

import msgspec

from app.protocol import messages as m
from app.protocol.results import Finished, Result
from app.protocol.rights import Refusal
from app.storage.database import SavedGame
from app.table import lobby
from app.table.match import Told
from engine.game import IllegalAction, Rules
from engine.header import in_header


def looked_back(
    id: str, at: m.TableView, game: Finished, saved: SavedGame, shelf: Mapping[str, Rules], line: int
) -> m.LookedBack:
    """The answer to a LookBack; `at` is the table now. Refusal `no-looking-back` if its record cannot be played."""
    line = min(max(line, 0), len(saved.rows))
    if not _fits(saved.header, game.result):
        raise Refusal("no-looking-back")
    told: list[Told] = []
    try:
        rules = shelf[lobby.played(saved.kind, saved.header)]
        state = rules.start(lobby.read(rules, saved.header))
        for row in saved.rows[:line]:
            told.clear()
            state.apply(row.seat, state.parse(row.text), lambda event, readers: told.append(Told(event, readers)))
        view = msgspec.json.encode(state.view(None))
    except (KeyError, ValueError, IllegalAction, Refusal):
        raise Refusal("no-looking-back") from None
    news = tuple(
        m.Line(number, line, msgspec.Raw(msgspec.json.encode(each.event)))
        for number, each in enumerate((each for each in told if each.readers is None), 1)
    )
    table = msgspec.json.encode(_table(at, game, saved, over=line == len(saved.rows)))
    return m.LookedBack(id, game.mark, line, len(saved.rows), msgspec.Raw(table), msgspec.Raw(view), news)


def _fits(header: Mapping[str, str], result: Result) -> bool:
    """Whether a record is one of the seats in its result; in a file from elsewhere they may be two things."""
    said = header.get("seats", "")
    return said == str(len(result.seats)) or (
        bool(said) and lobby.identities(header) == result.identities and len(result.identities) == len(result.seats)
    )


def _table(at: m.TableView, game: Finished, saved: SavedGame, *, over: bool) -> m.TableView:
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
            m.SeatInfo(
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
