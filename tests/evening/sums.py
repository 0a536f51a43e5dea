"""Points of a finished game by the sums of the score sheets, from what everybody sees; and who has won by them."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import main
from app.games.shelf import tally
from engine.tally.sheets import Sheet
from engine.tally.sums import summed


@cache
def _sheets() -> dict[str, Sheet]:
    found: Any = tally(main.data())
    sheets: dict[str, Sheet] = found.sheets
    return sheets


def cells(game: str, seat: dict[str, Any], standing: dict[str, Any]) -> dict[str, int]:
    """What people would enter for a seat."""
    score = seat["score"]
    match game:
        case "architects":
            found = {"wonder": score["wonder"], "blue": score["blue"], "progress": score["progress"]}
            return found | {"military": seat["military"], "medals": len(seat["medals"]), "stages": len(seat["stages"])}
        case "duel":
            return {**score, "coins": seat["coins"]}
        case _:
            symbols = {"any-symbol" if what == "any" else what: n for what, n in standing["symbols"].items()}
            return {**score, "military": sum(seat["tokens"]), "coins": seat["coins"], **symbols}


def faults(view: dict[str, Any], table: dict[str, Any]) -> Iterator[str]:
    """What the sums do not agree with. A score sheet itself is summed by them, and is not asked."""
    game = view["game"]
    if table["mode"] == "tally" or game not in _sheets() or not view["over"]:
        return
    sheet = _sheets()[game]
    variant = tuple(table["variant"])
    lines = [line for line in sheet.played(variant)[1] if line.id != "leaders"]
    totals: list[int] = []
    for at, seat in enumerate(view["seats"]):
        standing = view["hints"]["standing"][at] if game == "seven-wonders" else {}
        entered: dict[str, int] = {cell.id: 0 for cell in sheet.cells} | cells(game, seat, standing)
        sums = summed(lines, entered, bool(seat.get("cat")))
        score = seat["score"]
        special = {"enheduanna", "aganice", "aristotle"} & {*seat.get("leaders", ())}
        for line in lines:
            if line.id in score and not (special and line.id == "science"):
                points = sums[line.id].points
                if points != score[line.id]:
                    yield f"seat {seat['seat']}: {line.id} is {score[line.id]}, the score sheet says {points}"
        totals.append(sum(score[name] for name in score if name != "total"))
        if totals[-1] != score["total"]:
            yield f"seat {seat['seat']}: its lines come to {totals[-1]}, not to {score['total']}"
    if game == "duel" and view.get("victory") not in (None, "civilian", "points"):
        return
    ties = [
        cells(game, seat, view["hints"]["standing"][at] if game == "seven-wonders" else {}).get(sheet.tie, 0)
        for at, seat in enumerate(view["seats"])
    ]
    best = max(zip(totals, ties, strict=True))
    winners = [at + 1 for at, each in enumerate(zip(totals, ties, strict=True)) if each == best]
    if list(view["winners"]) != winners:
        yield f"{view['winners']} have won, by the score sheet {winners}: {list(zip(totals, ties, strict=True))}"
