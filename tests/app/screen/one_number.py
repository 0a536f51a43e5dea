"""Comparison of every number that people can read in a game: a fact about a seat has one number at a time."""

import random
import re
import tempfile
from functools import cache
from pathlib import Path

from app.games import game_list, phone_registry
from app.looks.effect_icons import MINUS
from app.phones.finished_game_sharing import Sharing
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import ONLOOKER
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.settings_messages import Settings
from app.screen.composition import compose
from app.screen.events import on_message, on_tick
from app.text.translation import words
from engine.players.baseline_players import greedy
from tests.app.games.taught import DATA
from tests.app.phones.said_numbers import (
    UNIT,
    page_numbers,
    picture_numbers,
    result_numbers,
    sheet_rows,
)
from tests.app.screen import stage
from tests.app.screen.at_table import AtTable
from tests.app.screen.signed_numbers import drawn, signed_numbers
from tests.app.tables import Evening, phone

PEOPLE = ("Ada", "Ben", "Cleo", "Dora")
GAMES, BLOCK = 300, 15  # of each kind with `full`, and those of them that are one test
BLOCKS = range(0, GAMES, BLOCK)
DECISIONS_PER_READING = 16  # decisions between two moments of a game that are read
KINDS = {
    "architects": ("architects", ()),
    "medals": ("architects", ("medals", "medal-tokens")),
    "duel": ("duel", ()),
    "seven wonders": ("seven-wonders", ()),
    "leaders": ("seven-wonders", ("leaders",)),
}
# Parts of pages that speak of what is printed, of what could be, and of what a game has taught.
PRINTED = frozenset({"says", "reference", "plan", "reach", "hold", "goals", "needs", "learned"})
SHEETS = frozenset({"sheet", "verdict"})  # their signs stand for rows
GOODS = {name: name for name in ("wood", "stone", "glass", "papyrus", "brick", "compass", "gear", "tablet")}
# What the signs of the screen are called on phones: of each game, by element.
LEGEND = {
    "architects": {
        "zone": {
            **GOODS,
            "gable": UNIT,
            "coin": "coin",
            "shield": "shield",
            "horn": "horn",
            "blue": "point on blue cards",
            "medal": "military token",
        }
    },
    "duel": {
        "plate": {"gable": UNIT, "money": "coin"},
        "city": {name: f"{name}:" for name in ("wood", "stone", "glass", "papyrus", "clay", "brown", "grey", "red")},
    },
    "seven-wonders": {
        "zone": {
            "star": UNIT,
            "money": "coin",
            "shield": "shield",
            "yellow": "yellow card",
            "purple": "guild",
            "leader": "leader",
            **{name: f"science: {name}" for name in ("compass", "gear", "tablet")},
        },
        "panel": {"star": UNIT},
    },
}


