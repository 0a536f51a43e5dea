"""Phones in every state of a game of Duel."""

import json
from pathlib import Path

import pytest

from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import SetGame
from engine.architects.game_facade import Architects
from engine.duel.data_validation import game_data
from engine.duel.game_facade import Duel
from tests.app.browser.conftest import Evening
from tests.app.phones.served import serving

CARD = "#ask .lies label.free"
OPEN = "#ask .picks .panel:visible"
# By what it is called: what is on the page of the seat that is asked, and what is tapped before one looks.
STATE_SELECTORS = {
    "draft": ("#ask input[value^='draft ']", ""),
    "the tokens of the draft": ("#ask [data-say^='t-'] .dk", ""),
    "a structure of age I": ("#ask .lies", ""),
    "a structure of age II": ("#ask .lies", ""),
    "a structure of age III": ("#ask .lies [fill='var(--purple-tint)']", ""),
    "both prices": ("#ask .lies .pill1.th", ""),
    "a card chosen": (f"{OPEN} .row.large .dc", CARD),
    "build": (f"{OPEN} input[value^='build ']", CARD),
    "discard": (f"{OPEN} input[value^='discard ']", CARD),
    "under a wonder": (f"{OPEN} .under input[value*=' with ']", CARD),
    "too dear": (f"{OPEN} .use.off", CARD),
    "a chain": ("#ask .pill1 [href='#i-chain']", ""),
    "one of the tokens": ("#ask button[data-do*='action=progress ']", ""),
    "destroy": ("#ask input[value^='destroy ']", ""),
    "revive": ("#ask input[value^='revive ']", ""),
    "the Great Library": ("#ask button[data-do*='action=keep ']", ""),
    "who begins": ("#ask button[data-do*='action=start ']", ""),
    "another turn": ("#news >> text=/another turn|noch einmal|nog eens|encore/", ""),
    "a seventh wonder": ("#things .wonders:not(:has(.bare:not(:has(.done))))", ""),
}
WANTED_COLOURS = {"military": ("red",), "science": ("green",), "wonders": (), "points": ("blue", "purple", "yellow")}
FACTS = game_data((Path(__file__).parents[3] / "data" / "duel.toml").read_bytes()).get_version()


@pytest.fixture
async def table(tmp_path, facts, every_fact):
    shelf = {"architects": Architects(facts), "duel": Duel(every_fact["duel"])}
    async with serving(Evening(tmp_path, facts, shelf=shelf, seed="states1")) as served:
        served.send(SetGame, game="duel")
        yield served


def view(table):
    return json.loads(bytes(table.table.snapshot(SCREEN, table.table.log_end).game))


def events(table):
    return [json.loads(bytes(line.event)) for line in table.table.snapshot(SCREEN, 0).news]


def asked_states(table, asked):
    """Return the states of the page that the open question should show."""
    verb, at = asked.legal[0].split()[0], view(table)
    ways = {way["thing"]: way for way in at["hints"]["standing"][asked.seat - 1]["ways"]}
    free = [
        place["card"]
        for _, place in sorted(at["structure"].items(), key=lambda entry: int(entry[0]))
        if place["accessible"]
    ]
    met = {"draft": {"draft", "the tokens of the draft"}, "progress": {"one of the tokens"}, "destroy": {"destroy"}}
    met |= {"revive": {"revive"}, "keep": {"the Great Library"}, "start": {"who begins"}}
    if verb in met:
        return met[verb]
    found = {f"a structure of age {('I', 'II', 'III')[at['age'] - 1]}", "both prices", "a card chosen", "discard"}
    first = free[0]  # the one that is tapped
    found |= {"build"} if f"build {first}" in asked.legal else set()
    found |= {"under a wonder"} if any(text.endswith(f" with {first}") for text in asked.legal) else set()
    found |= {"too dear"} if f"build {first}" not in asked.legal else set()
    found |= {"a chain"} if any(ways[card]["chain"] for card in free) else set()
    found |= {"a seventh wonder"} if at["hints"]["built"] == at["hints"]["most"] else set()
    again = [event["again"] for event in events(table) if event["type"] == "turn-began"]
    return found | ({"another turn"} if again[-1] else set())


def choice(table, asked, wanted, rng):
    """Choose an action for a seat that collects these colours, else wonders; the other seat discards other colours."""
    if asked.seat == 2 and wanted:
        poor = [text for text in asked.legal if text.startswith("discard ")]
        return rng.choice([text for text in poor if FACTS.cards[text.split()[1]].colour not in wanted] or asked.legal)
    builds = [text.split() for text in asked.legal if text.startswith("build ")]
    colours = [words for words in builds if len(words) == 2 and FACTS.cards[words[1]].colour in wanted]
    wonders = [words for words in builds if len(words) > 2 and FACTS.cards[words[3]].colour not in wanted]
    others = [words for words in builds if len(words) == 2]
    return " ".join(rng.choice(colours or wonders or others or [text.split() for text in asked.legal]))
