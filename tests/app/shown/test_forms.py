"""Forms of both surfaces: what both show is written once; what one of them lacks is listed with its reason."""

import re
from itertools import product

import msgspec
import pytest

from app.games.duel import shared_table_facts as duel
from app.protocol.access_messages import LockTable
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.history_messages import KnownPerson
from app.protocol.machine_messages import Finding
from app.protocol.network_messages import JoinWifi, Network, Wifi, WifiNetwork
from app.protocol.panel_messages import ButtonEvent, Keys
from app.protocol.seat_messages import SeatInfo, SetSeat, SetSeats
from app.protocol.settings_messages import SetTable, Settings
from app.screen.device import sound_cues
from app.shown.cardboard import unverified_values
from app.shown.cardboard.box_list import OwnedGame
from app.shown.form import Button, Choice, Field, Group, Number, Switch
from app.shown.lobby import join_codes, lobby, seat_form
from app.shown.machine import access, clock, screen_machine_pages, settings, wifi
from app.shown.play import leave, menu, undo
from app.table.handlers.machine import OF_THE_MACHINE
from app.text.translation import languages, words
from app.text.unverified_values import UncertainThing
from app.text.unverified_values import ValueField as Value
from app.text.unverified_values import ValueGroup as Values
from app.web.intent_encoding import encode_intent

EVERYTHING = settings.SettingsFacts(
    Settings(display="HDMI-A-1", sound_card="Device"), True, True, True, True, True, True, unheard="ALSA",
    more=duel.seating(words("en"), Settings()).rows, games=(OwnedGame("duel", "Duel", (("More", ("more",)),)),),
)  # fmt: skip
AGREED = lobby.NextGame(
    "architects", (("architects", "Architects"), ("duel", "Duel")), "play", ("play", "track"),
    (("medals", ()), ("expert", ("medals",))), ("medals", "expert"), 4, (2, 7), ((1, "Ada"), (2, "Ben")), 2,
)  # fmt: skip
AIR = ("Attic", "open"), ("Flat", "password"), ("Firm", "other")
RIGHTS_WITH_BOT = access.Rights(True, True, False, True, ((2, "Ben", "bot"),))
RIGHTS_WITHOUT_BOT = access.Rights(True, False, True, True)
DOUBTED = UncertainThing(
    ("rome",),
    "Rome",
    (
        Values("Cards", (Value(("rome", "wood"), "Wood", 4, 0, 30),), total=4),
        Values(
            "Stage",
            (Value(("rome", "on"), "On", (1,), choices=((1, "1"), (2, "2"))), Value(("rome", "cat"), "Cat", True)),
            1,
        ),
        Values("Kind", (Value(("rome", "kind"), "They are", "same", choices=(("same", "equal"), ("any", "any"))),)),
    ),
)

BEN = SeatInfo(2, "bot", "Ben", "en", True, None, "greedy")
BOT = seat_form.ShownSeat(BEN, "Ben", 4, seat_form.WAYS, frozenset(seat_form.WAYS), lobby=True, waits=True)
OTHER_PLAYERS = "touch", "bot"
MINE = seat_form.OwnSeat(
    BEN,
    playing=True,
    others=(seat_form.ShownSeat(BEN, "Ben", 4, OTHER_PLAYERS, frozenset(OTHER_PLAYERS), lobby=False),),
)
SEAT_OF_OWN_BOT = msgspec.structs.replace(BOT, info=msgspec.structs.replace(BEN, own_bot=True, name=None), lobby=False)

