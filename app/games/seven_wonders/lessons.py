"""Tips of a first game of 7 Wonders, in order: simultaneous choices, then each idea when it first matters.

Hands are secret. Tips for everybody follow from the turn or from revealed things; tips about a card in a hand are
`secret`. The words are the rulebook's, the numbers those of the game's data.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from app.games.seven_wonders.action_reasons import describe_reason as reason
from app.games.seven_wonders.action_text import action
from app.games.seven_wonders.effect_text import cost, leader_says, stage_says
from app.games.seven_wonders.printed_names import card, leader, resource
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
    number,
    numbers,
    recent_events,
)
from app.text.translation import Words, w_
from engine.seven_wonders import actions
from engine.seven_wonders.data_schema import RAW, RESOURCES, Data, ResourceLess, StageData
from engine.seven_wonders.view_json import PrivateView, SeatView, Standing, View

Now: TypeAlias = LessonContext[View, Data]
Said: TypeAlias = Speech[Data]

LATEST_TURN: Final = (1, 4)  # age and turn by which a tip is given
BRIEF: Final = 110  # letters: what a stage brings is left out of a sentence that would be longer
SELL_FROM: Final = 4  # the turn of an age from which selling is told
LAST_LEADERS: Final = 2  # left before the last age
FIRST_TURNS: Final = 2  # of an age, in which it is news
LAST: Final = 3  # age
TWO_MORE: Final = 5  # the turn of an age before which two are left


# ---- what can be seen ------------------------------------------------------------------------------------


def _chair(now: Now, seat: object) -> SeatView:
    return now.view.seats[number(seat) - 1]


def _standing_of(now: Now, seat: object) -> Standing:
    return now.view.derived.standing[number(seat) - 1]


def _is_asked(now: Now, *asked: str) -> bool:
    """Check if this seat, or any for everybody, is asked one of these questions."""
    view = now.view
    return view.asked in asked and (not now.seat or now.seat in view.to_act)


def _is_in_turns(now: Now, age: int, first: int, last: int) -> bool:
    """Check if a card is to be chosen in these turns of an age."""
    view = now.view
    return _is_asked(now, "play") and view.age == age and first <= view.turn <= last


def _colour(now: Now, slug: str) -> str:
    return now.box.cards[slug].colour


def _has(now: Now, facts: Facts) -> bool:
    """Check if the city still has the cards of a tip."""
    return {str(facts[what]) for what in ("card", "bearer") if what in facts} <= {*_chair(now, facts["seat"]).cards}


# ---- before anybody acts ---------------------------------------------------------------------------------


def _goal(now: Now) -> Facts | None:
    view = now.view
    begun = any(seat.chosen or seat.cards or seat.leaders_left or seat.stages for seat in view.seats)
    return None if begun or view.over or view.asked not in ("play", "draft") else {}


def _choose(now: Now) -> Facts | None:
    return {"to": now.view.derived.passing or ""} if _is_in_turns(now, 1, 1, 1) else None


def _choose_says(w: Words, facts: Facts, at: Said) -> str:
    if facts["to"] == "left":
        return w("All choose at once: one card to play. The rest goes to the left.")
    return w("All choose at once: one card to play. The rest goes to the right.")


def _draft(now: Now) -> Facts | None:
    draft = now.box.draft
    return {"leaders": draft.dealt, "to": draft.passing} if _is_asked(now, "draft") else None


def _draft_says(w: Words, facts: Facts, at: Said) -> str:
    if facts["to"] == "left":
        return w("Keep one leader and pass the rest to the left, until each has {n}.", n=facts["leaders"])
    return w("Keep one leader and pass the rest to the right, until each has {n}.", n=facts["leaders"])


def _coins(now: Now) -> Facts | None:
    coins = now.box.draft.start_coins
    all_have = all(seat.coins == coins for seat in now.view.seats)
    return {"coins": coins} if _is_asked(now, "draft") and all_have else None


def _detect_last_recruitment(now: Now) -> Facts | None:
    """Match the last recruitment, where everybody has two leaders left and no board may keep the other one."""
    view, box = now.view, now.box
    keeps = any(box.boards[f"{seat.wonder}-{seat.side}"].ability.keeps_leaders for seat in view.seats)
    two = all(seat.leaders_left == LAST_LEADERS for seat in view.seats)
    return {} if _is_asked(now, "recruit") and view.age == LAST and two and not keeps else None


def _find_discounting_leader(now: Now) -> Facts | None:
    """Find a leader in the hand that makes cards of a colour cheaper, of which the city already has some."""
    view = now.view
    if not _is_asked(now, "recruit") or not isinstance(view.mine, PrivateView):
        return None
    have = Counter(_colour(now, slug) for slug in _chair(now, now.seat).cards)
    for slug in view.mine.leaders or ():
        for effect in now.box.leaders[slug].effects:
            if isinstance(effect, ResourceLess) and have[effect.on]:
                return {"leader": slug, "colour": effect.on, "have": have[effect.on]}
    return None


# ---- what is asked ---------------------------------------------------------------------------------------


def _question_asked(asked: str) -> Callable[[Now], Facts | None]:
    return lambda now: {} if _is_asked(now, asked) else None


def _uses(now: Now) -> Facts | None:
    return {"coins": now.box.table.sale} if _is_in_turns(now, 1, 1, 1) else None


def _find_next_stage(now: Now) -> tuple[int, StageData] | None:
    chair = _chair(now, now.seat)
    stages = _board(now, now.seat)
    return (chair.stages + 1, stages[chair.stages]) if chair.stages < len(stages) else None


def _board(now: Now, seat: int) -> tuple[StageData, ...]:
    chair = _chair(now, seat)
    return now.box.boards[f"{chair.wonder}-{chair.side}"].stages


def _goods(now: Now) -> Facts | None:
    chair = _chair(now, now.seat)
    asks = any(_board(now, now.seat)[0].cost.units())
    return (
        {"board": f"{chair.wonder}-{chair.side}"} if _is_in_turns(now, 1, 2, 3) and not chair.stages and asks else None
    )


def _goods_says(w: Words, facts: Facts, at: Said) -> str:
    stage = at.box.boards[str(facts["board"])].stages[0]
    return w(
        "Your first stage asks for: {cost}. Brown and grey cards make goods, in every turn.", cost=cost(w, stage.cost)
    )


def _stage(now: Now) -> Facts | None:
    """Match an affordable next stage; from Age II on any next stage."""
    chair, stage = _chair(now, now.seat), _find_next_stage(now)
    pays = any(text.startswith("choose stage ") for text in now.legal)
    if stage is None or not _is_asked(now, "play") or not (pays or now.view.age > 1):
        return None
    return {"stage": stage[0], "board": f"{chair.wonder}-{chair.side}", "pays": int(pays)}


def _stage_says(w: Words, facts: Facts, at: Said) -> str:
    stage = at.box.boards[str(facts["board"])].stages[number(facts["stage"]) - 1]
    if not facts["pays"]:
        return w(
            "Stage {n} asks for: {cost}. Once you can pay, any card goes under it.",
            n=facts["stage"], cost=cost(w, stage.cost),
        )  # fmt: skip
    text = w("You can pay your next stage: {says}. Any card goes under it, even a good one.", says=stage_says(w, stage))
    return text if len(text) <= BRIEF else w("You can pay your next stage. Any card goes under it, even a good one.")


def _sell(now: Now) -> Facts | None:
    return {"coins": now.box.table.sale} if _is_asked(now, "play") and now.view.turn >= SELL_FROM else None


def _sell_says(w: Words, facts: Facts, at: Said) -> str:
    return w.ngettext(
        "If no card helps, sell one: {n} coin, and nobody sees which.",
        "If no card helps, sell one: {n} coins, and nobody sees which.",
        number(facts["coins"]),
    )


def _trade(now: Now) -> Facts | None:
    """Find a resource that a seat lacks and a neighbour sells, first for its next stage."""
    if not _is_asked(now, "play") or _is_in_turns(now, 1, 1, 1):
        return None
    seats, stage, makes = len(now.view.seats), _find_next_stage(now), _standing_of(now, now.seat).makes
    wanted = {good for good, n in zip(RESOURCES, stage[1].cost.units(), strict=True) if n} if stage else set()
    for good in sorted(RESOURCES, key=lambda good: good not in wanted):
        for side, other in (("left", now.seat % seats + 1), ("right", (now.seat - 2) % seats + 1)):
            sold, prices = _standing_of(now, other), _standing_of(now, now.seat).prices[side]
            price = prices["raw" if good in RESOURCES[:RAW] else "manufactured"]
            if good in sold.sells and not makes.get(good) and _chair(now, now.seat).coins >= price:
                return {"seat": other, "good": good, "coins": price}
    return None


def _trade_says(w: Words, facts: Facts, at: Said) -> str:
    return w.ngettext(
        "{name} makes {good}. You buy it for {n} coin; {name} keeps making it, and cannot refuse.",
        "{name} makes {good}. You buy it for {n} coins; {name} keeps making it, and cannot refuse.",
        number(facts["coins"]),
        name=display_name(at, facts["seat"]),
        good=resource(w, str(facts["good"])),
    )


# ---- what a hand lets do: on phones alone ----------------------------------------------------------------


def _chain(now: Now) -> Facts | None:
    if not _is_asked(now, "play"):
        return None
    have = _chair(now, now.seat).cards
    for option in now.view.derived.build_options:
        if option.why == "chain":
            return {
                "card": option.thing,
                "bearer": next(slug for slug in now.box.cards[option.thing].chain if slug in have),
            }
    return None


# ---- what is bound to its moment -------------------------------------------------------------------------


def _detect_passed_hand(now: Now) -> Facts | None:
    to, then, *_ = now.box.table.passing
    return {"to": to} if _is_in_turns(now, 1, 2, 2) and to != then else None


def _passed_says(w: Words, facts: Facts, at: Said) -> str:
    if facts["to"] == "left":
        return w("Hands go left, in Age II right. What you leave now, your left neighbour will hold next.")
    return w("Hands go right, in Age II left. What you leave now, your right neighbour will hold next.")


def _detect_last_turns(now: Now) -> Facts | None:
    table = now.box.table
    at = _is_in_turns(now, LAST, TWO_MORE, TWO_MORE)
    return {"coins": table.coins_per_point, "win": table.victory[-1]} if at else None


def _explain_last_turns(w: Words, facts: Facts, at: Said) -> str:
    return w(
        "Two more turns. Every {coins} coins are a point, and a won conflict now brings {win}.",
        coins=facts["coins"], win=facts["win"],
    )  # fmt: skip


def _conflict(now: Now) -> Facts | None:
    event, table = next(recent_events(now, actions.ConflictSettled), None), now.box.table
    if event is None or event.age != 1:
        return None
    return {"win": table.victory[0], "lost": table.defeat, "next": table.victory[1], "then": table.victory[2]}


def _conflict_says(w: Words, facts: Facts, at: Said) -> str:
    said = {**facts, "lost": f"−{facts['lost']}"}
    return w("More shields than a neighbour: +{win}. Fewer: {lost}. Next time a win is {next}, then {then}.", **said)


def _collect_won_tokens(now: Now) -> Facts | None:
    found = [(event.value, event.against) for event in recent_events(now, actions.TokenTaken) if event.against]
    if not found or not next((each for each in now.events if isinstance(each, actions.ConflictSettled)), None):
        return None
    return {"values": tuple(value for value, _ in found), "against": tuple(seat for _, seat in found)}


def _has_won_tokens(now: Now, facts: Facts) -> bool:
    return not Counter(numbers(facts["values"])) - Counter(_chair(now, now.seat).tokens)


def _describe_won_tokens(w: Words, facts: Facts, at: Said) -> str:
    each = [
        w("{value} against {name}", value=f"{value:+}".replace("-", "−"), name=display_name(at, seat))
        for value, seat in zip(numbers(facts["values"]), numbers(facts["against"]), strict=True)
    ]
    return w("Your conflict: {each}.", each=", ".join(each))


# ---- each when it is first in sight ------------------------------------------------------------------------


def _is_seen_or_late(*colours: str) -> Callable[[Now], Facts | None]:
    """Return a condition that is met once a city has a card of these colours, or at the latest turn for the tip."""

    def condition(now: Now) -> Facts | None:
        view = now.view
        there = any(_colour(now, slug) in colours for seat in view.seats for slug in seat.cards)
        soon = (view.age, view.turn) >= LATEST_TURN
        return {} if _is_asked(now, "play") and (there or soon) else None

    return condition


def _science(now: Now) -> Facts | None:
    two = sum(_standing_of(now, now.seat).symbols.values()) > 1
    return {"set": now.box.table.set_of_symbols} if two and _is_asked(now, "play") else None


# ---- what was done ---------------------------------------------------------------------------------------


def _detect_chained_card(now: Now) -> Facts | None:
    for event in recent_events(now, actions.CardBuilt):
        if event.chain:
            have = _chair(now, event.seat).cards
            bearer = next(slug for slug in now.box.cards[event.card].chain if slug in have)
            return {"seat": event.seat, "card": event.card, "bearer": bearer}
    return None


def _detect_own_turn(now: Now) -> Facts | None:
    turns = now.box.table.hand - 1
    return {"turn": turns * (now.view.age - 1) + now.view.turn} if _is_asked(now, "play") else None


def _name_briefly(w: Words, facts: Facts, people: Sequence[str]) -> str:
    """Describe an action without its payments."""
    return action(w, " ".join(str(facts["action"]).split()[:3]), people)


def _list_used_things(view: View, seat: int, facts: Facts) -> tuple[str, ...]:
    """Return the keys of what an action names: a card or a leader, and for a stage one's own wonder."""
    verb, *words = str(facts["action"]).removeprefix("choose ").split()
    return (*words[:1], *(("next", "wonder") if verb == "stage" else ()))


