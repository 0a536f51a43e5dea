"""What a first game of Architects teaches, in order: each idea where it is first in sight, each from what all know.

The words are the rulebook's, the numbers those of the game's data. Nothing follows from a card that a seat looked at.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from app.games.architects.brings import token_says, wonder_effect
from app.games.architects.called import card, token
from app.text.languages import Words, both, capital
from app.text.lessons import Facts, Idea, Ideas, Moment, Speech, by_id, came, fits, number, numbers, slugs, who
from engine.architects import actions
from engine.architects.actions import PAYMENT_WORDS
from engine.architects.cards import Data
from engine.architects.view import Need, Reach, SeatView, View

RESOURCES: Final = frozenset(PAYMENT_WORDS[:5])
MOST: Final = 3  # winners of a conflict that are named

# ---- what can be seen ------------------------------------------------------------------------------------


def _view(now: Moment) -> View:
    view: View = now.view
    return view


def _box(now: Moment | Speech) -> Data:
    box: Data = now.box
    return box


def _mine(now: Moment) -> SeatView:
    return _view(now).seats[now.seat - 1]


def _needs(now: Moment) -> tuple[Need, ...]:
    """What the seat's next stages lack."""
    return tuple(need for need in _view(now).hints.needs[now.seat - 1] if need.missing)


def _takes(now: Moment) -> bool:
    """It is its turn to take a card."""
    view = _view(now)
    return view.hints.ask == "take" and view.to_act == (now.seat,)


def _faces(now: Moment) -> set[str]:
    """The cards that lie open on a stack, or before somebody."""
    view = _view(now)
    tops = {stack.top for word, stack in view.stacks.items() if stack.top and stack.left and word != "center"}
    return tops | {slug for seat in view.seats for slug in seat.cards}


def _in_sight(
    wanted: Callable[[Data, str], bool], facts: Callable[[Data], Facts] = lambda box: {}
) -> Callable[[Moment], Facts | None]:
    """A card of that kind lies open on a stack, or before somebody."""

    def when(now: Moment) -> Facts | None:
        box = _box(now)
        return facts(box) if any(wanted(box, slug) for slug in _faces(now)) else None

    return when


def _colour(wanted: str) -> Callable[[Data, str], bool]:
    return lambda box, slug: box.cards[slug].colour == wanted


def _horned(box: Data, slug: str) -> bool:
    return box.cards[slug].horns > 0


def _blue(box: Data) -> Facts:
    """What blue cards are worth."""
    return {"plain": box.cards["blue-3"].points, "cat": box.cards["blue-2-cat"].points}


def _open(view: View, seat: int) -> tuple[Reach, ...]:
    """What lies open in reach of a seat: nothing that it alone has looked at."""
    return tuple(reach for reach in view.hints.reach[seat - 1] if reach.side != "center" and reach.card and reach.left)


def _lit(view: View, seat: int, wanted: Iterable[str]) -> tuple[str, ...]:
    """The stacks in reach on which one of these cards lies open."""
    return tuple(reach.stack for reach in _open(view, seat) if reach.card in {*wanted})


# ---- before anybody acts ---------------------------------------------------------------------------------


def _untouched(now: Moment) -> bool:
    """Nobody has acted."""
    view = _view(now)
    idle = not any(seat.cards or seat.stages for seat in view.seats)
    return view.turn == 1 and view.hints.ask == "take" and idle and not view.hints.looked


def _goal(now: Moment) -> Facts | None:
    stages = {len(_box(now).wonders[seat.wonder].stages) for seat in _view(now).seats}
    return {"stages": min(stages)} if _untouched(now) and len(stages) == 1 else None


def _goal_says(w: Words, it: Facts, at: Speech) -> str:
    whole = w.ngettext(
        "Everybody builds a wonder of {n} stage.", "Everybody builds a wonder of {n} stages.", number(it["stages"])
    )
    return f"{whole} {w('The first one finished ends the game, and most points win.')}"


