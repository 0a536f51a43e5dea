"""News on phones: since the turn of one's own last decision nothing is missing, turn by turn."""

import json
import random
import re
from collections import Counter
from html import unescape

import msgspec
import pytest

from app.games.duel import words_facade as say
from app.phones.log_parts import WordedLine
from app.phones.open_page_state import PageState, Wording
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import ONLOOKER, Actor
from app.protocol.log_messages import Line
from app.protocol.play_messages import Undo
from app.protocol.settings_messages import SetTable
from app.text.translation import words
from engine.duel import actions
from engine.duel.game_facade import Duel
from engine.game import Seat
from tests.app.phones.served import GAMES, Served

EN = words("en")
NAMES = ("Ada", "Ben")


@pytest.fixture
def evening(tmp_path, facts, every_fact):
    served = Served(tmp_path, facts, shelf={"duel": Duel(every_fact["duel"])})
    served.sit(*NAMES, lang="en").start()
    yield served, PageMaker(served.table, GAMES)
    served.store.close()


def render_parts(show, reader):
    show.update_page(reader, False)
    return {name: unescape(part.html) for name, part in reader.shown.items()}


def events_since_own_decision(served, seat):
    """Return the events since the seat's last decision, including it, or None if the seat has not decided yet."""
    log = served.table.snapshot(Actor("seat", Seat(seat - 1)), 0).news
    events = []
    for line in reversed([line for line in log if line.row and not line.undone]):
        raw = bytes(line.event)
        events.insert(0, msgspec.json.decode(raw, type=actions.Events))
        said = json.loads(raw)
        if said["type"] in say.DECISION_EVENTS and said["seat"] == seat:
            return events
    return None


@pytest.mark.full
def test_news_list_every_turn_since_the_last_own_decision(evening):
    served, show = evening
    reader, rng, met = {seat: PageState(Actor("seat", Seat(seat - 1))) for seat in (1, 2)}, random.Random(4), Counter()
    while served.phase() == "game":
        asked = served.asked()
        served.act(rng.choice([text for text in asked.legal if " with " in text] or asked.legal))
        for seat in (1, 2):
            page, events = render_parts(show, reader[seat]), events_since_own_decision(served, seat)
            told = page["news"] + page.get("since", "")
            for event in events or ():
                if isinstance(event, actions.CardRevealed):
                    if event.turned:
                        assert say.event(EN, event, NAMES) in told
                        met["uncovered"] += 1
                elif isinstance(event, actions.TurnBegan) and event.again:
                    assert say.event(EN, event, NAMES) in told
                    met["again"] += 1
                elif isinstance(event, actions.CardBuilt | actions.WonderBuilt | actions.CardDiscarded):
                    assert say.event(EN, event, NAMES) in told
                    met["taken"] += 1
            met["headed"] += "<h2>Turn" in page.get("since", "")
    assert min(met[what] for what in ("uncovered", "again", "taken", "headed")) > 0, met


@pytest.mark.full
def test_newest_action_is_first_in_the_news(evening):
    served, show = evening
    reader, rng = PageState(Actor("seat", Seat(0))), random.Random(4)
    met = 0
    while served.phase() == "game":
        asked = served.asked()
        served.act(rng.choice([text for text in asked.legal if " with " in text] or asked.legal))
        events = events_since_own_decision(served, asked.seat)
        done = say.event(EN, events[0], NAMES)
        if events[1:] and not isinstance(events[0], actions.WonderDrafted):
            above = r'\s*(<p class="moment"[^>]*>.*</p>\s*)*(<p[^>]*>)?.*'
            assert re.match(above + re.escape(done), render_parts(show, reader)["news"])
            met += 1
    assert met


def test_undone_turns_leave_the_news(evening):
    served, show = evening
    served.send(SetTable, undo="always")
    ada = PageState(Actor("seat", Seat(0)))
    for _ in range(12):
        served.act(served.asked().legal[0])
    asked = served.asked()
    served.act(asked.legal[0])
    [event, *_] = events_since_own_decision(served, asked.seat)
    done = say.event(EN, event, NAMES)
    told = render_parts(show, ada)
    assert done in told["news"] + told.get("since", "")
    offer = served.table_view()["undo"]
    served.send(Undo, Actor("seat", Seat(asked.seat - 1)), row=offer["row"])
    told = render_parts(show, ada)
    assert done not in told["news"] + told.get("since", "")
    assert "since" not in render_parts(show, PageState(ONLOOKER))


def test_corrected_log_lines_are_sorted_by_number():
    reader, wording = PageState(ONLOOKER), Wording("en", "duel", (), (1, ""), ())

    def word(of, event, undone, by):
        return WordedLine(event.decode(), "news", undone) if event != b'"unsaid"' else None

    def read(*lines):
        reader.apply_lines([Line(number, 1, msgspec.Raw(event)) for number, event in lines], 1, wording, word)
        return [line.text for line in reader.lines]

    assert read((1, b'"a"'), (2, b'"unsaid"'), (3, b'"c"')) == ['"a"', '"c"']
    assert read((2, b'"b"'), (4, b'"d"')) == ['"a"', '"b"', '"c"', '"d"']
    assert read((3, b'"e"')) == ['"a"', '"b"', '"e"', '"d"']
