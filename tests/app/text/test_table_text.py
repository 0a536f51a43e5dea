"""Texts of the table: a sentence for every event and every refusal, in every language."""

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from app.games.architects import words_facade as architects
from app.protocol import table_log_events
from app.protocol.seat_messages import SeatInfo
from app.text import table_text as table_words
from app.text.translation import complete, words
from app.text.words_protocols import people_of

ROOT = Path(__file__).resolve().parents[3]
PEOPLE = ("Ada", "Ben", "Cleo")
EN = words("en")

NEWS = [
    (table_log_events.SeatJoined(seat=1, name="Ada", handed=False), "Ada sits down."),
    (table_log_events.SeatJoined(seat=1, name="Ada", handed=True), "Ada takes over the seat."),
    (table_log_events.SeatLeft(seat=1, name="Ada"), "Ada stands up."),
    (table_log_events.SeatLeft(seat=1, name=None), "Seat 1 stands up."),
    (table_log_events.SeatGiven(seat=2, played="bot", bot="greedy", by=0), "Ben: a bot plays now."),
    (table_log_events.SeatGiven(seat=2, played="touch", bot=None, by=1), "Ben: played on the screen now. (Ada)"),
    (table_log_events.SeatRenamed(seat=1, before="Ada", name="Eve"), "Ada is called Eve now."),
    (table_log_events.SeatRenamed(seat=1, before=None, name="Eve"), "Seat 1 is called Eve now."),
    (table_log_events.TableLocked(locked=True, by=1), "Nobody new can sit down from now on. (Ada)"),
    (table_log_events.TableLocked(locked=False, by=0), "Others can sit down again."),
    (table_log_events.HandOverOpened(seat=3, by=0), "Cleo: the screen shows a code to take the seat over."),
    (
        table_log_events.HandOverOpened(seat=3, by=1),
        "Cleo: a phone shows a code to take the seat over. (Ada)",
    ),
    (
        table_log_events.HandOverAsked(seat=3, by=1),
        "Cleo is away. The seat is handed over in two minutes, or once all the others agree. (Ada)",
    ),
    (
        table_log_events.GameBegan(game="architects", first=2, identities=("giza", "ur", "rome")),
        "The game begins. Ben goes first.",
    ),
    (
        table_log_events.DataUnverified(identities=("ur", "rome")),
        "Ur and Rome: these numbers are our assumption. Correct them in the settings under “Numbers of the box”.",
    ),
    (table_log_events.GameSuspended(by=0), "The game is kept for later."),
    (table_log_events.GameResumed(by=1), "The game goes on. (Ada)"),
    (table_log_events.GameDiscarded(by=0), "A game that was kept for later is deleted."),
    (table_log_events.GameEndedEarly(by=0), "The game is ended early and scored as it stands."),
    (
        table_log_events.UndoAsked(seat=1, of=1, action="take left", card="gear"),
        "Ada wants to undo this: Ada took a gear (left).",
    ),
    (
        table_log_events.UndoAsked(seat=1, of=2, action="take center", card="wood"),
        "Ada wants to undo this: Ben took wood (middle).",
    ),
    (table_log_events.UndoDenied(seat=1), "Ada says no: nothing is undone."),
    (table_log_events.UndoLapsed(seat=1), "The game goes on. What Ada wanted to undo stays."),
    (table_log_events.LeaveAsked(seat=1, how="aside"), "Ada would like to keep the game for later."),
    (table_log_events.LeaveAsked(seat=2, how="early"), "Ben would like to end the game now and score it as it stands."),
    (table_log_events.LeaveDenied(seat=3), "Cleo says no: the game goes on."),
    (table_log_events.LeaveLapsed(seat=1), "The game went on before everyone had answered Ada."),
    (table_log_events.ActionUndone(seat=1, of=1, action="take left", more=0), "Undone: Ada took a card (left)."),
    (
        table_log_events.ActionUndone(seat=2, of=1, action="take left", more=2, card="gear"),
        "Undone: Ada took a gear (left). 2 later actions were undone as well. (Ben)",
    ),
    (
        table_log_events.ActionUndone(seat=0, of=0, action="reveal token decor", more=0),
        "Undone: New progress token: Decor.",
    ),
    (
        table_log_events.PutRight(of=0, was="reveal 1 wood", now_of=0, now="reveal 1 coin", by=2),
        "Corrected: Between Ada and Ben: coin, not wood. (Ben)",
    ),
    (
        table_log_events.PutRight(of=2, was="progress science", now_of=2, now="progress tactics", by=0),
        "Corrected: Ben took Tactics, not Science.",
    ),
    (
        table_log_events.PutRight(of=2, was="keep wood", now_of=2, now="take left", by=0),
        "Corrected: Ben took a card (left). This did not happen: Ben kept wood.",
    ),
    (
        table_log_events.PutRight(of=0, was=None, now_of=2, now="take left", by=0),
        "Corrected: Ben took a card (left). That was missing.",
    ),
    (
        table_log_events.PutRight(of=1, was="done", now_of=0, now=None, by=0),
        "Corrected: this did not happen: Ada ended the turn.",
    ),
    (table_log_events.SetupPutRight(what="first", now="2", was="1", by=1), "Corrected: Ben began, not Ada. (Ada)"),
    (
        table_log_events.SetupPutRight(what="places", now="1 3", was="", by=0),
        "Corrected: Ada and Cleo have changed places.",
    ),
    (
        table_log_events.SetupPutRight(what="variant", now="medals", was="", by=0),
        "Corrected: the game is played with Medals.",
    ),
    (
        table_log_events.SetupPutRight(what="variant", now="", was="medals", by=0),
        "Corrected: the game is played without additions.",
    ),
    (
        table_log_events.SetupPutRight(what="rules", now="economy-forces-a-build=no", was="", by=0),
        "Corrected: this house rule does not apply: Economy must build.",
    ),
    (
        table_log_events.PutRight(of=0, was=None, now_of=2, now="take left", by=0, card="reveal 2 wood"),
        "Corrected: Ben took wood (left). That was missing.",
    ),
    (table_log_events.TurnsReassigned(turns=1), "1 later turn moves to somebody else."),
    (table_log_events.TurnsReassigned(turns=8), "8 later turns move to somebody else."),
    (table_log_events.GameBrokenOff(by=1), "The game continues from the position on the table. (Ada)"),
    (table_log_events.ChoiceUndone(seat=1), "Ada chooses again."),
    (table_log_events.HintAsked(seat=2), "Ben asks for a hint."),
    (
        table_log_events.TableNotice(rule="settings-unreadable", facts={"file": "a.json"}),
        "The settings in a.json could not be read. The usual settings apply.",
    ),
]


