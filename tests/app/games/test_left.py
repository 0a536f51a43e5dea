"""Every *N left* that is shown in played games is what the table has: on phones and on the screen of what is printed,
on phones also of stacks, ages, leaders.
"""

import json
import random
import re
from collections import Counter
from functools import partial
from html import unescape
from types import SimpleNamespace

import msgspec
import pytest

from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import ONLOOKER, SCREEN, Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.screen.composition import compose
from app.screen.events import on_message
from engine.architects import actions as architects
from engine.architects.data_validation import game_data as of_architects
from engine.architects.game_facade import Architects
from engine.architects.view_json import View as ArchitectsView
from engine.duel.data_validation import game_data as of_duel
from engine.duel.game_facade import Duel
from engine.duel.view_json import View as DuelView
from engine.game import Seat
from engine.seven_wonders.data_validation import game_data as of_seven_wonders
from engine.seven_wonders.game_facade import SevenWonders
from engine.seven_wonders.view_json import View as SevenView
from tests.app.games.references import COUNTED, REFERENCES, lying, printed
from tests.app.phones.served import GAMES, Served
from tests.app.screen import stage
from tests.app.screen.at_table import AtTable, as_read

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus")
VARIANTS = {"architects": ("medals", "expert", "medal-tokens"), "duel": (), "seven-wonders": ("leaders", "experts")}
VIEWS = {"architects": ArchitectsView, "duel": DuelView, "seven-wonders": SevenView}
CHAPTER = re.compile(r"<summary><b>[^<]*</b><small>([^<]*)</small></summary>(.*?)</ul>", re.DOTALL)
THING = re.compile(r'<span class="row wrap"><b>[^<]*</b>(?:<small class="push">([^<]*)</small>)?')
TILE = re.compile(r"<b>(Left|Right|Middle)</b>(?:(?!</small>).)*?<small>(?:[^<]*<br>)?\s*(\d+) left", re.DOTALL)
SIDES = {"Left": "left", "Right": "right", "Middle": "center"}
QUESTIONS_PER_PAGE = 16  # so many questions lie between two pages that are read; with `full` fewer


def box(data, name):
    """Return the facts and the shelf of a game."""
    if name == "architects":
        return of_architects(data["architects"]).get_version(), {"architects": Architects(data["architects"])}
    if name == "duel":
        return of_duel(data["duel"]).get_version(), {"duel": Duel(data["duel"])}
    texts = data["seven_wonders"], data["leaders"]
    return of_seven_wonders(*texts).get_version(), {"seven-wonders": SevenWonders(*texts)}


class Screen(AtTable):
    """A screen that has just come to the table, so that nothing is shown for a moment before the reference."""

    def __init__(self, served, name, game):
        self.look(stage.screens(**{name.replace("-", "_"): game.data}), served)
        for message in (stage.HELLO, served.table.snapshot(SCREEN, served.table.log_end)):
            on_message.on_message(self.control, as_read(message))

    def reference(self, panel):
        """Open a reference panel and return its view."""
        self.control.open_panel(panel)
        [view] = [
            element.view
            for element in compose(self.control.scene, 1280, 720)
            if element.key.startswith("panel reference")
        ]
        return view

    def listed(self, nth):
        """Return what is left of a chapter, checked to be the same on its two pages, and the number of each thing."""
        (_, head, _), chapter = self.reference("reference").chapters[nth - 1], self.reference(f"reference {nth}")
        assert not head or head in chapter.note.split(" · ")
        return head, [row.left for row in chapter.rows]


def on_phone(page, nth):
    """Return what is left of a chapter on a phone, and the number of each thing."""
    [(head, lines)] = CHAPTER.findall(page[f"reference-{nth}"])
    return head, THING.findall(lines)


def chapters(name, facts, view, listed):
    """Compare each chapter of the reference, and each thing in it, with the view and the printed numbers.

    `listed`: returns for a chapter (from 1) the shown numbers of what is left of it and of each thing.
    """
    variant, compared = VARIANTS[name], 0
    state = SimpleNamespace(
        lookup=SimpleNamespace(facts=facts), setup=SimpleNamespace(variant=variant), view=lambda seat: view
    )
    there, seen, kinds = printed(name, state), lying(view), COUNTED
    if name == "duel":  # its wonders are counted, too, and the tokens that lie by the track
        tolls = Counter(str(coins) for side in view.military.tokens.values() for coins in side)
        there += Counter(list(facts.wonders)) + Counter(
            {str(zone.coins): 2 for zone in facts.military.zones if zone.coins}
        )
        seen += Counter({coins: 2 - tolls[coins] for coins in there if coins.isdigit()})
        kinds = (*COUNTED, "wonder", "military")
    for nth, chapter in enumerate(REFERENCES[name].chapters(facts, view, variant), start=1):
        head, said = listed(nth)
        assert len(said) == len(chapter.things)
        left = of = 0
        for thing, text in zip(chapter.things, said, strict=True):
            if thing.kind not in kinds:
                continue
            all_ = there[thing.slug]
            down = all_ - seen[thing.slug]
            left, of = left + down, of + all_
            if all_ > 1:
                assert text == f"{down} of {all_} left", thing.slug
            else:
                assert (text == "not seen yet") == bool(down), thing.slug
            compared += 1
        if of:
            assert head == f"{left} of {of} left", chapter.slug
    return compared


