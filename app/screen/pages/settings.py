"""Panels of the table's settings, and of the address that phones are given."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final
from urllib.parse import urlsplit

import msgspec

from app.games.architects.screen import position
from app.games.words import WORDS
from app.looks import ON_SCREEN
from app.protocol import messages as said
from app.screen.desk import Desk, new_id
from app.screen.draw import Pen
from app.screen.pages import diagnostics, keyboard
from app.screen.ring import Ring, guessed_diagonal
from app.screen.sound import LOUDEST
from app.screen.widgets.controls import button, stepper, switch
from app.screen.widgets.panel import GAP, Cell, Paint, asked_once, cell, closing, panel, place
from app.text.languages import LANGUAGES, Words
from app.text.table import no_sound

PACES: Final = (0.4, 0.8, 1.2, 2.0, 3.0, 5.0)  # seconds
UNDO: Final = ("ask", "always", "never")


def table_settings(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    table, w = desk.table, desk.words()
    assert table is not None
    now = table.settings

    def put(**facts: object) -> Callable[[], None]:
        return lambda: desk.say(msgspec.convert({"type": "set-table", "id": new_id(), **facts}, said.SetTable))

    def step(
        label: str, value: str, key: str, less: Callable[[], None] | None, more: Callable[[], None] | None
    ) -> Cell:
        return Cell(lambda p, cw, ch: stepper(p, 0, 0, cw, ch, label, value, key, less, more, ring.touch))

    def choice(label: str, value: str, key: str, values: tuple[object, ...], now_: object, field: str) -> Cell:
        here = values.index(now_) if now_ in values else 0
        less, more = values[here - 1], values[(here + 1) % len(values)]
        return step(label, value, key, put(**{field: less}), put(**{field: more}))

    def flip(label: str, on: bool, key: str, tap: Callable[[], None]) -> Cell:
        return Cell(lambda p, cw, ch: switch(p, 0, 0, cw, ch, label, on, key, tap))

    def address() -> None:
        found = urlsplit(table.network.address).hostname if table.network.address else None
        desk.typed = now.host_address or found or ""
        desk.open("address", desk.edge)

    def paint(p: Pen) -> None:
        langs = tuple(LANGUAGES)
        policies: Mapping[str, str] = {"ask": w("others are asked"), "always": w("always"), "never": w("never")}
        inches = now.diagonal or guessed_diagonal(ring.width, ring.height)
        cells = [
            choice(w("Language"), LANGUAGES[now.lang], "lang", langs, now.lang, "lang"),
            step(
                w("Screen size"), w("{n} inches", n=f"{inches:.1f}"), "size",
                put(diagonal=round(max(4.0, inches - 0.5), 1)), put(diagonal=round(min(80.0, inches + 0.5), 1)),
            ),
            flip(w("Animations"), now.motion, "motion", put(motion=not now.motion)),
            flip(w("Points so far"), now.points, "points", put(points=not now.points)),
            choice(w("Undo"), policies[now.undo], "undo policy", UNDO, now.undo, "undo"),
            choice(w("Pace of bots"), w("{n} s", n=now.bot_pace), "pace", PACES, now.bot_pace, "bot_pace"),
            cell(w("Address for phones"), "address", address, "wifi"),
            cell(w("Sound"), "sound", lambda: desk.open("sound"), "mute" if desk.sound.silent else "sound"),
        ]  # fmt: skip
        if table.phase == "lobby":
            cells += [flip(desk.rule(w, name), on, name, _rule(desk, name, not on)) for name, on in table.rules.items()]
        cells += [
            flip(w("Conflict tokens by hand"), now.ritual, "ritual", put(ritual=not now.ritual)),
            cell(w("Diagnostics"), "machine", lambda: diagnostics.open_machine(desk), "eye"),
            flip(
                w("Wondertable may power the computer off"),
                now.power_off,
                "power_off",
                put(power_off=not now.power_off),
            ),
            cell(w("Switch off"), "off", lambda: desk.open("off", desk.edge), "cross"),
        ]
        panel(p, desk, ring, place(ring, desk.edge), w("Settings"), cells, close=closing(desk), cell=(390, 0))

    return (now, table.phase, table.rules, table.network), paint


def ending(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    """Whether this is the end: of the program, or of the computer where the settings allow it."""
    table, w = desk.table, desk.words()
    assert table is not None
    power = table.settings.power_off

    def end(power: bool) -> None:
        desk.open("")
        desk.say(said.Shutdown(id=new_id(), sure=True, power=power))

    def paint(p: Pen) -> None:
        foot = [cell(w("End the program"), "yes", lambda: end(False), "cross", 1.2)]
        if power:
            foot.append(cell(w("Power off"), "power", lambda: end(True), "", 1))
        foot.append(cell(w("Continue"), "no", closing(desk), "", 1, primary=True))
        text = w("Wondertable ends. Nothing is lost: the game goes on when it is started again.")
        body = Cell(lambda p, cw, ch: p.prose(8, 0, text, 32, cw - 16, ch, "text", middle=True), wide=True)
        panel(p, desk, ring, place(ring, desk.edge, 1000, 440), w("Switch off?"), [body], foot, close=closing(desk))

    return power, paint


def sound(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    """How loud, and what; with the horn to try it by."""
    table, w = desk.table, desk.words()
    assert table is not None
    now, problem = table.settings, desk.sound.problem

    def put(**facts: object) -> Callable[[], None]:
        return lambda: desk.say(msgspec.convert({"type": "set-table", "id": new_id(), **facts}, said.SetTable))

    def volume(p: Pen, cw: float, ch: float) -> None:
        less = put(volume=now.volume - 1) if now.volume > 0 else None
        more = put(volume=now.volume + 1) if now.volume < LOUDEST else None
        side = max(ring.touch, min(ch, cw / 4))
        stepper(p, 0, 0, cw, ch, w("Volume"), str(now.volume), "volume", less, more, side, ("minus", "plus"))

    def flip(label: str, says: str, on: bool, field: str) -> Cell:
        tap = put(**{field: not on})
        return Cell(lambda p, cw, ch: switch(p, 0, 0, cw, ch, label, on, field, tap, below=says))

    def unheard(p: Pen, cw: float, ch: float) -> None:
        p.prose(8, 0, no_sound(w, problem), 26, cw - 16, ch, "soft", middle=True)

    def paint(p: Pen) -> None:
        cells = [
            Cell(volume),
            cell(w("Sound the horn"), "blow", desk.blow, "horn"),
            flip(w("Mute"), w("Screen and buzzer are silent."), now.mute, "mute"),
            flip(w("Night"), w("The horn alone is heard."), now.night, "night"),
        ]
        at, head = place(ring, desk.edge), unheard if problem else None
        panel(p, desk, ring, at, w("Sound"), cells, close=closing(desk), cell=(440, 110), head=head, head_h=90)

    return (now, problem, w.lang), paint


def _rule(desk: Desk, name: str, on: bool) -> Callable[[], None]:
    return lambda: desk.say(said.SetGame(id=new_id(), rules={name: on}))


def deals(w: Words, mode: said.Mode) -> str:
    """Who deals the cards, as the name of a choice."""
    match mode:
        case "play":
            return w("Wondertable deals")
        case "track":
            return w("We deal our own cards")
        case "tally":
            return w("Only markers and the score sheet")


def next_game(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    """Which game, who deals, what is added to it, and whether it is remembered."""
    table, w = desk.table, desk.words()
    assert table is not None
    needs, on, games = table.variants, table.variant, table.games

    def put(**facts: object) -> Callable[[], None]:
        return lambda: desk.say(msgspec.convert({"type": "set-game", "id": new_id(), **facts}, said.SetGame))

    def flip(slug: str) -> Callable[[], None] | None:
        """Turn one; what needs it goes with it. None while it lacks another."""
        if slug not in on:
            return put(variant=(*on, slug)) if set(needs[slug]) <= set(on) else None
        return put(variant=tuple(other for other in on if other != slug and slug not in needs[other]))

    def turned(slug: str) -> Cell:
        name, says = desk.variant(w, slug)
        return Cell(
            lambda p, cw, ch: switch(p, 0, 0, cw, ch, name, slug in on, f"variant {slug}", flip(slug), below=says)
        )

    def change(game: str) -> Callable[[], None]:
        """To another game. Who plays by touch cannot stay at one that the screen does not draw: that is asked."""
        leave = game not in ON_SCREEN and table.mode != "tally" and any(info.by == "touch" for info in table.seats)
        return partial(desk.ask_sure, f"game {game}") if leave else put(game=game)

    def which(p: Pen, cw: float, ch: float) -> None:
        wide = (cw - (len(games) - 1) * GAP) / len(games)
        for nth, game in enumerate(games):
            here, title = game == table.game, WORDS[game].title(w)
            button(p, nth * (wide + GAP), 0, wide, ch, title, f"game {game}", change(game), primary=here)

    if desk.sure.startswith("game "):
        other = desk.sure.split()[1]
        text = w("{game} is played on phones: whoever plays on the screen stands up.", game=WORDS[other].title(w))
        return (games, w.lang), asked_once(desk, ring, w, text, w("Change the game"), put(game=other), "turn")

    def paint(p: Pen) -> None:
        keep = w("Keep this game in the history")
        cells = [
            cell(deals(w, mode), f"mode {mode}", put(mode=mode), on=mode == table.mode)
            for mode in (table.modes if len(table.modes) > 1 else ())
        ]
        cells += [turned(slug) for slug in needs]
        held = sum(info.by != "free" for info in table.seats)
        if table.mode == "track" and desk.drawn and held >= table.places[0]:
            middle = partial(position.begin, desk, desk.edge)
            cells.append(cell(w("Begin in the middle of a game"), "position", middle, "hidden"))
        if not desk.drawn and table.mode == "play":
            note = w("This game is played on phones and by bots; the table’s screen tells it in words.")
            cells.append(Cell(lambda p, cw, ch: p.prose(8, 0, note, 28, cw - 16, ch, "soft", middle=True)))
        cells.append(
            Cell(lambda p, cw, ch: switch(p, 0, 0, cw, ch, keep, table.keep, "keep", put(keep=not table.keep)))
        )
        several = len(games) > 1
        title = w("The game") if several else w("Variants")
        at = place(ring, desk.edge)
        head = which if several else None
        panel(p, desk, ring, at, title, cells, close=closing(desk), cell=(560, 120), head=head, head_h=ring.touch)

    return (on, needs, table.game, games, table.keep, table.mode, table.modes, table.seats, w.lang), paint


def phone_address(desk: Desk, ring: Ring, _: int) -> tuple[object, Paint]:
    w, table = desk.words(), desk.table
    assert table is not None

    def done() -> None:
        typed = desk.typed.strip()
        desk.say(said.SetTable(id=new_id(), host_address=typed or None))
        desk.open("")

    found = [a for a in (table.network.address, *table.network.others) if a]
    title = w("Address for phones") + (
        " (" + ", ".join(a.removeprefix("http://").rsplit(":", 1)[0] for a in found[:3]) + ")" if found else ""
    )
    return (w.lang, found), keyboard.paint(desk, ring, w, title, 60, done, keyboard.ADDRESS)
