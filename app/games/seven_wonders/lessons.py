"""What a first game of 7 Wonders teaches, in order: what all choose at once, then each idea where it is first in sight.

Hands are secret. What everybody is told follows from the turn, or from what was revealed; what speaks of a card in a
hand is `secret`. The words are the rulebook's, the numbers those of the game's data.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from app.games.seven_wonders.brings import cost, leader_says, stage_says
from app.games.seven_wonders.called import card, leader, resource
from app.text.languages import Words
from app.text.lessons import Facts, Idea, Ideas, Moment, Speech, by_id, came, number, numbers, who
from engine.seven_wonders import actions
from engine.seven_wonders.cards import RAW, RESOURCES, SYMBOLS, Data, Per, ResourceLess, StageData
from engine.seven_wonders.view import Mine, SeatView, Standing, View

KNOWN_BY: Final = {"red": (1, 4), "green": (1, 4), "blue": (1, 4), "yellow": (2, 1)}  # age and turn, at the latest
BRIEF: Final = 110  # letters: what a stage brings is left out of a sentence that would be longer
SELL_FROM: Final = 4  # the turn of an age from which selling is told
LEFT_OVER: Final = 2  # leaders that are left before the last age
SOON: Final = 2  # turns of an age in which it is new
LAST: Final = 3  # age
TWO_MORE: Final = 5  # the turn of an age before which two are left


# ---- what can be seen ------------------------------------------------------------------------------------


def _view(now: Moment) -> View:
    view: View = now.view
    return view


def _box(now: Moment | Speech) -> Data:
    box: Data = now.box
    return box


def _chair(now: Moment, seat: object) -> SeatView:
    return _view(now).seats[number(seat) - 1]


def _stands(now: Moment, seat: object) -> Standing:
    return _view(now).hints.standing[number(seat) - 1]


def _asks(now: Moment, *asked: str) -> bool:
    """The seat is asked that; of everybody: anybody is."""
    view = _view(now)
    return view.asked in asked and (not now.seat or now.seat in view.to_act)


def _at(now: Moment, age: int, first: int, last: int) -> bool:
    """A card is to be chosen, in these turns of an age."""
    view = _view(now)
    return _asks(now, "play") and view.age == age and first <= view.turn <= last


def _built(now: Moment) -> Iterator[actions.CardBuilt]:
    """The cards that have just been built."""
    return came(now, actions.CardBuilt)


def _colour(now: Moment, slug: str) -> str:
    return _box(now).cards[slug].colour


def _has(now: Moment, it: Facts) -> bool:
    """The cards that are spoken of stand in that city."""
    return {str(it[what]) for what in ("card", "bearer") if what in it} <= {*_chair(now, it["seat"]).cards}


# ---- before anybody acts ---------------------------------------------------------------------------------


def _goal(now: Moment) -> Facts | None:
    view = _view(now)
    begun = any(seat.chosen or seat.cards or seat.leaders_left or seat.stages for seat in view.seats)
    return None if begun or view.over or view.asked not in ("play", "draft") else {}


def _choose(now: Moment) -> Facts | None:
    return {"to": _view(now).hints.passing or ""} if _at(now, 1, 1, 1) else None


def _choose_says(w: Words, it: Facts, at: Speech) -> str:
    if it["to"] == "left":
        return w("All choose at once: one card to play. The rest goes to the left.")
    return w("All choose at once: one card to play. The rest goes to the right.")


def _draft(now: Moment) -> Facts | None:
    draft = _box(now).draft
    return {"leaders": draft.dealt, "to": draft.passing} if _asks(now, "draft") else None


def _draft_says(w: Words, it: Facts, at: Speech) -> str:
    if it["to"] == "left":
        return w("Keep one leader and pass the rest to the left, until each has {n}.", n=it["leaders"])
    return w("Keep one leader and pass the rest to the right, until each has {n}.", n=it["leaders"])


def _coins(now: Moment) -> Facts | None:
    coins = _box(now).draft.start_coins
    all_have = all(seat.coins == coins for seat in _view(now).seats)
    return {"coins": coins} if _asks(now, "draft") and all_have else None


def _boxed(now: Moment) -> Facts | None:
    """Two leaders are left to everybody, and nobody may keep the one that is not played."""
    view, box = _view(now), _box(now)
    keeps = any(box.boards[f"{seat.wonder}-{seat.side}"].ability.keeps_leaders for seat in view.seats)
    two = all(seat.leaders_left == LEFT_OVER for seat in view.seats)
    return {} if _asks(now, "recruit") and view.age == LAST and two and not keeps else None


def _fits(now: Moment) -> Facts | None:
    """A leader in one's hand makes cards cheaper of a colour that one has begun to build."""
    view = _view(now)
    if not _asks(now, "recruit") or not isinstance(view.mine, Mine):
        return None
    have = Counter(_colour(now, slug) for slug in _chair(now, now.seat).cards)
    for slug in view.mine.leaders or ():
        for effect in _box(now).leaders[slug].effects:
            if isinstance(effect, ResourceLess) and have[effect.on]:
                return {"leader": slug, "colour": effect.on, "have": have[effect.on]}
    return None


