"""Tests of reading aloud on phones: no phone reads at the table what only its own seat knows."""

import random

import pytest

from app.phones.features.lessons import tip
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import Actor
from app.protocol.teaching_messages import LessonTip
from engine.game import Seat
from tests.app.phones.served import GAMES, Served


@pytest.fixture
def served(tmp_path, facts):
    served = Served(tmp_path, facts, seed="aloud")
    served.sit("Ada", "Ben", lang="en").start()
    yield served
    served.store.close()


def test_private_news_are_not_read_aloud(served):
    rng, show, seen = random.Random(8), PageMaker(served.table, GAMES), 0
    while served.phase() == "game" and not seen:
        asked = served.asked()
        if "peek" not in asked.legal:
            served.act(rng.choice(asked.legal))
            continue
        who, before = Actor("seat", Seat(asked.seat - 1)), served.table.log_end
        served.act("peek")
        own = {line.number for line in served.table.snapshot(who, before).news}
        assert len(own - show.public_line_numbers(before)) == 1, "that somebody looks is, what they see is not"
        assert own & show.public_line_numbers(before)
        seen += 1
    assert seen


def test_lesson_about_a_hand_is_marked_private(served):
    show, reader = PageMaker(served.table, GAMES), PageState(Actor("seat", Seat(0)))
    page = show.open_update(reader)
    taught = LessonTip("some-idea", 1)
    for public, own in (((), True), ((taught,), False)):
        part = tip(page, (taught,), public, lambda told: told.id)["lesson"]
        assert ("data-own" in show.pages.part("en", show.make_pages("architects", (0, "")).labels, part).html) is own