class Surfaces:
    """A table with a phone for each seat, an onlooker and a screen, and every number that they show."""

    def __init__(self, folder, kind, seed):
        self.game, variant = KINDS[kind]
        self.rng = random.Random(f"{kind} {seed}")
        seats = 2 if self.game == "duel" else self.rng.choice((2, 3, 4) if self.game == "architects" else (3, 4))
        self.people = PEOPLE[:seats]
        self.at = Evening(folder, shelf=_shelf(self.game), seed=f"{kind} {seed}")
        self.at.settings = Settings(bot_pace=0)
        self.at.send(SetGame, game=self.game, variant=variant)
        self.at.start(*(f"phone {name}" for name in self.people), first=None)
        self.room = AtTable()
        self.room.look(stage.screens(), self.at)
        on_message.on_message(self.room.control, stage.HELLO)
        self.show = PageMaker(self.at.table, phone_registry.games())
        self.printed = {*getattr(self.at.table.games.shelf[self.game].data(None, ""), "tokens", ())}
        self.met = {}  # by noun, surfaces that have shown it

    def turn(self):
        """Play one action of one seat, mostly a good one."""
        asked = self.rng.choice(self.at.table.committed.state.questions).seat
        match = self.at.table.committed.match
        wise = self.rng.random() < 0.6
        said = greedy(match.state, asked, self.rng) if wise else self.rng.choice(match.position.legal(asked))
        self.at.say(asked + 1, str(said))

    def settle(self):
        """Wait until everything temporary has passed: a revealed turn, a conflict, the count of points."""
        for _ in range(30):
            self.at.now += 10
            self.at.table.tick(self.at.now)
            self.room.hear()
            on_tick.tick(self.room.control, self.at.now)

    def read_numbers(self, screen):
        """List (surface, person, noun, number) of everything that can be read now; `screen`: it has caught up."""
        over = self.at.at_table().phase == "over"
        for seat, name in enumerate(self.people, 1):
            for tab in ("mine", "table", "score", "more"):
                yield from self._page(phone(seat), tab, name if tab == "mine" else None, f"{name}’s phone, {tab}", over)
        yield from self._page(ONLOOKER, None, None, "onlooker", over)
        if screen:
            yield from self._screen(over)
        if over:
            yield from self._shared()

    def _page(self, who, tab, reader, surface, over):
        page = PageState(who, tab, "")
        self.show.update_page(page, True)
        for part, rendered in page.shown.items():
            if part.partition("-")[0] in PRINTED:
                continue
            html, sheet = rendered.html, part.partition("-")[0] in SHEETS
            for name, noun, number in page_numbers(html, self.people, reader):
                yield f"{surface}, {part}", name, noun.replace("sign", "row") if sheet else noun, number
            if sheet:
                rows = sheet_rows(html, self.people, reader)
                yield from ((f"{surface}, {part}", name, "rows", row) for name, row in rows.items())
            if over and part != "undo":
                told = re.sub(r"<[^>]+>", " ", html)
                yield from ((f"{surface}, {part}", *result) for result in result_numbers(told, self.people))

    def _screen(self, over):
        """List what is drawn, and what a touch on a seat's zone opens."""
        control, touched = self.room.control, []
        for key, seen, areas in drawn(self.room):
            touched += [area for area in areas if area.key.endswith(" zone")]  # opens all that a seat has
            yield from self._element(key, seen, areas, over)
        for area in () if over else touched:
            before = control.ui
            area.tap()
            yield from (
                result for part in drawn(self.room) if "panel zone" in part[0] for result in self._element(*part, over)
            )
            control.ui = before

    def _element(self, key, seen, areas, over):
        element, seat = key.split()[0], key.rpartition(" ")[2]
        surface = f"screen, {key}"
        if over and element == "sheet":
            [row] = [each.view for each in compose(self.room.control.scene, 1280, 720) if each.key == key]
            for pillar in row.pillars:
                yield surface, self.people[pillar.i], UNIT, int(pillar.stone.total.replace(MINUS, "-"))
                yield surface, self.people[pillar.i], "rows", tuple(sorted(drum.points for drum in pillar.drums))
            yield from ((surface, *result) for word in seen for result in result_numbers(word.text, self.people))
        legend = {} if over else LEGEND[self.game].get(element, {})
        printed = [area for area in areas if area.key.split()[-1] in self.printed]
        for word, sign, number in signed_numbers(seen) if legend else ():
            if sign in legend and not any(area.holds(*word.corners[0]) for area in printed):
                yield surface, self.people[int(seat) - 1], legend[sign], number

    def _shared(self):
        [game] = self.at.table.finished.list_games()
        found = Sharing(self.show).find(words("en"), ONLOOKER, {"picture": game.mark})
        yield from (("picture", *result) for result in picture_numbers(found.body.decode(), self.people))

    def faults(self, screen=True):
        """List the facts shown with two numbers at this moment, and where each was read."""
        numbers = {}
        for surface, person, noun, number in self.read_numbers(screen):
            numbers.setdefault((person, noun), {}).setdefault(number, []).append(surface)
            self.met.setdefault(noun, set()).add(surface.partition(",")[0])
        return [f"{person}, {noun}: {found}" for (person, noun), found in numbers.items() if len(found) > 1]


@cache
def _shelf(game):
    data = {path.stem: path.read_bytes() for path in DATA.glob("*.toml")}
    return game_list.shelf(data, {game: game_list.GAMES[game]})


def read(kind, seeds, every=DECISIONS_PER_READING):
    """List the faults of these games with where they were found; fail if two surfaces had nothing to compare."""
    met = {}
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            at = Surfaces(Path(folder), kind, seed)
            try:
                yield from _read(at, f"{kind}, game {seed}", every)
            finally:
                at.at.close()
            for noun, where in at.met.items():
                met.setdefault(noun, set()).update(where)
    kinds = {noun: {surface.split()[-1] for surface in where} for noun, where in met.items()}
    assert kinds[UNIT] >= {"phone", "onlooker", "screen", "picture"}
    assert kinds["rows"] >= {"phone", "onlooker", "screen"}
    legend = {noun for nouns in LEGEND[at.game].values() for noun in nouns.values()}
    assert len([noun for noun in legend if kinds.get(noun, set()) >= {"phone", "screen"}]) > 3


def read_block(kind, begin):
    """List the faults of a block of games."""
    return list(read(kind, range(begin, begin + BLOCK)))


def _read(at, name, every):
    """Play a game to its end and list what has two numbers."""
    begin, nth = at.rng.randrange(every), 0
    while at.at.at_table().phase == "game":
        at.turn()
        nth += 1
        if at.at.at_table().fought:
            yield from ((name, nth, fault) for fault in at.faults(screen=False))
        if nth % every == begin:
            at.settle()
            yield from ((name, nth, fault) for fault in at.faults())
    at.settle()
    yield from ((name, "end", fault) for fault in at.faults())
