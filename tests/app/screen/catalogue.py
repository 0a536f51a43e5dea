"""The catalogue of states of the screen. To add one, add its function to its family here.

A state is a function of seats and language, and makes a room of `tests/app/screen`. Every state is checked for layout
(test_layout.py), for what each thing is called (test_every_touch.py) and for what an element may read
(test_elements.py); all but a family's `alike` have pictures (`tests/pictures`).
"""

import os
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
import pytest

from app.protocol.base_messages import Mode
from app.protocol.history_messages import PastPosition, Review, ReviewChoice, ReviewMoment, WinChances
from app.protocol.play_messages import Opening, Secret
from app.protocol.seat_badges import COLOURS, EMBLEMS
from app.protocol.table_messages import TableView
from app.protocol.teaching_messages import BotActionReasons, Gain, Hint, LessonTip, Reason
from app.screen.events import on_message
from app.screen.input.history_browsing import open_page
from engine.duel import actions
from tests.app.screen import (
    duel_states,
    duels,
    endings,
    in_words,
    scenes,
    seven_states,
    sevens,
    sheets,
    stage,
    text_pages,
)
from tests.app.screen import openings as opening
from tests.toy import table as lanterns

os.environ["TZ"] = "UTC"  # the history says when
time.tzset()

Room: TypeAlias = Any  # of tests/app/screen
State: TypeAlias = Callable[[int, str], Room]


class Family(NamedTuple):
    """States of one game, with its numbers of seats. Its pictures cover every pair of values of two factors."""

    states: Mapping[str, State]
    seats: Sequence[int]
    but: Mapping[str, Sequence[int]] = {}  # seats of a state that is not there with all of them
    pairs: bool = True  # else each state has one picture, and that is all
    alike: Collection[str] = ()  # states without a picture: they differ from another by a word or a sign, or are black

    def seats_of(self, state: str) -> Sequence[int]:
        return self.but.get(state, self.seats)


# ---- what no other list has ----------------------------------------------------------------------------------


def _part(make: Callable[..., Room], part: str) -> State:
    """Return a state that plays the end of a game up to a part of its sequence."""

    def state(n: int, lang: str) -> Room:
        room = make(n, lang)
        while (step := room.control.ui.finale.step).part != part or (part == "count" and step.counted < 3):
            endings.next_part(room)
        return room

    return state


def _opening(step: str, n: int, lang: str) -> Room:
    return opening.architects(step, 2, n)


def _boards(n: int, lang: str) -> Room:
    return sevens.room(sevens.asking("play", n), lang, opening=Opening("wonders", 0))


def _guided(n: int, lang: str) -> Room:
    """Make a first game, in which the lesson says what each seat may do."""
    table = stage.table(n, lang=lang, guided=True, lesson=LessonTip("take"))
    return stage.Room().hear(table, stage.view(n, active=2), stage.question(2, "take left", "take right"))


def _hint(n: int, lang: str) -> Room:
    """Show a hint under the finger of its seat."""
    room = _guided(n, lang)
    table = msgspec.structs.replace(room.control.model.table, guided=False, advises=True)
    said = Hint(
        2,
        action="take left",
        because=(Reason("completes", {"card": "stone", "stage": 2, "points": 4}),),
        gains=(Gain(2, "wonder", 4), Gain(1, "military", -3)),
        other="take right",
        instead=(Reason("points", {"card": "blue-3", "points": 3}),),
    )
    stage.known(room, table=table, hints={2: Hint(2, hidden=True)})
    room.control.secrets.shown[2] = Secret("look", 2, None, (), hint=said)
    return room


def _show_reasons(n: int, lang: str) -> Room:
    """Show the last round at a seat's edge, with the reasons of a bot's action."""
    room = scenes.since(n, lang)
    model = room.control.model
    taken = [line for line in model.lines.values() if b'"card-taken"' in bytes(line.event)]
    bot = msgspec.json.decode(bytes(taken[-1].event))["seat"]
    why = BotActionReasons(bot, taken[-1].row, (Reason("completes", {"card": "wood", "stage": 1, "points": 2}),))
    chairs = tuple(
        msgspec.structs.replace(chair, by="bot") if chair.seat == bot else chair for chair in model.table.seats
    )
    stage.known(room, table=msgspec.structs.replace(model.table, seats=chairs, whys=(why,)))
    return room


