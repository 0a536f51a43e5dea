"""A hint on phones: asked for beside undo, read above the choice by its seat alone; and why a bot did what it did."""

import html
import re

import pytest

from app.games import game_list
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import ONLOOKER
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.settings_messages import SetTable
from app.protocol.teaching_messages import AskHint
from app.shown.play import bot_wish
from app.shown.play import hint as shown
from app.text.translation import words
from tests.app.phones.served import GAMES
from tests.app.table.bots import BOTS, PLAYERS, AtHand
from tests.app.table.cardboard_game import announced
from tests.app.table.tracked import begun, take
from tests.app.tables import Evening, phone

TEXT = re.compile(r"<(?:p|span)>(.*?)</(?:p|span)>", re.DOTALL)


@pytest.fixture
def evening(tmp_path, every_fact):
    games = game_list.shelf(every_fact)
    thinker = AtHand(games, PLAYERS)
    made = Evening(tmp_path, shelf=games, players=PLAYERS, bots=BOTS, thinker=thinker, reasons=game_list.reasons())
    made.send(SetGame, game="architects", guided=False)
    made.send(SetTable, bot_pace=0)
    made.start("phone Ada", "phone Ben", "bot")
    yield made
    made.close()


def parts(evening, who):
    reader = PageState(who, None, "en")
    PageMaker(evening.table, GAMES).update_page(reader, False)
    return {name: [html.unescape(text) for text in TEXT.findall(part.html)] for name, part in reader.shown.items()}


def think(evening):
    evening.table.parts.scheduler._thinker.think()
    evening.table.tick(evening.now)


def test_only_the_seat_to_act_can_request_and_read_a_hint(evening):
    assert "asking" in parts(evening, phone(1))
    assert "asking" not in parts(evening, phone(2))
    evening.send(AskHint, phone(1), seat=1)
    thinking = parts(evening, phone(1))
    assert thinking["hint"][0].startswith("About equal: ")
    assert thinking["hint"][-1] == "The table is still thinking about it …"
    assert "asking" not in thinking
    think(evening)
    [told] = evening.snapshot(phone(1)).hints
    people = ("Ada", "Ben", BOTS[0].name)
    assert parts(evening, phone(1))["hint"] == [
        *shown.sentences(words("en"), game_list.words()["architects"], told, people)
    ]
    assert all("hint" not in parts(evening, who) for who in (phone(2), ONLOOKER))
    evening.say(1, evening.snapshot(phone(1)).questions[0].legal[0], phone(1))
    assert "hint" not in parts(evening, phone(1))


def test_reason_of_a_bot_action_is_shown_to_every_player(evening):
    for _ in range(40):
        think(evening)
        if evening.at_table().whys:
            break
        asked = evening.table.committed.state.questions[0]
        if asked.seat < 2:
            evening.say(
                asked.seat + 1, evening.table.committed.match.position.legal(asked.seat)[0], phone(asked.seat + 1)
            )
        evening.now += 5
        evening.table.tick(evening.now)
    [why] = evening.at_table().whys
    assert why.seat == 3
    for seat in (1, 2):
        [said] = parts(evening, phone(seat))["why"]
        assert said.startswith(f"{BOTS[0].name}: ")


def test_bot_intention_appears_on_open_pages_and_is_removed(evening):
    evening.send(SetTable, bot_pace=0, intentions=True)
    readers = [PageState(who, None, "en") for who in (phone(1), ONLOOKER)]
    maker, said, gone = PageMaker(evening.table, GAMES), set(), False
    for _ in range(80):
        think(evening)
        asked = evening.table.committed.state.questions[0]
        if asked.seat < 2:
            evening.say(
                asked.seat + 1, evening.table.committed.match.position.legal(asked.seat)[0], phone(asked.seat + 1)
            )
        evening.now += 5
        evening.table.tick(evening.now)
        update, _ = (maker.update_page(reader, False) for reader in readers)
        shown = readers[0].shown.get("intentions")
        text = "".join(html.unescape(each) for each in TEXT.findall(shown.html)) if shown else ""
        now = evening.at_table().intentions
        assert text.startswith(f"{BOTS[0].name}: “I want stage ") if now else not text
        said.add(update.parts["intentions"].html if "intentions" in update.parts else "")
        gone |= "intentions" in update.gone
        if gone and len(said) > 2:
            break
    assert gone
    assert len(said) > 2
    assert "intentions" not in readers[1].shown


def test_bot_wish_in_a_cardboard_game_is_shown_to_everybody(tmp_path, every_fact):
    games = game_list.shelf(every_fact)
    modes, thinker = {"architects": ("play", "track")}, AtHand(games, PLAYERS)
    made = Evening(tmp_path, shelf=games, players=PLAYERS, bots=BOTS, thinker=thinker, modes=modes)
    made.send(SetTable, bot_pace=0)
    made.send(SetGame, game="architects")
    begun(made, "phone Ada", "bot")
    assert "wish" not in parts(made, phone(1))
    take(made, 1, "left", "wood")
    [wish] = announced(made, thinker)
    said = bot_wish.sentence(words("en"), game_list.words()["architects"], wish, ("Ada", BOTS[0].name))
    assert said.startswith(f"{BOTS[0].name} takes the first of these that lies open: ")
    assert said.endswith("Otherwise: Take from the middle")
    assert said in parts(made, phone(1))["wish"]
    assert said in parts(made, ONLOOKER)["wish"]
    take(made, 2, "left", "wood")
    assert "wish" not in parts(made, phone(1))
    made.close()