# ---- the list -----------------------------------------------------------------------------------------------


def _builds(*colours: str) -> Callable[[object, Data], bool]:
    """Return a test for a card of one of these colours that is built."""
    return event_test(
        actions.CardBuilt, actions.CardRebuilt, having=lambda event, box: box.cards[event.card].colour in colours
    )


IDEAS: Final[Ideas] = (
    Idea(
        "goal", "table", _goal,
        w_("Build a city and its wonder through three ages. Most points win."),
    ),
    # with Leaders
    Idea("draft", "table", _draft, _draft_says),
    Idea(
        "coins", "table", _coins,
        lambda w, facts, at: w("You begin with {n} coins. Leaders are paid with coins alone.", n=facts["coins"]),
    ),
    Idea(
        "recruit", "table", _question_asked("recruit"),
        w_("Before each age, recruit a leader, put it under your wonder, or sell it. Early ones help longest."),
    ),
    Idea(
        "boxed", "table", _detect_last_recruitment,
        w_("Two leaders are left. Play one; the other goes back to the box."),
    ),
    Idea(
        "fits", "seat", _find_discounting_leader,
        lambda w, facts, at: w(
            "{leader}: {says}. You have {n} already.",
            leader=leader(w, str(facts["leader"])), says=leader_says(w, str(facts["leader"]), at.box), n=facts["have"],
        ),
        secret=True,
    ),
    # what is asked
    Idea("choose", "table", _choose, _choose_says),
    Idea(
        "uses", "seat", _uses,
        lambda w, facts, at: w(
            "Choose a card: build it, put it under your wonder, or sell it for {n} coins.", n=facts["coins"]
        ),
    ),
    Idea(
        "seventh", "seat", _question_asked("seventh"),
        w_("Your wonder lets you play the last card of the age too, which others discard."),
    ),
    Idea(
        "rebuild", "seat", _question_asked("rebuild"),
        w_("You may build a card of the discard pile for nothing. Only you see them."),
    ),
    Idea("extra", "seat", _question_asked("extra"),
         w_("Your wonder lets you recruit one more leader now.")),
    Idea(
        "bury", "seat", _question_asked("bury"),
        w_("Your wonder buries a leader: it does nothing any more, and brings points for its cost."),
    ),
    Idea("lose", "seat", _question_asked("lose"),
         w_("Somebody’s leader asks you to give up a victory token.")),
    # what is bound to its moment
    Idea("passed", "table", _detect_passed_hand, _passed_says),
    Idea("conflict", "table", _conflict, _conflict_says, holds=lambda now, facts: now.view.age < LAST, at_once=True,
         name=lambda w: w.pgettext("lesson", "conflicts"), met=event_test(actions.ConflictSettled)),
    Idea(
        "near", "table", lambda now: {} if _is_in_turns(now, 1, TWO_MORE, TWO_MORE) else None,
        w_("Two more turns in this age. Then neighbours compare shields: whom would you beat?"),
        asks=True,
    ),
    Idea(
        "guild", "table", lambda now: {} if _is_in_turns(now, LAST, 1, FIRST_TURNS) else None,
        w_("Most purple cards, the guilds, count what stands in your city or your neighbours’."),
        name=lambda w: w.pgettext("lesson", "guilds"),
        met=_builds("purple"),
    ),
    Idea("last", "table", _detect_last_turns, _explain_last_turns),
    # what was done
    Idea("won", "seat", _collect_won_tokens, _describe_won_tokens, holds=_has_won_tokens, after="conflict",
         at_once=True),
    # each when it is first in sight
    Idea("goods", "seat", _goods, _goods_says, name=lambda w: w.pgettext("lesson", "goods"),
         met=_builds("brown", "grey")),
    Idea(
        "red", "table", _is_seen_or_late("red"),
        w_("Red is shields: they are compared after each age."),
        name=lambda w: w.pgettext("lesson", "shields"),
        met=_builds("red"),
    ),
    Idea(
        "green", "table", _is_seen_or_late("green"),
        w_("Green is science: it grows with every symbol."),
        name=lambda w: w.pgettext("lesson", "science"),
        met=_builds("green"),
    ),
    Idea("blue", "table", _is_seen_or_late("blue", "yellow"),
         w_("Blue is points. Yellow is trade and coins."),
         name=lambda w: w.pgettext("lesson", "blue and yellow cards"), met=_builds("blue", "yellow")),
    Idea("trade", "seat", _trade, _trade_says, name=lambda w: w.pgettext("lesson", "trade"),
         met=event_test(actions.CardBuilt, actions.StageBuilt, having=lambda event, box: event.left + event.right > 0)),
    Idea("stage", "seat", _stage, _stage_says, name=lambda w: w.pgettext("lesson", "stages"),
         met=event_test(actions.StageBuilt)),
    Idea(
        "science", "seat", _science,
        lambda w, facts, at: w(
            "Equal symbols: 1, 4, 9, 16 points. Each set of three different: {n} more.", n=facts["set"]
        ),
    ),
    Idea("sell", "seat", _sell, _sell_says, name=lambda w: w.pgettext("lesson", "selling"),
         met=event_test(actions.CardSold)),
    # what was done, told to all
    Idea(
        "chained", "table", _detect_chained_card,
        lambda w, facts, at: w(
            "{name} built {card} free, thanks to {bearer}.",
            name=display_name(at, facts["seat"]), card=card(w, str(facts["card"])),
            bearer=card(w, str(facts["bearer"])),
        ),
        holds=_has, at_once=True,
    ),
    # what one's hand lets do
    Idea(
        "chain", "seat", _chain,
        lambda w, facts, at: w(
            "{card} is free for you: you have {bearer}.",
            card=card(w, str(facts["card"])), bearer=card(w, str(facts["bearer"])),
        ),
        secret=True,
        name=lambda w: w.pgettext("lesson", "chains"),
        met=event_test(actions.CardBuilt, having=lambda event, box: event.chain),
    ),
    *choice_of_the_round(_detect_own_turn, _name_briefly, reason, _list_used_things, secret=True),
)  # fmt: skip

LESSONS: Final = ideas_by_id(IDEAS)