# What one surface alone has, and why.
SCREEN = {
    "zone": "some hundred cities, by parts of the world; a phone has a list of its own",
    "ours": "many switches, which have a page of their own",
    "plain": "whether the screen lives is seen there",
    "rotation": "it is tried out, four corners and all",
    "display": "it is tried out, and the screen alone knows which are connected",
    "faces": "who stands at the screen means the edge at which they stand",
    "address": "who has only a phone would lock it out",
    "public": "where the table is reachable is decided at the table",
    "wifi": "who has only a phone would lock it out",
    "power_off": "the computer is switched off by who sees it",
    "off": "the computer is switched off by who sees it",
    "machine": "buttons and lights are tried where they are",
    "sound": "a phone has it as a part of the same page",
    "host": "a phone has it as a part of the same page",
    "today": "a phone has it as a part of the same page",
    "club": "a phone has it as a part of the same page",
    "upkeep": "a phone has it as a part of the same page, where a PIN is set",
    "new pin": "it is set where all see who sets it",
    "remove pin": "it is set where all see who sets it",
    "unheard": "the screen plays what is heard",
    "blow": "a phone has it beside the game",
    "values-file": "a phone has it below the list",
    "phone": "a phone needs not be told",
    "back": "a phone has the way back above",
    "choose here": "it is answered on the screen",
    "badge": "who has a phone says it there, as their own settings",
    "lang": "who has a phone says it there, as their own settings",
    "left": "who has a phone says it there, as their own settings",
    "move left": "who holds a phone sees no left and right",
    "move right": "who holds a phone sees no left and right",
}
SCREEN_PAGES = {
    "areas": "a phone has a list",
    "cities": "a phone has a list",
    "safe_display_page": "whether the screen lives is seen there",
    "displays": "it is tried out, and the screen alone knows which are connected",
    "switch_off": "the computer is switched off by who sees it",
    "wifi": "who has only a phone would lock it out",
    "hotspot": "who has only a phone would lock it out",
    "findings": "buttons and lights are tried where they are",
    "parts": "buttons and lights are tried where they are",
    "key_pad": "buttons and lights are tried where they are",
    "sounds": "the screen plays what is heard",
    "confirm_game_change": "a phone stands up by itself",
    "choose_players": "a phone has a line for each way to do so",
    "menu": "a phone has tabs, and all the rest on one page",
    "about": "a phone says it below each page",
    "everybody": "a phone has each seat on the page itself",
    "person_page": "a phone has the names beside its keys",
    "undo_page": "a phone says it where it is touched",
    "public_on_screen": "where the table is reachable is decided at the table",
    "results_on_screen": "each sign is typed on a keyboard that the screen draws; a phone has its own",
}
PHONE_PAGES = {
    "offer": "a phone knows its zone and the time",
    "zone": "the screen has parts of the world",
    "mine": "who has a phone has one seat; the screen has all of it at each seat",
}
PHONE = {
    "ours": "the same in a fold",
    "rotation": "the way back from a picture that nobody can use",
    "first display": "the way back from a display that is dark",
    "faces": "a phone lies anywhere, so it names the edge",
    "away 2": "the screen has it beside each seat",
    "position": "the screen has it where one puts something right",
    "keep": "the screen has no files",
    "move": "who holds a phone sees no left and right",
}
NEVER_CHANGED = {"welcomed"}  # the first start says it by itself


def explain_variant(slug):
    return slug.upper(), "What it changes."


def forms(lang="en", edge=None):
    w, facts = words(lang), msgspec.structs.replace(EVERYTHING, edge=edge)
    rarely = lobby.rarely(
        w, lobby.RareOptions(True, True, (("coins-for-any", False), ("free-economy", True))), explain_variant
    )
    more = leave.leave_page(w, leave.LeavingFacts(True, True)), rarely
    more += (lobby.game_form(w, AGREED, explain_variant),)
    more += join_codes.to_table(w, "http://10.0.0.2:8080", locked=True), join_codes.to_table(w, "", locked=False)
    more += (join_codes.to_seat(w, 2, "Ben", "http://10.0.0.2:8080/join/x"),)
    more += seat_form.seat(w, BOT), seat_form.seat(w, SEAT_OF_OWN_BOT)
    more += (
        unverified_values.things(w, (DOUBTED,), "[rome]"),
        unverified_values.own_file_page(w, "[rome]"),
        unverified_values.thing(w, DOUBTED, True),
    )
    return (
        settings.settings(w, facts),
        settings.sound(w, facts),
        access.rights(w, RIGHTS_WITH_BOT),
        access.rights(w, RIGHTS_WITHOUT_BOT),
        *more,
    )


