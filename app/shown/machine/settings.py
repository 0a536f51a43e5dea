"""The table's settings and sound pages."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final, Literal

import msgspec

from app.protocol.host_names import parse_public_url
from app.protocol.machine_messages import SoundCard
from app.protocol.network_messages import Network
from app.protocol.play_messages import Horn
from app.protocol.settings_messages import SetTable, Settings
from app.shown.cardboard.box_list import OwnedGame, owned_entry
from app.shown.form import (
    Button,
    Choice,
    Field,
    Form,
    Group,
    IntentTemplate,
    Link,
    Number,
    Option,
    Row,
    Surface,
    Switch,
    Text,
    table_switch,
)
from app.shown.machine.cloned_card import settings_link
from app.shown.machine.upkeep import PANEL
from app.text.table_text import no_sound
from app.text.translation import Words, languages

PACES: Final = (0.3, 0.8, 1.2, 2.5, 4.0, 6.0)  # seconds
HINTS: Final = (0, 1, 3, 5)  # a game
DARK: Final = (0, 2, 5, 10, 30, 60)  # minutes; 0: never
INCHES: Final = 4.0, 80.0, 0.5  # smallest, largest, step
LOUDEST: Final = 10
ADDRESS: Final = 200  # maximum length of a web address
SettingsGroup = Literal["urgent", "display", "table", "machine", "off"]  # urgent: rows that ask for something
MACHINE_PANEL: Final = "this-machine"
QUARTERS: Final = (0, 90, 180, 270)


class SettingsFacts(msgspec.Struct, frozen=True):
    """The settings and the facts that decide which rows are shown.

    `horn`: the game has conflict tokens. `unverified`: printed values are uncertain. `installed`: the computer is a
    table of its own. `displays`: several are connected. `plain`: safe display settings are in use. `edge`: the reader's
    edge, if known. `unheard`: the sound driver's error. `more`: rows of the current game. `games`: every game. `cards`:
    usable sound cards of an installed table.
    """

    now: Settings
    horn: bool
    unverified: bool = False
    installed: bool = False
    displays: bool = False
    silent: bool = False
    plain: bool = False
    edge: int | None = None
    unheard: str = ""
    more: tuple[Row, ...] = ()
    games: tuple[OwnedGame, ...] = ()
    cards: tuple[SoundCard, ...] = ()
    copied: bool = False


def settings(w: Words, facts: SettingsFacts) -> Form:
    """Build the page: settings of the table, then rows of the current game."""
    return Form(w("The table’s settings"), tuple(chain.from_iterable(rows for _, rows in _list_rows(w, facts))))


def _list_rows(w: Words, facts: SettingsFacts) -> Iterable[tuple[SettingsGroup, Iterable[Row]]]:
    """List all rows, each with the group of the screen's pages to which it belongs, in the order of a phone."""
    now = facts.now
    langs = [Option(slug, name, slug) for slug, name in languages().items()]
    values = Link(key="values", words=w("Numbers of the box"), to="values", picture="question")
    return (
        ("urgent", [_page_link("plain", w("Plain settings"), "eye")] if facts.plain else []),
        ("urgent", [settings_link(w)] if facts.copied else []),
        ("display", [_choice("lang", w("Language"), now.lang, langs)]),
        ("machine", [_size(w, now)]),
        ("display", _display_switches(w, facts)),
        ("table", _play_choices(w, now)),
        ("machine", _machine_rows(w, facts)),
        (
            "table",
            [
                _page_link("sound", w("Sound"), "mute" if facts.silent else "sound"),
                *([_ritual(w, now)] if facts.horn else []),
                _page_link("today", w("Changed today"), "undo"),
                _page_link("host", w("PIN and lock"), "lock"),
                *([values] if facts.unverified else []),
            ],
        ),
        ("machine", [_power_switch(w, facts)]),
        ("off", [_page_link("off", w("Switch off"), "cross")]),
        ("table", (*facts.more, *(owned_entry(w, now, facts.games) if facts.games else ()))),
    )


def _display_switches(w: Words, facts: SettingsFacts) -> list[Row]:
    now = facts.now
    return [
        table_switch("bright", w("Bright room"), now.bright, w("Light colours, for a table in daylight.")),
        table_switch(
            "plain_figures", w("Plain figures"), now.plain_figures, w("Signs instead of drawings, for slow computers.")
        ),
        table_switch("large", w("Larger words"), now.large, w("Words and signs grow where there is room.")),
        *_faces(w, facts),
        table_switch(
            "motion", w("Animations"), now.motion, w("Cards and coins fly; otherwise they are there at once.")
        ),
        table_switch("points", w("Points so far"), now.points, w("Everybody sees all points during the game.")),
    ]