def stacks(view, page, seat):
    """Check the numbers beside each stack of Architects, on the deck and in reach; return how many were compared."""
    compared = 0
    for chair in view.seats:
        n = view.stacks[str(chair.seat)].left
        assert re.findall(r"(\d+) left", page[f"pile-{chair.seat}"]) == ([str(n)] if n else [])
        compared += 1
    assert f"{view.stacks['center'].left} card" in page["deck"]
    for part in ("ask", "reach-1", "reach-2", "reach-3"):
        for side, n in TILE.findall(page.get(part, "")):
            stack = architects.stack_of(SIDES[side], seat, len(view.seats))
            assert int(n) == view.stacks[stack].left, (part, side)
            compared += 1
    return compared


def ages(view, page):
    """Check the number of cards left above the structure of Duel; return how many were compared."""
    said = [int(n) for html in page.values() for n in re.findall(r"Age I+: (\d+) cards? left", html)]
    assert set(said) <= {len(view.structure)}
    return len(said)


def leaders(view, served, page):
    """Check the numbers of leaders in other seats' hands in 7 Wonders; return how many were compared."""
    compared = 0
    for chair in view.seats:
        mine = decode_snapshot(served, SevenView, chair.seat).mine
        for html in (html for name, html in page.items() if name == f"city-{chair.seat}"):
            for n in re.findall(r"(\d+) leaders? in hand", html):
                assert int(n) == len(mine.leaders)
                compared += 1
    return compared


def decode_snapshot(served, kind, seat=None):
    who = ONLOOKER if seat is None else Actor("seat", Seat(seat - 1))
    return msgspec.json.decode(bytes(served.table.snapshot(who, served.table.log_end).game), type=kind)


def count_compared_numbers(folder, every_fact, name, seats, seed, every):
    """Play a game and return how many numbers were compared, by kind."""
    facts, shelf = box(every_fact, name)
    served = Served(folder, every_fact["architects"], shelf=shelf, seed=str(seed))
    served.send(SetGame, game=name, variant=VARIANTS[name])
    served.sit(*NAMES[:seats], lang="en").start()
    show, rng, counts, nth = PageMaker(served.table, GAMES), random.Random(seed), [0, 0], 0
    while json.loads(bytes(served.table.snapshot(ONLOOKER, served.table.log_end).table))["phase"] == "game":
        asked = served.asked()
        nth += 1
        if nth % every == 0:
            view = decode_snapshot(served, VIEWS[name])
            reader = PageState(Actor("seat", Seat(asked.seat - 1)), None, "en")
            show.update_page(reader, False)
            page = {part: unescape(part_shown.html) for part, part_shown in reader.shown.items()}
            for listed in (partial(on_phone, page), Screen(served, name, shelf[name]).listed):
                counts[0] += chapters(name, facts, view, listed)
            if name == "architects":
                counts[1] += stacks(view, page, asked.seat)
            else:
                counts[1] += ages(view, page) if name == "duel" else leaders(view, served, page)
        served.act(rng.choice(asked.legal))
    served.store.close()
    return counts


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("first", "games", "every"),
    [(0, 1, QUESTIONS_PER_PAGE), *(pytest.param(5 * nth, 5, 4, marks=pytest.mark.full) for nth in range(20))],
)
@pytest.mark.parametrize("name", REFERENCES)
def test_shown_numbers_left_match_the_position(tmp_path, every_fact, name, first, games, every):
    for seed in range(first, first + games):
        folder = tmp_path / str(seed)
        folder.mkdir()
        least, most = {"architects": (2, 7), "duel": (2, 2), "seven-wonders": (3, 7)}[name]
        things, others = count_compared_numbers(
            folder, every_fact, name, least + seed % (most - least + 1), seed, every
        )
        assert things > 100
        assert others > 3 or name == "seven-wonders"
