"""The lessons of a first game of Architects, in order: each idea when it is first visible, from facts that all players
know.

Terms are the rulebook's, numbers those of the game's data. No lesson depends on a card that one seat has looked at.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, TypeAlias

from app.games.architects.action_reasons import describe_reason as reason
from app.games.architects.action_text import action
from app.games.architects.effect_text import name_requirement, token_says, wonder_effect
from app.games.architects.printed_names import card, token
from app.text.lesson_tips import (
    Facts,
    Idea,
    Ideas,
    LessonContext,
    Speech,
    choice_of_the_round,
    display_name,
    event_test,
    ideas_by_id,
    is_short,
    number,
    numbers,
    recent_events,
    slugs,
)
from app.text.translation import Words, both, w_
from engine.architects import actions
from engine.architects.actions import PAYMENT_WORDS, SIDES
from engine.architects.data_schema import Data, Stage, StealCard, TakeCat
from engine.architects.view_json import Need, Reach, SeatView, View

Now: TypeAlias = LessonContext[View, Data]
Said: TypeAlias = Speech[Data]

RESOURCES: Final = frozenset(PAYMENT_WORDS[:5])
NAMED_WINNERS: Final = 3  # of a conflict, at most

# ---- visible facts ---------------------------------------------------------------------------------------


def _own_seat(now: Now) -> SeatView:
    return now.view.seats[now.seat - 1]


def _unmet_needs(now: Now) -> tuple[Need, ...]:
    """List what the seat's next stages lack."""
    return tuple(need for need in now.view.derived.needs[now.seat - 1] if need.missing)


def _is_taking_card(now: Now) -> bool:
    view = now.view
    return view.derived.ask == "take" and view.to_act == (now.seat,)


def _faces(now: Now) -> set[str]:
    """Return the face-up cards on stacks or before seats."""
    view = now.view
    tops = {stack.top for word, stack in view.stacks.items() if stack.top and stack.left and word != "center"}
    return tops | {slug for seat in view.seats for slug in seat.cards}


def _in_sight(
    wanted: Callable[[Data, str], bool], facts: Callable[[Data], Facts] = lambda box: {}
) -> Callable[[Now], Facts | None]:
    """Return a condition: a card of this kind is face up on a stack or before a seat."""

    def condition(now: Now) -> Facts | None:
        box = now.box
        return facts(box) if any(wanted(box, slug) for slug in _faces(now)) else None

    return condition


def _colour(wanted: str) -> Callable[[Data, str], bool]:
    return lambda box, slug: box.cards[slug].colour == wanted


def _has_horns(data: Data, slug: str) -> bool:
    return data.cards[slug].horns > 0


def _blue(data: Data) -> Facts:
    """Return the points of blue cards."""
    return {"plain": data.cards["blue-3"].points, "cat": data.cards["blue-2-cat"].points}


def _list_face_up(view: View, seat: int) -> tuple[Reach, ...]:
    """List the face-up cards in reach of a seat, without those it alone has looked at."""
    mine = view.derived.reach[seat - 1]
    return tuple(reach for reach in mine if reach.side != "center" and reach.card and reach.left)


def _lit(view: View, seat: int, wanted: Iterable[str]) -> tuple[str, ...]:
    """Return the stacks in reach with one of these cards on top."""
    return tuple(reach.stack for reach in _list_face_up(view, seat) if reach.card in {*wanted})


# ---- before the first action -----------------------------------------------------------------------------


def _is_first_decision(now: Now) -> bool:
    """Check that nobody has acted."""
    view = now.view
    idle = not any(seat.cards or seat.stages for seat in view.seats)
    return view.turn == 1 and view.derived.ask == "take" and idle and not view.derived.looked


def _goal(now: Now) -> Facts | None:
    stages = {len(now.box.wonders[seat.wonder].stages) for seat in now.view.seats}
    return {"stages": min(stages)} if _is_first_decision(now) and len(stages) == 1 else None


