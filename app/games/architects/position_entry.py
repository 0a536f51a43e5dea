"""A form to enter a position of Architects and begin in the middle: its fields, and the position it sends.

Contains no rule: the table answers what does not fit. The position sent is the object of docs/notation.md, *Beginning
in the middle*, without what follows from the rest; uncounted stacks are marked.
"""

from typing import Any, Final

import msgspec

from app.games.architects import effect_text, printed_names
from app.shown.cardboard.position_entry import (
    Amount,
    Boards,
    Enterable,
    EntryContext,
    EntryState,
    Figures,
    PositionForm,
    Room,
    SeatBoard,
    Selection,
    Spot,
    Things,
    Tick,
)
from app.shown.form import Option
from app.text.translation import capital
from engine.architects.data_schema import FACES, Data, StealCard
from engine.architects.view_json import View

HORNS: Final = {"red-1": 1, "red-2": 2}  # by card
COUNT_LIMIT: Final = 40
MIDDLE: Final = "center"  # the place of face-up tokens, and of medals open to all
GAP: Final = "gap "  # followed by a number: the place of a medal between two seats
SEAT_PIECES: Final = ("cat", "military", "gifts")  # before a seat, besides cards


# ---- known position ------------------------------------------------------------------------------------------


def initial_state(at: EntryContext) -> EntryState:
    """Return the position entered so far as if a turn began now, or the wonders of the seats."""
    if at.view is not None:
        return _entries_of_view(at.view)
    held = [info for info in at.table.seats if info.by != "free"]
    return EntryState(len(held), {f"wonder {seat}": info.wonder for seat, info in enumerate(held, 1) if info.wonder})


def _entries_of_view(view: View) -> EntryState:
    figures: dict[str, int | str] = {"active": max(1, view.derived.active), "flipped": view.conflict.flipped}
    figures |= {f"left {stack}": each.left for stack, each in view.stacks.items() if not each.uncounted}
    things = {(token, MIDDLE): view.tokens.count(token) for token in view.tokens}
    for gap, there in view.medals.items():
        lying = [there] if isinstance(there, str) else there or ()
        things |= {(medal, MIDDLE if gap == MIDDLE else GAP + gap): 1 for medal in lying}
    for chair in view.seats:
        seat = str(chair.seat)
        figures |= {f"wonder {seat}": chair.wonder, **{f"stage {seat} {stage}": 1 for stage in chair.stages}}
        held = dict(chair.cards) | {token: chair.progress.count(token) for token in chair.progress}
        held |= dict.fromkeys(chair.medals, 1)
        held |= {"cat": int(chair.cat), "military": chair.military, "gifts": chair.gifts}
        things |= {(slug, seat): n for slug, n in held.items() if n}
    return EntryState(len(view.seats), figures, things)


# ---- fields --------------------------------------------------------------------------------------------------


def build_entry(at: EntryContext, laid: EntryState) -> PositionForm:
    """Return the fields of the form: pieces before each seat, then between seats, then whose turn it is."""
    names = at.names(laid.seats)
    seats = at.seat_spots(names)
    wonders = [
        printed_names.wonder(at.w, wonder) if (wonder := _wonder(laid, n)) else "" for n in range(1, laid.seats + 1)
    ]
    medals = (_medals(at, laid, names, seats),) if "medals" in at.table.variant else ()
    pages = (
        _cards(at, laid, seats),
        _boards(at, laid, wonders),
        _tokens(at, laid, seats),
        *medals,
        _turn(at, laid, names),
    )
    return PositionForm(laid, at.is_new_game, names, pages, tuple(wonders), _find_missing_page(at, laid))


def _wonder(laid: EntryState, seat: int) -> str:
    return str(laid.figures.get(f"wonder {seat}", ""))


def _find_missing_page(at: EntryContext, laid: EntryState) -> str:
    """Return the first page that lacks a required entry, or ""."""
    facts: Data = at.facts
    if not all(_wonder(laid, seat) for seat in range(1, laid.seats + 1)):
        return "wonders"
    if not laid.things_in(MIDDLE, facts.tokens) and count_hidden_tokens(at, laid):
        return "tokens"
    open_ = {slug for slug, place in laid.things if place == MIDDLE or place.startswith(GAP)}
    if "medals" in at.table.variant and open_.isdisjoint(facts.medals):
        return "medals"
    return "" if "active" in laid.figures else "turn"


def _item(
    laid: EntryState, slug: str, words: str, copies: int = COUNT_LIMIT, **more: Any
) -> Enterable:  # Any: fields of Enterable
    return Enterable(
        slug=slug, words=words, lies=laid.places_of(slug), copies=copies, **({"elsewhere": "apart"} | more)
    )


def _cards(at: EntryContext, laid: EntryState, seats: tuple[Spot, ...]) -> Things:
    """Return the fields for face-up cards, the cat, military tokens and face-down cards."""
    w = at.w
    items = [_item(laid, card, capital(printed_names.card(w, card))) for card in FACES]
    items.append(_item(laid, "cat", w("The cat"), 1, elsewhere="moves"))
    items.append(_item(laid, "military", w("Military tokens")))
    if (at.whole and at.is_new_game) or _has_face_down_cards(at, laid):
        items.append(_item(laid, "gifts", w("Cards face down")))
    return Things(
        key="cards", words=(w("Cards"),), kind="card", things=tuple(items), places=seats, counted=True, flat=0.75
    )