# ---- what is asked ---------------------------------------------------------------------------------------


def _asked(asked: str) -> Callable[[Moment], Facts | None]:
    return lambda now: {} if _asks(now, asked) else None


def _uses(now: Moment) -> Facts | None:
    return {"coins": _box(now).table.sale} if _at(now, 1, 1, 1) else None


def _next_stage(now: Moment) -> tuple[int, StageData] | None:
    """The stage that a seat builds next."""
    chair = _chair(now, now.seat)
    stages = _board(now, now.seat)
    return (chair.stages + 1, stages[chair.stages]) if chair.stages < len(stages) else None


def _board(now: Moment, seat: int) -> tuple[StageData, ...]:
    chair = _chair(now, seat)
    return _box(now).boards[f"{chair.wonder}-{chair.side}"].stages


def _goods(now: Moment) -> Facts | None:
    chair = _chair(now, now.seat)
    asks = any(_board(now, now.seat)[0].cost.units())
    return {"board": f"{chair.wonder}-{chair.side}"} if _at(now, 1, 2, 3) and not chair.stages and asks else None


def _goods_says(w: Words, it: Facts, at: Speech) -> str:
    stage = _box(at).boards[str(it["board"])].stages[0]
    return w(
        "Your first stage asks for: {cost}. Brown and grey cards make goods, in every turn.", cost=cost(w, stage.cost)
    )


def _stage(now: Moment) -> Facts | None:
    """It can be paid; from Age II on it is told in any case."""
    chair, stage = _chair(now, now.seat), _next_stage(now)
    pays = any(text.startswith("choose stage ") for text in now.legal)
    if stage is None or not _asks(now, "play") or not (pays or _view(now).age > 1):
        return None
    return {"stage": stage[0], "board": f"{chair.wonder}-{chair.side}", "pays": int(pays)}


def _stage_says(w: Words, it: Facts, at: Speech) -> str:
    stage = _box(at).boards[str(it["board"])].stages[number(it["stage"]) - 1]
    if not it["pays"]:
        return w(
            "Stage {n} asks for: {cost}. Once you can pay, any card goes under it.",
            n=it["stage"], cost=cost(w, stage.cost),
        )  # fmt: skip
    text = w("You can pay your next stage: {says}. Any card goes under it, even a good one.", says=stage_says(w, stage))
    return text if len(text) <= BRIEF else w("You can pay your next stage. Any card goes under it, even a good one.")


def _stage_built(now: Moment) -> Facts | None:
    chair = _chair(now, now.seat)
    event = next(came(now, actions.StageBuilt), None)
    return {"stage": event.stage, "board": f"{chair.wonder}-{chair.side}"} if event else None


def _stage_built_says(w: Words, it: Facts, at: Speech) -> str:
    stage = _box(at).boards[str(it["board"])].stages[number(it["stage"]) - 1]
    return w("Stage {stage} stands: {says}.", stage=it["stage"], says=stage_says(w, stage))