def _take(now: Moment) -> Facts | None:
    view = _view(now)
    if view.hints.ask != "take" or not view.hints.active:
        return None
    return {} if all(reach.left for reach in view.hints.reach[view.hints.active - 1]) else None


def _all_three(view: View, seat: int, facts: Facts) -> tuple[str, ...]:
    return tuple(reach.stack for reach in view.hints.reach[seat - 1])


def _landed(now: Moment) -> Facts | None:
    """The first card of all has been taken."""
    taken = [(event.card, event.seat) for event in came(now, actions.CardTaken)]
    if len(taken) != 1 or sum(sum(seat.cards.values()) for seat in _view(now).seats) != 1:
        return None
    return {"card": taken[0][0], "seat": taken[0][1]} if taken[0][0] in _before(now, taken[0][1]).cards else None


def _before(now: Moment, seat: int) -> SeatView:
    return _view(now).seats[seat - 1]


# ---- what is asked ---------------------------------------------------------------------------------------


def _builds(now: Moment) -> dict[int, int]:
    """The stages that can be built, each with in how many ways; none where something else can be done."""
    found: dict[int, int] = {}
    for text in now.legal:
        if not text.startswith("build "):
            return {}
        stage = int(text.split()[1])
        found[stage] = found.get(stage, 0) + 1
    return found


def _build(now: Moment) -> Facts | None:
    found = _builds(now)
    return {"stages": tuple(found), "ways": max(found.values())} if found else None


def _build_says(w: Words, it: Facts, at: Speech) -> str:
    stages = numbers(it["stages"])
    if len(stages) > 1:
        named = both(w, map(str, stages))
        return w("You have all that stages {stages} cost. Choose which you build.", stages=named)
    if number(it["ways"]) > 1:
        return w("You have all that stage {stage} costs. Now build it: choose what you pay with.", stage=stages[0])
    return w("You have all that stage {stage} costs. Now it must be built: touch it.", stage=stages[0])


def _built(now: Moment) -> Facts | None:
    event = next(came(now, actions.StageBuilt), None)
    return {"stage": event.stage, "points": event.points} if event else None


def _built_says(w: Words, it: Facts, at: Speech) -> str:
    facts = {"stage": it["stage"], "points": it["points"]}
    return w("Stage {stage} stands: +{points}. What you paid is gone.", **facts)


def _token(now: Moment) -> Facts | None:
    if not any(text.startswith("progress ") for text in now.legal):
        return None
    view = _view(now)
    hidden = any(text.split()[1] == actions.HIDDEN for text in now.legal if text.startswith("progress "))
    return {"open": len(view.tokens), "hidden": int(hidden)} if view.tokens else None


def _token_says(w: Words, it: Facts, at: Speech) -> str:
    n = number(it["open"])
    if it["hidden"]:
        return w.ngettext(
            "Choose a progress token: the one that lies open, or the hidden one.",
            "Choose a progress token: one of the {n} that lie open, or the hidden one.",
            n,
        )
    return w.ngettext(
        "Choose a progress token: one lies open.", "Choose a progress token: one of the {n} that lie open.", n
    )


def _token_taken(now: Moment) -> Facts | None:
    event = next(came(now, actions.TokenTaken), None)
    return {"token": event.token} if event and event.token in _mine(now).progress else None


def _token_taken_says(w: Words, it: Facts, at: Speech) -> str:
    slug = str(it["token"])
    text = f"{token(w, slug)}: {token_says(w, slug, _box(at))}"
    return text if fits(text) else w("{token} is yours: touch it to read what it does.", token=token(w, slug))


def _asked(ask: str) -> Callable[[Moment], Facts | None]:
    """The seat is asked that."""

    def when(now: Moment) -> Facts | None:
        view = _view(now)
        return {} if view.hints.ask == ask and view.to_act == (now.seat,) else None

    return when