def _play_choices(w: Words, now: Settings) -> list[Row]:
    undo = Option("ask", w("others are asked")), Option("always", w("always")), Option("never", w("never"))
    paces = [Option(n, w("{n} s", n=w.number(n))) for n in sorted({*PACES, now.bot_pace})]
    return [
        _choice("undo", w("Undo"), now.undo, undo),
        _choice("bot_pace", w("Pace of bots"), now.bot_pace, paces),
        table_switch(
            "intentions",
            w("Bots say what they want"),
            now.intentions,
            w("Otherwise only easy bots do, and all of them in first games."),
        ),
        _choice("hints", w("Hints"), now.hints, _hints(w, now)),
    ]


def _machine_rows(w: Words, facts: SettingsFacts) -> list[Row]:
    now = facts.now
    dark = [Option(n, w("{n} min", n=n) if n else w("never")) for n in sorted({*DARK, now.dark_after})]
    return [
        _page_link("rotation", w("Turn the picture"), "turn"),
        _rotation_choice(w, now),
        *_display(w, facts),
        _choice("dark_after", w("Dark between games after"), now.dark_after, dark, w("Dark after")),
        _page_link("address", w("Address for phones"), "phone"),
        results(w, now),
        _page_link("public", w("Friends far away"), "wifi"),
        _page_link("wifi", w("Wi-Fi"), "wifi"),
        _page_link("club", w("Club"), "crown"),
        _page_link("zone", w("Time zone"), "star"),
        *([_page_link(PANEL, w("Upkeep"), "brick")] if facts.installed else []),
        _page_link("machine", w("Diagnostics"), "eye"),
    ]


def _power_switch(w: Words, facts: SettingsFacts) -> Switch:
    return table_switch(
        "power_off",
        w("Wondertable may power the computer off"),
        facts.now.powers_off(facts.installed),
        w("Otherwise “{off}” only ends the program.", off=w("Switch off")),
        only="screen",
    )


def settings_page(w: Words, facts: SettingsFacts, *, machine: bool) -> Form:
    """Build the screen's page: what people change, in groups, or what belongs to the machine."""
    rows: dict[SettingsGroup, list[Row]] = {}
    for group, there in _list_rows(w, facts):
        rows.setdefault(group, []).extend(row for row in there if row.only != "phone")
    title = w("This machine")
    if machine:
        return Form(title, tuple(rows["machine"]))
    table = sorted(rows["table"], key=lambda row: isinstance(row, Link))
    groups = (
        Group(key="seen", words=w("What you see"), rows=tuple(rows["display"])),
        Group(key="rest", words=w("At this table"), rows=tuple(table)),
    )
    more = Link(key=MACHINE_PANEL, words=title, to=MACHINE_PANEL, picture="gear", foot=True)
    off = [msgspec.structs.replace(row, foot=True) for row in rows["off"]]
    return Form(w("The table’s settings"), (*rows["urgent"], *groups, more, *off))


def sound(w: Words, facts: SettingsFacts) -> Form:
    """Build the sound page, with a test of the horn in games that have one."""
    now, rows = facts.now, list[Row]()
    if facts.unheard:
        rows.append(Text(key="unheard", words=no_sound(w, facts.unheard), only="screen"))
    volume = IntentTemplate(SetTable(""), "volume")
    rows.append(Number(key="volume", words=w("Volume"), now=now.volume, least=0, most=LOUDEST, step=1, says=volume))
    rows += _cards(w, facts)
    if facts.horn:
        blow = IntentTemplate(Horn(id=""))
        rows.append(Button(key="blow", words=w("Sound the horn"), says=blow, picture="horn", only="screen"))
    night = w("You hear only the horn.") if facts.horn else w("The game is silent.")
    rows.append(table_switch("mute", w("Mute"), now.mute, w("Screen and buzzer are silent.")))
    rows.append(table_switch("night", w("Night"), now.night, night))
    rows.append(table_switch("ambience", w("Sound of the sea"), now.ambience, w("Softly, while you play.")))
    return Form(w("Sound"), (*rows,))


def _cards(w: Words, facts: SettingsFacts) -> list[Row]:
    """Return the choice of a sound card, if there are several or the chosen one is missing."""
    now, known = facts.now.sound_card, {card.id: card.name for card in facts.cards}
    if len(known) < 2 and (not now or now in known):
        return []
    options = [Option("", w("the system’s own")), *(Option(id, name) for id, name in known.items())]
    if now and now not in known:
        options.append(Option(now, w("{name} (not plugged in)", name=now)))
    return [_choice("sound_card", w("Sound card"), now, options)]


def results(w: Words, now: Settings) -> Field:
    """Return the field for the address of the page that shows results."""
    return Field(
        key="results",
        words=w("Links to results"),
        now=now.result_page,
        label=w("Address of the page that shows results"),
        save=w("Save"),
        most=ADDRESS,
        says=_sets("result_page"),
        about=w("The web address of the page that shows results. Empty: a result has a picture, but no link."),
        picture="crown",
        sort="url",
    )


