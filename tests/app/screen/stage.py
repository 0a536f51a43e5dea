"""A screen without a table: views made by hand, a window off screen, simulated fingers."""

from dataclasses import replace
from pathlib import Path

import msgspec

from app.games import game_list
from app.games.architects.screen.typed_scene import ArchitectsScene
from app.games.screen_registry import Screens
from app.games.tally.screen.typed_scene import SheetScene, SheetUi
from app.protocol.base_messages import Hello, Refusal
from app.protocol.network_messages import Network
from app.protocol.play_messages import LookAhead, Preview, Question
from app.protocol.seat_badges import COLOURS, EMBLEMS
from app.protocol.seat_messages import Code, SeatInfo
from app.protocol.settings_messages import Settings
from app.protocol.table_messages import Snapshot, TableView
from app.screen.control.controller import Controller
from app.screen.events import on_message
from engine.architects.data_schema import FACES  # noqa: F401  # for scenes
from engine.architects.game_facade import Architects
from engine.architects.record_header import RULES
from engine.architects.view_json import (
    CardEffect,
    ConflictView,
    DerivedFacts,
    Goal,
    Need,
    Part,
    Reach,
    Score,
    SeatView,
    StackView,
    View,
)
from engine.game import IllegalAction, Seat

ROOT = Path(__file__).parents[3]
ARCHITECTS = Architects((ROOT / "data/architects.toml").read_bytes())
BOX = ARCHITECTS.data()
NAMES = ("Nora", "Idris", "Mei", "Tomás", "Aiko", "Sam", "Maximiliane-Victoria")
WONDERS = ("olympia", "babylon", "giza", "rhodes", "alexandria", "ephesus", "halicarnassus")
TOPS = ("glass", "red-2", "blue-3", "stone", "coin", "tablet", "blue-2-cat")
HELD_CARDS = (
    {"wood": 1, "brick": 1, "gear": 1, "blue-3": 2, "blue-2-cat": 1, "red-0": 2, "red-1": 1},
    {"papyrus": 1, "compass": 1, "tablet": 1, "blue-3": 1, "blue-2-cat": 1, "red-0": 1},
    {"glass": 1, "stone": 1, "coin": 1, "blue-3": 1, "red-0": 3, "red-1": 1},
    {"stone": 2, "tablet": 1, "blue-3": 2, "red-0": 1},
    {"wood": 1, "papyrus": 1, "gear": 1, "blue-2-cat": 1, "red-0": 2},
    {"brick": 1, "compass": 1, "blue-3": 3},
    {
        "wood": 1,
        "stone": 1,
        "brick": 1,
        "glass": 1,
        "papyrus": 1,
        "coin": 4,
        "compass": 1,
        "gear": 1,
        "blue-3": 4,
        "blue-2-cat": 4,
        "red-2": 1,
        "red-1": 2,
    },
)
TOKENS = (
    ("science",),
    ("economy", "education"),
    ("urbanism",),
    (),
    ("jewellery",),
    ("culture",),
    ("crafts", "politics", "decor", "tactics"),
)
CITY = "Stadtplanung"
MEDALS = (
    "three-grey",
    "two-stages-cat",
    "seven-cards",
    "four-colors",
    "progress-military-cat",
    "yellow-cat-horn",
    "two-military-one-conflict",
)  # by gap
WON_MEDALS = (
    (),
    ("three-blue",),
    ("three-green", "two-progress"),
    (),
    ("three-red",),
    (),
    ("three-stages", "three-green"),
)
VARIANTS = ("medals", "expert", "medal-tokens")

LEVELS = ("easy", "normal", "hard", "master")
CHARACTERS = ("plain", "general", "scholar", "builder", "merchant", "varied")


def settings(**facts):
    return Settings(**{"welcomed": True, "motion": True, **facts})


def seats(n, by="touch", lang="en", wonders=True):
    kinds = ("phone", "touch", "phone", "phone", "bot", "touch", "touch") if by == "mixed" else (by,) * 7
    return tuple(
        SeatInfo(
            seat=i + 1,
            by=kinds[i],
            name=NAMES[i] if kinds[i] not in ("free", "bot") else None,
            lang=lang,
            present=not (by == "mixed" and i == 3),
            wonder=WONDERS[i] if wonders else None,
            bot="normal" if kinds[i] == "bot" else None,
            emblem=EMBLEMS[i] if kinds[i] != "free" else "",
            colour=COLOURS[i] if kinds[i] != "free" else "",
            own_bot=kinds[i] == "bot",
            character=CHARACTERS[i % len(CHARACTERS)] if kinds[i] == "bot" else "",
        )
        for i in range(n)
    )


