"""Results of people with deals of the day, from the stored games."""

import re
from collections.abc import Collection, Iterable
from datetime import date, timedelta
from itertools import count
from typing import Final

from app.protocol.game_lifecycle_messages import DailyPerson, DailyPlayed
from app.protocol.name_rules import name_key
from app.protocol.results import Daily, FinishedGame

DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
DAY: Final = timedelta(days=1)


def list_results(games: Iterable[FinishedGame], now: Daily) -> list[DailyPlayed]:
    """List the results with deals of a day, the newest first. `games`: the newest first.

    Of a day, a game and a person only the first game that was finished counts.
    """
    found: dict[tuple[str, str, str], DailyPlayed] = {}
    for game in games:
        day, result, points = game.result.daily, game.result, [score["total"] for score in game.result.scores]
        if day is None or result.early or 1 in result.bots or len(points) < 2 or not DATE.fullmatch(day.date):
            continue
        name, alike = result.seats[0] or "", (day.data, day.own) == (now.data, now.own)
        found[day.date, game.kind, name_key(name)] = DailyPlayed(
            date=day.date,
            kind=game.kind,
            name=name,
            points=points[0],
            best=max(points[1:]),
            won=result.winners == (1,),
            alike=alike,
            game=game.game,
            how=result.how,
            shared=len(result.winners) > 1 and 1 in result.winners,
        )
    return sorted(found.values(), key=lambda each: each.date, reverse=True)


def list_people(played: Iterable[DailyPlayed], kind: str, day: str) -> list[DailyPerson]:
    """Sum up the results of everybody with a name who has played a game's deals. `day`: today."""
    mine: dict[str, list[DailyPlayed]] = {}
    for each in played:
        if each.name:
            mine.setdefault(name_key(each.name), []).append(each)
    return [
        DailyPerson(them[0].name, _count_row({each.date for each in them}, day), len(points), max(points), sum(points))
        for them in mine.values()
        if (points := [each.points for each in them if each.alike and each.kind == kind])
    ]


def _count_row(dates: Collection[str], day: str) -> int:
    """Count the days in a row up to `day`, or up to the day before if that one is still to come."""
    last = date.fromisoformat(day) - DAY * (day not in dates)
    return next(n for n in count() if (last - DAY * n).isoformat() not in dates)
