"""Writes the page that shows a result without a table: `python -m docs.result`, from the project's folder.

It is made of docs/result/page.html, page.css and page.js, the words of all languages and the drawings of the sheets, so
that one file has everything. docs/result/index.html is to be put somewhere on the web; its address is a setting.
"""

import json
from base64 import b64encode
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import main
from app.games.game_list import GAMES, shelf, words
from app.games.tally.score_icons import GLYPHS, signs_of
from app.looks import seat_emblems
from app.looks.score_icons import Scored, paint_sign
from app.looks.seat_emblems import EMBLEM_PREFIX, EMBLEMS
from app.looks.theme import css
from app.protocol.seat_badges import COLOURS
from app.table.lobby import game_agreement
from app.text import translation
from app.text.result_page import sentences
from app.text.translation import capital
from app.text.words_protocols import CountWords, TieWords
from app.web.static_files import lean
from app.web.svg_sprites import FIGURE, GROUND, figures, symbol
from engine.game import Game, roles_of

FOLDER: Final = Path(__file__).parent / "result"
PAGE: Final = FOLDER / "index.html"
SEATS: Final = {  # of a game with all that can be scored in it
    "architects": "giza, rhodes",
    "duel": "2",
    "seven-wonders": "gizah-day, rhodos-day, babylon-day",
}
VICTORIES: Final = ("", "civilian", "military", "science")  # a game may be won, where there is more than one way


def page() -> str:
    """Return the whole page."""
    style = _read("page.css")
    script = lean(".js", _read("page.js")).replace('"FACTS"', _json(facts()), 1)
    night, bright = (f":root{{{css(bright)}}}" for bright in (False, True))
    style = lean(".css", f"{night}@media (prefers-color-scheme:light){{{bright}}}{style}")
    return (
        _read("page.html")
        .replace("STYLE-MARK", _mark(style))
        .replace("SCRIPT-MARK", _mark(script))
        .replace("DRAWINGS", str(_drawings()))
        .replace("STYLE", style)
        .replace("SCRIPT", script)
    )


def facts() -> dict[str, Any]:  # Any: JSON
    """Return the data of the script: words by language, the symbol of each line of a sheet, and badges."""
    games = shelf(main.read_game_data())
    return {
        "words": {lang: _words(lang, games) for lang in translation.languages()},
        "names": dict(translation.languages()),
        "signs": _signs(),
        "emblems": sorted(EMBLEMS),
        "colours": COLOURS,
        "badge": [seat_emblems.CORNER, seat_emblems.FIGURE],
    }


def _words(lang: str, games: Mapping[str, Game]) -> dict[str, Any]:
    w, found = translation.words(lang), {}
    for slug, say in words().items():
        game = games[slug]
        variants = tuple(game.variants())
        header = {"game": slug, "seats": SEATS[slug]} | ({"variant": " ".join(variants)} if variants else {})
        [score, *_] = game.start(game_agreement.parse_header(game, header)).scores()
        roles = (*roles_of(game).roles(),)
        found[slug] = {
            "title": say.title(w),
            "lines": {line: capital(say.category(w, line)) for line in score if line != "total"},
            "roles": {role: say.identity(w, role) for role in roles},
            "variants": {variant: say.variant(w, variant) for variant in variants},
            "how": {how: say.victory(w, how) for how in VICTORIES if how} if isinstance(say, CountWords) else {},
            "ties": {how: say.tie_rule(w, how) for how in VICTORIES} if isinstance(say, TieWords) else {},
        }
    return {"say": sentences(w), "games": found}


def _signs() -> dict[str, Mapping[str, Scored]]:
    """Return the scored categories by game; "": of an unknown one."""
    return {slug: signs_of(pack) for slug, pack in GAMES.items()} | {"": GLYPHS}


def _drawings() -> str:
    """Return the symbols of sheets and badges, as SVG."""
    signs = {picture or colour: (picture, colour) for of in _signs().values() for picture, colour in of.values()}
    drawn = (
        symbol(name, partial(paint_sign, sign=sign, ground=GROUND, ink=FIGURE)) for name, sign in sorted(signs.items())
    )
    badges = figures(("crown", *(f"{EMBLEM_PREFIX}{name}" for name in EMBLEMS)))
    return f'<svg hidden aria-hidden="true">{"".join((*drawn, *badges))}</svg>'


def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).replace("</", "<\\/")


def _mark(text: str) -> str:
    """Return the hash by which a page's Content-Security-Policy allows a script or style."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
