"""The screen's menu: links to every page that has no place on the table itself. Phones have tabs instead."""

from collections.abc import Sequence

import msgspec

from app.shown.form import Form, Link, Row, Text
from app.shown.play.leave import LeavingFacts, leave_page
from app.text.translation import Words


class MenuFacts(msgspec.Struct, frozen=True):
    """Facts for the menu. `leave`: how to leave the running game; None: no game runs. `cards`: the panel with the
    reference, if the game has one. `own`: the game's own panels as label, name and icon. `undo`: the last action of a
    finished game can be undone. `tidy`: a link to the list for putting the game away. `learned`: the game was a lesson.
    `over`: the game has ended, so a review exists."""

    silent: bool
    leave: LeavingFacts | None = None
    cards: str = ""
    own: Sequence[tuple[str, str, str]] = ()
    undo: bool = False
    tidy: Link | None = None
    learned: bool = False
    over: bool = False


def menu(w: Words, facts: MenuFacts) -> Form:
    """Build the menu during a game and after it. During a game the ? button explains how to play."""
    rows: list[Row] = [
        to_code(w),
        _panel_link("seats", w("Seats"), "touch"),
        _panel_link("log", w("Log"), "tablet"),
        *([_panel_link(facts.cards, w("All cards"), "card")] if facts.cards else []),
        *([_panel_link("review", w("Review of this game"), "bulb")] if facts.over else []),
        history(w),
        to_settings(w),
        _panel_link("sound", w("Sound"), "mute" if facts.silent else "sound"),
        *(_panel_link(panel, words, picture) for words, panel, picture in facts.own),
        *(leave_page(w, facts.leave).rows_on("screen") if facts.leave else ()),
        *([facts.tidy] if facts.tidy else []),
        *([_panel_link("undo", w("Undo"), "undo")] if facts.undo else []),
        *([_panel_link("learned", w("What you know now"), "question")] if facts.learned else []),
        *([_panel_link("how", w("How to play"), "question")] if facts.cards and not facts.leave else []),
        to_about(w),
    ]
    return Form(w("Menu"), tuple(rows))


def to_code(w: Words) -> Link:
    """Return the link to the table's join code."""
    return _panel_link("code", w("Phones: show the code"), "phone")


def to_settings(w: Words) -> Link:
    """Return the link to the settings."""
    return _panel_link("settings", w("Settings"), "gear")


def history(w: Words) -> Link:
    """Return the link to the history of finished games."""
    return _panel_link("history", w("History"), "crown")


def to_about(w: Words) -> Link:
    """Return the link to the *About* page."""
    return _panel_link("about", w("About"), "wonder")


def about(w: Words, version: str) -> Form:
    """Build the *About* page."""
    text = w(
        "Wondertable {version} is an unofficial table for playing together. It is not made, endorsed or licensed by"
        " the publisher; no artwork or rule text of the game is in it, only facts, our own words and our own"
        " drawings. Free software, MIT licence. Headings are set in Cinzel, under the SIL Open Font License.",
        version=version,
    )
    return Form(to_about(w).words, (Text(key="about", words=text),))


def _panel_link(panel: str, words: str, picture: str) -> Link:
    return Link(key=panel, words=words, to=panel, picture=picture)