_CHOICES: Final = (
    ReviewChoice("take left", (Reason("completes", {"card": "coin", "stage": 3, "points": 5}),), card="coin"),
    ReviewChoice("take right", (), card="gear", worse=True),
    ReviewChoice("take center"),
)


def _review(n: int, lang: str, pages: Sequence[tuple[str, ...]] = (), moment: ReviewMoment | None = None,
            kind: str = "architects", roles: tuple[str, ...] = ()) -> Room:  # fmt: skip
    """Open the review of a game of n seats: its win chances, or one of its moments."""
    mark, games = f"m{5 + n}", scenes.past_games(n, lang)
    facts = {"emblems": EMBLEMS[:n], "colours": COLOURS[:n]} | ({} if kind == "architects" else {"identities": roles})
    game = msgspec.structs.replace(games[0], kind=kind, result=msgspec.structs.replace(games[0].result, **facts))
    room = scenes.past(n, lang, [("game", mark), ("review", mark)])
    on_message.on_message(room.control, scenes.recalled((game, *games[1:])))
    hopes = [[(6 + seat * turn % 5 + (seat == 2) * turn) ** 3 for seat in range(n)] for turn in range(12)]
    course = tuple(WinChances(turn, tuple(hope / sum(each) for hope in each)) for turn, each in enumerate(hopes))
    accuracy = tuple(82 - 7 * seat for seat in range(n))
    review = Review("x", mark, "ready", course, accuracy, 1 if pages else 0, (moment,) * 3 if moment else ())
    for page in pages:
        open_page(room.control, *page)
    on_message.on_message(room.control, review)
    return room


def _moment(answers: tuple[str, ...], n: int, lang: str) -> Room:
    """Open the second of three moments, after these answers to the first one."""
    moment = ReviewMoment("cost", 7, 23, "take center", "take left", _CHOICES)
    room = _review(n, lang, [("moment", f"m{5 + n}", "1", "1", *answers)], moment)
    return _as_it_was(room, n, stage.table(n), stage.view(n, active=1))


def _moment_of_duel(n: int, lang: str) -> Room:
    state = duels.in_age(1, 2)
    legal, (wonder, *_) = [*map(str, state.legal(state.to_act[0]))], state.view(None).seats[0].wonders
    card = legal[0].split()[1]
    choices = (ReviewChoice(f"build {card}"), ReviewChoice(f"discard {card}", worse=True),
               ReviewChoice(f"build {wonder} with {card}"), ReviewChoice("start 1"))  # fmt: skip
    moment = ReviewMoment("turned", 7, 23, f"discard {card}", f"build {wonder} with {card}", choices)
    room = _review(n, lang, [("moment", f"m{5 + n}", "1", "0", "1")], moment, "duel")
    return _as_it_was(room, n, duels.table(), state.view(None))


def _moment_of_seven_wonders(n: int, lang: str) -> Room:
    state = sevens.asking("play", n)
    card, other = [*sevens.DATA.cards][:2]
    choices = (ReviewChoice(f"choose build {card}"), ReviewChoice(f"choose stage {card} left 2"),
               ReviewChoice(f"choose sell {other}", worse=True))  # fmt: skip
    moment = ReviewMoment("brought", 7, 0, choices[0].action, choices[0].action, choices)
    table = sevens.table(n)
    roles = tuple(chair.wonder for chair in table.seats)
    room = _review(n, lang, [("moment", f"m{5 + n}", "1", "2", "0", "", "2")], moment, "seven-wonders", roles)
    return _as_it_was(room, n, table, state.view(None))


def _as_it_was(room: Room, n: int, table: TableView, view: Any) -> Room:
    then = stage.snapshot(1, table, view)
    past = PastPosition("x", f"m{5 + n}", 7, 352, then.table, then.game, (), 3, 130, 5, 9)
    on_message.on_message(room.control, past)
    return room


def _box(n: int, lang: str) -> Room:
    """Open the list of things to lay out, with some of it ticked off."""
    facts = {"mode": "track", "variant": ("medals", "medal-tokens"), "ticked": ("lay central 60",)}
    room = stage.Room().hear(stage.table(n, "lobby", lang=lang, **facts), None, (), the_codes=stage.codes())
    room.control.open_panel("box", 0)
    return room


def _duel_taught(lang: str) -> Room:
    """Show the lesson of Duel on which cards may be taken."""
    return duels.room(duels.states(1)[0], lang, guided=True, lesson=LessonTip("take"))


