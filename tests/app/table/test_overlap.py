"""Concurrent intents at one table: two people act before either sees the other's change.

The table serialises them. For all pairs of intents, in both orders: a refused one changes nothing, an accepted one is
applied once, also if it is sent again, and the same wish of two people is applied once.
"""

import shutil
from contextlib import suppress
from itertools import combinations, permutations
from random import Random

import msgspec
import pytest

from app.protocol.base_messages import Accepted
from app.protocol.cardboard_messages import Correct, House
from app.protocol.client_rights import ONLOOKER, SCREEN, Actor
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, ReturnToLobby, SetGame, Start, Suspend
from app.protocol.play_messages import Act, Undo, Vote
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import HandOver, Leave, MoveSeat, Rename, SetSeat, SetSeats
from app.protocol.settings_messages import SetTable
from tests.app.table.plays import play_to_end, refused
from tests.app.table.tracked import ARCHITECTS_TOLD, begun, report_lines, rows, take
from tests.app.table.tracked_seven_wonders import FIRST
from tests.app.table.tracked_seven_wonders import start_reported_game as begun_at_once
from tests.app.tables import Evening, phone
from tests.seven_wonders_cities import GAME

SEVEN_WONDERS_TOLD = {"shelf": {GAME.name: GAME}, "modes": {GAME.name: ("play", "track")}}
MISSING = {"text": "take center", "card": "reveal center papyrus"}
SAMPLE = 12  # pairs of each world that the suite tests
# Intents that are applied twice if two people send the same, with the reason.
TWICE = {
    "move-seat": "it is said of two seats, which have changed places again",
    "set-up": "the same: swapped twice",
    "house": "an agreement in words stands twice in the log",
    "enter": "it adds, as the second person counted something, too",
}


def _both(wish, *who):
    return [(each, *wish) for each in who]


def lobby(evening):
    evening.sit("phone Ada", "phone Ben", "touch", "free")
    return [
        (phone(1), Leave, {}),
        *_both((Rename, {"name": "Cleo", "lang": "de"}), phone(1), phone(2)),
        *_both((SetSeats, {"count": 3}), SCREEN, phone(1)),
        *_both((MoveSeat, {"seat": 1, "to": 2}), SCREEN, phone(1)),
        (phone(2), SetSeat, {"seat": 2, "lang": "fr"}),
        *_both((SetSeat, {"seat": 4, "by": "bot"}), SCREEN, phone(1)),
        (SCREEN, SetSeat, {"seat": 2, "by": "touch"}),
        (SCREEN, SetGame, {"first": 2}),
        (phone(1), SetGame, {"first": 1}),
        *_both((Start, {}), SCREEN, phone(1)),
        (SCREEN, HandOver, {"seat": 1}),
        (SCREEN, SetTable, {"undo": "never"}),
        (phone(2), SetTable, {"undo": "always"}),
    ]


def game(evening):
    evening.start("phone Ada", "phone Ben", "touch")
    evening.say(1, "take", phone(1))
    offer = evening.at_table().undo
    return [
        *_both((Act, {"seat": 2, "question": evening.number(2), "action": "take"}), phone(2)),
        *_both((Undo, {"row": offer.row, "more": offer.more}), phone(1), phone(2)),
        (SCREEN, Undo, {"row": offer.row, "more": offer.more, "seat": 3}),
        *_both((Suspend, {}), phone(1), phone(2)),
        *_both((EndEarly, {"sure": True}), phone(1), phone(2)),
        *_both((Leave, {}), phone(1), phone(2)),
        (SCREEN, SetSeat, {"seat": 2, "by": "touch"}),
        (SCREEN, SetSeat, {"seat": 1, "by": "bot"}),
        (phone(2), SetTable, {"undo": "always"}),
    ]


def vote(evening, leave=None):
    evening.start("phone Ada", "phone Ben", "touch")
    evening.say(1, "take", phone(1))
    if leave is None:
        evening.send(Undo, phone(2), row=evening.at_table().undo.row)
    else:
        evening.send(leave, phone(2), **({"sure": True} if leave is EndEarly else {}))
    row = evening.at_table().vote.row
    return [
        *[(phone(1), Vote, {"row": row, "seat": 1, "yes": yes}) for yes in (True, False)],
        *[(SCREEN, Vote, {"row": row, "seat": 3, "yes": yes}) for yes in (True, False)],
        (phone(2), Act, {"seat": 2, "question": evening.number(2), "action": "take"}),
        *_both((Suspend, {}), phone(1), phone(2)),
        (phone(1), Leave, {}),
        (SCREEN, SetSeat, {"seat": 3, "by": "bot"}),
        (SCREEN, SetTable, {"undo": "never"}),
    ]


