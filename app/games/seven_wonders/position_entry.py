"""A form to enter a position of 7 Wonders and begin in the middle: its fields, and the position it sends.

Contains no rule: the table answers what does not fit. The position sent is the object of
docs/notation-seven-wonders.md, *Beginning in the middle*, without what follows from the rest.
"""

from typing import Any, Final

from msgspec import UnsetType

from app.games.seven_wonders import printed_names
from app.games.seven_wonders import words_facade as say
from app.shown.cardboard.position_entry import (
    MAX_UNKNOWN_COUNT,
    Amount,
    Enterable,
    EntryContext,
    EntryState,
    Figure,
    Figures,
    PositionForm,
    Room,
    Selection,
    Spot,
    Term,
    Things,
)
from app.shown.form import Option
from engine.seven_wonders.data_schema import AGES, COLOURS, PURPLE, TURNS, BoardData, BuryLeader, Data, ExtraLeader
from engine.seven_wonders.view_json import View

MOST_TOKENS: Final = 9
MOST_LEADERS: Final = 12
RECRUITING: Final = 0  # instead of the number of a turn
OPEN, BURIED = 1, 2  # how a leader lies before a seat


# ---- what is known -------------------------------------------------------------------------------------------


def initial_state(at: EntryContext) -> EntryState:
    """Return the position entered so far as if a turn began now, or an empty table with coins only."""
    return _entries_of_view(at, at.view) if at.view is not None else _first_entries(at)


def _entries_of_view(at: EntryContext, view: View) -> EntryState:
    facts: Data = at.facts
    figures = {"age": max(view.age, 1), "turn": view.turn or (RECRUITING if has_leaders(at) else 1)}
    things: dict[tuple[str, str], int] = {}
    for chair in view.seats:
        seat = str(chair.seat)
        figures |= {f"coins {seat}": chair.coins, f"stages {seat}": chair.stages, f"left {seat}": chair.leaders_left}
        figures |= {f"token {seat} {value}": chair.tokens.count(value) for value in chair.tokens}
        if not isinstance(chair.ages, UnsetType):
            figures |= {f"age {seat} {leader}": age for leader, age in chair.ages.items()}
        things |= {(slug, seat): 1 for slug in chair.cards}
        things |= {(slug, seat): OPEN for slug in chair.leaders} | {(slug, seat): BURIED for slug in chair.buried}
        things[chair.wonder, seat] = sides(facts, chair.wonder).index(f"{chair.wonder}-{chair.side}") + 1
    laid = EntryState(len(view.seats), figures, things)
    return laid.say("under", max(0, view.discard - _count_missing_cards(facts, laid)))


def _first_entries(at: EntryContext) -> EntryState:
    facts: Data = at.facts
    held = [info.wonder or "" for info in at.table.seats if info.by != "free"]
    coins = facts.draft.start_coins if has_leaders(at) else facts.table.start_coins
    figures = {"age": 1, "turn": RECRUITING if has_leaders(at) else 1, "under": 0}
    figures |= {f"coins {seat}": coins for seat in range(1, len(held) + 1)}
    if has_leaders(at):
        figures |= {f"left {seat}": facts.draft.dealt for seat in range(1, len(held) + 1)}
    wonders = [(wonder, str(seat), each) for seat, each in enumerate(held, 1) if (wonder := each.rpartition("-")[0])]
    return EntryState(
        len(held), figures, {(wonder, seat): sides(facts, wonder).index(each) + 1 for wonder, seat, each in wonders}
    )


def has_leaders(at: EntryContext) -> bool:
    """Check if the game is played with leaders."""
    return "leaders" in at.table.variant


def sides(data: Data, wonder: str) -> list[str]:
    """List the boards of a wonder, one for each side."""
    return [slug for slug in data.boards if slug.rpartition("-")[0] == wonder]


def board(data: Data, laid: EntryState, seat: int) -> str:
    """Return the board in front of a seat; empty until it is entered."""
    there = ((slug, way) for (slug, place), way in laid.things.items() if place == str(seat))
    return next((found[way - 1] for slug, way in there if (found := sides(data, slug))), "")