def _sell(now: Moment) -> Facts | None:
    return {"coins": _box(now).table.sale} if _asks(now, "play") and _view(now).turn >= SELL_FROM else None


def _sell_says(w: Words, it: Facts, at: Speech) -> str:
    return w.ngettext(
        "If no card helps, sell one: {n} coin, and nobody sees which.",
        "If no card helps, sell one: {n} coins, and nobody sees which.",
        number(it["coins"]),
    )


def _sold(now: Moment) -> Facts | None:
    event = next(came(now, actions.CardSold), None)
    return {"sold": event.coins, "coins": _chair(now, now.seat).coins} if event else None


def _sold_says(w: Words, it: Facts, at: Speech) -> str:
    return w.ngettext(
        "+{sold}: you have {n} coin now.", "+{sold}: you have {n} coins now.", number(it["coins"]), sold=it["sold"]
    )


def _trade(now: Moment) -> Facts | None:
    """A neighbour makes what a seat lacks and can buy: for its next stage, else for anything."""
    if not _asks(now, "play") or _at(now, 1, 1, 1):
        return None
    seats, stage, makes = len(_view(now).seats), _next_stage(now), _stands(now, now.seat).makes
    wanted = {good for good, n in zip(RESOURCES, stage[1].cost.units(), strict=True) if n} if stage else set()
    for good in sorted(RESOURCES, key=lambda good: good not in wanted):
        for side, other in (("left", now.seat % seats + 1), ("right", (now.seat - 2) % seats + 1)):
            sold, prices = _stands(now, other), _stands(now, now.seat).prices[side]
            price = prices["raw" if good in RESOURCES[:RAW] else "manufactured"]
            if good in sold.sells and not makes.get(good) and _chair(now, now.seat).coins >= price:
                return {"seat": other, "good": good, "coins": price}
    return None


def _trade_says(w: Words, it: Facts, at: Speech) -> str:
    return w.ngettext(
        "{name} makes {good}. You buy it for {n} coin; {name} keeps making it, and cannot refuse.",
        "{name} makes {good}. You buy it for {n} coins; {name} keeps making it, and cannot refuse.",
        number(it["coins"]),
        name=who(at, it["seat"]),
        good=resource(w, str(it["good"])),
    )


# ---- what a hand lets do: on phones alone ----------------------------------------------------------------


def _builds(now: Moment) -> Iterator[tuple[str, dict[str, int]]]:
    """The cards that can be built now, with the coins for each way to pay."""
    for text in now.legal if _asks(now, "play") else ():
        match text.split():
            case ["choose", "build", slug, *paid]:
                yield slug, dict(zip(paid[::2], map(int, paid[1::2]), strict=True))


def _chain(now: Moment) -> Facts | None:
    if not _asks(now, "play"):
        return None
    have = _chair(now, now.seat).cards
    for way in _view(now).hints.ways:
        if way.why == "chain":
            return {
                "card": way.thing,
                "bearer": next(slug for slug in _box(now).cards[way.thing].chain if slug in have),
            }
    return None


def _ways(now: Moment) -> Facts | None:
    """A card can be paid in more than one way."""
    found = Counter(slug for slug, _ in _builds(now))
    several = [slug for slug, n in found.items() if n > 1]
    return {"card": several[0], "ways": found[several[0]]} if several else None


def _ways_says(w: Words, it: Facts, at: Speech) -> str:
    return w(
        "You can pay for {card} in {n} ways: choose who gets your coins.", card=card(w, str(it["card"])), n=it["ways"]
    )


# ---- what is bound to its moment -------------------------------------------------------------------------


def _passed(now: Moment) -> Facts | None:
    return {"to": _view(now).hints.passing or ""} if _at(now, 1, 2, 2) else None


def _passed_says(w: Words, it: Facts, at: Speech) -> str:
    if it["to"] == "left":
        return w("Hands have gone left. What you leave now, your left neighbour will hold next.")
    return w("Hands have gone right. What you leave now, your right neighbour will hold next.")


def _age(now: Moment) -> Facts | None:
    return {"to": _box(now).table.passing[1]} if _at(now, 2, 1, SOON) else None