def _extra(now: Moment) -> Facts | None:
    offered = "done" in now.legal and any(text.startswith("extra ") for text in now.legal)
    return {} if offered else None


def _cat_looks(now: Moment) -> Facts | None:
    return {} if "peek" in now.legal and _mine(now).cat and _takes(now) else None


def _looked(now: Moment) -> Facts | None:
    return {} if next(came(now, actions.Peeked), None) else None


# ---- what is bound to its moment -------------------------------------------------------------------------


def _conflict(now: Moment) -> Facts | None:
    event = next(came(now, actions.ConflictFought), None)
    if event is None:
        return None
    won = {seat: n for seat, n in enumerate(event.won, 1) if n}
    points = _box(now).table.military_points
    if not won and len(set(event.shields)) > 1:
        return None
    return {"seats": (*won,), "won": (*won.values(),), "points": points, "many": len(event.won)}


def _conflict_says(w: Words, it: Facts, at: Speech) -> str:
    seats, won, points, two = numbers(it["seats"]), numbers(it["won"]), it["points"], it["many"] == 2
    if not seats:
        return w("All are equal: nobody wins a token.")
    each = both(w, [f"{at.people[seat - 1]} {n}" for seat, n in zip(seats, won, strict=True)])
    if two:
        return w(
            "More shields win a token of {points} points: {each}. Twice as many bring two.", points=points, each=each
        )
    if len(seats) > MOST:
        return w("Who has more shields than a neighbour wins a token of {points} points.", points=points)
    return w("More shields than a neighbour win a token of {points} points: {each}.", points=points, each=each)


def _conflict_holds(now: Moment, it: Facts) -> bool:
    """The tokens that were won lie there."""
    seats = _view(now).seats
    return all(seats[seat - 1].military >= n for seat, n in zip(numbers(it["seats"]), numbers(it["won"]), strict=True))


def _last(now: Moment) -> Facts | None:
    box = _box(now)
    near = [it.seat for it in _view(now).seats if len(it.stages) == len(box.wonders[it.wonder].stages) - 1]
    return {"seat": near[0]} if near and not _view(now).over else None


def _last_holds(now: Moment, it: Facts) -> bool:
    chair = _before(now, number(it["seat"]))
    return len(chair.stages) == len(_box(now).wonders[chair.wonder].stages) - 1


def _near(now: Moment) -> Facts | None:
    conflict = _view(now).conflict
    return {} if conflict.flipped == conflict.tokens - 1 else None


def _cat(now: Moment) -> Facts | None:
    moved = [event.seat for event in came(now, actions.CatMoved)]
    if not moved or not _before(now, moved[-1]).cat:
        return None
    return {"seat": moved[-1], "points": _box(now).table.cat_points}


def _cat_holds(now: Moment, it: Facts) -> bool:
    return _before(now, number(it["seat"])).cat


# ---- what was done ---------------------------------------------------------------------------------------


def _one_of(now: Moment) -> Facts | None:
    """A card has brought a stage nearer, and the next has to be of another kind, or of the same."""
    taken = next(came(now, actions.CardTaken), None)
    if taken is None or taken.card not in RESOURCES:
        return None
    held = {slug for slug in _mine(now).cards if slug in RESOURCES}
    for need in _needs(now):
        have, helps = need.cost - need.missing, RESOURCES & {*need.helps}
        fits = not helps & held if need.kind == "different" else helps == {taken.card}
        if have > 0 and fits:
            return {"stage": need.stage, "have": have, "cost": need.cost, "kind": need.kind}
    return None


def _one_of_holds(now: Moment, it: Facts) -> bool:
    found = [need for need in _needs(now) if need.stage == it["stage"]]
    return bool(found) and (found[0].cost - found[0].missing, found[0].cost) == (it["have"], it["cost"])


