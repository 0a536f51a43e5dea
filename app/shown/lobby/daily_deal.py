"""The deal of the day: its page with everybody's results, and the line that tells a result without spoilers."""

from typing import Final

from app.protocol.game_lifecycle_messages import DailyPerson, DailyPlayed, SetGame
from app.protocol.table_messages import TableView
from app.shown.form import CodeRow, Form, IntentTemplate, Link, Row, Switch, Text
from app.shown.lobby.join_codes import to_result
from app.text.translation import Words
from app.text.words_protocols import CountWords, GameWords

PANEL: Final = "day"


def is_crowded(table: TableView) -> bool:
    """Check whether more people sit at the table than a deal of the day is for."""
    return not table.daily and sum(info.person for info in table.seats) > 1


def day_page(w: Words, table: TableView, say: GameWords) -> Form:
    """Build the page: what it is, whether it comes next, what has been reached with it. `say`: of the table's game."""
    bots = min(3, table.places[1]) - 1
    about = w.ngettext("You against a hard bot", "You against {n} hard bots", bots)
    same = w("The same deal at every table today. Your first finished game counts, in no average but this one.")
    rows: list[Row] = [
        Switch(
            key="daily",
            words=w("Play it"),
            on=table.daily,
            says=IntentTemplate(SetGame(id=""), "daily"),
            about=w("For one person, against hard bots"),
            off=is_crowded(table),
        ),
        Text(key="about", words=f"{say.title(w)} · {about}. {same}"),
    ]
    if any(each.day == table.day and each.kind == table.game for each in table.laid_aside):
        rows.append(Text(key="begun", words=w("You have begun it. It is among the games kept for later."), loud=True))
    rows += [
        Text(key=f"person {nth}", words=_person(w, person), loud=True) for nth, person in enumerate(table.daily_people)
    ]
    if table.dailies:
        words, phone = w("Share without spoilers"), f"share={table.dailies[0].game}"
        rows += [
            Link(key="line", words=words, to="result", picture="phone", only="screen"),
            Link(key="share", words=words, to=phone, only="phone"),
        ]
    rows += [Text(key=f"day {nth}", words=_day(w, daily, say)) for nth, daily in enumerate(table.dailies)]
    return Form(f"{w('Deal of the day')} · {day_text(w, table.day)}", (*rows,))


def day_text(w: Words, date: str) -> str:
    """Format an ISO date in the language's order."""
    year, month, day = date.split("-")
    return w("{day}/{month}/{year}", day=day, month=month, year=year)


def points_text(daily: DailyPlayed) -> str:
    """Return the points beside those of the best bot."""
    return f"{daily.points}:{daily.best}"


def result_line(w: Words, daily: DailyPlayed, say: GameWords) -> str:
    """Return a result as a line to share: date, game and result, nothing of the deal."""
    result = w("{result} against hard bots", result=_result(w, daily, say))
    return " · ".join(("Wondertable", f"{w('Deal of the day')} {day_text(w, daily.date)}", say.title(w), result))


def result_code(w: Words, table: TableView, say: GameWords) -> CodeRow | None:
    """Return the newest result as a code of its line, with what its person has reached; None if there is no result."""
    if not table.dailies:
        return None
    daily = table.dailies[0]
    line, people = (
        result_line(w, daily, say),
        [_person(w, each) for each in table.daily_people if each.name == daily.name],
    )
    return CodeRow(key="line", words=to_result(w, "").words, url=line, about=". ".join((line, *people)))


def _result(w: Words, daily: DailyPlayed, say: GameWords) -> str:
    how = f" ({say.victory(w, daily.how)})" if daily.how and isinstance(say, CountWords) else ""
    points = f"{points_text(daily)}{how}"
    if daily.shared:
        return w("shared {points}", points=points)
    return w("won {points}", points=points) if daily.won else w("lost {points}", points=points)


def _day(w: Words, daily: DailyPlayed, say: GameWords) -> str:
    said = (day_text(w, daily.date), daily.name, _result(w, daily, say) if daily.alike else w("with other values"))
    return " · ".join(filter(None, said))


def _person(w: Words, person: DailyPerson) -> str:
    said = (
        w.ngettext("{n} day in a row", "{n} days in a row", person.row) if person.row else "",
        w.ngettext("{n} deal", "{n} deals", person.days),
        w("best {n}", n=person.best),
        w("average {n}", n=round(person.total / person.days)),
    )
    return f"{person.name} · {', '.join(filter(None, said))}"
