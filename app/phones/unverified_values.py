"""Uncertain printed values on a phone: their list, a form for each thing, and the file of corrections to send in."""

from collections.abc import Mapping
from secrets import token_hex
from typing import Any
from urllib.parse import parse_qsl, urlencode

from markupsafe import Markup

from app.phones.game_page_interface import ValuePages
from app.phones.history_pages import NO_REFUSAL, FormRefused, PageResponse
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import Actor
from app.protocol.rejection import Rejection
from app.protocol.settings_messages import SetValues
from app.protocol.table_messages import TableView
from app.shown.cardboard import unverified_values as shown
from app.shown.form import Form
from app.text import table_text as table_words
from app.text.translation import Words
from app.text.unverified_values import UncertainThing, Value, ValueField, ValueWords
from app.web.request_helpers import parse_count


class Values:
    """Builds these pages for the game on the table or the next one."""

    def __init__(self, show: PageMaker) -> None:
        self._show = show
        self._table = show.table

    def find(
        self, w: Words, who: Actor, query: Mapping[str, str], last: FormRefused = NO_REFUSAL
    ) -> PageResponse | None:
        """Return the page or the file; None if there is nothing of that name."""
        view, asked = self._show.current_table(), query[shown.QUERY]
        if asked == shown.FILE:
            file = view.own_file.encode()
            return PageResponse(200, "text/plain", file, f"{view.game}.toml") if file else None
        things = self._things(w)
        one = next((thing for thing in things if ".".join(thing.path) == asked), None) if asked else None
        if not things or (asked and one is None):
            return None
        form = shown.thing(w, one.changed(last.filled), follows=False) if one else shown.things(w, things, "")
        return self._html(
            w,
            last.status,
            one=one,
            form=form,
            stored=urlencode(_form_values(one)) if one else "",
            pictures=self._pictures(view, one, form) if one else {},
            file=shown.own_file_page(w, view.own_file) if view.own_file else None,
            error=last.why,
            asks_pin=self._show.needs_pin(who),
        )

    def enter(
        self, w: Words, who: Actor, query: Mapping[str, str], form: Mapping[str, str]
    ) -> PageResponse | str | None:
        """Apply the submitted values: return the query to go on with, or the page with the reason for a refusal."""
        one = next((thing for thing in self._things(w) if ".".join(thing.path) == query[shown.QUERY]), None)
        if one is None:
            return None
        began = dict(parse_qsl(form.get("stored", "")))
        values = {field.name: told for field in one.fields if (told := _merge(field, form, began)) != field.value}
        said: dict[str, int | bool | str | tuple[int | str, ...] | None] = {
            ".".join((*one.path, shown.CERTAINTY)): shown.OWN_ENTRY,
            **values,
        }
        try:
            self._show.give_pin(who, form)
            for field in one.fields:
                if field.counts and isinstance(values.get(field.name), str):
                    raise Rejection("value-bounds", value=field.label, least=field.least, most=field.most)
            if not one.changed(values).adds_up:
                raise Rejection("values-sum")
            game = self._show.current_table().game
            self._table.handle(who, SetValues(token_hex(8), game, said))
        except Rejection as no:
            return self.find(w, who, query, FormRefused(table_words.refusal(w, no.code, no.params), values))
        return shown.QUERY

    def _things(self, w: Words) -> tuple[UncertainThing, ...]:
        view = self._show.current_table()
        say, game = self._show.say[view.game], self._table.games.shelf[view.game]
        if not isinstance(say, ValueWords):
            return ()
        return say.unverified(w, game.data(), game.data(overrides=view.own_facts))

    def _pictures(self, view: TableView, thing: UncertainThing, form: Form) -> dict[str, Markup]:
        """Draw the thing of each group of values, by the group's key, where the game has a drawing."""
        newest = self._table.games.shelf[view.game].data_version
        pages = self._show.make_pages(view.game, (newest, view.own_facts))
        draws = pages.value_picture if isinstance(pages, ValuePages) else None
        groups = zip(form.rows, thing.groups, strict=False)
        return {row.key: draws(thing, group.part) for row, group in groups if draws and group.part}

    # Any: a template may use whatever it is given.
    def _html(self, w: Words, status: int, **facts: Any) -> PageResponse:
        html = self._show.pages.page("share/values.html", w.lang, table=self._table.id, **facts)
        return PageResponse(status, "text/html", html.encode())


def _form_values(thing: UncertainThing) -> dict[str, str]:
    """Return the values of a thing as its form sends them: a switch that is off is absent."""
    found: dict[str, str] = {}
    for field in thing.fields:
        match field.value:
            case bool(on):
                found |= {field.name: "on"} if on else {}
            case tuple(chosen):
                found |= {f"{field.name} {each}": "on" for each in chosen}
            case value:
                found[field.name] = str(value)
    return found


def _merge(field: ValueField, form: Mapping[str, str], began: Mapping[str, str]) -> Value:
    """Return a field's value with what was changed since its page began: another phone may have entered the rest."""
    told, shown_first = _parse_value(field, form), _parse_value(field, began)
    if isinstance(field.value, tuple) and isinstance(told, tuple) and isinstance(shown_first, tuple):
        chosen = {*told} ^ {*shown_first} ^ {*field.value}
        return tuple(choice for choice, _ in field.choices if choice in chosen)
    return field.value if told == shown_first else told


def _parse_value(field: ValueField, form: Mapping[str, str]) -> Value:
    """Parse a form's value; return the typed text if a number is out of range."""
    if isinstance(field.value, bool):
        return field.name in form
    if isinstance(field.value, tuple):
        return tuple(choice for choice, _ in field.choices if f"{field.name} {choice}" in form)
    said = form.get(field.name, "")
    if field.choices:
        return next((choice for choice, _ in field.choices if str(choice) == said), field.value)
    number = parse_count(said, 3)
    return number if number is not None and field.least <= number <= field.most else said[:6]