def _one_of_says(w: Words, it: Facts, at: Speech) -> str:
    facts = {"have": it["have"], "cost": it["cost"]}
    if it["kind"] == "different":
        return w("{have} of {cost}: the next must be something else.", **facts)
    return w("{have} of {cost}: the next must be the same.", **facts)


def _coin_paid(now: Moment) -> Facts | None:
    event = next((event for event in came(now, actions.StageBuilt) if "coin" in event.paid), None)
    return {"seat": event.seat, "stage": event.stage} if event else None


def _coin_holds(now: Moment, it: Facts) -> bool:
    return it["stage"] in _before(now, number(it["seat"])).stages


def _shields(now: Moment) -> Facts | None:
    box = _box(now)
    event = next((each for each in came(now, actions.CardTaken) if box.cards[each.card].shields), None)
    if event is None or next(came(now, actions.ConflictFought), None):
        return None
    seats = _view(now).seats
    other = event.seat % len(seats) + 1
    return {
        "seat": event.seat, "shields": seats[event.seat - 1].shields,
        "other": other, "others": seats[other - 1].shields,
    }  # fmt: skip


def _shields_hold(now: Moment, it: Facts) -> bool:
    mine, other = _before(now, number(it["seat"])), _before(now, number(it["other"]))
    return (mine.shields, other.shields) == (it["shields"], it["others"])


def _shields_says(w: Words, it: Facts, at: Speech) -> str:
    one = w.ngettext("{name} has {n} shield", "{name} has {n} shields", number(it["shields"]), name=who(at, it["seat"]))
    other = who(at, it["other"])
    return w("{one}, {other} has {n}.", one=one, other=other, n=it["others"])


def _blue_taken(now: Moment) -> Facts | None:
    box = _box(now)
    event = next((each for each in came(now, actions.CardTaken) if box.cards[each.card].points), None)
    return {"seat": event.seat, "points": box.cards[event.card].points, "card": event.card} if event else None


def _has_card(now: Moment, it: Facts) -> bool:
    return str(it["card"]) in _before(now, number(it["seat"])).cards


def _turned(now: Moment) -> Facts | None:
    event = next(came(now, actions.MarkersTurned), None)
    if event is None or event.flipped >= event.tokens:
        return None
    return {"flipped": event.flipped, "tokens": event.tokens}


def _turned_holds(now: Moment, it: Facts) -> bool:
    conflict = _view(now).conflict
    return (conflict.flipped, conflict.tokens) == (it["flipped"], it["tokens"])


def _gone(now: Moment) -> Facts | None:
    """After a conflict no horn lies before anybody, and some lie where they were discarded."""
    view, box = _view(now), _box(now)
    left = any(_horned(box, slug) for seat in view.seats for slug in seat.cards)
    return {} if "conflict" in now.told and not left and any(_horned(box, slug) for slug in view.discard) else None


# ---- each when it is first in sight ------------------------------------------------------------------------


def _need(now: Moment) -> Facts | None:
    needs = _needs(now)
    if not needs or not _takes(now) or _mine(now).stages:
        return None
    helps = any(reach.card in need.helps for reach in _open(_view(now), now.seat) for need in needs)
    first = needs[:2]
    return {
        "stages": tuple(need.stage for need in first),
        "costs": tuple(need.cost for need in first),
        "kinds": tuple(need.kind for need in first),
        "helps": int(helps),
    }


def _need_says(w: Words, it: Facts, at: Speech) -> str:
    stages, costs, kinds = numbers(it["stages"]), numbers(it["costs"]), slugs(it["kinds"])
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
    which = w("Which card would help?") if it["helps"] else w("No resource in sight: take what you like.")
    return f"{asks} {which}"


def _stage(w: Words, stage: int, cost: int, kind: str) -> str:
    """What a stage costs, in few words."""
    if kind == "different":
        return w.ngettext(
            "Stage {stage}: {n} different resource.", "Stage {stage}: {n} different resources.", cost, stage=stage
        )
    return w.ngettext("Stage {stage}: {n} resource.", "Stage {stage}: {n} equal.", cost, stage=stage)