def _age_says(w: Words, it: Facts, at: Speech) -> str:
    if it["to"] == "left":
        return w("Age II: stronger cards, and hands go left now.")
    return w("Age II: stronger cards, and hands go right now.")


def _last(now: Moment) -> Facts | None:
    table = _box(now).table
    at = _at(now, LAST, TWO_MORE, TWO_MORE)
    return {"coins": table.coins_per_point, "win": table.victory[-1]} if at else None


def _last_says(w: Words, it: Facts, at: Speech) -> str:
    return w(
        "Two more turns. Every {coins} coins are a point, and a won conflict now brings {win}.",
        coins=it["coins"], win=it["win"],
    )  # fmt: skip


def _conflict(now: Moment) -> Facts | None:
    event, table = next(came(now, actions.ConflictSettled), None), _box(now).table
    if event is None or event.age != 1:
        return None
    return {"win": table.victory[0], "lost": table.defeat, "next": table.victory[1], "then": table.victory[2]}


def _conflict_says(w: Words, it: Facts, at: Speech) -> str:
    said = {**it, "lost": f"−{it['lost']}"}
    return w("More shields than a neighbour: +{win}. Fewer: {lost}. Next time a win is {next}, then {then}.", **said)


def _won(now: Moment) -> Facts | None:
    """What a conflict has brought a seat."""
    found = [(event.value, event.against) for event in came(now, actions.TokenTaken) if event.against]
    if not found or not next((each for each in now.events if isinstance(each, actions.ConflictSettled)), None):
        return None
    return {"values": tuple(value for value, _ in found), "against": tuple(seat for _, seat in found)}


def _won_holds(now: Moment, it: Facts) -> bool:
    return not Counter(numbers(it["values"])) - Counter(_chair(now, now.seat).tokens)


def _won_says(w: Words, it: Facts, at: Speech) -> str:
    each = [
        w("{value} against {name}", value=f"{value:+}".replace("-", "−"), name=who(at, seat))
        for value, seat in zip(numbers(it["values"]), numbers(it["against"]), strict=True)
    ]
    return w("Your conflict: {each}.", each=", ".join(each))


# ---- each when it is first in sight ------------------------------------------------------------------------


def _stood(colour: str) -> Callable[[Moment], Facts | None]:
    """A card of that colour stands in a city."""

    def when(now: Moment) -> Facts | None:
        view = _view(now)
        there = any(_colour(now, slug) == colour for seat in view.seats for slug in seat.cards)
        soon = (view.age, view.turn) >= KNOWN_BY[colour]
        return {} if _asks(now, "play") and (there or soon) else None

    return when


def _science(now: Moment) -> Facts | None:
    two = sum(_stands(now, now.seat).symbols.values()) > 1
    return {"set": _box(now).table.set_of_symbols} if two and _asks(now, "play") else None


def _science_points(now: Moment, seat: int) -> int:
    """What a city's symbols count, where none may be another."""
    symbols = _stands(now, seat).symbols
    counts = [symbols.get(symbol, 0) for symbol in SYMBOLS]
    return sum(n * n for n in counts) + min(counts) * _box(now).table.set_of_symbols


def _science_built(now: Moment) -> Facts | None:
    if not any(_colour(now, event.card) == "green" for event in _built(now)):
        return None
    points = _science_points(now, now.seat)
    return {"points": points} if _chair(now, now.seat).score.science == points else None


def _science_built_says(w: Words, it: Facts, at: Speech) -> str:
    return w.ngettext(
        "Your symbols are worth {n} point as it stands.", "Your symbols are worth {n} points as it stands.",
        number(it["points"]),
    )  # fmt: skip


# ---- what was done ---------------------------------------------------------------------------------------


def _bought(now: Moment) -> Facts | None:
    """Somebody has paid a neighbour."""
    seats = len(_view(now).seats)
    for event in now.events:
        if isinstance(event, actions.CardBuilt | actions.StageBuilt):
            for coins, other in ((event.left, event.seat % seats + 1), (event.right, (event.seat - 2) % seats + 1)):
                if coins:
                    return {"seat": event.seat, "other": other, "coins": coins}
    return None


