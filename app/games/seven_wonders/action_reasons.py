"""Reasons for an action in 7 Wonders, derived from a view so that they use its reader's knowledge only, and their
words.

The sentences avoid *you* and the acting person, because hints and comments on bots share them.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from app.games.seven_wonders.effect_text import effects_say
from app.games.seven_wonders.printed_names import card, colour, resource, symbol
from app.protocol.teaching_messages import Fact, Reason
from app.text.action_reasons import amount, shared_reason_text
from app.text.amount_text import n_points
from app.text.translation import Words, both, capital
from engine.game import Event
from engine.seven_wonders import actions, data_schema
from engine.seven_wonders.data_schema import (
    SYMBOLS,
    TURNS,
    Coins,
    Data,
    Effect,
    Points,
    Production,
    Science,
    Shields,
    Trade,
)
from engine.seven_wonders.view_json import BuildOption, View


def of_action(view: View, data: Data, seat: int, text: str) -> tuple[Reason, ...]:
    """List reasons for a line, most important first. `view`: that of the seat that would act."""
    match text.removeprefix("choose ").split():
        case ["build", slug, *_]:
            option = _find_option(view, slug)
            mine = _reasons_to_build(view, data, seat, slug, option, chain=option is not None and option.why == "chain")
            return (*mine, *_reasons_to_deny(view, data, seat, slug))
        case ["rebuild", slug]:
            return tuple(_reasons_to_build(view, data, seat, slug, None, chain=False))
        case ["stage", *under]:
            stage = _stage(view, data, seat, view.seats[seat - 1].stages + 1)
            return (*stage, *(_reasons_to_deny(view, data, seat, under[0]) if under else ()))
        case ["sell", *sold]:
            return (
                *(_reasons_to_deny(view, data, seat, sold[0]) if sold else ()),
                Reason("coins", {"n": data.table.sale}),
            )
        case ["recruit", slug]:
            return tuple(_leader(view, data, seat, slug, _find_option(view, slug)))
        case ["keep", slug]:
            return tuple(map(_shorten_effect, data.leaders[slug].effects))
        case ["lose", value] if int(value) == min(each for each in view.seats[seat - 1].tokens if each > 0):
            return (Reason("least"),)
        case ["bury", slug]:
            return tuple(_reasons_to_bury(view, data, seat, slug))
    return ()


ACTS: Final = (
    actions.CardBuilt,
    actions.StageBuilt,
    actions.CardSold,
    actions.LeaderRecruited,
    actions.CardRebuilt,
    actions.LeaderBuried,
    actions.TokenLost,
    actions.OfferDeclined,
)


def of_event(view: View, data: Data, event: Event) -> tuple[Reason, ...]:
    """List reasons for what was done, from the public view before it."""
    match event:
        case actions.CardBuilt(seat=seat, card=slug, chain=by_chain, gains=gains):
            return (*_reasons_to_build(view, data, seat, slug, None, chain=by_chain), *_reasons_by_gain(gains))
        case actions.CardRebuilt(seat=seat, card=slug, gains=gains):
            return (*_reasons_to_build(view, data, seat, slug, None, chain=False), *_reasons_by_gain(gains))
        case actions.LeaderRecruited(seat=seat, leader=slug):
            return tuple(_leader(view, data, seat, slug, None))
        case actions.LeaderBuried(points=points):
            return (Reason("buried", {"points": points}),)
        case actions.StageBuilt(seat=seat, stage=stage):
            return tuple(_stage(view, data, seat, stage))
        case actions.CardSold(coins=coins):
            return (Reason("coins", {"n": coins}),)
    return ()


MANY_SYMBOLS: Final = 2  # symbols, plus one for each age: bots with that many mostly collect more


def intentions(view: View, seat: int) -> tuple[Reason, ...]:
    """List the wonder that lacks one stage, after Age I, and science with many symbols."""
    mine, standing = view.seats[seat - 1], view.derived.standing[seat - 1]
    whole = [Reason("to-wonder")] if view.age > 1 and standing.stages - mine.stages == 1 else []
    science = sum(standing.symbols.values()) >= view.age + MANY_SYMBOLS
    return (*whole, *([Reason("to-symbols")] if science else []))


def supported_intentions(data: Data, event: Event) -> tuple[str, ...]:
    match event:
        case actions.StageBuilt():
            return ("to-wonder",)
        case actions.CardBuilt(card=slug) | actions.CardRebuilt(card=slug):
            science = any(isinstance(effect, Science) for effect in data.cards[slug].effects)
            return ("to-symbols",) if science else ()
    return ()


def describe_reason(w: Words, reason: Reason, people: Sequence[str]) -> str:
    facts = reason.facts
    name, slug = people[amount(facts.get("seat", 1)) - 1], str(facts.get("card", ""))
    points, n = n_points(w, amount(facts.get("points", 0))), amount(facts.get("n", 0))
    sign = symbol(w, str(facts["symbol"])) if "symbol" in facts else ""
    match reason.id:
        case "to-wonder":
            text = w("I want to complete my wonder.")
        case "to-symbols":
            text = w("I am collecting science symbols.")
        case "set":
            text = w("The third different symbol makes a set: {points} for that alone.", points=points)
        case "alike":
            text = w("{n} × {symbol}: {points} instead of {less}.", n=n, symbol=sign, points=points, less=facts["less"])
        case "symbol":
            text = w("Your first {symbol}; each further one is worth more.", symbol=sign)
        case "makes":
            what = resource(w, str(facts["resource"]))
            text = w("It makes {resource} in every turn from now on.", resource=what)
        case "makes-more":
            text = w("It makes more {resource} in every turn.", resource=resource(w, str(facts["resource"])))
        case "choice":
            text = w("It makes one of {n} resources in every turn.", n=n)
        case "leads":
            text = w("If {card} comes later, it is free.", card=card(w, slug))
        case "denies-set":
            text = w("{symbol} would complete a set of {name}.", symbol=sign, name=name)
        case "denies-alike":
            text = w("{name} would have {n} × {symbol} with it.", name=name, n=n, symbol=sign)
        case "per-whole-set":
            text = w("{points} for each set of one card of each colour.", points=points)
        case "per-set":
            hues = both(w, [colour(w, hue) for hue in str(facts["colours"]).split()])
            text = w("{points} for each set: {colours}.", points=points, colours=hues)
        case "purge":
            text = w("Your defeat tokens are discarded; everybody else gives up a victory token.")
        case "does":
            text = f"{_describe_effect(w, facts)}."
        case "stage-does":
            text = w("Stage {stage}: {does}.", stage=facts["stage"], does=_describe_effect(w, facts))
        case "least":
            text = w("No victory token there is worth less.")
        case "buried":
            text = w("Under the board it counts {points}.", points=points)
        case _:
            text = shared_reason_text(w, reason, name, slug and card(w, slug))
    return capital(text)


def _describe_effect(w: Words, facts: dict[str, Fact]) -> str:
    return effects_say(w, [_effect_of(facts)])[0]


def _reasons_to_build(
    view: View, data: Data, seat: int, slug: str, option: BuildOption | None, *, chain: bool
) -> Iterator[Reason]:
    printed = data.cards[slug]
    if chain:
        yield Reason("chain", {"card": slug})
    for effect in printed.effects:
        if not isinstance(effect, data_schema.PerThing):
            yield from _effect(view, data, seat, effect)
        elif effect.points and option and not option.points:
            yield Reason("counts-later")
    if option and option.points and not any(map(_is_naming_points, printed.effects)):
        yield Reason("counts", {"points": option.points})
    if option and option.brings and not any(isinstance(effect, Coins) for effect in printed.effects):
        yield Reason("coins", {"n": option.brings})
    held = view.seats[seat - 1].cards
    later = [each for each, other in data.cards.items() if slug in other.chain and other.age > view.age]
    later = [each for each in later if each not in held and (data.cards[each].same_as or each) not in held]
    if later:
        yield Reason("leads", {"card": later[0]})


def _leader(view: View, data: Data, seat: int, slug: str, option: BuildOption | None) -> Iterator[Reason]:
    """Yield reasons for a leader: what it counts already, then its effects."""
    effects = data.leaders[slug].effects
    if option and option.points and not any(map(_is_naming_points, effects)):
        yield Reason("counts", {"points": option.points})
    for effect in effects:
        yield from _effect(view, data, seat, effect)


def _reasons_to_bury(view: View, data: Data, seat: int, slug: str) -> Iterator[Reason]:
    mine, leader = view.seats[seat - 1], data.leaders[slug]
    ages = mine.ages if isinstance(mine.ages, dict) else {}
    stages = data.boards[f"{mine.wonder}-{mine.side}"].stages
    times = next(
        effect.times for stage in stages for effect in stage.effects if isinstance(effect, data_schema.BuryLeader)
    )
    yield Reason("buried", {"points": times * (ages.get(slug, view.age) if leader.by_age else leader.cost)})


def _reasons_by_gain(gains: actions.Gains) -> Iterator[Reason]:
    """Yield coins gained by the action, which nobody could predict."""
    if coins := sum(coins for coins, _ in gains):
        yield Reason("coins", {"n": coins})


def _reasons_to_deny(view: View, data: Data, seat: int, slug: str) -> Iterator[Reason]:
    """Yield reasons to keep a card from the seat that gets this hand next."""
    printed, n = data.cards.get(slug), len(view.seats)
    if printed is None or view.asked != "play" or view.turn >= TURNS or view.derived.passing is None:
        return
    other = seat % n + 1 if view.derived.passing == "left" else (seat - 2) % n + 1
    held = view.seats[other - 1].cards
    if slug in held or (printed.same_as or slug) in held:
        return
    for effect in printed.effects:
        if isinstance(effect, Science) and effect.symbol != "any":
            made = _symbol(data, view.derived.standing[other - 1].symbols, effect.symbol)
            if made.id != "symbol":
                yield Reason(f"denies-{made.id}", {**made.facts, "seat": other, "symbol": effect.symbol})
    if any(each in held for each in printed.chain):
        yield Reason("denies-free", {"seat": other, "card": slug})


def _shorten_effect(effect: Effect) -> Reason:
    """Describe an effect briefly where its usual description is long."""
    match effect:
        case data_schema.PerSet(of=hues, points=points) if len(hues) == len(data_schema.COLOURS):
            return Reason("per-whole-set", {"points": points})
        case data_schema.PerSet(of=hues, points=points):
            return Reason("per-set", {"points": points, "colours": " ".join(hues)})
        case data_schema.Purge():
            return Reason("purge")
    return Reason("does", {"effect": msgspec.json.encode(effect).decode()})


def _effect(view: View, data: Data, seat: int, effect: Effect) -> Iterator[Reason]:
    """Yield public reasons for an effect."""
    standing, mine, n = view.derived.standing[seat - 1], view.seats[seat - 1], len(view.seats)
    match effect:
        case Shields(amount=shields):
            after = mine.shields + shields
            others = [(other, view.seats[other - 1].shields) for other in (seat % n + 1, (seat - 2) % n + 1)]
            beaten = next(((other, theirs) for other, theirs in others if mine.shields <= theirs < after), None)
            other, theirs = beaten or min(others, key=lambda each: abs(after - each[1]))
            facts: dict[str, Fact] = {"seat": other, "mine": after, "theirs": theirs}
            yield Reason("ahead" if beaten else "shields", facts)
        case Science(symbol=slug) if slug != "any":
            yield _symbol(data, standing.symbols, slug)
        case Production(of=(slug,)):
            yield Reason("makes-more" if slug in standing.makes else "makes", {"resource": slug})
        case Production(of=(_, _, *_)):
            yield Reason("choice", {"n": len(effect.of)})
        case Trade():
            yield Reason("trade")
        case Points(amount=points):
            yield Reason("points", {"points": points})
        case Coins(amount=coins):
            yield Reason("coins", {"n": coins})
        case _:
            yield _shorten_effect(effect)


def _is_naming_points(effect: Effect) -> bool:
    return isinstance(effect, Points) or (isinstance(effect, Science) and effect.symbol != "any")


def _symbol(data: Data, have: dict[str, int], slug: str) -> Reason:
    plain = {each: n for each, n in have.items() if each != "any"}
    sets = min(plain.get(each, 0) for each in SYMBOLS)
    count = plain.get(slug, 0)
    after = {**plain, slug: count + 1}
    if min(after.get(each, 0) for each in SYMBOLS) > sets:
        return Reason("set", {"points": data.table.set_of_symbols})
    if count:
        return Reason("alike", {"symbol": slug, "n": count + 1, "points": (count + 1) ** 2, "less": count**2})
    return Reason("symbol", {"symbol": slug})


def _stage(view: View, data: Data, seat: int, stage: int) -> Iterator[Reason]:
    mine = view.seats[seat - 1]
    effects = data.boards[f"{mine.wonder}-{mine.side}"].stages[stage - 1].effects
    points = sum(effect.amount for effect in effects if isinstance(effect, Points))
    if points:
        yield Reason("stage", {"stage": stage, "points": points})
    for effect in effects:
        for each in _effect(view, data, seat, effect) if not isinstance(effect, Points) else ():
            yield Reason("stage-does", {"stage": stage, **each.facts}) if each.id == "does" else each


def _find_option(view: View, thing: str) -> BuildOption | None:
    return next((option for option in view.derived.build_options if option.thing == thing), None)


_printed: Final = msgspec.json.Decoder(Effect)


def _effect_of(facts: dict[str, Fact]) -> Effect:
    found: Effect = _printed.decode(str(facts["effect"]))
    return found