def table(n, phase="game", lang="en", by="touch", **facts):
    base = {
        "phase": phase,
        "game_id": 0 if phase == "lobby" else 7,
        "game": "architects",
        "variant": (),
        "rules": dict(RULES),
        "first": None,
        "keep": True,
        "early": False,
        "seats": seats(n, by, lang, wonders=True),
        "settings": settings(lang=lang),
        "network": Network(address="http://192.168.178.105:8080", name="http://wondertable-4kq7.local:8080"),
        "laid_aside": (),
        "undo": None,
        "vote": None,
        "onlookers": 0,
        "games": ("architects",),
        "variants": dict(ARCHITECTS.variants()),
    }
    if phase == "lobby":
        base["day"] = "2026-11-28"
    if phase == "lobby" and "game" not in facts:
        base["identities"] = {slug: slug for slug in BOX.wonders}
    base |= {"levels": LEVELS, "characters": CHARACTERS}
    return TableView(**{**base, **facts})


def seat_view(i, built=None, cat=False):
    cards = HELD_CARDS[i]
    stages = tuple(range(1, (built if built is not None else (2, 1, 3, 2, 2, 1, 3)[i]) + 1))
    blue = 3 * cards.get("blue-3", 0) + 2 * cards.get("blue-2-cat", 0)
    wonder = sum(BOX.wonders[WONDERS[i]].stages[s - 1].points for s in stages)
    score = Score(
        wonder=wonder,
        cat=2 * cat,
        blue=blue,
        military=3 * (i % 3),
        progress=4 * (i % 2),
        medals=0,
        total=wonder + 2 * cat + blue + 3 * (i % 3) + 4 * (i % 2),
    )
    return SeatView(
        seat=i + 1,
        name=NAMES[i],
        wonder=WONDERS[i],
        stages=stages,
        cards=cards,
        shields=sum(cards.get(f"red-{k}", 0) for k in range(3)),
        cat=cat,
        military=i % 3,
        progress=TOKENS[i],
        medals=(),
        gifts=0,
        score=score,
    )


def list_needs(wonder, stages):
    found = []
    for number, stage in enumerate(BOX.wonders[wonder].stages, start=1):
        if number not in stages and set(stage.requires) <= set(stages):
            found.append(
                Need(
                    stage=number,
                    cost=stage.cost,
                    kind=stage.kind,
                    points=stage.points,
                    effect=stage.effect,
                    missing=1,
                    helps=("wood", "coin"),
                )
            )
    return tuple(found)


def view(n, active=1, ask="take", over=False, cat=1, **facts):
    chairs = tuple(seat_view(i, cat=i + 1 == cat) for i in range(n))
    left, right = str(active), str((active - 2) % n + 1)
    best = max(chairs, key=lambda chair: chair.score.total).seat
    base = {
        "game": "architects",
        "over": over,
        "turn": 12,
        "to_act": () if over else (active,),
        "pending": None,
        "winners": (best,) if over else (),
        "seats": chairs,
        "stacks": {
            **{str(i + 1): StackView(left=(17, 19, 15, 18, 20, 16, 21)[i], top=TOPS[i]) for i in range(n)},
            "center": StackView(left=38, top=None),
        },
        "conflict": ConflictView(tokens=(3, 3, 4, 5, 6, 6)[n - 2], flipped=2),
        "tokens": ("decor", "propaganda", "tactics"),
        "tokens_left": 8,
        "medals": {},
        "discard": {"red-1": 3, "brick": 18},
        "derived": DerivedFacts(
            active=active,
            ask=ask,
            first=1,
            needs=tuple(list_needs(chair.wonder, chair.stages) for chair in chairs),
            reach=(
                (
                    Reach(side="left", stack=left, card=TOPS[int(left) - 1], left=17, does=(CardEffect("points", 3),)),
                    Reach(side="right", stack=right, card=TOPS[int(right) - 1], left=17, does=()),
                    Reach(side="center", stack="center", card=None, left=38, does=()),
                ),
            )
            * n,
            looked=(),
            extras=(),
            finished=(),
            goals=((),) * n,
        ),
    }
    return View(**{**base, **facts})