def end(evening):
    evening.start("phone Ada", "phone Ben", "touch")
    play_to_end(evening)
    return [
        *_both((Rematch, {}), SCREEN, phone(1)),
        *_both((ReturnToLobby, {}), SCREEN, phone(2)),
        (phone(1), Leave, {}),
    ]


def track(evening):
    begun(evening, "phone Ada", "phone Ben", "touch", variant=())
    for seat, card in (1, "wood"), (2, "stone"):
        take(evening, seat, "left", card)
    first, second = (row for row, seat, _ in rows(evening) if seat)
    question, offer = evening.snapshot().questions[0], evening.at_table().undo
    answer = {"seat": question.seat, "question": question.number, "action": "take left"}
    fix = [
        *[{"row": row, "how": how} for how in ("ask", "remove", "cut") for row in (first, second)],
        {"row": second, "how": "insert", **MISSING},
        {"row": first, "how": "replace", **MISSING},
        {"row": second, "how": "whose", "whose": 3},
        {"row": 0, "how": "set-up", "text": "first 2 missing"},
        {"row": 0, "how": "set-up", "text": "places 1 3"},
    ]
    return [
        *_both((Act, {**answer, "card": "reveal 3 wood"}), phone(1), phone(2)),
        (SCREEN, Act, {**answer, "card": "reveal 3 stone"}),
        *_both((Undo, {"row": offer.row, "more": offer.more}), phone(1), phone(2)),
        *[(who, Correct, each) for each in fix for who in (phone(1), phone(2))],
        *_both((House, {"text": "no cat"}), phone(1), phone(2)),
        (phone(1), Leave, {}),
    ]


def repair(evening):
    begun(evening, "phone Ada", "phone Ben", "touch", variant=())
    for seat, card in (1, "wood"), (2, "stone"), (3, "wood"):
        take(evening, seat, "left", card)
    first, second, _ = (row for row, seat, _ in rows(evening) if seat)
    evening.send(Correct, phone(1), row=first, how="ask")
    fix = [
        *[{"row": first, "how": how, **MISSING} for how in ("insert", "replace")],
        *[{"row": first, "how": how} for how in ("remove", "off", "cut")],
        {"row": first, "how": "whose", "whose": 2},
        {"row": second, "how": "ask"},
    ]
    return [(who, Correct, each) for each in fix for who in (phone(1), phone(2))]


def at_once(evening):
    """Report a simultaneous round in any order, with seat 2 one turn ahead.

    Return the corrections that two phones could send now.
    """
    begun_at_once(evening, *FIRST, "2 choose sell", "1 choose build altar", "3 choose build press")
    report_lines(evening, "2 choose build clay-pool", "1 choose build marketplace", "3 choose sell")
    its = [row for row, seat, _ in rows(evening) if seat == 2]
    fix = [
        *[{"row": row, "how": "twice"} for row in its[:3]],
        *[{"row": row, "how": "missed", "text": "choose sell"} for row in its[:3]],
        {"row": its[1], "how": "insert", "text": "choose sell"},
    ]
    return [(who, Correct, each) for each in fix for who in (phone(1), phone(2))]


WORLDS = {
    "lobby": (lobby, {}),
    "game": (game, {}),
    "vote on an undo": (vote, {}),
    "vote on the end": (lambda evening: vote(evening, EndEarly), {}),
    "end": (end, {}),
    "track": (track, ARCHITECTS_TOLD),
    "repair": (repair, ARCHITECTS_TOLD),
    "at once": (at_once, SEVEN_WONDERS_TOLD),
}


def read_persistent_state(evening):
    """Return all persistent state: seats, agreements, settings, a vote, a correction, and the lines of the game."""
    state, match = evening.table.committed.state, evening.table.committed.match
    chairs = [(chair.name, chair.by, chair.lang, chair.bot, chair.wish, bool(chair.key)) for chair in state.chairs]
    lines = [(applied.move.seat, applied.move.text) for applied in match.moves] if match else []
    edits = state.correction and (
        state.correction.picked,
        [msgspec.structs.astuple(edit) for edit in state.correction.edits],
    )
    vote = state.vote and (state.vote.row, state.vote.seat, sorted(state.vote.open), state.vote.leave)
    table = chairs, msgspec.to_builtins(state.lobby), state.phase, state.early, state.first, edits, vote, lines
    return table, evening.settings


def encode_all_readers(evening):
    """Return the view, questions and log of each reader."""
    seats = map(phone, range(1, len(evening.table.committed.state.chairs) + 1))
    snapshots = {who: evening.snapshot(who) for who in (SCREEN, ONLOOKER, *seats)}
    return {
        who: msgspec.json.encode((snapshot.game, snapshot.questions, snapshot.own, snapshot.news))
        for who, snapshot in snapshots.items()
    }


