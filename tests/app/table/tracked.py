"""Helpers for games that people deal and report: their lines, and those of Architects."""

from pathlib import Path

from app.protocol.cardboard_messages import Correct
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.play_messages import Act
from app.protocol.seat_messages import SetSeat
from engine.architects.game_facade import Architects

GAME = Architects((Path(__file__).parents[3] / "data" / "architects.toml").read_bytes())
ARCHITECTS_TOLD = {"shelf": {"architects": GAME}, "modes": {"architects": ("play", "track")}}  # of a table
TOKENS = ("economy", "tactics", "decor")


def begun(evening, *by, wonders=("giza", "rhodes", "ephesus", "olympia"), tokens=TOKENS, **fields):
    """Start a reported game of people, up to its first turn."""
    evening.sit(*by)
    for seat, wonder in zip(range(1, len(by) + 1), wonders, strict=False):
        evening.send(SetSeat, seat=seat, wonder=wonder)
    evening.send(SetGame, mode="track", first=1, **fields)
    evening.send(Start)
    for token in tokens:
        evening.say(0, f"reveal token {token}")
    return evening


def take(evening, seat, side, card, who=SCREEN):
    """Report a stack and its card in one intent."""
    stack = {"left": str(seat), "center": "center", "right": str(seat - 1 or len(evening.at_table().seats))}[side]
    evening.say(seat, f"take {side}", who, card=f"reveal {stack} {card}")


def rows(evening):
    """List the lines of the record as (row, seat, text)."""
    return [
        (applied.move.number, applied.move.seat + 1, applied.move.text)
        for applied in evening.table.committed.match.moves
    ]


def texts(evening):
    return [f"{seat} {text}" if seat else text for _, seat, text in rows(evening)]


def report_lines(evening, *lines, who=SCREEN):
    """Report lines of a game, each written `SEAT TEXT` as in a record."""
    for line in lines:
        seat, _, text = line.partition(" ")
        evening.say(int(seat), text, who)


def row_of(evening, text):
    return next(number for number, _, said in rows(evening) if said == text)


def correct(evening, row, how, text=None, who=SCREEN, **fields):
    row = row if isinstance(row, int) else row_of(evening, row)
    repair = evening.at_table().repair
    if how in ("insert", "missed", "twice") and (repair is None or repair.rule is None):
        evening.send(Correct, who, row=row, how="ask")
    evening.send(Correct, who, row=row, how=how, text=text, **fields)


def questions(evening, who=SCREEN):
    return evening.snapshot(who).questions


def wander(evening, rng, until, who=SCREEN):
    """Report random actions until a condition holds."""
    for _ in range(2000):
        if until(evening):
            return
        assert questions(evening), "the game is over"
        question = rng.choice([each for each in questions(evening) if each.legal])
        action = rng.choice(question.legal)
        coming = question.then.get(action)
        card = rng.choice(coming.legal) if coming else None
        evening.send(Act, who, seat=question.seat, question=question.number, action=action, card=card)
    raise AssertionError("it never came to that")