def _need_rings(view: View, seat: int, it: Facts) -> tuple[str, ...]:
    return _lit(view, seat, (slug for need in view.hints.needs[seat - 1] if need.missing for slug in need.helps))


def _equal(now: Moment) -> Facts | None:
    found = [need for need in _needs(now) if need.kind == "same"]
    return {"stage": found[0].stage, "cost": found[0].cost} if found and _takes(now) else None


def _equal_says(w: Words, it: Facts, at: Speech) -> str:
    signs = w("= means equal resources, ≠ means different ones.")
    return f"{signs} {_stage(w, number(it['stage']), number(it['cost']), 'same')}"


def _effect(now: Moment) -> Facts | None:
    found = [need for need in _view(now).hints.needs[now.seat - 1] if need.effect]
    effects = _box(now).wonders[_mine(now).wonder].effects
    return {"stage": found[0].stage, "wonder": _mine(now).wonder} if found and effects and _takes(now) else None


def _effect_says(w: Words, it: Facts, at: Speech) -> str:
    does = [wonder_effect(w, effect) for effect in _box(at).wonders[str(it["wonder"])].effects]
    text = f"{w('Stage {stage} does something as well.', stage=it['stage'])} {' '.join(does)}"
    if fits(text):
        return text
    return w("Stage {stage} does something as well: touch your wonder to read what.", stage=it["stage"])


def _medal(now: Moment) -> Facts | None:
    lies = any(gap != "center" and medal for gap, medal in _view(now).medals.items())
    return {"points": _box(now).table.medal_points} if lies else None


# ---- the list -----------------------------------------------------------------------------------------------