def stages(data: Data, laid: EntryState, seat: int) -> int:
    """Return the number of a wonder's stages; the largest of any until the wonder is known."""
    mine = data.boards.get(board(data, laid, seat))
    return len(mine.stages) if mine else max(len(each.stages) for each in data.boards.values())


def _has(data: Data, laid: EntryState, seat: int, kind: type) -> bool:
    """Check if any stage of a seat's wonder has such an effect."""
    mine: BoardData | None = data.boards.get(board(data, laid, seat))
    return mine is not None and any(isinstance(effect, kind) for stage in mine.stages for effect in stage.effects)


def _count_missing_cards(data: Data, laid: EntryState) -> int:
    """Count cards that have left the hands and are neither in cities nor certainly under stages."""
    hands = data.table.hand * (laid.number("age") - 1) + max(0, laid.number("turn") - 1)
    cards = sum(slug in data.cards for slug, _ in laid.things)
    return hands * laid.seats - cards - sum(laid.number(f"stages {seat}") for seat in range(1, laid.seats + 1))


def _list_leaders_by_age(at: EntryContext, laid: EntryState, seat: int) -> list[str]:
    """List a seat's leaders that cost the number of an age, if their age matters."""
    facts: Data = at.facts
    if not (has_leaders(at) and _has(facts, laid, seat, BuryLeader)):
        return []
    there = _leaders(at) if at.whole else laid.things_in(str(seat), _leaders(at))
    return sorted(leader for leader in there if facts.leaders[leader].by_age)


def _leaders(at: EntryContext) -> list[str]:
    groups = ("standard", "expert") if "experts" in at.table.variant else ("standard",)
    return [slug for slug, leader in at.facts.leaders.items() if has_leaders(at) and leader.group in groups]


# ---- what can be said ----------------------------------------------------------------------------------------


def build_entry(at: EntryContext, laid: EntryState) -> PositionForm:
    """Return the fields of the form: age and turn, then each seat's counts, cards and leaders."""
    facts: Data = at.facts
    names = at.names(laid.seats)
    wonders = (_wonders(at, laid, names),) if at.is_new_game else ()
    cards = [_cards(at, laid, names, age) for age in range(1, AGES + 1)]
    pages = (
        _turn(at, laid),
        *wonders,
        _seats(at, laid, names),
        _tokens(at, laid),
        *cards,
        *_build_leader_fields(at, laid, names),
    )
    boards = (board(facts, laid, seat) for seat in range(1, laid.seats + 1))
    sides = tuple(say.identity(at.w, board) if board else "" for board in boards)
    return PositionForm(laid, at.is_new_game, names, pages, sides)


def _turn(at: EntryContext, laid: EntryState) -> Figures:
    w, hand = at.w, at.facts.table.hand
    turns = [
        Option(turn, w("{turn}: {n} cards in each hand", turn=turn, n=hand + 1 - turn)) for turn in range(1, TURNS + 1)
    ]
    if has_leaders(at):
        turns.insert(0, Option(RECRUITING, w("Recruitment")))
    ages = tuple(Option(age, printed_names.ROMAN[age]) for age in range(1, AGES + 1))
    age = Selection(key="age", words=(w.pgettext("of 7 Wonders", "Age"),), now=laid.figures.get("age"), options=ages)
    turn = Selection(
        key="turn", words=(w.pgettext("of 7 Wonders", "Turn"),), now=laid.figures.get("turn"), options=tuple(turns)
    )
    return Figures(key="turn", words=(w("Age and turn"),), figures=(age, turn))