def _duel_rich(n: int, lang: str) -> Room:
    """Show Duel late in Age III, when each city has nearly everything it can have; names are long."""
    room = scenes.long_names(duels.room(duels.in_age(7, 3, 17), lang, by="phone"))
    room.control.change_game_ui(city=1)
    return room


def _duel_happened(n: int, lang: str) -> Room:
    """Show Duel with the newest events written at the edges."""
    room = scenes.long_names(duels.room(duels.in_age(7, 3, 17), lang))
    built = actions.WonderBuilt(seat=2, wonder="circus-maximus", card="altar", paid=12, traded=4)
    return scenes.add_events(room, built, actions.PawnMoved(seat=2, spaces=1, pawn=-1))


def _show_in_words(state: Callable[..., Room], n: int, lang: str) -> Room:
    """Show a state of Duel in words, as if the game had no drawings."""
    return state(lang)


def _seven_taught(n: int, lang: str) -> Room:
    """Show a first game of 7 Wonders in which all choose, some of them on the screen."""
    state = sevens.asking("play", n)
    table = {"guided": True, "lesson": LessonTip("passed", 0, {"to": "left"})}
    return sevens.room(state, lang, "mixed", questions=sevens.asked(state), **table)


def _lanterns(mode: Mode, rounds: int, n: int, lang: str) -> Room:
    """Play this many rounds of the test game, which is drawn from its description; 0 shows its beginning."""
    with TemporaryDirectory() as folder:
        room = lanterns.Room(Path(folder), n, mode, lang).start()
        room.play(rounds * n)
        room.evening.close()
    return room


def _lit(n: int, lang: str) -> Room:
    """Play the test game to its end, and skip the end sequence."""
    room = _lanterns("play", 6, n, lang)
    while room.control.ui.finale.step:
        room.control.skip_end_step()
    return room


def _open_panel(room: Room, panel: str) -> Room:
    room.control.open_panel(panel, 0)
    return room


def _stop_table(n: int, lang: str) -> Room:
    room = scenes.away(n, lang)
    on_message.on_stopped(room.control, True)
    return room


# ---- all of them -----------------------------------------------------------------------------------------------


def _by_name(*states: Callable[..., Room]) -> dict[str, State]:
    return {state.__name__: state for state in states}


