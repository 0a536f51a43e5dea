"""The judge of points: a record of any game in, points and winners out, from data/ and the lines alone.

Nothing here imports the product, so what the product computes can be compared with it (`test_points.py`, and each
evening of tests/evening).
"""

from tests.judge import seven_wonders
from tests.judge.judges import judge_after
from tests.judge.record import Unfollowable, Verdict, header_and_lines


def judged(text: str, over: bool = False) -> Verdict:
    """Judge a record. Unjudged if it begins in the middle, or with corrected values; Unfollowable."""
    game = header_and_lines(text)[0]["game"]
    try:
        match game:
            case "architects" | "duel":
                return judge_after(text).verdict()
            case "seven-wonders":
                return seven_wonders.judged(text, over)
    except (AssertionError, LookupError, ValueError) as error:
        raise Unfollowable(repr(error)) from error
    raise ValueError(f"no judge of {game}")