def _seats(at: EntryContext, laid: EntryState, names: tuple[tuple[str, ...], ...]) -> Figures:
    """Return the fields for counts of each seat except tokens, and for leaders under stages."""
    w, facts = at.w, at.facts
    found: list[Figure] = []

    def amount(key: str, label: str, most: int, seat: int, shown: str = "") -> None:
        words = tuple(f"{name}{w.colon}{label}" for name in names[seat - 1])
        found.append(
            Amount(key=f"{key} {seat}", words=words, now=laid.number(f"{key} {seat}"), most=most, value_text=shown)
        )

    for seat in range(1, laid.seats + 1):
        most = stages(facts, laid, seat)
        amount("coins", w.pgettext("score", "Coins"), MAX_UNKNOWN_COUNT, seat)
        amount("stages", w("Stages built"), most, seat, f"{laid.number(f'stages {seat}')} / {most}")
        if has_leaders(at) and _has(facts, laid, seat, ExtraLeader):  # nobody can know it from the rest
            amount("left", w("Leaders in the hand"), MOST_LEADERS, seat)
        age = laid.number("age")
        for leader in _list_leaders_by_age(at, laid, seat):
            ages = range(1, (AGES if at.whole else age) + 1)
            found.append(
                Selection(
                    key=f"age {seat} {leader}",
                    words=(w("{leader}: recruited in Age", leader=printed_names.leader(w, leader)),),
                    now=laid.figures.get(f"age {seat} {leader}", None if at.whole else age),
                    options=tuple(Option(each, printed_names.ROMAN[each]) for each in ages),
                )
            )
    if has_leaders(at):
        seats = range(1, laid.seats + 1)
        counts = (stages(facts, laid, seat) if at.whole else laid.number(f"stages {seat}") for seat in seats)
        label = w("Stages built with a leader")
        found.append(Amount(key="under", words=(label,), now=laid.number("under"), most=sum(counts)))
    joins = ("turn", w("Turn and coins"))
    return Figures(key="seat", words=(w("Coins and stages"),), figures=tuple(found), joins=joins)


def _tokens(at: EntryContext, laid: EntryState) -> Figures:
    """Return the fields for each seat's military tokens, by value."""
    w, table = at.w, at.facts.table
    found = [
        Amount(
            key=f"token {seat} {value}",
            words=(w("Tokens of {value}", value=str(value).replace("-", "–")),),
            seat=seat,
            now=laid.number(f"token {seat} {value}"),
            most=MOST_TOKENS,
        )
        for seat in range(1, laid.seats + 1)
        for value in (-table.defeat, *table.victory)
    ]
    return Figures(key="tokens", words=(w.pgettext("score", "Military"),), figures=tuple(found), one_seat=True)


def _wonders(at: EntryContext, laid: EntryState, names: tuple[tuple[str, ...], ...]) -> Things:
    """Return the fields for wonders: a touch places one, another flips it. On phones the lobby has them."""
    w, facts = at.w, at.facts
    boxes = ("base", "leaders") if has_leaders(at) else ("base",)
    found = dict.fromkeys(slug.rpartition("-")[0] for slug, board in facts.boards.items() if board.box in boxes)
    items = []
    for wonder in found:
        lies = laid.places_of(wonder)
        ways = sides(facts, wonder)
        name = say.identity(w, ways[next(iter(lies.values())) - 1]) if lies else printed_names.board(w, wonder)
        items.append(Enterable(slug=wonder, words=name, lies=lies))
    return Things(
        key="wonders",
        words=(w("Wonders"),),
        kind="wonder",
        things=tuple(items),
        places=at.seat_spots(names, room=Room(1), ways=("", "")),
        flat=1.2,
        only="screen",
    )


def _cards(at: EntryContext, laid: EntryState, names: tuple[tuple[str, ...], ...], age: int) -> Things:
    """Return the fields for cards of an age that are dealt to this many seats, by colour, in fixed places."""
    w, facts = at.w, at.facts
    of_age = [slug for slug, card in facts.cards.items() if card.age == age and copies(facts, slug, laid.seats)]
    of_age.sort(key=lambda slug: COLOURS.index(facts.cards[slug].colour))
    turns = (Term("age", TURNS), Term("turn", least=1), Term("under"))  # so many things can have been played
    places = tuple(
        Spot(key=str(seat), words=name, seat=seat, room=Room(-TURNS - 1, turns, (f"stages {seat}",)))
        for seat, name in enumerate(names, 1)
    )
    return Things(
        key=str(age),
        words=(f"{w('Cards')} · {w('Age {age}', age=printed_names.ROMAN[age])}", printed_names.ROMAN[age]),
        kind="card",
        things=tuple(
            Enterable(
                slug=slug,
                words=printed_names.name_of(w, slug),
                lies=laid.places_of(slug),
                copies=copies(facts, slug, laid.seats),
                elsewhere="apart",
            )
            for slug in of_age
        ),
        places=places,
        likely=laid.number("age") == age,
    )


