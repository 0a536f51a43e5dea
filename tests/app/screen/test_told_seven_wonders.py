"""7 Wonders on the screen: told in words for up to seven seats, its boards chosen in the lobby, no hand on it."""

from functools import cache

import msgspec
import pytest
import scenes  # noqa: F401  # sets the surroundings up
import stage
from lettering import painted
from test_layout import SIZES, faults

from app.games.seven_wonders import words as seven_wonders
from app.protocol import messages
from app.screen.controller import Controller
from app.screen.scene import called
from app.text.languages import words
from engine.game import CHANCE, Rng
from engine.seven_wonders.game import SevenWonders

GAME = SevenWonders(*((stage.ROOT / f"data/{name}.toml").read_bytes() for name in ("seven_wonders", "leaders")))
BOARDS = (
    *("halikarnassos-night", "abu-simbel-day", "roma-night", "gizah-night"),
    *("olympia-day", "alexandria-day", "ephesos-night"),
)


class Room(stage.Room):
    """A controller that knows what is printed in 7 Wonders, too."""

    def __init__(self):
        super().__init__()
        self.control = Controller(stage.screens(seven_wonders=GAME.data), self.sent.append, lambda: self.now)


@cache
def position(seats, lines):
    """A game with leaders after so many lines, when somebody is asked; all of it: None."""
    header = {"game": "seven-wonders", "seats": ", ".join(BOARDS[:seats]), "variant": "leaders experts"}
    rng, state = Rng(3), GAME.start(GAME.setup(header))
    while state.to_act and (lines is None or lines > 0 or state.to_act[0] == CHANCE):
        seat = state.to_act[-1]
        state.apply(seat, state.deal(rng) if seat == CHANCE else rng.choice(list(state.legal(seat))))
        lines = None if lines is None else lines - 1
    return state


def table(seats, phase="game", lang="en", **facts):
    chairs = tuple(
        msgspec.structs.replace(chair, wonder=board)
        for chair, board in zip(stage.seats(seats, "phone", lang), BOARDS, strict=False)
    )
    base = {
        "game": "seven-wonders",
        "games": ("architects", "duel", "seven-wonders"),
        "variant": ("leaders",),
        "variants": {"leaders": (), "experts": ("leaders",)},
        "rules": {},
        "places": (3, 7),
        "first": None,
        "first_seat": False,
        "identities": {name: GAME.board(name) for name in GAME.roles()},
    }
    return stage.table(seats, phase, lang, "phone", **{**base, "seats": chairs, **facts})


def told(n, lang="en", lines=150):
    return Room().hear(table(n, lang=lang), position(n, lines).view(None), the_codes=stage.codes())


def ended(n, lang="en"):
    return Room().hear(table(n, "over", lang), position(n, None).view(None))


def lobby(n, lang="en"):
    return Room().hear(table(n, "lobby", lang), the_codes=stage.codes())


SCENES = (told, ended, lobby)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_words_and_touch_targets_have_their_room(scene, size):
    assert not {(n, lang): found for n, lang in ((3, "fr"), (7, "de")) if (found := faults(scene(n, lang), size))}


def taps(room, size=(1280, 720)):
    return {area.key: area.tap for _, _, areas in painted(room, size) for area in areas if area.tap}


def test_boards_are_chosen_at_the_screen_but_not_a_side_of_one_that_is_taken():
    room = lobby(5)
    taps(room)["wonder 2 more"]()
    [intent] = room.sent
    assert (type(intent), intent.seat) == (messages.SetSeat, 2)
    taken = {GAME.board(board) for at, board in enumerate(BOARDS[:5]) if at != 1}
    assert intent.wonder is None or GAME.board(intent.wonder) not in taken


def test_nobody_goes_first_where_all_act_at_once():
    assert not [key for key in taps(lobby(5)) if key.startswith("first")]


def test_all_that_lies_open_can_be_read_and_nothing_else():
    room, w = told(5), words("en")
    state = position(5, 150)
    everything = [
        line
        for section in seven_wonders.position(w, room.control.model.view, stage.NAMES, None, GAME.data())
        for line in (section.title, *section.lines)
    ]
    pages = []
    for page in range(30):
        room.control.change(page=page)
        pages.append(" ".join(word.text for _, words_, _ in painted(room, (1920, 1080)) for word in words_))
    text = " ".join(pages)
    assert [line for line in everything if " ".join(line.split()) not in text] == []
    hidden = {state.lookup.leaders[leader] for held in state.leaders for leader in held}
    assert not [slug for slug in hidden if f"{seven_wonders.leader(w, slug)}:" in text]


@pytest.mark.parametrize(
    ("seat", "name"), [("gizah-night", "Gizah (night)"), ("Ada", "Ada"), ("3", "Seat 3"), ("de Wit-day", "de Wit-day")]
)
def test_seats_of_a_game_laid_aside_have_a_name(seat, name):
    assert called(lobby(3).control.games.named("seven-wonders"), words("en"), seat) == name