def _has_face_down_cards(at: EntryContext, laid: EntryState) -> bool:
    """Check whether seats may have face-down cards: a wonder among theirs steals, and gives one in return."""
    facts: Data = at.facts
    there = (facts.wonders[slug] for seat in range(1, laid.seats + 1) if (slug := _wonder(laid, seat)))
    return any(isinstance(effect, StealCard) for wonder in there for effect in wonder.effects)


def _boards(at: EntryContext, laid: EntryState, wonders: list[str]) -> Boards:
    """Return the fields for each seat's wonder, which no other seat has, and its stages."""
    w, facts = at.w, at.facts
    fewest = min(len(each.stages) for each in facts.wonders.values())
    found = []
    for seat in range(1, laid.seats + 1):
        now = _wonder(laid, seat)
        taken = {_wonder(laid, other) for other in range(1, laid.seats + 1) if other != seat and not at.whole}
        which = Selection(
            key=f"wonder {seat}",
            words=(w("Wonder"),),
            now=now or None,
            options=tuple(Option(slug, printed_names.wonder(w, slug)) for slug in facts.wonders if slug not in taken),
            round=True,
        )
        count = len(facts.wonders[now].stages) if now else fewest * at.whole
        stages = tuple(
            Tick(key=key, words=(str(stage),), on=key in laid.figures and bool(laid.figures[key]))
            for stage in range(1, count + 1)
            for key in [f"stage {seat} {stage}"]
        )
        found.append(
            SeatBoard(
                seat=seat, slug=now, called=wonders[seat - 1], which=which if at.is_new_game else None, stages=stages
            )
        )
    return Boards(key="wonders", words=(w("Wonders"),), boards=tuple(found), title=w("Stages built"))


def _tokens(at: EntryContext, laid: EntryState, seats: tuple[Spot, ...]) -> Things:
    """Return the fields for progress tokens, face up in the middle or before seats."""
    w, facts = at.w, at.facts
    there, most = sum(laid.things_in(MIDDLE, facts.tokens).values()), facts.table.face_up_tokens
    face_up = (w("Face up: {n} of {most}", n=there, most=most), f"{there} / {most}")
    middle = Spot(key=MIDDLE, words=(w("Progress tokens, face up"),) if at.whole else face_up)
    all_of = {slug: copies(at, slug) for slug in facts.tokens}
    return Things(
        key="tokens",
        words=(w("Progress tokens"),),
        kind="progress",
        things=tuple(_item(laid, slug, printed_names.token(w, slug), n) for slug, n in all_of.items() if n),
        places=(middle, *seats),
        counted=True,
        first=MIDDLE if there < most else "",
    )


def _medals(at: EntryContext, laid: EntryState, names: tuple[tuple[str, ...], ...], seats: tuple[Spot, ...]) -> Things:
    """Return the fields for medals: between seats, in the middle or won."""
    w, facts = at.w, at.facts
    people, middle = [name[0] for name in names], facts.table.center_medals if "expert" in at.table.variant else 0
    gaps = [
        Spot(key=GAP + gap, words=(capital(printed_names.gap(w, gap, people)), gap), room=Room(1))
        for gap in map(str, range(1, laid.seats + 1))
    ]
    if middle:
        gaps.append(Spot(key=MIDDLE, words=(w("In the middle"),), room=Room(middle)))
    medals = {slug: capital(effect_text.medal(w, slug, facts)) for slug in facts.medals}
    empty = (spot.key for spot in gaps if len(laid.things_in(spot.key, medals)) < (spot.room.most if spot.room else 0))
    return Things(
        key="medals",
        words=(w("Medals"),),
        kind="medal",
        things=tuple(_item(laid, slug, words, 1, elsewhere="moves") for slug, words in medals.items()),
        places=(*gaps, *seats),
        flat=1.1,
        first=next(empty, "1"),
    )


def _turn(at: EntryContext, laid: EntryState, names: tuple[tuple[str, ...], ...]) -> Figures:
    """Return the fields for the turn; before those, markers and the cards left in each stack."""
    w, facts = at.w, at.facts
    said = laid.figures.get("flipped")
    drawn = [
        Amount(
            key="flipped",
            words=(w("Tokens in battle"),),
            now=None if said is None else int(said),
            most=_markers(at, laid) - 1,
            guess=count_battle_tokens(at, laid),
        )
    ]
    by = ([name[0] for name in names], [name[-1] for name in names])
    for stack in _stacks(laid):
        cards = laid.figures.get(f"left {stack}")
        most = initial_stack_size(facts, laid, stack)
        drawn.append(
            Amount(
                key=f"left {stack}",
                words=tuple(capital(printed_names.stack_name(w, stack, who)) for who in by),
                now=None if cards is None else int(cards),
                most=most or (99 if at.whole else 0),
                guess=most,
                value_text=w("not counted") if cards is None else "",
            )
        )
    people = tuple(Option(seat, name[0]) for seat, name in enumerate(names, 1))
    label = w("Whose turn it is")
    return Figures(
        key="turn",
        words=(label,),
        about=f"{w('Cards left in each stack')}{w.colon}{w('Leave out what nobody has counted.')}",
        figures=tuple(drawn),
        asks=Selection(key="active", words=(label,), now=laid.figures.get("active"), options=people, people=True),
        question=w("Whose turn is it? Touch the name to begin there."),
    )