def screen_pages(lang="en"):
    """Build the pages that only the screen has, by name, in all their states."""
    w = words(lang)
    ways = [
        (w, screen_machine_pages.Ending(program, power, horn))
        for program, power, horn in product((True, False), repeat=3)
    ]
    networks = tuple(WifiNetwork(name, 3, lock) for name, lock in AIR)
    air = Wifi("Own", networks=networks, can_host=True)
    found = Finding("Sound", "ok", True), Finding("Wi-Fi", "no", False)
    heard = ButtonEvent("cat.1", "pressed")
    pages = {
        screen_machine_pages.safe_display_page: [(w,)],
        screen_machine_pages.displays: [(w, ("HDMI-A-1", "DSI-1"), "DSI-1", left) for left in (None, 9)],
        screen_machine_pages.switch_off: ways,
        clock.areas: [(w, ""), (w, "Europe/Paris")],
        clock.cities: [(w, "Europe/Paris", "Europe")],
        wifi.wifi: [(w, None), (w, air), (w, Wifi("Own", "off"))],
        wifi.hotspot: [(w,)],
        screen_machine_pages.findings: [
            (w, None),
            (w, found),
        ],
        screen_machine_pages.parts: [(w, names, {"cat.1"}, heard) for names in (None, ("horn", "cat.1"))],
        screen_machine_pages.key_pad: [(w, None, None), (w, Keys({"horn": 30, "cat.1": 0}, {}, "cat.1"), None)],
        screen_machine_pages.sounds: [(w, sound_cues.NAMES)],
        lobby.confirm_game_change: [(w, "Duel")],
        lobby.choose_players: [(w, "Duel", 2, ((1, "Ada"), (3, "Ben"), (4, "Cleo")), (3,))],
        menu.menu: [
            (w, menu.MenuFacts(True)),
            (
                w,
                menu.MenuFacts(
                    False, leave.LeavingFacts(True), "cards", [("Own", "own", "card")], True, learned=True, over=True
                ),
            ),
        ],
        menu.about: [(w, "1.0")],
        seat_form.everybody: [(w, (("Ada", "phone"), ("Seat 2", "free")))],
        seat_form.person_page: [(w, 2, (KnownPerson("Ada", "key", "red"), KnownPerson("Ben")))],
        undo.undo_page: [(w, undo.NO_UNDO), (w, undo.UndoOffered(3, "Take", 2, asked=True))],
        settings.results_on_screen: [(w, Settings(result_page=address)) for address in ("", "https://a.example")],
        settings.public_on_screen: [
            (w, (Settings(public_address=typed), Network(None, None, public=now)))
            for typed, now in (("", None), ("https://A.example/", "https://a.example"), ("", "https://b.example"))
        ],
    }
    return {page.__name__: [page(*facts) for facts in states] for page, states in pages.items()}


def phone_pages(lang="en"):
    """Build the pages that only phones have, by name."""
    w, knows = words(lang), clock.ClockFacts("", "Europe/Paris", 86_400)
    return {
        "mine": [seat_form.own_seat_form(w, MINE)],
        "offer": [clock.offer(w, knows)],
        "zone": [clock.zone(w, knows)],
    }


def test_rows_and_pages_of_one_surface_alone_are_listed_with_a_reason():
    assert {*screen_pages()} == {*SCREEN_PAGES}
    assert {*phone_pages()} == {*PHONE_PAGES}
    alone = {"screen": set(), "phone": set()}
    for edge in (None, 0):
        for row in (row for form in forms(edge=edge) for row in form.rows if row.only):
            alone[row.only].add(row.key)
    alone["screen"].add("faces")  # by the edge
    alone["phone"].add("faces")
    assert alone == {"screen": {*SCREEN}, "phone": {*PHONE}}


def test_wifi_row_joins_open_network_or_asks_for_password():
    here = Wifi(
        own="Own", here="Attic", failed="password", tried="Flat", can_host=True,
        networks=tuple(WifiNetwork(name, 3, lock, known=name == "Flat") for name, lock in AIR),
    )  # fmt: skip
    attic, flat, firm = (wifi.wifi(words("en"), here).row(f"network {name}") for name, _ in AIR)
    assert (attic.on, attic.off, attic.says.intent.network) == (True, True, "Attic")
    assert (flat.to, firm.to) == ("password Flat", "other Firm"), "the password that is known was wrong just now"
    known = wifi.wifi(words("en"), msgspec.structs.replace(here, failed="")).row("network Flat")
    assert known.says.intent == JoinWifi(id="", network="Flat")
    assert wifi.wifi(words("en"), here).button_to_confirm("hotspot").sure.yes == "Open it"
    assert wifi.wifi(words("en"), msgspec.structs.replace(here, here="")).button_to_confirm("hotspot") is None


def switches(rows):
    for row in rows:
        if isinstance(row, Switch):
            yield row
        yield from switches(getattr(row, "rows", ()))


@pytest.mark.parametrize("lang", languages())
def test_switches_explain_what_they_change(lang):
    """The keys are those of switches about the table; a seat's own switches and names of games need no explanation."""
    pages = (*forms(lang, edge=0), duel.seating(words(lang), Settings()))
    every = {row.key: row for form in pages for row in switches(form.rows_on("screen")) if row.says}
    assert {key for key, row in every.items() if not row.about} <= {"taught 2", "left"}
    assert {"bright", "ritual", "power_off", "night", "lock", "keep", "variant medals", "turning"} <= every.keys()