def _bought_says(w: Words, it: Facts, at: Speech) -> str:
    return w.ngettext(
        "{name} bought goods: {n} coin for {other}, who keeps making them.",
        "{name} bought goods: {n} coins for {other}, who keeps making them.",
        number(it["coins"]),
        name=who(at, it["seat"]),
        other=who(at, it["other"]),
    )


def _chained(now: Moment) -> Facts | None:
    for event in _built(now):
        if event.chain:
            have = _chair(now, event.seat).cards
            bearer = next(slug for slug in _box(now).cards[event.card].chain if slug in have)
            return {"seat": event.seat, "card": event.card, "bearer": bearer}
    return None


def _guild_built(now: Moment) -> Facts | None:
    """The first guild of a city, if it counts what stands in cities."""
    for event in _built(now):
        counts = all(isinstance(it, Per) for it in _box(now).cards[event.card].effects)
        guilds = [slug for slug in _chair(now, event.seat).cards if _colour(now, slug) == "purple"]
        if guilds == [event.card] and counts:
            return {"seat": event.seat, "card": event.card, "points": _chair(now, event.seat).score.guilds}
    return None


def _guild_holds(now: Moment, it: Facts) -> bool:
    return _has(now, it) and _chair(now, it["seat"]).score.guilds == it["points"]


def _guild_built_says(w: Words, it: Facts, at: Speech) -> str:
    return w.ngettext(
        "{card} of {name}: {n} point as it stands.", "{card} of {name}: {n} points as it stands.",
        number(it["points"]), card=card(w, str(it["card"])), name=who(at, it["seat"]),
    )  # fmt: skip


# ---- the list -----------------------------------------------------------------------------------------------