def _goal_says(w: Words, facts: Facts, at: Said) -> str:
    whole = w.ngettext(
        "Everybody builds a wonder of {n} stage.", "Everybody builds a wonder of {n} stages.", number(facts["stages"])
    )
    return f"{whole} {w('The first one finished ends the game, and most points win.')}"


def _take(now: Now) -> Facts | None:
    view = now.view
    if view.derived.ask != "take" or not view.derived.active:
        return None
    return {} if all(reach.left for reach in view.derived.reach[view.derived.active - 1]) else None


def _all_three(view: View, seat: int, facts: Facts) -> tuple[str, ...]:
    return tuple(reach.stack for reach in view.derived.reach[seat - 1])


def _seat_view(now: Now, seat: int) -> SeatView:
    return now.view.seats[seat - 1]


# ---- questions -------------------------------------------------------------------------------------------


def _builds(now: Now) -> dict[int, int]:
    """Count the ways to build each stage that can be built; empty if another action is possible."""
    found: dict[int, int] = {}
    for text in now.legal:
        if not text.startswith("build "):
            return {}
        stage = int(text.split()[1])
        found[stage] = found.get(stage, 0) + 1
    return found


def _build(now: Now) -> Facts | None:
    found = _builds(now)
    return {"stages": tuple(found), "ways": max(found.values())} if found else None


def _build_says(w: Words, facts: Facts, at: Said) -> str:
    stages = numbers(facts["stages"])
    if len(stages) > 1:
        named = both(w, map(str, stages))
        return w("You can pay for stages {stages}. Choose which to build.", stages=named)
    if number(facts["ways"]) > 1:
        return w("You can pay for stage {stage}, so build it: choose what you pay with.", stage=stages[0])
    return w("You can pay for stage {stage}, so you must build it: touch it.", stage=stages[0])


def _detect_built_stage(now: Now) -> Facts | None:
    event = next(recent_events(now, actions.StageBuilt), None)
    return {"stage": event.stage, "points": event.points} if event else None


def _built_says(w: Words, known: Facts, at: Said) -> str:
    facts = {"stage": known["stage"], "points": known["points"]}
    return w("Stage {stage} is built: +{points}. What you paid is discarded.", **facts)


def _token(now: Now) -> Facts | None:
    if not any(text.startswith("progress ") for text in now.legal):
        return None
    view = now.view
    hidden = any(text.split()[1] == actions.HIDDEN for text in now.legal if text.startswith("progress "))
    return {"open": len(view.tokens), "hidden": int(hidden)} if view.tokens else None


def _token_says(w: Words, facts: Facts, at: Said) -> str:
    n = number(facts["open"])
    if facts["hidden"]:
        return w.ngettext(
            "Choose a progress token: the one that lies open, or the hidden one.",
            "Choose a progress token: one of the {n} that lie open, or the hidden one.",
            n,
        )
    return w.ngettext(
        "Choose a progress token: one lies open.", "Choose a progress token: one of the {n} that lie open.", n
    )


def _token_taken(now: Now) -> Facts | None:
    event = next(recent_events(now, actions.TokenTaken), None)
    return {"token": event.token} if event and event.token in _own_seat(now).progress else None


def _token_taken_says(w: Words, facts: Facts, at: Said) -> str:
    slug = str(facts["token"])
    text = f"{token(w, slug)}{w.colon}{token_says(w, slug, at.box)}"
    return text if is_short(text) else w("{token} is yours: touch it to read what it does.", token=token(w, slug))


def _when_asked(ask: str) -> Callable[[Now], Facts | None]:
    """Return a condition: the seat is asked this question."""

    def condition(now: Now) -> Facts | None:
        view = now.view
        return {} if view.derived.ask == ask and view.to_act == (now.seat,) else None

    return condition


def _extra(now: Now) -> Facts | None:
    offered = "done" in now.legal and any(text.startswith("extra ") for text in now.legal)
    return {} if offered else None


def _cat_looks(now: Now) -> Facts | None:
    return {} if "peek" in now.legal and _own_seat(now).cat and _is_taking_card(now) else None


# ---- urgent ideas ----------------------------------------------------------------------------------------


