"""Writes the player's manual, a page a game and language: `.venv/bin/python -m docs.manual`, from the project's folder.

`--pictures` makes its pictures again, of pictured states (`tests/pictures`), in every language; they lie in
data/manual, where phones find them too, and need what `./setup.sh test` installs.
"""

import asyncio
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from textwrap import fill
from typing import Final

from app.games import game_list
from app.phones.manual_pictures import FOLDER, SUFFIX, find_picture
from app.shown.play.manual import manual
from app.text.translation import complete, languages, words

ROOT: Final = Path(__file__).parent.parent
PAGES: Final = ROOT / "docs" / "manual"
MADE: Final = "<!-- made by `python -m docs.manual` from app/shown/play/manual.py and games/*/manual_section.py -->\n"
INTRODUCTION: Final = """# How it is played at this table

A page a game, in four languages; phones have the same: *?* twice, or *How to play* on their last page. What the rules
are, the game itself teaches, and the rulebook says.

"""
WIDE: Final = 640  # pixels, of a picture of the screen
NARROW: Final = 320  # of a phone's
SIZE: Final = (1280, 720)  # of the screen that is seen
PHONE: Final = "390x664"
STATES: Final[Mapping[str, tuple[str, str, int]]] = {  # of which game, and its name: family, state, seats
    "architects-lobby": ("architects", "lobby", 4),
    "architects-turn": ("architects", "play", 4),
    "architects-peek": ("architects", "peek", 4),
    "architects-conflict": ("architects", "ritual", 4),
    "architects-cardboard": ("architects", "track", 4),
    "architects-sheet": ("sheets", "counters", 4),
    "architects-end": ("architects", "end", 4),
    "duel-lobby": ("duel", "lobby", 2),
    "duel-turn": ("duel", "card open", 2),
    "duel-token": ("duel", "progress", 2),
    "duel-sheet": ("sheets", "duel", 2),
    "duel-end": ("duel", "end points", 2),
    "seven-wonders-lobby": ("seven", "lobby", 4),
    "seven-wonders-turn": ("seven", "revealed", 4),
    "seven-wonders-conflict": ("seven", "fighting", 4),
    "seven-wonders-telling": ("seven", "telling", 4),
    "seven-wonders-sheet": ("sheets", "seven_wonders", 4),
    "seven-wonders-end": ("seven", "ended", 4),
}
PHONES: Final[Mapping[str, tuple[str, int]]] = {  # the same of phones: state, seats
    "all-hint": ("hint", 4),
    "seven-wonders-hand": ("7 wonders play", 4),
}


def pages() -> Iterator[tuple[Path, str]]:
    """Yield every page with its path."""
    index, says = INTRODUCTION, game_list.words()
    for lang in complete():
        titles = {slug: game.title(words(lang)) for slug, game in says.items()}
        links = " · ".join(f"[{title}]({lang}/{slug}.md)" for slug, title in titles.items())
        index += f"- {languages()[lang]}: {links}\n"
        for slug, title in titles.items():
            yield PAGES / lang / f"{slug}.md", _page(slug, title, lang)
    yield PAGES / "README.md", MADE + index


def _page(slug: str, title: str, lang: str) -> str:
    w = words(lang)
    text = f"{MADE}# {title}\n"
    for part in manual(w, import_module(f"app.games.{slug.replace('-', '_')}.manual_section").parts(w)):
        text += f"\n## {part.title}\n\n" + "\n".join(
            f"{fill(each, 120, break_on_hyphens=False)}\n" for each in part.says
        )
        if part.picture and (picture := find_picture(lang, slug, part.picture)):
            where = f"../../../{picture.relative_to(ROOT)}"
            text += f"\n![{part.title}]({where})\n"
    return text


def _pictures(only: list[str]) -> None:
    from docs import illustrated  # brings the screen along, which pages do not need

    for lang in complete():
        (FOLDER / lang).mkdir(parents=True, exist_ok=True)
        for name in only or (*STATES, *PHONES):
            if name in STATES:
                seen, wide = illustrated.state(*STATES[name], SIZE, bright=False, lang=lang), WIDE
            else:
                seen = asyncio.run(illustrated.phone(*PHONES[name], bright=False, size=PHONE, lang=lang))
                wide = NARROW
            small = seen.resize((wide, round(seen.height * wide / seen.width)))
            small.save(FOLDER / lang / f"{name}{SUFFIX}", quality=72, method=6)


def main(asked: list[str]) -> None:
    if asked[:1] == ["--pictures"]:
        _pictures(asked[1:])
    for file, text in pages():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
