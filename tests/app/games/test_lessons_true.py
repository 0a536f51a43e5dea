"""Truth of each sentence in a first game, in the snapshot that has it, on every surface; every number is recounted.

Many games of all kinds, careless and good, with undone moves, people who leave and return, and restarts of the table.
Each game's own folder defines what is true (`lessons_true`), without the product's code for it.
"""

import random
import re
from collections import defaultdict

import msgspec
import pytest

from app.text.lesson_tips import LETTERS, Speech, ideas_by_id
from app.text.translation import complete, words
from engine.game import Seat
from tests.app.games import taught
from tests.app.games.courses import COURSES

WORDS = 18  # of an English sentence, at most
IDEAS = 24  # of a first game and a seat, at most; what was done is confirmed besides
GAMES, BLOCK = 500, 20  # of each game, and those of them that are one test
SHORT = 60  # decisions of a game that may not take long
PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gus")
WHOSE = ("seat", "other", "seats", "against")  # facts that are seats
ITSELF = {
    "science": {n * n for n in range(1, 5)},
    "reach": {1},
}  # what an idea is about: equal symbols, one thing that is missing


def numbers_in(fact):
    """Return the numbers in a fact or in printed data, including the lengths of lists."""
    if isinstance(fact, bool):
        return set()
    if isinstance(fact, int):
        return {abs(fact)}
    if isinstance(fact, dict):
        return set().union(*map(numbers_in, fact.values()))
    if isinstance(fact, list | tuple):
        return {len(fact)}.union(*map(numbers_in, fact))
    return set()


def printed(box, slug):
    """Return every number that is printed on a thing."""
    kinds = [getattr(box, name, {}) for name in ("cards", "wonders", "tokens", "leaders", "boards")]
    return set().union(*(numbers_in(msgspec.to_builtins(kind[slug])) for kind in kinds if slug in kind))


def allowed_numbers(idea, facts, box):
    """Return the numbers in the facts of an idea or on things that they name; seats are called by name."""
    spoken = [fact for what, fact in facts.items() if what not in WHOSE]
    each = [one for fact in spoken for one in (fact if isinstance(fact, list | tuple) else [fact])]
    found = {abs(one) for one in each if isinstance(one, int)}
    for one in each:
        found |= printed(box, one) if isinstance(one, str) else set()
    return found | ITSELF.get(idea, set())


class Sentences:
    """A record of all texts: each must be short and name no other person or number. Each is checked once."""

    def __init__(self, course):
        self._ideas, self._box, self._seen = ideas_by_id(course.ideas), course.box, set()
        self.met = set()

    def look(self, idea, fields):
        facts = {what: tuple(fact) if isinstance(fact, list) else fact for what, fact in fields.items()}
        if (idea, str(facts)) in self._seen:
            return
        self._seen.add((idea, str(facts)))
        for lang in complete():
            text = self._ideas[idea].explain(words(lang), facts, Speech(PEOPLE, self._box))
            assert len(text) <= LETTERS, (len(text), text)
            numbers = {int(found) for found in re.findall(r"\d+", text)}
            assert numbers <= allowed_numbers(idea, facts, self._box), (idea, facts, text)
            seats = [fact for what, fact in facts.items() if what in WHOSE]
            seats = {seat for fact in seats for seat in (fact if isinstance(fact, tuple) else (fact,))}
            named = {nth for nth, name in enumerate(PEOPLE, 1) if re.search(rf"\b{name}\b", text)}
            assert named <= seats, (idea, facts, text)
            if lang == "en":
                long = [each for each in re.split(r"(?<=[.?!]) ", text) if len(each.split()) > WORDS]
                assert not long, long


class Watch:
    """Looks at every surface after each decision."""

    def __init__(self, at, course, sentences):
        self.at, self._course, self._sentences = at, course, sentences
        self.told = ()  # so far
        self._shown = defaultdict(set)  # sentences, by surface and the decision they stood beside

    def __call__(self):
        at, log = self.at, taught.log_of(self.at)
        self.told = at.table.committed.state.taught_ideas or self.told
        for who, seat in taught.readers(at):
            said, view, legal = taught.taught(at, who)
            if seat is not None:
                legal = {seat: at.table.committed.match.position.legal(Seat(seat - 1))}
                assert all(whose in (0, seat) for _, whose, _ in said)
            for idea, whose, facts in said:
                mine = {whose: legal.get(whose, ()) if whose else ()}
                assert self._course.is_true(idea, whose, facts, view, mine, self._course.box, log), (idea, whose, facts)
                self._sentences.look(idea, facts)
                self._sentences.met.add(idea)
            self._count(who, seat)

    def _count(self, who, seat):
        """Check that a surface shows one sentence per decision, or two before the first action."""
        at = self.at
        if at.at_table().phase != "game":
            return
        moves, asked = at.table.committed.match.moves, at.table.committed.state.questions
        last = moves[-1].move.number if moves else 0, tuple((question.seat, question.since) for question in asked)
        for surface, tip in taught.shown(at, who, seat).items():
            shown = self._shown[surface, last]
            shown.add((tip.id, str(tip.facts)))
            begun = any(applied.move.seat >= 0 for applied in moves)
            assert len(shown) <= (1 if begun else 2), (surface, last, shown)


def most_ideas(course, n, told):
    """Return the number of ideas of the seat that was told most of them."""
    ideas = {idea.id for idea in course.ideas if not idea.after}
    return max(len({tip.id for tip in told if tip.seat in (0, seat)} & ideas) for seat in range(1, n + 1))


def play(folder, course, nth, sentences, most=2000):
    """Play one of many games, each with another number of seats, variant and style of play."""
    n, rng = course.seats[nth % len(course.seats)], random.Random(f"true {nth}")
    by = ["touch", *(rng.choice(("touch", "phone", "bot")) for _ in range(n - 1))]
    (folder / str(nth)).mkdir()
    at = taught.evening(folder / str(nth), course, n, f"true {nth}", by, nth, ritual=nth % 2 == 0)
    try:
        careless = (0.1, 0.5, 1.0)[rng.randrange(3)]
        watch = Watch(at, course, sentences)
        taught.played(at, rng, careless, watch, undo=0.08, restart=0.02, most=most, leave=0.04)
        if course.variant(nth) == course.variant(0):  # as a first game is
            assert most_ideas(course, n, watch.told) <= IDEAS
        return at.at_table().phase
    finally:
        at.close()


@pytest.fixture(params=COURSES, ids=lambda course: course.game)
def course(request):
    return request.param


@pytest.mark.rotated
@pytest.mark.sampled(3)
def test_tips_are_true_in_the_first_turns_of_every_setup(tmp_path, course):
    sentences = Sentences(course)
    for nth in range(max(len(course.seats), course.few)):
        play(tmp_path, course, nth + 2, sentences, most=SHORT)
    assert course.often <= sentences.met


@pytest.mark.full
@pytest.mark.parametrize("first", range(0, GAMES, BLOCK))
def test_tips_are_true_in_whole_games(tmp_path, course, first):
    sentences = Sentences(course)
    for nth in range(first, first + BLOCK):
        assert play(tmp_path, course, nth, sentences) == "over"