def _conflict(now: Now) -> Facts | None:
    event = next(recent_events(now, actions.ConflictFought), None)
    if event is None:
        return None
    won = {seat: n for seat, n in enumerate(event.won, 1) if n}
    points = now.box.table.military_points
    if not won and len(set(event.shields)) > 1:
        return None
    return {"seats": (*won,), "won": (*won.values(),), "points": points, "many": len(event.won)}


def _conflict_says(w: Words, facts: Facts, at: Said) -> str:
    seats, won, points, two = numbers(facts["seats"]), numbers(facts["won"]), facts["points"], facts["many"] == 2
    if not seats:
        return w("All are equal: nobody wins a token.")
    each = both(w, [f"{at.people[seat - 1]} {n}" for seat, n in zip(seats, won, strict=True)])
    if two:
        return w(
            "More shields win a token of {points} points: {each}. Twice as many bring two.", points=points, each=each
        )
    if len(seats) > NAMED_WINNERS:
        return w("Who has more shields than a neighbour wins a token of {points} points.", points=points)
    return w("More shields than a neighbour win a token of {points} points: {each}.", points=points, each=each)


def _conflict_holds(now: Now, facts: Facts) -> bool:
    """Check that the tokens won are still there."""
    seats = now.view.seats
    return all(
        seats[seat - 1].military >= n for seat, n in zip(numbers(facts["seats"]), numbers(facts["won"]), strict=True)
    )


def _last(now: Now) -> Facts | None:
    box = now.box
    near = [seat.seat for seat in now.view.seats if len(seat.stages) == len(box.wonders[seat.wonder].stages) - 1]
    return {"seat": near[0]} if near and not now.view.over else None


def _near(now: Now) -> Facts | None:
    conflict = now.view.conflict
    return {} if conflict.flipped == conflict.tokens - 1 else None


def _cat(now: Now) -> Facts | None:
    moved = [event.seat for event in recent_events(now, actions.CatMoved)]
    if not moved or not _seat_view(now, moved[-1]).cat:
        return None
    return {"seat": moved[-1], "points": now.box.table.cat_points}


def _cat_holds(now: Now, facts: Facts) -> bool:
    return _seat_view(now, number(facts["seat"])).cat


# ---- after actions ---------------------------------------------------------------------------------------


def _one_of(now: Now) -> Facts | None:
    """Detect a card that brought a stage nearer, while the next has to differ or be the same."""
    taken = next(recent_events(now, actions.CardTaken), None)
    if taken is None or taken.card not in RESOURCES:
        return None
    held = {slug for slug in _own_seat(now).cards if slug in RESOURCES}
    for need in _unmet_needs(now):
        have, helps = need.cost - need.missing, RESOURCES & {*need.helps}
        fits = not helps & held if need.kind == "different" else helps == {taken.card}
        if have > 0 and fits:
            return {"stage": need.stage, "have": have, "cost": need.cost, "kind": need.kind}
    return None


def _one_of_holds(now: Now, facts: Facts) -> bool:
    found = [need for need in _unmet_needs(now) if need.stage == facts["stage"]]
    return bool(found) and (found[0].cost - found[0].missing, found[0].cost) == (facts["have"], facts["cost"])


def _one_of_says(w: Words, known: Facts, at: Said) -> str:
    facts = {"have": known["have"], "cost": known["cost"]}
    if known["kind"] == "different":
        return w("{have} of {cost}: the next must be something else.", **facts)
    return w("{have} of {cost}: the next must be the same.", **facts)


def _horns_discarded(now: Now) -> Facts | None:
    """Detect the time after a conflict: no horn is before a seat, and some are discarded."""
    view, box = now.view, now.box
    left = any(_has_horns(box, slug) for seat in view.seats for slug in seat.cards)
    return {} if "conflict" in now.told and not left and any(_has_horns(box, slug) for slug in view.discard) else None


# ---- ideas at first sight ----------------------------------------------------------------------------------