FAMILIES: Final[Mapping[str, Family]] = {
    "architects": Family(
        {
            **_by_name(*scenes.SCENES),
            **{f"opening {step}": partial(_opening, step) for step in opening.STEPS},
            **{f"end {part}": _part(endings.architects, part) for part in ("moment", "count", "crown")},
            "guided": _guided,
            "how": lambda n, lang: _open_panel(scenes.play(n, lang), "how"),
            "stopped": _stop_table,
            **_by_name(*scenes.HOST, *scenes.WIFI, *scenes.DISPLAYS),
            "meant held": scenes.meant_held,
            "today": scenes.today,
            "manual": lambda n, lang: _open_panel(scenes.play(n, lang), "manual"),
            **_by_name(scenes.meant_asked, scenes.meant_typed, *scenes.CLUB, *scenes.UPKEEP),
        },
        range(2, 8),
        alike=_by_name(
            scenes.lobby_offer, scenes.lobby_stone, scenes.lobby_hotspot, scenes.lobby_hotspot_code, scenes.lobby_side,
            scenes.lobby_locked, scenes.day_line,
            scenes.asleep, scenes.corners_turned, scenes.welcome_tried, scenes.unheard, scenes.volume, scenes.no_panel,
            scenes.ritual_before_bots, scenes.muted, scenes.past_empty, scenes.extra_unknown, scenes.off_installed,
            scenes.lobby_dark, scenes.happened_long, scenes.past_player, scenes.past_sheet, scenes.past_cell,
            scenes.past_naming, scenes.past_merge, scenes.past_wonders, scenes.past_wonder, scenes.settings_side,
            scenes.settings_displays, scenes.plain, scenes.settings_plain, scenes.past_forget, scenes.past_had,
            scenes.results, scenes.result_address, scenes.meant_asked, scenes.meant_typed, *scenes.CLUB, *scenes.UPKEEP,
            scenes.new_pin, scenes.pin_wrong, scenes.wifi_wrong,
        ),
    ),
    "duel": Family(
        {
            "lobby": lambda n, lang: duels.Room().hear(duels.table("lobby", lang), the_codes=stage.codes()),
            **{name: lambda n, lang, reach=reach: reach() for name, (reach, _) in duel_states.STATES.items()},
            "end moment": _part(lambda n, lang: endings.duel(lang=lang), "moment"),
            **{f"end {part}": _part(lambda n, lang: endings.duel(lang=lang), part) for part in ("count", "crown")},
            "crown for science": _part(endings.GAMES["duel science"], "crown"),
            "rich": _duel_rich,
            "happened": _duel_happened,
            "seating": lambda n, lang: _open_panel(duels.room(duels.states(1)[0], lang), "seating"),
            **text_pages.DUEL_POSITIONS,
            **{f"told {state.__name__}": partial(_show_in_words, state) for state in in_words.SCENES},
        },
        (2,),
        alike=(
            *("rich", "happened", "seating", "end count", "end crown", "crown for science"),
            *text_pages.DUEL_POSITIONS,
            *(f"told {state.__name__}" for state in in_words.SCENES),
        ),
    ),
    "seven": Family(
        {
            **seven_states.STATES,
            "opening": _boards,
            "end moment": _part(endings.seven_wonders, "moment"),
            "end count": _part(endings.seven_wonders, "count"),
            "end crown": _part(endings.seven_wonders, "crown"),
            "more": lambda n, lang: _open_panel(seven_states.STATES["lobby"](n, lang), "more"),
            **text_pages.SEVEN_WONDERS_POSITIONS,
        },
        range(3, 8),
        {"telling_paid": (4, 5)},
        alike=("end crown", "more", *text_pages.SEVEN_WONDERS_POSITIONS),
    ),
    "sheets": Family(
        {
            **_by_name(*sheets.SHEETS, sheets.duel_marked, sheets.ages, sheets.numbers),
            **{f"end {part}": _part(endings.tally, part) for part in ("count", "crown")},
            **_by_name(sheets.science, sheets.progress, sheets.numbers_aside, sheets.doubted, sheets.lacking),
        },
        range(2, 8),
        {**dict.fromkeys(("duel", "duel_entry", "duel_won_at_once", "duel_marked", "science", "progress"), (2,)),
         **dict.fromkeys(("seven_wonders", "seven_wonders_entry", "keys_aside", "ages", "numbers"), range(3, 8)),
         **dict.fromkeys(("numbers_aside", "doubted", "lacking"), range(3, 8))},
        alike=("score_aside", "end crown", "entry_aside", "holder", "keys_aside", "duel_entry", "science", "progress",
               "numbers_aside", "doubted", "lacking"),
    ),
    "taught": Family(
        {
            "hint": _hint,
            "why": _show_reasons,
            "review": _review,
            "review question": partial(_moment, ("0",)),
            "review moment": partial(_moment, ("0", "1")),
            "review of duel": _moment_of_duel,
            "review of seven": _moment_of_seven_wonders,
            "box": _box,
            "duel": lambda n, lang: _duel_taught(lang),
            "seven": _seven_taught,
        },
        range(3, 7),
        {"duel": (2,), "review of duel": (2,)},
        pairs=False,
    ),
    "pages": Family(text_pages.STATES, (4,), alike=text_pages.STATES),
    "lanterns": Family(
        {"table": partial(_lanterns, "play", 3), "told": partial(_lanterns, "track", 0), "over": _lit},
        range(3, 6),
        pairs=False,
    ),
}  # fmt: skip


def dressed(room: Room, lang: str, **settings: Any) -> Room:
    """Return the room with this language for everybody, and with these settings of its table."""
    table = room.control.model.table
    if table is not None:
        chairs = tuple(msgspec.structs.replace(chair, lang=lang) for chair in table.seats)
        stage.known(room, table=msgspec.structs.replace(table, seats=chairs))
        duels.settle(room, lang=lang, **settings)
    return room


def every_state(*families: str) -> list[Any]:
    """List the states of these families, or of all, as parameters of a test: family and name."""
    return [
        pytest.param(family, state, id=f"{family} {state}".replace("_", " "))
        for family in families or FAMILIES
        for state in FAMILIES[family].states
    ]


def room(family: str, state: str, lang: str = "en", seats: int = 4) -> Room:
    """Make a state with that many seats, or as many as it can have."""
    there = FAMILIES[family].seats_of(state)
    return FAMILIES[family].states[state](seats if seats in there else there[0], lang)