class World:
    """A table at one moment, which is played on from a copy of its folder."""

    def __init__(self, name, folder):
        build, self._made = WORLDS[name]
        self._folder, self._copies = folder, 0
        (folder / "first").mkdir()
        evening = Evening(folder / "first", **self._made)
        self.wishes = build(evening)
        self._keys = evening.keys
        self._settings = evening.settings
        evening.close()

    def play(self, *wishes):
        """Apply wishes, one after the other; return which were accepted, and what there is after each."""
        self._copies += 1
        folder = self._folder / str(self._copies)
        shutil.copytree(self._folder / "first", folder)
        evening = Evening(folder, **self._made)
        evening.settings = self._settings
        for seat in self._keys:
            evening.table.presence.set_connected(phone(seat).seat, True)
        intents = [(who, kind(id=f"overlap {n}", **fields)) for n, (who, kind, fields) in enumerate(wishes)]
        accepted, after = [], [read_persistent_state(evening)]
        for who, intent in intents:
            end, done = evening.table.log_end, False
            with suppress(Rejection):
                done = self._apply(evening, who, intent)
            accepted.append(done)
            after.append(read_persistent_state(evening))
            changes = (evening.table.log_end, after[-1]) != (end, after[-2])
            assert done or not changes, f"{intent} was refused, and changed something"
        for (who, intent), done in zip(intents, accepted, strict=True):
            if done:
                with suppress(SeatLost):
                    assert self._apply(evening, who, intent)
                assert read_persistent_state(evening) == after[-1], f"{intent} was applied again"
        told = encode_all_readers(evening)
        evening.restart()
        assert (read_persistent_state(evening)[0], encode_all_readers(evening)) == (after[-1][0], told)
        evening.close()
        shutil.rmtree(folder)
        return accepted, after

    def _apply(self, evening, who, intent):
        """Apply an intent; a phone sits where its key does. Return True if it was accepted."""
        if who.seat is not None:
            seat = evening.table.joining.seat_of_key(self._keys[who.seat + 1])
            if seat is None:
                raise SeatLost("rights")
            who = Actor("seat", seat)
        return evening.table.handle(who, intent) == Accepted(intent.id)


class SeatLost(Rejection):
    """The key of a phone opens no seat any more."""


def _kind(wish):
    _, kind, fields = wish
    return fields.get("how", kind.__struct_config__.tag)


def _explain(*wishes):
    return " | ".join(f"{who.role} {who.seat}: {_kind((who, kind, fields))} {fields}" for who, kind, fields in wishes)


@pytest.mark.rotated
@pytest.mark.parametrize("name", WORLDS)
def test_simultaneous_intents_are_applied_once_or_refused(name, tmp_path, request):
    world = World(name, tmp_path)
    pairs = list(combinations(world.wishes, 2))
    for pair in pairs if request.config.getoption("--full") else Random(name).sample(pairs, min(SAMPLE, len(pairs))):
        alike = pair[0][1:] == pair[1][1:] and "name" not in pair[0][2] and pair[0][1] is not Leave
        for one, other in permutations(pair):
            accepted, (_, then, last) = world.play(one, other)
            if alike and all(accepted) and _kind(one) not in TWICE:
                assert last == then, f"two people wished the same, and it happened twice: {_explain(one, other)}"


@pytest.mark.parametrize("second", [Suspend, EndEarly, Undo])
@pytest.mark.parametrize("first", [Suspend, EndEarly, Undo])
def test_late_vote_counts_only_for_the_question_it_answered(evening, first, second):
    """Ben's yes crosses Cleo's no, after which Ada asks for something else about the same row."""
    evening.start("phone Ada", "phone Ben", "touch")
    evening.say(1, "take", phone(1))
    evening.say(2, "take", phone(2))

    def ask(kind):
        fields = {EndEarly: {"sure": True}, Undo: {"row": evening.at_table().undo.row}}
        evening.send(kind, phone(1), **fields.get(kind, {}))
        return evening.at_table().vote

    asked = ask(first)
    about = {Suspend: "aside", EndEarly: "early", Undo: "undo"}
    evening.send(Vote, row=asked.row, seat=3, yes=False)
    row = ask(second).row
    crossed = {"row": row, "seat": 2, "yes": True, "about": about[first]}
    if first is second:
        evening.send(Vote, phone(2), **crossed)
        assert evening.at_table().vote.open == (3,)
    else:
        refused("stale", evening.send, Vote, phone(2), **crossed)
        assert evening.at_table().vote.open == (2, 3)