def test_game_form_removes_dependent_variants_and_disables_unmet_ones():
    """Turning a variant off also removes variants that need it; one that lacks another cannot be turned on."""
    rows = {row.key: row for row in lobby.game_form(words("en"), AGREED, explain_variant).rows}
    assert rows["variant medals"].says.intent.variant == ()
    assert rows["variant expert"].says.intent.variant == ("medals",)
    assert encode_intent(rows["variant expert"].says) == "set-game;variant=medals"
    assert encode_intent(rows["seats"].says) == "set-seats;count={value}"
    assert rows["seats"].says.filled("x", 5) == SetSeats(id="x", count=5)
    assert [option.value for option in rows["first"].options] == [None, 1, 2]
    none = lobby.game_form(words("en"), msgspec.structs.replace(AGREED, added=(), firsts=()), explain_variant)
    rows = {row.key: row for row in none.rows}
    assert (rows["variant medals"].off, rows["variant expert"].off, "first" in rows) == (False, True, False)
    assert rows["variant expert"].about == "What it changes. Only with: MEDALS."


@pytest.mark.parametrize(
    ("taken", "owing", "words_", "ready"),
    [
        (1, 0, "2 more seats are needed", False), (2, 1, "1 more seat is needed", False),
        (3, 1, "1 seat has no wonder yet", False), (3, 0, "Start with 3", True),
    ],
)  # fmt: skip
def test_start_button_shows_what_is_missing(taken, owing, words_, ready):
    row = lobby.start(words("en"), taken, 3, owing)
    assert (row.words, row.main, row.off) == (words_, ready, not ready)


def test_seat_of_a_present_phone_is_taken_only_after_confirmation():
    w, held = words("en"), msgspec.structs.replace(BEN, by="phone")
    ways = {row.key: row for row in seat_form.seat(w, msgspec.structs.replace(BOT, info=held)).rows}
    assert ways["by bot"].sure == seat_form.confirm_taking(w, "Ben", "bot") == forms()[2].row("away 2").sure
    assert ways["by phone"].sure is None
    away = msgspec.structs.replace(held, present=False)
    ways = {row.key: row for row in seat_form.seat(w, msgspec.structs.replace(BOT, info=away)).rows}
    assert ways["by free"].sure is None


def test_wonder_choice_begins_with_random_or_not_chosen():
    w, roles = words("en"), [("giza", "Giza"), ("rome", "Rome")]
    said = {
        mode: [option.words for option in seat_form.role(w, BEN, mode, roles).options]
        for mode in ("play", "track", "tally")
    }
    assert said["play"] == ["random", "Giza", "Rome"]
    assert said["track"] == said["tally"] == ["not chosen", "Giza", "Rome"]
    assert seat_form.role(w, BEN, "track", roles, owes=True).options[0].words == "Which wonder?"


@pytest.mark.parametrize(("surface", "edge"), [("screen", 0), ("phone", None)])
def test_every_table_setting_can_be_changed_on_screen_and_phone(surface, edge):
    changed = {
        name
        for form in forms(edge=edge)
        for each in form.rows_on(surface)
        for row in (each.rows if isinstance(each, Group) else (each,))
        for name in SetTable.__struct_fields__
        if isinstance(row, Switch | Choice | Number | Field | Button)
        and row.says is not None
        and isinstance(row.says.intent, SetTable)
        and (name == row.says.hole or getattr(row.says.intent, name) is not msgspec.UNSET)
    }
    pages = {"screen": {"host_address", "public_address", "rotation", "display", "not_ours", "zone"}, "phone": {"zone"}}
    changed |= pages[surface]  # that rows lead to, or beside them
    lacking = {"screen": set(), "phone": {*OF_THE_MACHINE}}[surface]
    assert changed - {"id"} == {*SetTable.__struct_fields__} - {"id"} - NEVER_CHANGED - lacking


@pytest.mark.parametrize("lang", languages())
def test_rows_of_a_page_have_unique_labels(lang):
    pages = screen_pages(lang) | phone_pages(lang)
    alone = tuple(form for states in pages.values() for form in states)
    for form, surface in product(forms(lang, 0) + forms(lang) + alone, ("screen", "phone")):
        rows = form.rows_on(surface)
        assert len({row.key for row in rows}) == len(rows)
        assert all(row.words for row in rows)
        assert len({row.words for row in rows}) == len(rows)


