"""Games that end while the screen shows them: the end of each kind, as a table sends it."""

from functools import cache

import msgspec

from app.protocol.log_messages import Line
from app.screen.events import on_tick
from engine.architects import actions as architects_said
from engine.seven_wonders import actions as sevens_said
from engine.tally import actions as tally_said
from tests.app.screen import duel_states, sevens, sheets, stage


def line(number, event):
    return Line(number, number, msgspec.Raw(msgspec.json.encode(event)))


ENDED = (line(5, architects_said.GameEnded(reason="wonder", winners=(1,))),)


def _standing(n, did, whole):
    """Return the final view with these points and stages by seat; the wonder of seat `whole` is complete."""
    view = stage.view(n, over=True)
    chairs = []
    for seat, chair in enumerate(view.seats, 1):
        built = 5 if seat == whole else len(chair.stages)
        total = chair.score.total
        if did:
            total, built = did[seat - 1]
        score = msgspec.structs.replace(chair.score, blue=chair.score.blue + total - chair.score.total, total=total)
        chairs.append(msgspec.structs.replace(chair, stages=tuple(range(1, built + 1)), score=score))
    best = max((chair.score.total, len(chair.stages)) for chair in chairs)
    won = tuple(chair.seat for chair in chairs if (chair.score.total, len(chair.stages)) == best)
    return msgspec.structs.replace(view, seats=tuple(chairs), winners=won)


def architects(*at, **how):
    """Finish a game of Architects by completing a wonder. `did`: points and stages by seat."""
    return finish(before_architects(*at, **how))


def finish(about_to_end):
    room, end = about_to_end
    end()
    return room


def before_architects(n=4, lang="en", did=(), whole=1, langs=(), **settings):
    """Return such a game before its end, and a function that ends it."""
    room = stage.Room()
    chairs = stage.seats(n, "touch", lang)
    if langs:
        chairs = tuple(msgspec.structs.replace(each, lang=to) for each, to in zip(chairs, langs, strict=True))
    facts = {"seats": chairs, "settings": stage.settings(lang=lang, **settings)}
    room.hear(stage.table(n, lang=lang, **facts), stage.view(n))
    view = _standing(n, did, whole)
    return room, lambda: room.hear(stage.table(n, phase="over", lang=lang, **facts), view, news=ENDED)


def duel(*at, **how):
    """Finish a game of Duel by playing the last line of a record."""
    return finish(before_duel(*at, **how))


def before_duel(name="first-game", lang="en", **settings):
    start = duel_states.replay_record(name)[-2]
    game = duel_states.Game(start, lang, settings=stage.settings(lang=lang, **settings))
    return game, lambda: game.say(duel_states.read_record(name)[1][-1].partition(" ")[2])


def seven_wonders(*at, **how):
    """Finish a random game of 7 Wonders. `totals`, `coins`: by seat."""
    return finish(before_seven_wonders(*at, **how))


def before_seven_wonders(n=4, lang="en", totals=(), coins=(), **settings):
    room, before = sevens.Room(), sevens.states(n)[-2]
    facts = {"settings": stage.settings(lang=lang, **settings)}
    room.show(before, lang, **facts)
    view = sevens.play_to_end(n).view(None)
    if totals:
        chairs = tuple(
            msgspec.structs.replace(chair, coins=have, score=msgspec.structs.replace(chair.score, total=total))
            for chair, total, have in zip(view.seats, totals, coins, strict=True)
        )
        best = max(zip(totals, coins, strict=True))
        winners = tuple(seat for seat, did in enumerate(zip(totals, coins, strict=True), 1) if did == best)
        view = msgspec.structs.replace(view, seats=chairs, winners=winners)
    news = (line(900, sevens_said.GameEnded(winners=view.winners)),)
    return room, lambda: room.hear(sevens.table(n, "over", lang, "phone", **facts), view, (), news, stage.codes())


@cache
def _sheet(seats, end):
    return sheets.session("architects", seats, (*sheets.ARCHITECTS, *end), "medals")


def tally(*at, **how):
    """Close a score sheet."""
    return finish(before_tally(*at, **how))


def before_tally(n=4, lang="en", **settings):
    room = stage.Room()
    facts = {
        "game": "architects", "mode": "tally", "games": sheets.GAMES, "variant": ("medals",), "rules": {},
        "settings": stage.settings(lang=lang, **settings),
    }  # fmt: skip
    room.hear(stage.table(n, "game", lang, **facts), _sheet(n, ()).view(None))
    news = (line(30, tally_said.SheetClosed()),)
    over = stage.table(n, "over", lang, **facts), _sheet(n, ("end",)).view(None)
    return room, lambda: room.hear(*over, news=news)


UNFINISHED_GAMES = {
    "architects": before_architects,
    "duel by points": lambda *at, **how: before_duel("first-game", *at[1:], **how),
    "duel military": lambda *at, **how: before_duel("capital-before-the-choice", *at[1:], **how),
    "duel science": lambda *at, **how: before_duel("six-symbols-with-law", *at[1:], **how),
    "seven wonders": before_seven_wonders,
    "tally": before_tally,
}
GAMES = {name: lambda *at, make=make, **how: finish(make(*at, **how)) for name, make in UNFINISHED_GAMES.items()}


def next_part(room):
    """Advance the clock until the end sequence shows its next part."""
    before = room.control.ui.finale.left
    while before and room.control.ui.finale.left == before:
        on_tick.tick(room.control, room.now)
        room.now = (room.control.ui.finale.until or room.now) + 0.01


def parts(room):
    """List the parts of the end sequence, each with the number of categories it counts, up to the sheet."""
    seen = []
    while (step := room.control.ui.finale.step) is not None:
        seen.append((step.part, step.counted))
        next_part(room)
    return seen