def _need(now: Now) -> Facts | None:
    needs = _unmet_needs(now)
    if not needs or not _is_taking_card(now) or _own_seat(now).stages:
        return None
    helps = any(reach.card in need.helps for reach in _list_face_up(now.view, now.seat) for need in needs)
    first = needs[:2]
    return {
        "stages": tuple(need.stage for need in first),
        "costs": tuple(need.cost for need in first),
        "kinds": tuple(need.kind for need in first),
        "helps": int(helps),
    }


def _need_says(w: Words, facts: Facts, at: Said) -> str:
    stages, costs, kinds = numbers(facts["stages"]), numbers(facts["costs"]), slugs(facts["kinds"])
    if len(stages) > 1:
        asks = " ".join(map(partial(_stage, w), stages, costs, kinds))
    elif kinds[0] == "different":
        asks = w.ngettext(
            "Stage {stage} asks for {n} resource.",
            "Stage {stage} asks for {n} different resources.",
            costs[0],
            stage=stages[0],
        )
    else:
        asks = w.ngettext(
            "Stage {stage} asks for {n} equal resource.",
            "Stage {stage} asks for {n} equal resources.",
            costs[0],
            stage=stages[0],
        )
    which = w("Which card would help?") if facts["helps"] else w("No resource in sight: take what you like.")
    return f"{asks} {which}"


def _stage(w: Words, stage: int, cost: int, kind: str) -> str:
    """Name a stage's cost."""
    if kind == "different":
        return w.ngettext(
            "Stage {stage}: {n} different resource.", "Stage {stage}: {n} different resources.", cost, stage=stage
        )
    return w.ngettext("Stage {stage}: {n} resource.", "Stage {stage}: {n} equal.", cost, stage=stage)


def _need_rings(view: View, seat: int, facts: Facts) -> tuple[str, ...]:
    return _lit(view, seat, (slug for need in view.derived.needs[seat - 1] if need.missing for slug in need.helps))


def _equal(now: Now) -> Facts | None:
    found = [need for need in _unmet_needs(now) if need.kind == "same"]
    return {"stage": found[0].stage, "cost": found[0].cost} if found and _is_taking_card(now) else None


def _equal_says(w: Words, facts: Facts, at: Said) -> str:
    signs = w("= means equal resources, ≠ means different ones.")
    return f"{signs} {_stage(w, number(facts['stage']), number(facts['cost']), 'same')}"


def _effect(now: Now) -> Facts | None:
    found = [need for need in now.view.derived.needs[now.seat - 1] if need.effect]
    effects = now.box.wonders[_own_seat(now).wonder].effects
    return (
        {"stage": found[0].stage, "wonder": _own_seat(now).wonder}
        if found and effects and _is_taking_card(now)
        else None
    )


def _effect_says(w: Words, facts: Facts, at: Said) -> str:
    wonder = at.box.wonders[str(facts["wonder"])]
    if any(isinstance(effect, StealCard) for effect in wonder.effects):
        return w("Stage {stage} also takes a card from somebody, who gets a hidden one instead.", stage=facts["stage"])
    if any(isinstance(effect, TakeCat) for effect in wonder.effects):
        return w("Stage {stage} also brings you the cat, a look at the middle, and a card.", stage=facts["stage"])
    does = [wonder_effect(w, effect) for effect in wonder.effects]
    text = f"{w('Stage {stage} does something as well.', stage=facts['stage'])} {' '.join(does)}"
    if is_short(text):
        return text
    return w("Stage {stage} does something as well: touch your wonder to read what.", stage=facts["stage"])


def _medal(now: Now) -> Facts | None:
    lies = any(gap != "center" and medal for gap, medal in now.view.medals.items())
    return {"points": now.box.table.medal_points} if lies else None


def _set(now: Now) -> Facts | None:
    """Detect a face-up card in reach that would complete a set."""
    known = "green" in now.told and _is_taking_card(now)
    makes = (does.what == "set" for reach in _list_face_up(now.view, now.seat) for does in reach.does)
    return {} if known and any(makes) else None


