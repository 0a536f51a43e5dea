"""*Changed today*: a list of the last day's changes, each of which one touch reverts."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from app.protocol.revertible_change_messages import ChangedToday, PutBack, SeatOccupant, SettingValue
from app.shown.form import Button, Choice, Form, Group, IntentTemplate, Number, Row, Switch, Text
from app.shown.lobby.seat_form import played_by_label
from app.shown.machine.settings import SettingsFacts, settings, sound
from app.text.time_zone import local
from app.text.translation import Words
from app.text.words_protocols import seat_name

PANEL = "today"


class TodayFacts(msgspec.Struct, frozen=True):
    """The changes, newest first. `people`: seat names. `titles`: game titles by slug."""

    lines: tuple[ChangedToday, ...]
    people: tuple[str, ...]
    titles: tuple[tuple[str, str], ...]
    settings: SettingsFacts


def today(w: Words, facts: TodayFacts) -> Form:
    """Build the list."""
    says = [w("Touch a line to undo that change. Each line stays for a day.")]
    if not facts.lines:
        says = [w("Nothing has changed since yesterday.")]
    elif not all(line.open for line in facts.lines):
        says.append(w("You can undo pale lines once the game is over."))
    words, titles = _settings(w, facts.settings), dict(facts.titles)
    lines = tuple(
        Button(
            key=f"back {line.number}",
            words=_sentence(w, line, words, titles),
            about=_time_and_device(w, line, facts.people),
            says=IntentTemplate(PutBack(id="", change=line.number)),
            picture="undo",
            off=not line.open,
        )
        for line in facts.lines
    )
    return Form(w("Changed today"), (Text(key="about", words=" ".join(says)), *lines))


def _time_and_device(w: Words, change: ChangedToday, people: Sequence[str]) -> str:
    time, where = f"{local(change.at):%H:%M}", w("a phone")
    if change.by == 0:
        where = w("on the screen")
    elif 0 < change.by <= len(people):
        where = people[change.by - 1]
    return w("{time}, {where}", time=time, where=where)


def _sentence(w: Words, change: ChangedToday, rows: Mapping[str, Row], titles: Mapping[str, str]) -> str:
    match change.what:
        case "setting":
            return _describe_setting(w, change, rows.get(change.name))
        case "lock":
            return w("The table was unlocked.") if change.was else w("The table was locked.")
        case "seat":
            seat = seat_name(w, change.seat, None) if change.seat else w("A seat that is gone")
            if change.sits is None or change.sits == change.sat:
                return w("{seat} is now played differently.", seat=seat)
            return _describe_change(w, seat, _occupant_text(w, change.sat), _occupant_text(w, change.sits))
        case "places":
            if change.name == "game":
                before, now = (titles.get(str(slug), str(slug)) for slug in (change.was, change.now))
                return _describe_change(w, w("Game"), before, now)
            if change.name == "count":
                return _describe_change(w, w("Seats"), str(change.was), str(change.now))
            if change.name == "order":
                return w("Places were exchanged.")
            return w("The settings for the next game have changed.")
        case "game":
            title = titles.get(change.name, change.name)
            if change.was:
                return w("A finished game of {game} was deleted.", game=title)
            return w("A game of {game} that was kept for later was deleted.", game=title)
        case "came":
            return w.ngettext("A game was imported from a file.", "{n} games were imported from a file.", change.n)
        case "out":
            return w.ngettext("An imported game was removed again.", "{n} imported games were removed again.", change.n)


def _describe_change(w: Words, what: str, before: str, now: str) -> str:
    return w("{what}: {now} (before: {before})", what=what, before=before, now=now)


def _occupant_text(w: Words, occupant: SeatOccupant | None) -> str:
    if occupant is None:
        return played_by_label(w, "free")
    way = played_by_label(w, occupant.by)
    return w("{way}, {name}", way=way, name=occupant.name) if occupant.name else way


def _describe_setting(w: Words, change: ChangedToday, row: Row | None) -> str:
    if row is None:
        other = {
            "host_address": w("Address for phones"),
            "public_address": w("Friends far away"),
            "result_page": w("Links to results"),
            "not_ours": w("Our box"),
        }
        words = other.get(change.name, w("A setting"))
        return w("{setting} was changed.", setting=words)
    return _describe_change(w, row.words, *(_value(w, row, value) for value in (change.was, change.now)))


def _value(w: Words, row: Row, value: SettingValue) -> str:
    match row:
        case Switch():
            return w.pgettext("switch", "on") if value else w.pgettext("switch", "off")
        case Choice():
            return next((option.words for option in row.options if option.value == value), str(value))
        case Number() if isinstance(value, int | float):
            return row.format(value)
    return w("not set") if value in (None, "") else str(value)


def _settings(w: Words, facts: SettingsFacts) -> dict[str, Row]:
    """Return the row of each setting by name."""
    return {row.key: row for row in _flat((*settings(w, facts).rows, *sound(w, facts).rows))}


def _flat(rows: Iterable[Row]) -> Iterable[Row]:
    for row in rows:
        yield from row.rows if isinstance(row, Group) else (row,)