IDEAS: Final[Ideas] = (
    Idea("goal", "table", _goal, _goal_says, at_once=True),
    Idea(
        "take", "table", _take,
        lambda w, it, at: w("Take one card: from your left, your right, or unseen from the middle."),
        rings=_all_three,
    ),
    # what is asked
    Idea("build", "seat", _build, _build_says, name=lambda w: w.pgettext("lesson", "stages")),
    Idea("token", "seat", _token, _token_says, name=lambda w: w.pgettext("lesson", "progress tokens")),
    Idea(
        "extra", "seat", _extra,
        lambda w, it, at: w("A progress token lets you take an extra card now, or end the turn."),
    ),
    Idea(
        "steal", "seat", _asked("steal"),
        lambda w, it, at: w("Your stage has an effect: take a card that lies before somebody else."),
    ),
    Idea(
        "keep", "seat", _asked("keep"),
        lambda w, it, at: w("Your stage has an effect: look at these cards, and keep one."),
    ),
    Idea(
        "looked", "seat", _looked, lambda w, it, at: w("Only you know it. Take it, or leave it."),
        holds=lambda now, it: now.seat in _view(now).hints.looked and _takes(now), after="cat-looks",
    ),
    Idea(
        "cat-looks", "seat", _cat_looks,
        lambda w, it, at: w("You have the cat: before you take, you may look at the top card in the middle."),
        rings=lambda view, seat, it: ("center",),
    ),
    # what is bound to its moment
    Idea("conflict", "table", _conflict, _conflict_says, holds=_conflict_holds, at_once=True,
         name=lambda w: w.pgettext("lesson", "conflicts")),
    Idea(
        "last", "table", _last,
        lambda w, it, at: w(
            "{name} has one stage to go. When it is built, the game ends after that turn.", name=who(at, it["seat"])
        ),
        at_once=True,
    ),
    Idea(
        "near", "table", _near,
        lambda w, it, at: w("One more horn, and neighbours compare. Whom would you beat?"), at_once=True,
    ),
    Idea(
        "cat", "table", _cat,
        lambda w, it, at: w(
            "The cat goes to {name}. Whoever has it at the end gets {points} points.",
            name=who(at, it["seat"]), points=it["points"],
        ),
        holds=_cat_holds, at_once=True,
        name=lambda w: w.pgettext("lesson", "the cat"),
    ),
    # what was done
    Idea("built", "seat", _built, _built_says, holds=lambda now, it: it["stage"] in _mine(now).stages, after="build",
         at_once=True),
    Idea("token-taken", "seat", _token_taken, _token_taken_says,
         holds=lambda now, it: it["token"] in _mine(now).progress, after="token", at_once=True),
    Idea(
        "landed", "table", _landed,
        lambda w, it, at: w(
            "{card} now lies before {name}.", card=capital(card(w, str(it["card"]))), name=who(at, it["seat"])
        ),
        holds=_has_card, after="take", at_once=True,
    ),
    Idea("need", "seat", _need, _need_says, rings=_need_rings),
    # what has to be known soon, before what was done with it
    Idea(
        "red", "table", _in_sight(_colour("red")),
        lambda w, it, at: w("A red card is a shield. In a conflict, neighbours compare shields."),
        name=lambda w: w.pgettext("lesson", "shields"),
    ),
    Idea(
        "green", "table", _in_sight(_colour("green")),
        lambda w, it, at: w("Two alike or three different green cards: you swap them for a progress token."),
        name=lambda w: w.pgettext("lesson", "science"),
    ),
    Idea(
        "blue", "table",
        _in_sight(_colour("blue"), _blue),
        lambda w, it, at: w("Blue cards are points: {plain}, or {cat} with a cat.", plain=it["plain"], cat=it["cat"]),
        name=lambda w: w.pgettext("lesson", "blue cards"),
    ),
    Idea(
        "coin", "table", _in_sight(_colour("yellow")),
        lambda w, it, at: w("Yellow is a coin. It stands for any resource you lack."),
        name=lambda w: w.pgettext("lesson", "coins"),
    ),
    Idea(
        "horn", "table", _in_sight(_horned),
        lambda w, it, at: w("Each horn turns one of the tokens in the middle. After the last, there is a conflict."),
        name=lambda w: w.pgettext("lesson", "horns"),
    ),
    Idea("one-of", "seat", _one_of, _one_of_says, holds=_one_of_holds, after="need", at_once=True),
    Idea(
        "coin-paid", "table", _coin_paid,
        lambda w, it, at: w("{name} paid with a coin: it stood in for a resource.", name=who(at, it["seat"])),
        holds=_coin_holds, after="coin", at_once=True,
    ),
    Idea("shields", "table", _shields, _shields_says, holds=_shields_hold, after="red", at_once=True),
    Idea(
        "blue-taken", "table", _blue_taken,
        lambda w, it, at: w.ngettext(
            "+{n} point for {name}.", "+{n} points for {name}.", number(it["points"]), name=who(at, it["seat"])
        ),
        holds=_has_card, after="blue", at_once=True,
    ),
    Idea(
        "turned", "table", _turned,
        lambda w, it, at: w.ngettext(
            "{flipped} of {n} conflict token turned.", "{flipped} of {n} conflict tokens turned.", number(it["tokens"]),
            flipped=it["flipped"],
        ),
        holds=_turned_holds, after="horn", at_once=True,
    ),
    # each when it is first in sight
    Idea(
        "gone", "table", _gone,
        lambda w, it, at: w("Cards with horns are gone after the conflict. Plain shields stay."),
    ),
    Idea("equal", "seat", _equal, _equal_says, name=lambda w: w.pgettext("lesson", "equal resources")),
    Idea("effect", "seat", _effect, _effect_says, name=lambda w: w.pgettext("lesson", "effects of wonders")),
    Idea(
        "medal", "table", _medal,
        lambda w, it, at: w(
            "Between two neighbours lies a medal. The first to have what it shows gets {points} points.",
            points=it["points"],
        ),
    ),
)  # fmt: skip

LESSONS: Final = by_id(IDEAS)