def _experts(now: Now) -> Facts | None:
    middle = now.view.medals.get("center")
    return {"n": len(middle)} if isinstance(middle, tuple) and middle else None


def _reach(now: Now) -> Facts | None:
    """Detect a medal that lacks a single thing."""
    for goal in now.view.derived.goals[now.seat - 1] if _is_taking_card(now) else ():
        lacks = [part for part in goal.parts if part.have < part.need]
        if len(lacks) == 1 and lacks[0].need - lacks[0].have == 1 and lacks[0].what != "military-in-one-conflict":
            return {"medal": goal.medal, "what": lacks[0].what}
    return None


def _own_turn(now: Now) -> Facts | None:
    """Return the number of the seat's own turn, if it is asked a question."""
    view = now.view
    if view.to_act != (now.seat,) or view.derived.active != now.seat:
        return None
    return {"turn": (view.turn - 1) // len(view.seats) + 1}


def _takes_from(view: View, seat: int, facts: Facts) -> tuple[str, ...]:
    """Return the keys of what an action names: a stack, one's own wonder, a progress token, a card."""
    verb, *words = str(facts["action"]).split()
    match actions.parse(str(facts["action"])):
        case actions.Take(side=side) | actions.Extra(side=side):
            reaches = (reach for reach in view.derived.reach[seat - 1] if reach.side == SIDES[side])
            stacks = tuple(
                reach.stack for reach in reaches if facts.get("takes", reach.card or "") == (reach.card or "")
            )
            return (*stacks, *(words[:1] if verb == "extra" else ()))
        case actions.Build():
            return ("wonder",)
    return (words[-1 if verb == "steal" else 0],) if words and verb in ("progress", "keep", "steal") else ()


def _name_with_card(w: Words, facts: Facts, people: Iterable[str]) -> str:
    """Describe an action with the card that it takes, as another may lie there now."""
    what = action(w, str(facts["action"]))
    return f"{what} ({card(w, str(facts['takes']))})" if facts.get("takes") else what


# ---- the list -----------------------------------------------------------------------------------------------


def _takes_a(test: Callable[[Data, str], bool]) -> Callable[[object, Data], bool]:
    """Return a test for such a card that is taken."""
    return event_test(actions.CardTaken, having=lambda event, box: test(box, event.card))


def _stage_of(event: actions.StageBuilt, data: Data) -> Stage:
    return data.wonders[event.wonder].stages[event.stage - 1]


IDEAS: Final[Ideas] = (
    Idea("goal", "table", _goal, _goal_says, at_once=True),
    Idea(
        "take", "table", _take,
        w_("Take one card: from your left, your right, or unseen from the middle."),
        rings=_all_three,
    ),
    # questions
    Idea("build", "seat", _build, _build_says, name=lambda w: w.pgettext("lesson", "stages"),
         met=event_test(actions.StageBuilt)),
    Idea("token", "seat", _token, _token_says, name=lambda w: w.pgettext("lesson", "progress tokens"),
         met=event_test(actions.TokenTaken)),
    Idea(
        "extra", "seat", _extra,
        w_("A progress token lets you take an extra card now, or end the turn."),
    ),
    Idea(
        "steal", "seat", _when_asked("steal"),
        w_("Your stage has an effect: take a card that lies before somebody else."),
    ),
    Idea(
        "keep", "seat", _when_asked("keep"),
        w_("Your stage has an effect: look at these cards, and keep one."),
    ),
    # urgent ideas
    Idea("conflict", "table", _conflict, _conflict_says, holds=_conflict_holds, at_once=True,
         name=lambda w: w.pgettext("lesson", "conflicts"), met=event_test(actions.ConflictFought)),
    Idea(
        "last", "table", _last,
        lambda w, facts, at: w(
            "{name} has one stage to go. When it is built, the game ends after that turn.",
            name=display_name(at, facts["seat"]),
        ),
        at_once=True,
    ),
    Idea(
        "near", "table", _near,
        w_("One more horn, and neighbours compare. Whom would you beat?"), at_once=True, asks=True,
    ),
    Idea("need", "seat", _need, _need_says, rings=_need_rings, asks=True),
    # soon needed: a coin is on top for a short time only
    Idea(
        "coin", "table", _in_sight(_colour("yellow")),
        w_("Yellow is a coin. It stands for any resource you lack."),
        name=lambda w: w.pgettext("lesson", "coins"),
        met=_takes_a(_colour("yellow")),
    ),
    Idea(
        "red", "table", _in_sight(_colour("red")),
        w_("A red card is a shield. In a conflict, neighbours compare shields."),
        name=lambda w: w.pgettext("lesson", "shields"),
        met=_takes_a(_colour("red")),
    ),
    Idea(
        "green", "table", _in_sight(_colour("green")),
        w_("Two alike or three different green cards: you swap them for a progress token."),
        name=lambda w: w.pgettext("lesson", "science"),
        met=_takes_a(_colour("green")),
    ),
    Idea(
        "blue", "table",
        _in_sight(_colour("blue"), _blue),
        w_("Blue cards are points: {plain}, or {cat} with a cat."),
        name=lambda w: w.pgettext("lesson", "blue cards"),
        met=_takes_a(_colour("blue")),
    ),
    Idea(
        "horn", "table", _in_sight(_has_horns),
        w_("Each horn turns one of the tokens in the middle. After the last, there is a conflict."),
        name=lambda w: w.pgettext("lesson", "horns"),
        met=_takes_a(_has_horns),
    ),
    Idea(
        "set", "seat", _set,
        w_("Two alike or three different: which of these cards makes your set?"), asks=True,
    ),
    Idea(
        "cat", "table", _cat,
        lambda w, facts, at: w(
            "The cat goes to {name}. Whoever has it at the end gets {points} points.",
            name=display_name(at, facts["seat"]), points=facts["points"],
        ),
        holds=_cat_holds, at_once=True,
        name=lambda w: w.pgettext("lesson", "the cat"),
        met=event_test(actions.CatMoved),
    ),
    Idea(
        "cat-looks", "seat", _cat_looks,
        w_("You have the cat: before you take, you may look at the top card in the middle. Only you see it."),
        rings=lambda view, seat, facts: ("center",),
    ),
    # after actions
    Idea("built", "seat", _detect_built_stage, _built_says,
         holds=lambda now, facts: facts["stage"] in _own_seat(now).stages, after="build", at_once=True),
    Idea("token-taken", "seat", _token_taken, _token_taken_says,
         holds=lambda now, facts: facts["token"] in _own_seat(now).progress, after="token", at_once=True),
    Idea("one-of", "seat", _one_of, _one_of_says, holds=_one_of_holds, after="need", at_once=True),
    # at first sight
    Idea(
        "gone", "table", _horns_discarded,
        w_("Cards with horns are gone after the conflict. Plain shields stay."),
    ),
    Idea("equal", "seat", _equal, _equal_says, name=lambda w: w.pgettext("lesson", "equal resources"),
         met=event_test(actions.StageBuilt, having=lambda event, box: _stage_of(event, box).kind == "same")),
    Idea("effect", "seat", _effect, _effect_says, name=lambda w: w.pgettext("lesson", "effects of wonders"),
         met=event_test(actions.StageBuilt, having=lambda event, box: _stage_of(event, box).effect)),
    Idea(
        "experts", "table", _experts,
        lambda w, facts, at: w.ngettext(
            "The medal in the middle is for everybody.", "The {n} medals in the middle are for everybody.",
            number(facts["n"]),
        ),
    ),
    Idea(
        "reach", "seat", _reach,
        lambda w, facts, at: w(
            "Only this is missing, and a medal is yours: {what}.", what=name_requirement(w, str(facts["what"]), 1)
        ),
    ),
    *choice_of_the_round(_own_turn, _name_with_card, reason, _takes_from),
    Idea(
        "medal", "table", _medal,
        w_("Between two neighbours lies a medal. The first to have what it shows gets {points} points."),
    ),
)  # fmt: skip

LESSONS: Final = ideas_by_id(IDEAS)