def with_medals(the_view, won=None):
    """Return the view with Rome, Ur, and medals in the gaps and in the middle; some are won, some seats have a gift.

    `won`: the gap whose medal has been taken.
    """
    n = len(the_view.seats)
    gaps = {str(i + 1): MEDALS[i] if i + 1 != won else None for i in range(n)}
    replace = msgspec.structs.replace
    chairs = tuple(
        replace(
            chair,
            wonder=("rome", "ur")[i] if i < 2 else chair.wonder,
            medals=WON_MEDALS[i],
            gifts=(0, 1, 0, 2, 0, 0, 1)[i],
            score=replace(chair.score, medals=4 * len(WON_MEDALS[i]), total=chair.score.total + 4 * len(WON_MEDALS[i])),
        )
        for i, chair in enumerate(the_view.seats)
    )
    goals = tuple(
        tuple(
            Goal(gaps[gap], gap, tuple(Part(what, 0, least) for what, least in BOX.medals[gaps[gap]].need.items()))
            for gap in dict.fromkeys((str(i + 1), str((i - 1) % n + 1)))
            if gaps[gap]
        )
        for i in range(n)
    )
    return replace(
        the_view,
        seats=chairs,
        medals={**gaps, "center": ("three-blue", "three-stages")},
        derived=replace(
            the_view.derived, goals=goals, needs=tuple(list_needs(chair.wonder, chair.stages) for chair in chairs)
        ),
    )


def codes(address="http://192.168.178.105:8080", free=()):
    return (
        Code(seat=0, url=f"{address}/"),
        *(Code(seat=i, url=f"{address}/join/{'k7' * 8}{i}") for i in free),
    )


def snapshot(rev, the_table, the_view=None, questions=(), news=(), the_codes=()):
    return Snapshot(
        rev=rev,
        table=msgspec.Raw(msgspec.json.encode(the_table)),
        game=msgspec.Raw(msgspec.json.encode(the_view)) if the_view else None,
        questions=questions,
        news=news,
        codes=the_codes,
    )


def question(seat, *legal, number=41):
    return (Question(number=number, seat=seat, legal=legal),)


HELLO = Hello(protocol=1, version="0.1", table="t", you="screen", seat=None)


def screens(packs=game_list.GAMES, **readers):
    """Return every game as the screen has it; `readers` replace the data of some."""
    texts = {name: (ROOT / f"data/{name}.toml").read_bytes() for name in game_list.files()}
    return Screens(
        {**game_list.readers(texts), **{slug.replace("_", "-"): read for slug, read in readers.items()}}, packs
    )


def at(control):
    """Return the current scene, of the type that the game on the table uses."""
    scene = control.scene
    return (SheetScene if isinstance(scene.ui.game, SheetUi) else ArchitectsScene).from_scene(scene)


def known(room, **facts):
    """Change these facts in the screen's model, as if the table had sent them."""
    room.control.model = replace(room.control.model, **facts)


class Room:
    """A controller that gets its snapshots from a test, and keeps the intents that it sends."""

    def __init__(self, data=ARCHITECTS.data, plain=False, **others):
        self.now = 1000.0
        self.sent, self.looked = [], []  # wishes; what was only to be foreseen
        self.control = Controller(screens(architects=data, **others), self.wishes, lambda: self.now, plain)
        self.rev = 0

    def wishes(self, wish):
        (self.looked if isinstance(wish, LookAhead) else self.sent).append(wish)

    def foresee(self, state, reader=None):
        """Answer the newest look ahead as a table does; `reader`: as whom it is seen, from 0."""
        wish = self.looked.pop()
        self.looked.clear()
        seat, action = Seat(wish.seat - 1), state.parse(wish.action)
        try:
            view = state.foreseen(seat, action, reader)
        except IllegalAction as no:  # a question that a test has made up
            on_message.on_message(self.control, Refusal(wish.id, no.rule, no.facts, ""))
            return
        raw = msgspec.Raw(msgspec.json.encode(view))
        on_message.on_message(self.control, Preview(wish.id, wish.seat, wish.question, wish.action, raw))

    def hear(self, the_table, the_view=None, questions=(), news=(), the_codes=()):
        if self.control.model.hello is None:
            on_message.on_message(self.control, HELLO)
        self.rev += 1
        on_message.on_message(self.control, snapshot(self.rev, the_table, the_view, questions, news, the_codes))
        return self
