"""Pages that people read or fill in, of each game, at a long and at a short edge: states of the catalogue."""

from functools import partial

from app.screen.pages.cardboard.position_entry import entering_of
from app.screen.state.ui_state import PositionDraft
from tests.app.screen import duel_positions, duels, scenes, seven_positions, sevens, sheets, stage
from tests.app.screen.duel_tellers import DUELS, tell_lines

EDGES = (0, 1)  # the far sides are the same, turned
SHIELD = {"en": "shield", "de": "schild", "nl": "schild", "fr": "bouclier"}
CHAPTERS = 9  # of a reference, at most; a number that it has not shows all of them
READ = {
    "lobby": scenes.lobby,
    "architects": scenes.play,
    "cardboard": scenes.track,
    "end": scenes.end,
    "duel": lambda n, lang="en": duels.room(duels.in_age(2, 1), lang),
    "7 Wonders": lambda n, lang="en": sevens.room(sevens.asking("play", n, 600), lang),
    "sheet": sheets.counters,
}
REFERENCES = {
    "architects": scenes.play_medals,
    "architects, lobby": scenes.lobby,
    "duel": READ["duel"],
    "7 Wonders": READ["7 Wonders"],
}
TABLES = {  # before a game
    "architects": (stage.Room, stage.table, ("medals", "medal-tokens")),
    "duel": (duels.Room, lambda n, phase, lang, **facts: duels.table(phase, lang, **facts), ()),
    "seven-wonders": (sevens.Room, sevens.table, ("leaders",)),
}


def without_cards(game, n, lang="en", phase="lobby", **facts):
    """Make a table of this game, before its beginning or in another phase."""
    make, table, _ = TABLES[game]
    return make().hear(table(n, phase, lang, **facts), None, (), the_codes=stage.codes())


def to_be_laid_out(game, n, lang="en", **facts):
    """Make a table of a dealt game with everything that can be added to it."""
    return without_cards(game, n, lang, **{"mode": "track", "variant": TABLES[game][2], **facts})


def _page(make, panel, edge, n, lang):
    room = make(n, lang)
    room.control.change(panel=panel, edge=edge, typed=SHIELD[lang] if panel == "found" else "")
    return room


def _pages(makes, *panels):
    return {
        f"{panel} {name} {edge}": partial(_page, make, panel, edge)
        for name, make in makes.items()
        for panel in panels
        for edge in EDGES
    }


STATES = {
    **_pages(READ, "manual", "how"),
    **_pages(REFERENCES, *(f"reference {number}" for number in range(CHAPTERS + 1))),
    **_pages({game: partial(without_cards, game) for game in TABLES}, "found", "ask"),
    **_pages({game: partial(to_be_laid_out, game) for game in TABLES}, "box"),
}


# ---- what is entered of a position on the table ----------------------------------------------------------------

[GUILDS] = [path for path in DUELS if path.stem == "duel-guilds"]


def duel_before_a_game(n, lang="en"):
    return duel_positions.lobby(lang)


def told_duel(n, lang="en"):
    return tell_lines(GUILDS, 60, lang=lang)


def told_seven_wonders(n, lang="en"):
    return seven_positions.tell_steps(n, 20 * n, lang)[0]


def _position(make, page, edge, n, lang):
    room = make(n, lang)
    room.control.open_panel("position", edge)
    room.control.change(entering=PositionDraft(entering_of(room.control.scene).laid, page, "2"))
    return room


def _positions(make, name, pages, edges=EDGES):
    return {f"{name} {page} {edge}": partial(_position, make, page, edge) for page in pages for edge in edges}


DUEL_POSITIONS = {
    **_positions(
        lambda n, lang: duel_positions.lobby(lang), "entry", ("turn", "military", "wonders", "tokens", "1"), (0,)
    ),
    **_positions(told_duel, "entry in a game", ("turn", "military", "wonders", "tokens", "1", "2", "3")),
}
SEVEN_WONDERS_POSITIONS = {
    **_positions(seven_positions.lobby, "entry", ("turn", "tokens", "wonders"), (0,)),
    **_positions(told_seven_wonders, "entry in a game", ("turn", "tokens", "1", "2", "3", "leaders 1"), (0,)),
}
