"""Helpers for games in which a reported line is corrected."""

import msgspec

from app.protocol.cardboard_messages import Correct
from app.table.game.match import Match, apply
from engine import record
from tests.app.table.tracked import GAME, begun
from tests.duel_cities import duel
from tests.seven_wonders_cities import GAME as SEVEN_WONDERS

GAMES = {"architects": GAME, "duel": duel(), "seven-wonders": SEVEN_WONDERS}


def row_of_turn(evening, turn):
    """Return the number of the first line that people reported in a turn."""
    match = evening.table.committed.match
    state = match.rules.start(match.setup)
    for applied in match.moves:
        if state.turn == turn and applied.move.from_people:
            return applied.move.number
        state.apply(applied.move.seat, state.parse(applied.move.text))
    raise AssertionError(turn)


def decide(evening, how, row=None, **fields):
    repair = evening.at_table().repair
    evening.send(Correct, row=repair.row if row is None else row, how=how, **fields)


def standing(evening):
    """List the lines of the log that are not undone, each as (row, event)."""
    return [(line.row, bytes(line.event)) for line in evening.snapshot().news if line.row and not line.undone]


def retold(match):
    """List the events that the record of a game emits when it is replayed, each as (row, event)."""
    state = match.rules.start(match.setup)
    return [
        (emitted.move, msgspec.json.encode(emitted.event))
        for applied in match.moves
        for emitted in apply(state, applied.move, state.parse(applied.move.text))[1]
    ]


def is_sound(evening):
    """Check that the log equals a replay of the record, in order, and that the replay gives the state on the table."""
    match = evening.table.committed.match
    assert standing(evening) == retold(match)
    again = Match(match.rules, match.setup, [applied.move for applied in match.moves], match.last_move)
    assert again.state.view(None) == match.state.view(None)
    assert again.moves == match.moves


def goes_on(evening):
    """Check that the game is sound, and that its record replays in a program that ignores this project's comments."""
    is_sound(evening)
    match = evening.table.committed.match
    lines = [record.format_move(each.move.seat, each.move.text) for each in match.moves]
    text = record.format_record(match.setup, lines)
    shelf = {match.rules.name: match.rules}
    *_, (_, state) = record.replay(record.parse_record(text.encode(), shelf))
    assert state.view(None) == match.state.view(None)
    plain = "\n".join(line for line in text.split("\n") if not line.startswith("# house"))
    *_, (_, state) = record.replay(record.parse_record(plain.encode(), shelf))
    assert state.view(None) == match.state.view(None)


def forgotten(evening, turns=8):
    """Report a game of four seats in which the turn of seat 3 in the second round is missing.

    The `turns` reported after that are those of the wrong seats. Return what really happened, as (seat, stack, card).
    """
    begun(evening, "phone Ada", "phone Ben", "touch", "touch")
    first = [(1, "1", "wood"), (2, "2", "stone"), (3, "3", "brick"), (4, "4", "glass")]
    # each seat takes from a stack that the seat before it reaches, too
    truth = [(1, "1", "blue-3"), (2, "2", "red-0"), (3, "center", "papyrus")]
    cards = ["blue-3", "red-0", "compass", "red-0", "blue-3", "red-0", "blue-3", "gear"]
    for nth, card in enumerate(cards[:turns]):
        seat = (3 + nth) % 4 + 1
        truth.append((seat, "center" if nth % 3 == 1 else str(seat - 1 or 4), card))
    for nth, (seat, stack, card) in enumerate([*first, *truth[:2], *truth[3:]]):
        teller = nth % 4 + 1
        side = "center" if stack == "center" else "left" if int(stack) == teller else "right"
        assert side != "right" or int(stack) == (teller - 1 or 4), (seat, teller, stack)
        evening.say(teller, f"take {side}", card=f"reveal {stack} {card}")
    return [*first, *truth]


def list_taken_cards(evening):
    events = [event for event in evening.log() if event["type"] == "card-taken" and not event["undone"]]
    return [(event["seat"], event["stack"], event["card"]) for event in events]
