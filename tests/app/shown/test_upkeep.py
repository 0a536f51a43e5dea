"""Texts of maintenance: each reason has a sentence, and nothing is offered while a task is running."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.appliance.progress import WorkStep
from app.appliance.upkeep import WORKS_BY_NAME
from app.protocol.machine_messages import Carry, DoUpkeep, SoundCard, Upkeep
from app.protocol.settings_messages import Settings
from app.shown.form import Button, CodeRow
from app.shown.machine import settings
from app.shown.machine import upkeep as shown
from app.shown.machine.settings import SettingsFacts
from app.text.translation import languages, words

ROOT = Path(__file__).parents[3]
IDLE = Upkeep("1.0.0", before="0.9.0", comes="1.1.0", news="One\nTwo")


def form(now, lang="en", url=""):
    return shown.upkeep(words(lang), shown.UpkeepFacts(now, url))


def status_text(now, lang="en"):
    return form(now, lang).rows[0].words


def test_every_failure_reason_of_a_command_has_a_sentence():
    sources = "".join(path.read_text() for path in (ROOT / "app/appliance").glob("*.py"))
    told = set(re.findall(r'why="([a-z-]+)"', sources)) | set(re.findall(r'CannotStart\(.*?, "([a-z-]+)"\)', sources))
    told |= set(re.findall(r'UnfitRelease\([^)]*?, "([a-z-]+)"\)', sources, re.S))
    assert len(told) > 10
    assert told - shown._FAILURES.keys() == set()


def test_every_step_has_words_and_every_job_is_offered():
    assert {step.value for step in WorkStep} == shown._STEPS.keys()
    offered = {row.says.intent for row in form(IDLE).rows if isinstance(row, Button)}
    works = {intent.work for intent in offered if isinstance(intent, DoUpkeep)}
    carried = {intent.file for intent in offered if isinstance(intent, Carry)}
    assert works | carried == WORKS_BY_NAME.keys()


@pytest.mark.parametrize("work", sorted(WORKS_BY_NAME))
@pytest.mark.parametrize("lang", sorted(languages()))
def test_finished_job_has_a_sentence_in_every_language(work, lang):
    facts = {"version": "1.1.0", "file": "a.tar.gz"}
    assert len(status_text(replace(IDLE, work=work, came="done", facts=facts), lang)) > 10


def test_no_other_job_is_offered_while_one_runs():
    busy = replace(IDLE, work="update", step="fetch", done=40, left=100)
    assert [type(row).kind for row in form(busy).rows] == ["text"]
    assert status_text(busy) == "The new version is being fetched and checked. 40 % are done. It takes 2 minutes more."
    waits = replace(IDLE, work="update", waits="game")
    assert [row.key for row in form(waits).rows] == ["now", "off"]


def test_unnamed_failure_quotes_the_system_error():
    failed = replace(IDLE, work="update", came="failed", said="/dev/sdb1: it smokes.")
    assert status_text(failed).startswith("That did not work (/dev/sdb1: it smokes). Nothing is lost.")


def test_open_download_is_shown_as_a_qr_code():
    way = replace(IDLE, work="report", came="done", carried="report", path="/carry/x")
    code, off = form(way, url="http://table/carry/x").rows
    assert isinstance(code, CodeRow)
    assert (code.url, off.key) == ("http://table/carry/x", "off")
    assert form(way).rows[0].words == "Phones cannot reach the table: use a stick."


def test_release_notes_have_their_own_page():
    page = shown.news(words("en"), IDLE)
    assert (page.title, [row.words for row in page.rows]) == ("New in version 1.1.0", ["One", "Two"])
    assert shown.news(words("en"), replace(IDLE, comes="")).title == "New in version 1.0.0"


HDMI, USB = SoundCard("vc4hdmi0", "vc4-hdmi-0"), SoundCard("Device", "USB Audio")


@pytest.mark.parametrize(
    ("now", "cards", "offered"),
    [
        ("", (), None),
        ("", (HDMI,), None),
        ("", (HDMI, USB), ["the system’s own", "vc4-hdmi-0", "USB Audio"]),
        ("Device", (HDMI,), ["the system’s own", "vc4-hdmi-0", "Device (not plugged in)"]),
    ],
)
def test_sound_card_choice_is_shown_only_with_alternatives(now, cards, offered):
    facts = SettingsFacts(Settings(sound_card=now), horn=False, cards=cards)
    row = settings.sound(words("en"), facts).row("sound_card")
    assert (row and [option.words for option in row.options]) == offered
