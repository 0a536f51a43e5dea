"""Printed values that are still unverified: the list, a form for each thing, and the file to send to the project."""

from collections.abc import Sequence
from typing import Final

from app.shown.form import Choice, Copy, Form, Group, Link, Number, Option, Row, Switch, Text
from app.text.translation import Words
from app.text.unverified_values import UncertainThing, Value, ValueField
from app.text.unverified_values import ValueGroup as Asked

QUERY: Final = "values"  # query key of the pages; its value: "" (the list), a path, or FILE
FILE: Final = "file"
CERTAINTY: Final = "certainty"  # field: the owner of the box confirms all values of the thing
OWN_ENTRY: Final = "yours"


def things(w: Words, them: Sequence[UncertainThing], file: str) -> Form:
    """Build the list of unverified things, each marked if somebody has compared it with the box. `file`: the entries so
    far."""
    text = w(
        "We are not certain of these numbers. If you have the parts at hand, enter what is printed on them. The "
        "next game uses it; a running game keeps its numbers."
    )
    rows = [
        Link(
            key=f"value {nth}",
            words=each.name,
            to=f"{QUERY}={'.'.join(each.path)}",
            picture="tick" if each.sure else "question",
            about=w("compared with the box") if each.sure else w("not certain"),
        )
        for nth, each in enumerate(them)
    ]
    way = Link(key="values-file", words=_to_us(w), to="values-file", picture="tablet", foot=True, only="screen")
    return Form(w("Numbers of the box"), (Text(key="about", words=text, loud=True), *rows, *([way] if file else [])))


def own_file_page(w: Words, file: str) -> Form:
    """Build the page with the entries as a file."""
    text = w(
        "This is what you entered. Please send it to us with the edition you own: then the next version has it right"
        " for everybody."
    )
    phone = w("On a phone, “Numbers of the box” in the table’s settings has it as a file.")
    keep = w("Keep the file on this phone")
    return Form(
        _to_us(w),
        (
            Text(key="about", words=text, loud=True),
            Copy(key="file", words=file),
            Text(key="phone", words=phone, only="screen"),
            Link(key="keep", words=keep, to=f"{QUERY}={FILE}", only="phone"),
            _back_link(w),
        ),
    )


def thing(w: Words, thing: UncertainThing, follows: bool) -> Form:
    """Build the form of one thing, saved as a whole. `follows`: the surface shows the sums of unsaved entries."""
    ready = not follows or thing.adds_up
    label = w("Everything is as printed: save") if ready else w("The cards do not add up yet")
    save = Link(key="save values", words=label, to="save", picture="tick", main=ready, off=not ready, foot=True)
    groups = (_group(w, nth, group, follows) for nth, group in enumerate(thing.groups))
    return Form(thing.name, (*groups, _back_link(w), save))


def changed_value(thing: UncertainThing, key: str, value: object) -> tuple[str, Value]:
    """Return the field name of a row and its new value."""
    field = next(field for field in thing.fields if key.partition(" ")[0] == field.name)
    if isinstance(field.value, tuple):
        other = key.partition(" ")[2]
        return field.name, tuple(one for one, _ in field.choices if (one in field.value) != (str(one) == other))
    assert isinstance(value, int | float | str)
    return field.name, int(value) if isinstance(value, float) else value


def _group(w: Words, nth: int, question: Asked, follows: bool) -> Group:
    rows = tuple(row for field in question.fields for row in _field(w, field))
    title, now, all_, counted = question.title, question.current_sum, question.total, ""
    if all_ and follows:
        counted = w("{title}: {n} of {all}", title=title, n=now, all=all_)
    return Group(key=f"group {nth}", words=title, rows=rows, counted=counted, wrong=now != all_ > 0)


def _field(w: Words, field: ValueField) -> list[Row]:
    """Return the row of a field; for a set of values, one switch each."""
    value = field.value
    if isinstance(value, tuple):
        return [
            Switch(
                key=f"{field.name} {one}", words=w("{cell}: {value}", cell=field.label, value=label), on=one in value
            )
            for one, label in field.choices
        ]
    if isinstance(value, bool):
        return [Switch(key=field.name, words=field.label, on=value)]
    if field.choices:
        options = tuple(Option(*each) for each in field.choices)
        unknown = () if value in dict(field.choices) else (Option(value, "–"),)
        return [Choice(key=field.name, words=field.label, now=value, options=unknown + options)]
    now, typed = (None, value) if isinstance(value, str) else (value, "")
    return [
        Number(key=field.name, words=field.label, now=now, least=field.least, most=field.most, counts=True, typed=typed)
    ]


def _to_us(w: Words) -> str:
    return w("To be sent to us")


def _back_link(w: Words) -> Link:
    return Link(key="back", words=w.pgettext("step", "Back"), to=QUERY, picture="left", foot=True, only="screen")
