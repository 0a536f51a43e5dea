"""A thing has one label and a label means one thing: every button of the pages of phones, in whole games."""

import random
import re
from html import unescape

import pytest

from app.games.game_list import shelf
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.play_messages import Act
from app.text.translation import SOURCE, complete
from engine.game import Seat
from tests.app.phones.served import GAMES, Served
from tests.one_label import several, unnumbered

TABS = ("mine", "table", "score", "more")
BUTTON = re.compile(r'<button\b[^>]*\bdata-do="([^"]*)"([^>]*)>(.*?)</button>', re.DOTALL)
SPOKEN = re.compile(r'\baria-label="([^"]*)"')
READ = re.compile(r'<span class="read">.*?</span>', re.DOTALL)
VARIANTS = {"architects": ("medals", "medal-tokens"), "duel": (), "seven-wonders": ("leaders",)}
SAMPLED_DECISION = 17  # so many decisions of a game lie between two that are looked at
# What may be called differently, and why.
DIFFER = {
    r"set-game;game=.*;watch=#": "it says who plays",
    r"plan;thing=.*": "it stands behind the name of what is saved for",
    r"undo;.*": "it says what would be undone",
    r"hand-over;seat=#": "one's own seat, or one that no phone holds",
    r"set-seat;seat=#;by=bot.*": "said of a seat, or answered by who leaves it",
}


@pytest.fixture
def served(tmp_path, facts, every_fact):
    served = Served(tmp_path, facts, shelf=shelf(every_fact))
    yield served
    served.store.close()


def button_labels(show, seat, tab):
    """List each button on a tab of a seat's page: its label, and the intent that it sends."""
    reader = PageState(Actor("seat", Seat(seat)), tab, "")
    show.update_page(reader, False)
    found = []
    for part in reader.shown.values():
        for act, facts, inside in BUTTON.findall(part.html):
            spoken = SPOKEN.search(facts)
            label = spoken[1] if spoken else re.sub(r"<[^>]*>", " ", READ.sub("", inside))
            found.append((unnumbered(" ".join(unescape(label).split())), unnumbered(unescape(act))))
    return found


def pages(served, game, lang):
    """Yield the buttons of every tab: in the lobby, along a game, and at its end."""
    show, rng = PageMaker(served.table, GAMES), random.Random(4)
    served.send(SetGame, game=game, variant=VARIANTS[game])
    served.sit(*("Ada", "Ben", "Cleo")[: 2 if game == "duel" else 3], lang=lang)
    yield from label_tabs("lobby", show, 0)
    served.send(Start)
    nth = 0
    while served.phase() == "game":
        seat = next(seat for seat in range(3) if served.table.snapshot(Actor("seat", Seat(seat)), 0).questions)
        asked = served.table.snapshot(Actor("seat", Seat(seat)), served.table.log_end).questions[0]
        if nth % SAMPLED_DECISION == 0:
            yield from label_tabs(f"{nth}", show, seat)
        nth += 1
        action = rng.choice(asked.legal)
        served.send(Act, Actor("seat", Seat(seat)), seat=seat + 1, question=asked.number, action=action)
    yield from label_tabs("over", show, 0)


def label_tabs(moment, show, seat):
    for tab in TABS:
        yield f"{moment} {tab}", button_labels(show, seat, tab)


CASES = [
    pytest.param(game, lang, marks=() if lang == SOURCE else pytest.mark.full)
    for game in VARIANTS
    for lang in complete()
]


@pytest.mark.rotated
@pytest.mark.parametrize(("game", "lang"), CASES)
def test_every_intent_has_one_label_and_every_label_one_intent(served, game, lang):
    found = dict(pages(served, game, lang))
    assert sum(map(len, found.values())) > 50
    assert several(found, DIFFER) == []