def copies(data: Data, card: str, seats: int) -> int:
    """Return the copies of a card in a game of this many seats."""
    printed = data.cards[card]
    return 1 if printed.colour == COLOURS[PURPLE] else sum(least <= seats for least in printed.copies_at)


def _build_leader_fields(at: EntryContext, laid: EntryState, names: tuple[tuple[str, ...], ...]) -> tuple[Things, ...]:
    """Return the fields for leaders, face up or buried under a wonder."""
    w, facts = at.w, at.facts
    if not has_leaders(at):
        return ()
    items = [
        Enterable(slug=slug, words=printed_names.leader(w, slug), lies=laid.places_of(slug)) for slug in _leaders(at)
    ]
    items.sort(key=lambda item: item.words.casefold())
    places = tuple(
        Spot(
            key=str(seat),
            words=name,
            seat=seat,
            ways=("", w("buried")) if _has(facts, laid, seat, BuryLeader) else ("",),
        )
        for seat, name in enumerate(names, 1)
    )
    return (
        Things(
            key="leaders",
            words=(say.category(w, "leaders"),),
            kind="leader",
            things=tuple(items),
            places=places,
            leaf=w("Leaders {first}–{last}", first="{first}", last="{last}"),
            likely=False,
        ),
    )


def apply_consequences(at: EntryContext, before: EntryState, after: EntryState) -> EntryState:
    """Clamp entered stages to those of the wonder."""
    for seat in range(1, after.seats + 1):
        most = stages(at.facts, after, seat)
        if after.number(f"stages {seat}") > most:
            after = after.say(f"stages {seat}", most)
    return after


# ---- what is sent --------------------------------------------------------------------------------------------


def position(at: EntryContext, laid: EntryState) -> dict[str, Any]:
    """Return the position as a record stores it."""
    facts: Data = at.facts
    seats = [_seat(at, laid, seat) for seat in range(1, laid.seats + 1)]
    found = {"age": laid.number("age"), "turn": laid.number("turn"), "seats": seats}
    under = laid.number("under")
    return found | ({"discard": _count_missing_cards(facts, laid) + under} if under else {})


def _seat(at: EntryContext, laid: EntryState, number: int) -> dict[str, Any]:
    facts: Data = at.facts
    place, (wonder, _, side) = str(number), board(facts, laid, number).rpartition("-")
    values = (-facts.table.defeat, *facts.table.victory)
    seat: dict[str, Any] = {
        "seat": number,
        "wonder": wonder,
        "side": side,
        "coins": laid.number(f"coins {number}"),
        "stages": laid.number(f"stages {number}"),
        "cards": sorted(laid.things_in(place, facts.cards)),
        "tokens": sorted(value for value in values for _ in range(laid.number(f"token {number} {value}"))),
    }
    if has_leaders(at):
        leaders = laid.things_in(place, _leaders(at))
        age = laid.number("age")
        seat |= {
            "leaders": sorted(slug for slug, way in leaders.items() if way == OPEN),
            "buried": sorted(slug for slug, way in leaders.items() if way == BURIED),
            "ages": {
                slug: laid.number(f"age {number} {slug}", age)
                for slug in _list_leaders_by_age(at, laid, number)
                if slug in leaders
            },
        }
        if _has(facts, laid, number, ExtraLeader):
            seat["leaders_left"] = laid.number(f"left {number}")
    return seat
