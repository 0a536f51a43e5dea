"""A thing has one label and a label means one thing: every button of every state of the screen is touched."""

import re

import pytest

from app.text.translation import SOURCE, complete
from tests.app.screen import duel_states, labels, scenes, sevens, stage
from tests.one_label import several, unused

QUESTIONS = ("draft", "recruit", "play", "extra", "bury", "rebuild", "lose")  # of 7 Wonders
SEATS = 4
# What may be called differently, and why.
DIFFER = {
    "close": "a way out says what people go on with",
    "open log": "where an entry is to be put right, it says what the log is opened for",
    r"open seat #|correct how=whose .*|act seat=# action=start .*": "people are called by their names",
    r"touch to #|go-on-from .*": "whose turn it is, too",
    r"touch past (seats #|role )": "each row of a filter begins with all of them",
    "open name #": "where people are known, typing is a way beside their names",
    r"undo seat=# more=#": "where it is not asked it says what is undone",
    "open wonder #": "a seat's wonder is called by its name",
    r"look seat=#": "what is answered there in secret has to be looked at before",
    r"act seat=# action=take center card=None": "before it was looked at and after",
    r"touch (do it|yes|no|next)": "the main button and the answers of a question say what they do",
    r"touch (was|try marker\.|key|page) ?#": "seats, tokens, figures, pages",
    r"choose-key part=.*": "a button says which key it has; a second touch and the way back give the choice up",
}


PHONE = re.compile(r'data-do="([a-z-]+)"[^>]*>\s*(?:\{\{-?\s*icon\([^}]*\}\})?\s*\{\{-?\s*w\("([^"]+)"\)')


def phone_labels():
    """Yield the intent and label of each phone button whose intent has no parameters."""
    for page in (stage.ROOT / "app").rglob("*.html"):
        yield from PHONE.findall(page.read_text("utf-8"))


def seven_wonders_room(ask, lang):
    state = sevens.asking(ask, SEATS)
    return sevens.room(state, lang, "touch", questions=sevens.asked(state))


def rooms(lang):
    """Return all states by name. Those of Duel are played in English only."""
    made = {scene.__name__: lambda scene=scene: scene(SEATS, lang) for scene in scenes.SCENES}
    made |= {f"7 Wonders, {ask}": lambda ask=ask: seven_wonders_room(ask, lang) for ask in QUESTIONS}
    made["7 Wonders, end"] = lambda: sevens.room(sevens.play_to_end(SEATS), lang)
    if lang == SOURCE:
        made |= {f"Duel, {name}": make for name, (make, _) in duel_states.STATES.items()}
    return made


# Of the others only some are looked at every time; in these there is most to be touched.
REQUIRED_STATES = ("lobby_bots", "machine", "menu", "panel_parts", "repair_choice", "seat_panel", "sounds")
LANGS = [(SOURCE, 6), *(pytest.param(lang, 1, marks=pytest.mark.full) for lang in complete())]


@pytest.mark.rotated
@pytest.mark.parametrize(("lang", "every"), LANGS)
def test_labels_and_actions_match_one_to_one(lang, every):
    made = rooms(lang)
    some = {*REQUIRED_STATES, *list(made)[::every]}
    pages = {name: labels.labelled(make()) for name, make in made.items() if name in some}
    assert sum(map(len, pages.values())) > 300 / every
    assert all(pages[name] for name in REQUIRED_STATES), "there is something to compare with"
    assert several(pages, DIFFER) == []
    if every == 1:
        assert unused(pages, DIFFER) == []
    if every == 1 and lang == SOURCE:
        there = {act: label for found in pages.values() for label, act in found}
        assert {act: label for act, label in phone_labels() if there.get(act, label) != label} == {}


def test_duplicate_and_ambiguous_labels_are_found():
    pages = {"menu": [("Log", "open log"), ("Undo", "undo")], "end": [("History", "open log"), ("Undo", "open undo")]}
    assert several(pages, {}) == ["open log: {'Log': 'menu', 'History': 'end'}"]
    pages = {"menu": [("Undo", "undo"), ("Undo", "open undo")]}
    assert several(pages, {}) == ["menu: 'Undo' does ['open undo', 'undo']"]
    assert several(pages, {"undo": "as the test wants it"}) == []
    assert unused(pages, {"open log": "nothing opens it"}) == ["open log"]