IDEAS: Final[Ideas] = (
    Idea(
        "goal", "table", _goal,
        lambda w, it, at: w("Build a city and its wonder through three ages. Most points win."),
    ),
    # with Leaders
    Idea("draft", "table", _draft, _draft_says),
    Idea(
        "coins", "table", _coins,
        lambda w, it, at: w("You begin with {n} coins. Leaders are paid with coins alone.", n=it["coins"]),
    ),
    Idea(
        "recruit", "table", _asked("recruit"),
        lambda w, it, at: w("Before each age, play one leader: recruit it, put it under your wonder, or sell it."),
    ),
    Idea(
        "boxed", "table", _boxed,
        lambda w, it, at: w("Two leaders are left. Play one; the other goes back to the box."),
    ),
    Idea(
        "first", "seat", lambda now: {} if _asks(now, "recruit") and _view(now).age == 1 else None,
        lambda w, it, at: w("Leaders work from the moment they are recruited: early ones help longest."),
    ),
    Idea(
        "fits", "seat", _fits,
        lambda w, it, at: w(
            "{leader}: {says}. You have {n} already.",
            leader=leader(w, str(it["leader"])), says=leader_says(w, str(it["leader"]), _box(at)), n=it["have"],
        ),
        secret=True,
    ),
    # what is asked
    Idea("choose", "table", _choose, _choose_says),
    Idea(
        "uses", "seat", _uses,
        lambda w, it, at: w(
            "Choose a card: build it, put it under your wonder, or sell it for {n} coins.", n=it["coins"]
        ),
    ),
    Idea(
        "seventh", "seat", _asked("seventh"),
        lambda w, it, at: w("Your wonder lets you play the last card of the age too, which others discard."),
    ),
    Idea(
        "rebuild", "seat", _asked("rebuild"),
        lambda w, it, at: w("You may build a card of the discard pile for nothing. Only you see them."),
    ),
    Idea("extra", "seat", _asked("extra"), lambda w, it, at: w("Your wonder lets you recruit one more leader now.")),
    Idea(
        "bury", "seat", _asked("bury"),
        lambda w, it, at: w("Your wonder buries a leader: it does nothing any more, and brings points for its cost."),
    ),
    Idea("lose", "seat", _asked("lose"), lambda w, it, at: w("Somebody’s leader asks you to give up a victory token.")),
    # what is bound to its moment
    Idea("passed", "table", _passed, _passed_says),
    Idea("conflict", "table", _conflict, _conflict_says, holds=lambda now, it: _view(now).age < LAST, at_once=True,
         name=lambda w: w.pgettext("lesson", "conflicts")),
    Idea(
        "near", "table", lambda now: {} if _at(now, 1, TWO_MORE, TWO_MORE) else None,
        lambda w, it, at: w("Two more turns in this age. Then each neighbour’s shields are compared with yours."),
    ),
    Idea("age", "table", _age, _age_says),
    Idea(
        "guild", "table", lambda now: {} if _at(now, LAST, 1, SOON) else None,
        lambda w, it, at: w("Most purple cards, the guilds, count what stands in your city or your neighbours’."),
        name=lambda w: w.pgettext("lesson", "guilds"),
    ),
    Idea("last", "table", _last, _last_says),
    # what was done
    Idea("won", "seat", _won, _won_says, holds=_won_holds, after="conflict", at_once=True),
    Idea("stage-built", "seat", _stage_built, _stage_built_says,
         holds=lambda now, it: _chair(now, now.seat).stages >= number(it["stage"]), after="stage", at_once=True),
    Idea("sold", "seat", _sold, _sold_says, holds=lambda now, it: _chair(now, now.seat).coins == it["coins"],
         after="sell", at_once=True),
    Idea("science-built", "seat", _science_built, _science_built_says,
         holds=lambda now, it: _science_points(now, now.seat) == it["points"], after="science", at_once=True),
    # each when it is first in sight
    Idea("goods", "seat", _goods, _goods_says, name=lambda w: w.pgettext("lesson", "goods")),
    Idea(
        "red", "table", _stood("red"), lambda w, it, at: w("Red is shields: they are compared after each age."),
        name=lambda w: w.pgettext("lesson", "shields"),
    ),
    Idea(
        "green", "table", _stood("green"), lambda w, it, at: w("Green is science: it grows with every symbol."),
        name=lambda w: w.pgettext("lesson", "science"),
    ),
    Idea("blue", "table", _stood("blue"), lambda w, it, at: w("Blue is points."),
         name=lambda w: w.pgettext("lesson", "blue cards")),
    Idea("yellow", "table", _stood("yellow"), lambda w, it, at: w("Yellow is trade and coins."),
         name=lambda w: w.pgettext("lesson", "yellow cards")),
    Idea("trade", "seat", _trade, _trade_says, name=lambda w: w.pgettext("lesson", "trade")),
    Idea("stage", "seat", _stage, _stage_says, name=lambda w: w.pgettext("lesson", "stages")),
    Idea(
        "science", "seat", _science,
        lambda w, it, at: w(
            "Equal symbols: 1, 4, 9, 16 points. Each set of three different: {n} more.", n=it["set"]
        ),
    ),
    Idea("sell", "seat", _sell, _sell_says, name=lambda w: w.pgettext("lesson", "selling")),
    # what was done, told to all
    Idea("bought", "table", _bought, _bought_says, holds=lambda now, it: True, at_once=True),
    Idea(
        "chained", "table", _chained,
        lambda w, it, at: w(
            "{name} built {card} free, thanks to {bearer}.",
            name=who(at, it["seat"]), card=card(w, str(it["card"])), bearer=card(w, str(it["bearer"])),
        ),
        holds=_has, at_once=True,
    ),
    Idea("guild-built", "table", _guild_built, _guild_built_says, holds=_guild_holds, after="guild", at_once=True),
    # what one's hand lets do
    Idea(
        "chain", "seat", _chain,
        lambda w, it, at: w(
            "{card} is free for you: you have {bearer}.",
            card=card(w, str(it["card"])), bearer=card(w, str(it["bearer"])),
        ),
        secret=True,
        name=lambda w: w.pgettext("lesson", "chains"),
    ),
    Idea("ways", "seat", _ways, _ways_says, secret=True),
)  # fmt: skip

LESSONS: Final = by_id(IDEAS)