def _stacks(laid: EntryState) -> tuple[str, ...]:
    return (*map(str, range(1, laid.seats + 1)), MIDDLE)


def initial_stack_size(data: Data, laid: EntryState, stack: str) -> int:
    """Return the initial size of a stack; 0 while its wonder is unknown."""
    if stack == MIDDLE:
        return sum(data.center.cards.values())
    wonder = _wonder(laid, int(stack))
    return sum(data.wonders[wonder].cards.values()) if wonder in data.wonders else 0


def count_battle_tokens(at: EntryContext, laid: EntryState) -> int:
    """Return the number of conflict tokens that show battle: as entered, else the horns before seats."""
    if "flipped" in laid.figures:
        return laid.number("flipped")
    horns = sum(HORNS[slug] * n for (slug, _), n in laid.things.items() if slug in HORNS)
    return min(horns, _markers(at, laid) - 1)


def _markers(at: EntryContext, laid: EntryState) -> int:
    facts: Data = at.facts
    return facts.table.conflict_tokens[laid.seats - facts.table.min_seats]


def copies(at: EntryContext, token: str) -> int:
    """Return the copies of a progress token in this game."""
    printed = at.facts.tokens[token]
    return int(printed.copies + (printed.more if "medal-tokens" in at.table.variant else 0))


def count_hidden_tokens(at: EntryContext, laid: EntryState) -> int:
    """Return the number of progress tokens that nobody has seen."""
    seen = sum(n for (slug, _), n in laid.things.items() if slug in at.facts.tokens)
    return max(0, sum(copies(at, slug) for slug in at.facts.tokens) - seen)


def apply_consequences(at: EntryContext, before: EntryState, after: EntryState) -> EntryState:
    """Clear the stages and the stack of a seat whose wonder has changed."""
    for seat in range(1, after.seats + 1):
        if _wonder(before, seat) != _wonder(after, seat):
            gone = [key for key in after.figures if key.startswith(f"stage {seat} ")]
            for key in (*gone, f"left {seat}"):
                after = after.say(key, None)
    return after


# ---- result --------------------------------------------------------------------------------------------------


def position(at: EntryContext, laid: EntryState) -> dict[str, Any]:
    """Return the position as a record stores it."""
    facts: Data = at.facts
    view: View | None = at.view
    conflict = msgspec.to_builtins(view.conflict) if view else {"tokens": _markers(at, laid)}
    medals: dict[str, Any] = {}
    if "medals" in at.table.variant:
        for gap in map(str, range(1, laid.seats + 1)):
            medals[gap] = next(iter(laid.things_in(GAP + gap, facts.medals)), None)
        medals[MIDDLE] = [*laid.things_in(MIDDLE, facts.medals)]
    return {
        "turn": max(1, view.turn) if view else 1,
        "to_act": [laid.number("active")] if "active" in laid.figures else [],
        "seats": [_seat(facts, laid, seat) for seat in range(1, laid.seats + 1)],
        "stacks": {stack: _stack(at, laid, stack) for stack in _stacks(laid)},
        "conflict": {**conflict, "flipped": count_battle_tokens(at, laid)},
        "tokens": [slug for slug, n in laid.things_in(MIDDLE, facts.tokens).items() for _ in range(n)],
        "tokens_left": count_hidden_tokens(at, laid),
        "medals": medals,
        "discard": msgspec.to_builtins(view.discard) if view else {},
    }


def _seat(data: Data, laid: EntryState, seat: int) -> dict[str, Any]:
    place, wonder = str(seat), _wonder(laid, seat)
    stages = data.wonders[wonder].stages if wonder in data.wonders else ()
    progress = laid.things_in(place, data.tokens)
    return {
        "seat": seat,
        "wonder": wonder or None,
        "stages": [stage for stage in range(1, len(stages) + 1) if laid.number(f"stage {seat} {stage}")],
        "cards": laid.things_in(place, FACES),
        "cat": bool(laid.count_at("cat", place)),
        "military": laid.count_at("military", place),
        "progress": sorted(slug for slug, n in progress.items() for _ in range(n)),
        "medals": sorted(laid.things_in(place, data.medals)),
        "gifts": laid.count_at("gifts", place),
    }


def _stack(at: EntryContext, laid: EntryState, stack: str) -> dict[str, Any]:
    """Return the cards left in a stack; for an uncounted one, the upper limit."""
    if f"left {stack}" in laid.figures:
        return {"left": laid.number(f"left {stack}")}
    before = at.view.stacks[stack].left if at.view else initial_stack_size(at.facts, laid, stack)
    return {"left": before, "uncounted": True}
