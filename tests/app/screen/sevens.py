"""Games of 7 Wonders for the screen: positions of random games, sent to a controller as a table sends them."""

from functools import cache, partial
from itertools import islice

import msgspec

from app.games.seven_wonders.screen import cards
from app.protocol.log_messages import Line
from app.protocol.play_messages import Question, Secret
from app.screen.control.controller import Controller
from app.screen.events import on_message
from engine.game import CHANCE, EVERYONE, Rng
from engine.seven_wonders.game_facade import SevenWonders
from tests.app.screen import stage

GAME = SevenWonders(*((stage.ROOT / f"data/{name}.toml").read_bytes() for name in ("seven_wonders", "leaders")))
DATA = GAME.data(None, "")
BOARDS = (
    *("halikarnassos-night", "abu-simbel-day", "roma-night", "gizah-night"),
    *("olympia-day", "alexandria-day", "ephesos-night"),
)
CARD = (108.0, 140.0)
BOARD = (620.0, 140.0)
SEEDS = range(3, 15)  # of random games
BUILDS = 0.9  # of all choices, where something can be built


def printed():
    """Yield everything printed, in its order: its name, its size, and a function that paints it at the pen."""
    for slug in (*DATA.cards, *DATA.leaders):
        yield slug, CARD, partial(cards.card, data=DATA, slug=slug, w=CARD[0], h=CARD[1])
    for slug, board in DATA.boards.items():
        yield slug, BOARD, partial(_board, slug=slug, board=board)
    for age in range(4):
        yield (
            f"a back of age {age}" if age else "a leader's back",
            CARD,
            partial(cards.paint_back, age=age, w=CARD[0], h=CARD[1]),
        )


def _board(p, slug, board):
    """Paint a board's building with one stage, then all stages as a city shows them and its other effects."""
    w, h = BOARD
    with p.at(-w / 2, -h / 2):
        with p.at(6, 6):
            cards.picture(p, w * 0.3, h - 12, slug.rpartition("-")[0], 1, len(board.stages), ahead=False)
        wide = w * 0.66 / 5
        for nth, stage_ in enumerate(board.stages, start=1):
            with p.at(w * 0.32 + (nth - 1) * wide, 4):
                cards.paint_stage(p, stage_, nth, 0, wide - 4, h - 8)
        with p.at(w * 0.32 + 4 * wide, 4):
            cards.abilities(p, board, wide - 4, h - 8)


class Room(stage.Room):
    """A controller that also knows the printed data of 7 Wonders."""

    def __init__(self):
        super().__init__()
        self.control = Controller(stage.screens(seven_wonders=GAME.data), self.wishes, lambda: self.now)

    def show(self, state, lang="en", by="phone", questions=(), news=(), **facts):
        """Send the controller a snapshot of this position."""
        view = state.view(None)
        phase = "over" if view.over else "game"
        chairs = len(view.seats)
        return self.hear(table(chairs, phase, lang, by, **facts), view, questions, news, stage.codes())


def asked(state, number=41):
    """Return a question for each seat that is asked; without the legal actions of hidden hands."""
    game = state.view(None)
    return tuple(
        Question(number=number + seat, seat=seat + 1, legal=legal)
        for seat in state.to_act
        if seat != CHANCE
        for legal in [tuple(map(str, state.legal(seat))) if game.asked in ("lose", "bury") else ()]
    )


def answer_look(room, state, seat, id=None):
    """Answer the last request of a seat (from 1) to look at its hand."""
    answer = Secret(
        id=id or room.sent[-1].id,
        seat=seat,
        center=None,
        draw=(),
        legal=tuple(map(str, state.legal(seat - 1))),
        view=msgspec.Raw(msgspec.json.encode(state.view(seat - 1))),
    )
    on_message.on_message(room.control, answer)


@cache
def states(seats, seed=3, variant="leaders experts", boards=BOARDS):
    """Return the positions of a random game in which a seat is asked something, and the last; seats like to build."""
    return tuple(state.copy() for state in _game(seats, seed, variant, boards, lambda event, audience: None))


def play_choices(seats, choices, seed=3):
    """Return the position after this many choices of such a game, and the public lines up to then."""
    events = []

    def tell(event, audience):
        if audience is EVERYONE:
            events.append(msgspec.Raw(msgspec.json.encode(event)))

    state = next(islice(_game(seats, seed, "leaders experts", BOARDS, tell), choices, None))
    return state, tuple(Line(number, number, event) for number, event in enumerate(events, 1))


def _game(seats, seed, variant, boards, tell):
    header = {"game": "seven-wonders", "seats": ", ".join(boards[:seats])} | ({"variant": variant} if variant else {})
    rng, state = Rng(seed), GAME.start(GAME.setup(header))
    while state.to_act:
        seat = state.to_act[-1]
        if seat == CHANCE:
            state.apply(seat, state.deal(rng), tell)
            continue
        yield state
        legal = list(state.legal(seat))
        builds = [said for said in legal if str(said).split()[1:2] != ["sell"] and "sell" not in str(said)]
        state.apply(seat, rng.choice(builds if builds and rng.random() < BUILDS else legal), tell)
    yield state


def asking(ask, seats, nth=0, boards=BOARDS):
    """Return a position with this question: the nth thousandth of all in the first random game that has one."""
    for seed in SEEDS:
        if found := [state for state in states(seats, seed, boards=boards) if state.view(None).asked == ask]:
            return found[min(len(found) - 1, len(found) * nth // 1000)]
    raise LookupError(ask)


def revealing(seats, nth=0, seed=3):
    """Return a position just after a turn was revealed, at the nth thousandth by coins paid."""
    found = [(_count_payments(state.view(None)), at, state) for at, state in enumerate(states(seats, seed))]
    found = sorted(each for each in found if each[0])
    return found[min(len(found) - 1, len(found) * nth // 1000)][2]


def _count_payments(view):
    """Count the coins paid between neighbours in a turn that was just revealed."""
    last, fresh = view.derived.last, view.asked == "play" and not any(chair.chosen for chair in view.seats)
    return sum(did.left + did.right for did in last.did) if last and fresh else 0


def play_to_end(seats, seed=3):
    """Return the end of a random game."""
    return states(seats, seed)[-1]


def table(seats, phase="game", lang="en", by="phone", **facts):
    chairs = tuple(
        msgspec.structs.replace(chair, wonder=board)
        for chair, board in zip(stage.seats(seats, by, lang), BOARDS, strict=False)
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
    return stage.table(seats, phase, lang, by, **{**base, "seats": chairs, **facts})


def room(state, lang="en", by="phone", **facts):
    return Room().show(state, lang, by, **facts)


def lobby(n, lang="en"):
    return Room().hear(table(n, "lobby", lang), the_codes=stage.codes())