@pytest.mark.parametrize(("event", "sentence"), NEWS)
def test_log_event_has_its_sentence(event, sentence):
    assert table_words.sentence(EN, event, PEOPLE, architects) == sentence


def test_every_log_event_type_is_covered():
    assert {type(event) for event, _ in NEWS} == set(get_args(table_log_events.News))


@pytest.mark.parametrize("lang", [lang for lang in complete() if lang != "en"])
def test_log_events_are_translated_in_every_language(lang):
    assert not {sentence for _, sentence in NEWS} & {
        table_words.sentence(words(lang), event, PEOPLE, architects) for event, _ in NEWS
    }


@pytest.mark.parametrize("played", ["free", "touch", "phone", "bot"])
def test_every_way_to_play_a_seat_has_a_sentence(played):
    assert table_words.sentence(
        EN, table_log_events.SeatGiven(seat=9, played=played, bot=None, by=0), PEOPLE, architects
    ).startswith("Seat 9: ")


# ---- refusals ------------------------------------------------------------------------------------------------


def refusals() -> list[tuple[str, tuple[str, ...]]]:
    """List every rule that the table or the server rejects with, and the names of its facts."""
    found = set()
    for path in sorted((ROOT / "app").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id=name) | ast.Attribute(attr=name),
                    args=[ast.Constant(value=str(rule)), *more],
                    keywords=named,
                ) if name in ("Rejection", "IllegalAction", "TableNotice"):
                    given = [key.value for facts in more if isinstance(facts, ast.Dict) for key in facts.keys]
                    found.add((rule, tuple(sorted([*given, *(word.arg for word in named if word.arg)]))))
                case ast.Call(keywords=named) if rule := _named_rule(named):
                    found.add((rule, ()))
    return sorted(found)


def _named_rule(named: list[ast.keyword]) -> str:
    return next(
        (keyword.value.value for keyword in named if keyword.arg == "rule" and isinstance(keyword.value, ast.Constant)),
        "",
    )


def test_every_table_refusal_has_a_sentence():
    rules = refusals()
    assert "setting" in dict(rules)
    for w in map(words, complete()):
        said = {
            (rule, facts): table_words.refusal(w, rule, dict.fromkeys(facts, 1), architects) for rule, facts in rules
        }
        assert not [each for each, sentence in said.items() if sentence == w("That is not possible now.")]
        assert not [each for each, sentence in said.items() if "{" in sentence]


def test_game_refusals_have_sentences_too():
    assert table_words.refusal(EN, "take-first", {}, architects) == "Take your card first."


def test_missing_wonder_refusal_names_the_seat_and_the_remedy():
    assert (
        table_words.refusal(EN, "wonder-owed", {"seat": 2})
        == "Seat 2 has no wonder yet. Choose the wonder in front of that seat."
    )
    named = table_words.refusal(words("de"), "wonder-owed", {"seat": 2, "name": "Ben"})
    assert named == "Ben hat noch kein Wunder. Wähle das Wunder, das vor dem Platz liegt."


def test_unknown_rule_gets_a_generic_refusal():
    assert table_words.refusal(EN, "never-heard-of", {}) == "That is not possible now."


def test_unnamed_bots_and_seats_are_called_by_number():
    sitting = [("phone", "Ada"), ("bot", None), ("touch", None), ("bot", "Ben")]
    seats = [SeatInfo(at, by, name, "en", True, "giza", None) for at, (by, name) in enumerate(sitting, 1)]
    assert people_of(EN, seats) == ("Ada", "Bot 2", "Seat 3", "Ben")


BOTH = {"no-such-seat", "not-asked", "not-counted"}  # table and games say these alike


def test_no_table_refusal_shadows_a_game_refusal():
    raised = re.compile(r'IllegalAction\(\s*"([\w-]+)"')
    of_games = {rule for path in (ROOT / "engine").rglob("*.py") for rule in raised.findall(path.read_text())}
    assert of_games > BOTH
    assert of_games & table_words._REFUSALS.keys() == BOTH