def test_rows_build_and_encode_their_intents():
    """A row builds its intent for the screen, and encodes it for a page."""
    size, *_ = (row for row in forms()[0].rows if row.key == "diagonal")
    assert size.says.filled("x", 10.6) == SetTable(id="x", diagonal=10.6)
    assert encode_intent(size.says) == "set-table;diagonal={value}"
    lock, *_ = (row for row in forms()[2].rows if row.key == "lock")
    assert lock.says.filled("x", True) == LockTable(id="x", locked=True)
    assert encode_intent(lock.says) == "lock-table;locked={value}"
    away, *_ = (row for row in forms()[2].rows if row.key == "away 2")
    assert encode_intent(away.says) == "set-seat;seat=2;by=bot"
    rule, *_ = (row for row in forms()[5].rows if row.key == "free-economy")
    assert rule.says.filled("x", False) == SetGame(id="x", rules={"free-economy": False})
    assert encode_intent(rule.says) == "set-game;rules.free-economy={value}"
    assert encode_intent(forms()[4].rows[1].says) == "lay-aside"
    assert away.says.filled("x") == SetSeat(id="x", seat=2, by="bot")


def test_own_seat_form_saves_all_fields_in_one_intent():
    w = words("en")
    saved, *_, seats = seat_form.own_seat_form(w, MINE).rows
    _, other, _ = seats.rows
    assert encode_intent(saved.says) == "rename;name={name};lang={lang};emblem={emblem};colour={colour}"
    assert [row.key for row in saved.rows] == ["name", "lang", "badge"]
    assert [(row.key, encode_intent(row.says)) for row in other.rows] == [("by touch", "set-seat;seat=2;by=touch")]
    assert encode_intent(access.pin(w).says, "{pin}") == "give-pin;pin={pin}"


def test_values_form_applies_edits_by_row_key_and_checks_their_sum():
    """Edits of a page that is not submitted yet are kept by the keys of its rows."""
    them = forms()[-1]
    cards, stage, kind = (row for row in them.rows if isinstance(row, Group))
    assert (cards.words, cards.counted, cards.wrong) == ("Cards", "Cards: 4 of 4", False)
    assert [row.key for row in cards.rows + stage.rows + kind.rows] == [
        "rome.wood", "rome.on 1", "rome.on 2", "rome.cat", "rome.kind",
    ]  # fmt: skip
    assert unverified_values.changed_value(DOUBTED, "rome.on 2", True) == ("rome.on", (1, 2))
    assert unverified_values.changed_value(DOUBTED, "rome.on 1", False) == ("rome.on", ())
    assert unverified_values.changed_value(DOUBTED, "rome.wood", 5) == ("rome.wood", 5)
    more = DOUBTED.changed({"rome.wood": 5})
    assert [row.off for row in unverified_values.thing(words("en"), more, True).rows if row.key == "save values"] == [
        True
    ]
    assert [row.off for row in unverified_values.thing(words("en"), more, False).rows if row.key == "save values"] == [
        False
    ]


@pytest.mark.parametrize("lang", ["de", "fr", "nl"])
def test_settings_write_numbers_with_the_decimal_point_of_the_reader(lang):
    form = settings.settings(words(lang), EVERYTHING)
    written = [option.words for option in form.row("bot_pace").options]
    written.append(form.row("diagonal").format(10.1))
    assert all(re.search(r"\d,\d", text) and not re.search(r"\d\.\d", text) for text in written), written


def test_unlisted_value_is_sorted_into_the_options():
    facts = settings.SettingsFacts(Settings(bot_pace=7.5), False)
    pace, *_ = (row for row in settings.settings(words("en"), facts).rows if row.key == "bot_pace")
    before, now, after = pace.adjacent_options()
    assert (before.value, now.value, now.words, after.value) == (6.0, 7.5, "7.5 s", 0.3)


def test_number_row_stops_at_its_bounds():
    size, *_ = (row for row in forms()[0].rows if row.key == "diagonal")
    assert size.adjacent_numbers(10.1) == (9.6, 10.6)
    assert size.adjacent_numbers(4.0) == (None, 4.5)
    assert size.adjacent_numbers(80.0) == (79.5, None)
    _, volume, *_ = forms()[1].rows
    assert [option.words for option in volume.listed_numbers] == [str(n) for n in range(11)]
    assert size.listed_numbers == ()
