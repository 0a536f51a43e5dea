"""Reasons for an action in Duel, derived from a view, so that they use only what its reader knows; and their words.

Sentences name neither *you* nor the seat that acts: hints and comments about bots share them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from app.games.duel.effect_text import effect_says
from app.games.duel.printed_names import card, colour, resource, symbol
from app.protocol.teaching_messages import Fact, Reason
from app.text.action_reasons import amount, shared_reason_text
from app.text.amount_text import n_coins, n_points
from app.text.translation import Words, capital
from engine.duel import actions, data_schema
from engine.duel.data_schema import Data, Production
from engine.duel.view_json import BuildOption, Standing, View
from engine.game import Event, plain_line


def of_action(view: View, data: Data, seat: int, text: str) -> tuple[Reason, ...]:
    """List the reasons for an action, strongest first. `view`: the view of the seat that would act."""
    match plain_line(text).split():
        case ["build", thing]:
            return tuple(_reasons_to_build(view, data, seat, thing, thing))
        case ["build", thing, "with", under]:
            return tuple(_reasons_to_build(view, data, seat, thing, under))
        case ["discard", slug]:
            return tuple(_reasons_to_discard(view, seat, slug))
        case ["draft", slug]:
            return tuple(_reasons_to_draft(view, data, seat, slug))
        case ["progress" | "keep", slug]:
            return tuple(_token(view, data, seat, slug))
        case ["destroy", slug]:
            return tuple(_reasons_to_destroy(view, data, seat, slug))
        case ["revive", slug]:
            return tuple(_reasons_to_revive(view, data, seat, slug))
        case ["start", begins]:
            return (Reason("begins" if int(begins) == seat else "opens", {"seat": int(begins)}),)
    return ()


ACTS: Final = (
    actions.WonderDrafted,
    actions.StartChosen,
    actions.CardBuilt,
    actions.WonderBuilt,
    actions.CardDiscarded,
    actions.TokenTaken,
    actions.CardDestroyed,
    actions.CardRevived,
)


def of_event(view: View, data: Data, event: Event) -> tuple[Reason, ...]:
    """List the reasons for an action that was done, from the public view before it."""
    match event:
        case actions.CardBuilt(seat=seat, card=slug):
            return tuple(_reasons_to_build(view, data, seat, slug, slug))
        case actions.WonderBuilt(seat=seat, wonder=thing, card=under):
            return tuple(_reasons_to_build(view, data, seat, thing, under))
        case actions.CardDiscarded(seat=seat, card=slug):
            return tuple(_reasons_to_discard(view, seat, slug))
        case actions.WonderDrafted(seat=seat, wonder=slug):
            return tuple(_reasons_to_draft(view, data, seat, slug))
        case actions.TokenTaken(seat=seat, token=slug):
            return tuple(_token(view, data, seat, slug))
        case actions.CardDestroyed(seat=seat, card=slug):
            return tuple(_reasons_to_destroy(view, data, seat, slug))
        case actions.CardRevived(seat=seat, card=slug):
            return tuple(_reasons_to_revive(view, data, seat, slug))
    return ()


LAST_SPACES: Final = 3  # up to the capital: the most shields on a card


def intentions(view: View, seat: int) -> tuple[Reason, ...]:
    """List the victories in mid-turn that are one action away."""
    mine = view.derived.standing[seat - 1]
    capital = [Reason("to-capital")] if mine.capital <= LAST_SPACES else []
    return (*capital, *([Reason("to-symbols")] if mine.symbols_left == 1 else []))


def supported_intentions(data: Data, event: Event) -> tuple[str, ...]:
    match event:
        case actions.PawnMoved():
            return ("to-capital",)
        case actions.SymbolGained():
            return ("to-symbols",)
    return ()


def describe_reason(w: Words, reason: Reason, people: Sequence[str]) -> str:
    """Put a reason into a sentence."""
    facts = reason.facts
    name, slug = people[amount(facts.get("seat", 1)) - 1], str(facts.get("card", ""))
    sign = symbol(w, str(facts["symbol"])) if "symbol" in facts else ""
    goods = resource(w, str(facts["resource"])) if "resource" in facts else ""
    points, n = n_points(w, amount(facts.get("points", 0))), amount(facts.get("n", 0))
    match reason.id:
        case "to-capital":
            text = w("I am going for your capital.")
        case "to-symbols":
            text = w("I am going for the last symbol that I need to win.")
        case "capital":
            text = w("The pawn reaches the capital of {name}: that wins at once.", name=name)
        case "sixth":
            text = w("{symbol}, the last symbol that was missing: that wins at once.", symbol=sign)
        case "denies-capital":
            text = w("Otherwise {name} could reach the capital with it.", name=name)
        case "denies-sixth":
            text = w("Otherwise {name} could have the last symbol that is missing: {symbol}.", name=name, symbol=sign)
        case "pair":
            text = w("The second {symbol}: a progress token.", symbol=sign)
        case "again":
            text = w("Another turn follows.")
        case "denies-pair":
            text = w("It would be the second {symbol} of {name}.", symbol=sign, name=name)
        case "symbol":
            text = w("{symbol}: {n} of {most} different symbols.", symbol=sign, n=n, most=facts["most"])
        case "pawn":
            text = w("The pawn comes {n} ahead, worth {points} if it stays there.", n=n, points=points)
        case "pawn-back":
            text = w.ngettext("The pawn moves {n} space back.", "The pawn moves {n} spaces back.", n)
        case "makes":
            text = w(
                "It makes {resource}, which costs {coins} to buy.", resource=goods, coins=n_coins(w, n)
            )  # fmt: skip
        case "makes-more":
            text = w("It makes more {resource} in every turn.", resource=goods)
        case "dearer":
            text = w("Buying {resource} costs {name} more then.", resource=goods, name=name)
        case "choice":
            text = w("It stands for any one of several resources in every turn.")
        case "when-built":
            text = w("Its effect once built: {does}.", does=effect_says(w, _effect_of(facts), n))
        case "when-built-points":
            text = w("Its effect once built: {does}.", does=points)
        case "uncovers-none":
            text = w("Nothing new lies open for {name} then.", name=name)
        case "denies-wonder":
            text = w("Otherwise {name} could take it.", name=name)
        case _:
            text = (
                _token_says(w, reason, name)
                or _describe_consequence(w, reason, name)
                or shared_reason_text(w, reason, name, slug and card(w, slug))
            )
    return capital(text)


def _token_says(w: Words, reason: Reason, name: str) -> str:
    facts, n = reason.facts, amount(reason.facts.get("n", 0))
    match reason.id:
        case "each-token":
            points = n_points(w, amount(facts["points"]))
            return w("{points} as it stands, and {n} with each further token.", points=points, n=n)
        case "wonders-cheaper":
            return w.ngettext(
                "Each wonder still to build costs {n} resource less.",
                "Each wonder still to build costs {n} resources less.",
                n,
            )
        case "cheaper":
            return w.ngettext(
                "Each card of this colour costs {n} resource less now: {colour}.",
                "Each card of this colour costs {n} resources less now: {colour}.",
                n,
                colour=colour(w, str(facts["colour"])),
            )
        case "income":
            return w("What {name} pays for resources comes here from now on.", name=name)
        case "more-shields":
            return w.ngettext(
                "Each red card to come moves the pawn {n} space more.",
                "Each red card to come moves the pawn {n} spaces more.",
                n,
            )
        case "wonders-again":
            return w("Each wonder still to build brings another turn.")
        case "chain-coins":
            return w("Each card built by its chain brings {coins}.", coins=n_coins(w, n))
    return ""


def _describe_consequence(w: Words, reason: Reason, name: str) -> str:
    """Describe an immediate consequence, mostly for the other seat."""
    facts, n = reason.facts, amount(reason.facts.get("n", 0))
    goods = resource(w, str(facts["resource"])) if "resource" in facts else ""
    match reason.id:
        case "unmakes":
            return w("Then {name} makes no {resource} any more.", name=name, resource=goods)
        case "unmakes-some":
            return w("Then {name} makes less {resource}.", name=name, resource=goods)
        case "cheaper-trade":
            return w("Buying {resource} costs less then.", resource=goods)
        case "destroys-brown":
            return w("{name} loses a brown card by it.", name=name)
        case "destroys-grey":
            return w("{name} loses a grey card by it.", name=name)
        case "takes":
            return w("{name} loses {coins}.", name=name, coins=n_coins(w, n))
        case "revives":
            return w("A discarded card is built with it, for nothing.")
        case "draws":
            return w("It brings a progress token from the box.")
        case "begins":
            return w("The first card of the age can be chosen.")
        case "opens":
            return w("{name} takes first. Then comes what that uncovers.", name=name)
    return ""


def _reasons_to_build(view: View, data: Data, seat: int, thing: str, slug: str) -> Iterator[Reason]:
    mine, other = view.derived.standing[seat - 1], 3 - seat
    option = _find_option(mine, thing)
    if option is None:
        return
    lacks = option.symbol if option.symbol in mine.symbols else None
    if option.shields >= mine.capital:
        yield Reason("capital", {"seat": other})
    if lacks and mine.symbols_left == 1:
        yield Reason("sixth", {"symbol": lacks})
    yield from _threat(view, other, slug)
    if option.pair and option.symbol and view.tokens:
        yield Reason("pair", {"symbol": option.symbol})
    if option.again:
        yield Reason("again")
    if option.chain:
        yield Reason("chain", {"card": slug})
    yield from _reasons_to_deny(view, other, slug)
    yield from _list_gains(view, data, seat, option)


def _list_gains(view: View, data: Data, seat: int, option: BuildOption) -> Iterator[Reason]:
    """List gains for the own side, except instant victory and another turn; then losses of the other side."""
    mine, other = view.derived.standing[seat - 1], 3 - seat
    if option.symbol in mine.symbols and mine.symbols_left > 1:
        most = data.table.winning_symbols
        yield Reason("symbol", {"symbol": str(option.symbol), "n": most - mine.symbols_left + 1, "most": most})
    if option.shields and option.shields < mine.capital:
        yield _reason_to_push(view, data, seat, option.shields)
    printed = data.wonders[option.thing] if option.wonder else data.cards[option.thing]
    for effect in printed.effects:
        match effect:
            case Production(resource=goods):
                yield from _list_producer_reasons(view, data, seat, goods)
            case data_schema.ProducesOneOf():
                yield Reason("choice")
            case data_schema.FixedPrice():
                yield Reason("trade")
            case data_schema.DestroyCard(colour=hue) if any(
                data.cards[each].colour == hue for each in _city(view, other)
            ):
                yield Reason(f"destroys-{hue}", {"seat": other})
            case data_schema.ReviveCard() if view.discard:
                yield Reason("revives")
            case data_schema.DrawTokens() if view.tokens_left:
                yield Reason("draws")
    if printed.points:
        yield Reason("points", {"points": printed.points})
    elif option.points:
        yield Reason("counts", {"points": option.points})
    coins = view.seats[seat - 1].coins
    brought = (option.after - coins + option.cost) if option.after is not None else 0
    if brought > 0:
        yield Reason("coins", {"n": brought})
    if not option.points and any(isinstance(effect, data_schema.Majority) for effect in printed.effects):
        yield Reason("counts-later")
    for effect in printed.effects:
        if isinstance(effect, data_schema.OpponentLoses) and (loses := min(effect.amount, view.seats[other - 1].coins)):
            yield Reason("takes", {"seat": other, "n": loses})


def _list_producer_reasons(view: View, data: Data, seat: int, goods: str) -> Iterator[Reason]:
    """List reasons for a producer: its own goods, and dearer trade for the other seat."""
    other = 3 - seat
    if _has_producer(view, data, seat, goods):
        yield Reason("makes-more", {"resource": goods})
    else:
        yield Reason("makes", {"resource": goods, "n": view.seats[seat - 1].prices[goods]})
    if not _has_producer(view, data, other, goods) and view.seats[other - 1].prices[goods] >= data.table.trade_coins:
        yield Reason("dearer", {"seat": other, "resource": goods})


def _reasons_to_draft(view: View, data: Data, seat: int, slug: str) -> Iterator[Reason]:
    """List reasons for a wonder: its effects once it is built."""
    wonder = data.wonders[slug]
    for effect in sorted(wonder.effects, key=lambda each: not isinstance(each, data_schema.PlayAgain)):
        yield Reason("when-built", {"effect": msgspec.json.encode(effect).decode(), "n": data.table.fixed_price})
    if wonder.points:
        yield Reason("when-built-points", {"points": wonder.points})
    order, had = data.table.draft, sum(len(each.wonders) for each in view.seats)
    if (had + 1) % data.table.offered_wonders and order[had : had + 2] in ((1, 2), (2, 1)):
        yield Reason("denies-wonder", {"seat": 3 - seat})


def _token(view: View, data: Data, seat: int, slug: str) -> Iterator[Reason]:
    """List reasons for a progress token."""
    mine, token = view.derived.standing[seat - 1], data.tokens[slug]
    for effect in token.effects:
        match effect:
            case data_schema.Science(symbol=sign) if sign in mine.symbols and mine.symbols_left == 1:
                yield Reason("sixth", {"symbol": sign})
            case data_schema.Science(symbol=sign) if sign in mine.symbols:
                most = data.table.winning_symbols
                yield Reason("symbol", {"symbol": sign, "n": most - mine.symbols_left + 1, "most": most})
            case data_schema.PointsPerToken(amount=each):
                points = each * (len(view.seats[seat - 1].progress) + 1)
                yield Reason("each-token", {"points": points, "n": each})
            case data_schema.Discount(on="wonder", units=units):
                yield Reason("wonders-cheaper", {"n": units})
            case data_schema.Discount(on=hue, units=units):
                yield Reason("cheaper", {"colour": hue, "n": units})
            case data_schema.TradeIncome():
                yield Reason("income", {"seat": 3 - seat})
            case data_schema.MoreShields(amount=more):
                yield Reason("more-shields", {"n": more})
            case data_schema.WondersPlayAgain():
                yield Reason("wonders-again")
    if token.points:
        yield Reason("points", {"points": token.points})
    for effect in token.effects:
        match effect:
            case data_schema.Coins(amount=coins):
                yield Reason("coins", {"n": coins})
            case data_schema.ChainCoins(amount=coins):
                yield Reason("chain-coins", {"n": coins})


def _reasons_to_destroy(view: View, data: Data, seat: int, slug: str) -> Iterator[Reason]:
    other = 3 - seat
    for effect in data.cards[slug].effects:
        if isinstance(effect, Production):
            more = _has_producer(view, data, other, effect.resource, but=slug)
            yield Reason("unmakes-some" if more else "unmakes", {"seat": other, "resource": effect.resource})
            if view.seats[seat - 1].prices[effect.resource] > data.table.trade_coins:
                yield Reason("cheaper-trade", {"resource": effect.resource})


def _reasons_to_revive(view: View, data: Data, seat: int, slug: str) -> Iterator[Reason]:
    """List reasons to build a discarded card."""
    mine, printed = view.seats[seat - 1], data.cards[slug]
    shields = sum(effect.amount for effect in printed.effects if isinstance(effect, data_schema.Shields))
    tokens = [effect for token in mine.progress for effect in data.tokens[token].effects]
    more = sum(effect.amount for effect in tokens if isinstance(effect, data_schema.MoreShields)) if shields else 0
    sign = next((effect.symbol for effect in printed.effects if isinstance(effect, data_schema.Science)), "")
    pair = mine.science.get(sign) == 1
    coins = mine.coins + sum(effect.amount for effect in printed.effects if isinstance(effect, data_schema.Coins))
    if pair and view.tokens:
        yield Reason("pair", {"symbol": sign})
    free = (slug, False, 0, 0, (), False, False, True)
    option = BuildOption(*free, printed.points, shields + more, sign or None, pair, again=False, after=coins)
    yield from _list_gains(view, data, seat, option)


def _reasons_to_discard(view: View, seat: int, slug: str) -> Iterator[Reason]:
    yield from _threat(view, 3 - seat, slug)
    yield from _reasons_to_deny(view, 3 - seat, slug)
    slot = next((slot for slot, each in view.structure.items() if each.card == slug), "")
    if view.derived.frees.get(slot) == () and len(view.structure) > 1:
        yield Reason("uncovers-none", {"seat": 3 - seat})
    yield Reason("coins", {"n": view.derived.standing[seat - 1].discard})


def _threat(view: View, other: int, slug: str) -> Iterator[Reason]:
    """Report a card with which the other seat would win at once."""
    standing = view.derived.standing[other - 1]
    option = _find_option(standing, slug)
    if option is None or not option.can:
        return
    if option.shields >= standing.capital:
        yield Reason("denies-capital", {"seat": other})
    if option.symbol in standing.symbols and standing.symbols_left == 1:
        yield Reason("denies-sixth", {"seat": other, "symbol": str(option.symbol)})


def _reasons_to_deny(view: View, other: int, slug: str) -> Iterator[Reason]:
    """List what this card would have given the other seat."""
    option = _find_option(view.derived.standing[other - 1], slug)
    if option is None or not option.can:
        return
    if option.pair and option.symbol and view.tokens:
        yield Reason("denies-pair", {"seat": other, "symbol": option.symbol})
    if option.chain:
        yield Reason("denies-free", {"seat": other, "card": slug})


def _reason_to_push(view: View, data: Data, seat: int, shields: int) -> Reason:
    ahead = view.military.pawn if seat == 1 else -view.military.pawn
    after = ahead + shields
    if after <= 0:
        return Reason("pawn-back", {"n": shields})
    points = [zone.points for zone in data.military.zones if zone.start <= after]
    return Reason("pawn", {"n": after, "points": points[-1] if points else 0})


def _has_producer(view: View, data: Data, seat: int, slug: str, but: str = "") -> bool:
    """Check whether a card in the city makes a resource already."""
    stands = (effect for card in _city(view, seat) if card != but for effect in data.cards[card].effects)
    return any(isinstance(effect, Production) and effect.resource == slug for effect in stands)


def _city(view: View, seat: int) -> Iterable[str]:
    return view.seats[seat - 1].cards


def _find_option(standing: Standing, thing: str) -> BuildOption | None:
    return next((option for option in standing.build_options if option.thing == thing), None)


_effect: Final = msgspec.json.Decoder(data_schema.Effect)


def _effect_of(facts: dict[str, Fact]) -> data_schema.Effect:
    found: data_schema.Effect = _effect.decode(str(facts["effect"]))
    return found