def results_on_screen(w: Words, now: Settings) -> Form:
    """Build the screen's page for this address, which is typed on an on-screen keyboard."""
    field, none = results(w, now), IntentTemplate(SetTable("", result_page=""))
    gone = Button(key="no links", words=w("No links"), says=none, picture="cross", foot=True)
    return Form(field.words, _typed_address(w, field.about, now.result_page, gone, "results-typed"))


def public_on_screen(w: Words, facts: tuple[Settings, Network]) -> Form:
    """Build the screen's page for the public address. An address of the command line is shown, and stays."""
    now, network = facts[0].public_address, facts[1]
    about = w("A tunnel on this computer can make the table reachable on the web. Type that address to invite friends.")
    if network.public and not network.relay and network.public != parse_public_url(now):
        about = w("The table was started with another address: {address}", address=network.public)
    none = IntentTemplate(SetTable("", public_address=""))
    gone = Button(key="no public", words=w("Remove the address"), says=none, picture="cross", foot=True)
    return Form(w("Friends far away"), _typed_address(w, about, now, gone, "public-typed"))


def _typed_address(w: Words, about: str, now: str, gone: Button, to: str) -> tuple[Row, ...]:
    rows: list[Row] = [Text(key="about", words=about)]
    if now:
        rows += Text(key="now", words=now, loud=True), gone
    return *rows, Link(key="type", words=w("Type the address"), to=to, picture="tablet", foot=True)


def _size(w: Words, now: Settings) -> Number:
    least, most, step = INCHES
    return Number(
        key="diagonal", words=w("Screen size"), now=now.diagonal, least=least, most=most, step=step,
        says=_sets("diagonal"), shown=w("{n} inches", n="{n}"), point=w.pgettext("decimal point", "."),
    )  # fmt: skip


def _faces(w: Words, facts: SettingsFacts) -> list[Row]:
    """Return who decorations face: a switch for the reader's edge, or, on a phone, a choice of edges."""
    if facts.edge is not None:
        here = None if facts.now.faces == facts.edge else facts.edge
        says, about = IntentTemplate(SetTable("", faces=here)), w("Otherwise each thing faces whoever it concerns.")
        return [
            Switch(
                key="faces", words=w("All faces this edge"), on=facts.now.faces == facts.edge, says=says, about=about
            )
        ]
    edges = w("The lower edge"), w("The left edge"), w("The upper edge"), w("The right edge")
    options = [Option(None, w("Whoever it concerns")), *(Option(nth, edge) for nth, edge in enumerate(edges))]
    return [_choice("faces", w("What lies in the middle faces"), facts.now.faces, options)]


def _ritual(w: Words, now: Settings) -> Switch:
    about = w("You turn the conflict tokens yourselves; otherwise the table does it.")
    return table_switch("ritual", w("Conflict tokens by hand"), now.ritual, about)


def _page_link(key: str, words: str, picture: str) -> Link:
    """Return a link to a page of the screen, whose name is the key."""
    return Link(key=key, words=words, to=key, picture=picture, only="screen")


def _hints(w: Words, now: Settings) -> list[Option]:
    """Return the hints per seat and game, including a custom number."""
    some = sorted({*HINTS, now.hints or 0})
    counts = [Option(n, w.ngettext("{n} a game", "{n} a game", n) if n else w.pgettext("hints", "off")) for n in some]
    return [Option(None, w.pgettext("hints", "on")), *counts]


def _rotation_choice(w: Words, now: Settings) -> Choice:
    """Return the choice of the picture's rotation. The screen has its own test for it; a phone can undo an unusable
    one."""
    options = [Option(n, w("{n} degrees", n=n) if n else w("no")) for n in QUARTERS]
    return _choice("rotation", w("The picture is turned"), now.rotation, options, only="phone")


def _display(w: Words, facts: SettingsFacts) -> list[Row]:
    """Return the display rows: the screen's choice, and a phone's way back from a dark display."""
    rows: list[Row] = []
    if facts.displays:
        rows.append(_page_link("display", w("Display"), "tablet"))
    if facts.now.display:
        first = w("Show it on the first display that is connected")
        rows.append(
            Button(key="first display", words=first, says=IntentTemplate(SetTable("", display="")), only="phone")
        )
    return rows


def _sets(name: str) -> IntentTemplate:
    return IntentTemplate(SetTable(""), name)


def _choice(
    name: str,
    words: str,
    now: str | int | float | None,
    options: Sequence[Option],
    brief: str = "",
    only: Surface | None = None,
) -> Choice:
    return Choice(key=name, words=words, now=now, options=(*options,), says=_sets(name), brief=brief, only=only)
