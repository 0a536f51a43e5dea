"""Actions of 7 Wonders in words: prompts, button labels and notes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from app.games.seven_wonders.effect_text import card_says, cost, leader_cost, leader_says, stage_says
from app.games.seven_wonders.printed_names import GAME, card, house_count, house_wonder, leader, name_of, resource
from app.text import correction_text
from app.text.amount_text import n_units
from app.text.printed_names import translated_names
from app.text.translation import Words
from app.text.words_protocols import ActionChoice, ActionChoices, seat_name
from engine.memoize import memoize
from engine.seven_wonders.data_schema import Data
from engine.seven_wonders.view_json import BuildOption, UnpaidThing, View


def action(w: Words, text: str, people: Sequence[str] = ()) -> str:
    """Return the label of an action's button, or of a line of chance; different actions have different labels."""
    if agreed := correction_text.action(w, text, people, house_count, house_wonder):
        return agreed
    match text.removeprefix("choose ").split():
        case ["keep", slug]:
            return w("Keep {leader}", leader=leader(w, slug))
        case ["recruit", slug]:
            return w("Recruit {leader}", leader=leader(w, slug))
        case ["build", slug, *paid]:
            return _append_payments(w, w("Build {card}", card=card(w, slug)), paid)
        case ["stage"] | ["stage", "left" | "right" | "bank", _, *_] as said:
            return _append_payments(w, w("Build a stage"), said[1:])
        case ["stage", slug, *paid]:
            return _append_payments(w, w("Build a stage with {card}", card=name_of(w, slug)), paid)
        case ["sell", slug]:
            return w("Sell {card}", card=name_of(w, slug))
        case ["sell"]:
            return w("Sell a card")
        case ["lose", value]:
            return w("Give up a victory token of {n}", n=value)
        case ["bury", slug]:
            return w("Bury {leader}", leader=leader(w, slug))
        case ["rebuild", slug]:
            return w("Build {card} from the discard pile", card=card(w, slug))
        case ["done"]:
            return w("No, thank you")
        case ["deal" | "draw", seat, *slugs]:
            name = people[int(seat) - 1] if people else seat_name(w, int(seat), None)
            return w("{name} is dealt: {cards}", name=name, cards=", ".join(name_of(w, slug) for slug in slugs))
    raise ValueError(f"not an action of 7 Wonders: {text!r}")


def finished_action(w: Words, text: str, name: str, people: Sequence[str] = (), came: str = "") -> str:
    """Describe what a person did, or chose in secret: `Ben built Quarry`."""
    match text.removeprefix("choose ").split():
        case ["build", slug, *_]:
            return w("{name} built {card}", name=name, card=name_of(w, slug))
        case ["recruit", slug, *_]:
            return w("{name} recruited {card}", name=name, card=name_of(w, slug))
        case ["stage", *_]:
            return w("{name} built a stage", name=name)
        case ["sell", *_]:
            return w("{name} sold a card", name=name)
    return w("{name}, {action}", name=name, action=action(w, text, people))


def _append_payments(w: Words, label: str, paid: Sequence[str]) -> str:
    """Append payments to a label."""
    coins = dict(zip(paid[::2], paid[1::2], strict=True))
    told = [_name_payee(w, whom, int(coins[whom])) for whom in ("left", "right", "bank") if whom in coins]
    return f"{label} ({', '.join(told)})" if told else label


def _name_payee(w: Words, whom: str, n: int) -> str:
    match whom:
        case "left":
            return w("{n} to the left", n=n)
        case "right":
            return w("{n} to the right", n=n)
    return w("{n} to the bank", n=n)


def prompt(w: Words, legal: Sequence[str], people: Sequence[str] = ()) -> str:
    """Return a short prompt for these legal actions."""
    secret, (verb, *thing) = legal[0].startswith("choose"), legal[0].removeprefix("choose ").split()
    match verb:
        case "keep":
            return w("Keep a leader")
        case "recruit" if secret:
            return w("Choose a leader")
        case "recruit":
            return w("Recruit one more leader?")
        case "lose":
            return w("Give up a victory token")
        case "bury":
            return w("Bury a leader")
        case "rebuild":
            return w("Build a discarded card")
    if secret:
        return (
            w("Choose a leader") if thing and thing[0] in translated_names(w, GAME, "leaders") else w("Choose a card")
        )
    return w("Play your last card")


def choices(
    w: Words, view: View, legal: Sequence[str], people: Sequence[str], seat: int, data: Data
) -> Iterator[ActionChoices]:
    """Group the uses of each card or leader under its name; other actions follow in the given order."""
    at = _SeatChoices(w, view, people, seat, data)
    uses: dict[str, list[ActionChoice]] = {}
    least: dict[str, int] = {}  # coins for having it
    rest: list[ActionChoice] = []
    for text in legal:
        match text.removeprefix("choose ").split():
            case ["build" | "recruit" | "stage" | "sell" as verb, slug, *paid] if slug not in PAYEES:
                uses.setdefault(slug, []).append(at.use(text, verb, slug, paid))
                if verb in ("build", "recruit"):
                    coins = sum(map(int, paid[1::2]))
                    least[slug] = min(coins, least.get(slug, coins))
            case ["stage", *paid]:
                rest.append(ActionChoice(text, w("Build a stage"), at.stage_note(paid)))
            case ["sell"]:
                rest.append(ActionChoice(text, w("Sell a card"), at.sale()))
            case ["keep" | "bury" as verb, slug]:
                rest.append(ActionChoice(text, action(w, text, people), at.about_leader(slug, buried=verb == "bury")))
            case ["rebuild", slug]:
                rest.append(ActionChoice(text, action(w, text, people), card_says(w, slug, data)))
            case _:
                rest.append(ActionChoice(text, action(w, text, people)))
    for slug, made in uses.items():
        yield ActionChoices(
            tuple(made),
            name_of(w, slug),
            describe_card_heading(w, at.options.get(slug), slug, least.get(slug, 0), data),
        )
    if rest:
        yield ActionChoices(tuple(rest))


PAYEES: Final = ("left", "right", "bank")


class _SeatChoices:
    """A formatter of choices for the seat to act."""

    def __init__(self, w: Words, view: View, people: Sequence[str], seat: int, data: Data) -> None:
        self._w, self._people, self._facts = w, people, data
        self._chair = view.seats[seat - 1]
        self.options = {option.thing: option for option in view.derived.build_options}

    def use(self, text: str, verb: str, slug: str, paid: Sequence[str]) -> ActionChoice:
        """Return one use of a card or leader as a choice."""
        w, name = self._w, name_of(self._w, slug)
        match verb:
            case "build":
                return ActionChoice(
                    text, w("Build {card}", card=name), self._list_payments(self.options.get(slug), paid)
                )
            case "recruit":
                return ActionChoice(
                    text, w("Recruit {leader}", leader=name), self._list_payments(self.options.get(slug), paid)
                )
            case "stage":
                stage = self._chair.stages + 1
                return ActionChoice(text, w("Stage {n} with {card}", n=stage, card=name), self.stage_note(paid))
        return ActionChoice(text, w("Sell {card}", card=name), self.sale())

    def stage_note(self, paid: Sequence[str]) -> str:
        """Describe the effects and cost of the next stage."""
        board = self._facts.boards[f"{self._chair.wonder}-{self._chair.side}"]
        brings = stage_says(self._w, board.stages[self._chair.stages])
        return f"{self._list_payments(self.options.get('stage'), paid)} · {brings}"

    def sale(self) -> str:
        n = self._facts.table.sale
        return self._w.ngettext("brings {n} coin", "brings {n} coins", n)

    def about_leader(self, slug: str, *, buried: bool) -> str:
        price = self._w("printed cost: {cost}", cost=leader_cost(self._w, self._facts.leaders[slug]))
        says = leader_says(self._w, slug, self._facts)
        return f"{price} · {says}" if buried else f"{says} · {price}"

    def _list_payments(self, option: BuildOption | None, paid: Sequence[str]) -> str:
        """List who receives how many coins."""
        if option and option.why == "chain":
            return self._w("free by its chain")
        coins = dict(zip(paid[::2], map(int, paid[1::2]), strict=True))
        left, right, bank = (coins.get(payee, 0) for payee in PAYEES)
        bank += option.coins if option else 0
        told = list_payments(self._w, self._people, self._chair.seat, left, right, bank)
        return ", ".join(told) or self._w("costs no coins")


def describe_card_heading(w: Words, option: BuildOption | None, slug: str, paid: int, data: Data) -> str:
    """Return the cost and the effects of a card or leader. `paid`: coins for resources, the cheapest way."""
    said = (leader_says if slug in data.leaders else card_says)(w, slug, data)
    return f"{_price(w, option, slug, paid, data)} · {said}" if option else said


def _price(w: Words, option: BuildOption, slug: str, paid: int, data: Data) -> str:
    coins = option.coins + paid
    match option.why:
        case "chain":
            return w("free by its chain")
        case "free":
            return w("costs nothing this time")
        case "twice":
            return w("stands in your city already")
        case "unpaid" if slug in data.leaders:
            return w.ngettext("costs {n} coin: too much", "costs {n} coins: too much", coins)
        case "unpaid":
            return w("cannot be paid ({cost})", cost=cost(w, data.cards[slug].cost))
        case "price" if slug in data.leaders or not any(data.cards[slug].cost.units()):
            return w.ngettext("costs {n} coin", "costs {n} coins", coins) if coins else w("costs nothing")
        case "price":
            needs = cost(w, data.cards[slug].cost)
            if coins:
                return w.ngettext("costs {n} coin ({cost})", "costs {n} coins ({cost})", coins, cost=needs)
            return w("costs no coins ({cost})", cost=needs)
        case _:
            assert_never(option.why)


def coins_to(w: Words, n: int, name: str, side: str) -> str:
    """Format a payment to a neighbour: `2 coins to Ben (left)`."""
    if side == "left":
        return w.ngettext("{n} coin to {name} (left)", "{n} coins to {name} (left)", n, name=name)
    return w.ngettext("{n} coin to {name} (right)", "{n} coins to {name} (right)", n, name=name)


def to_bank(w: Words, n: int) -> str:
    """Format a payment to the bank: `1 coin to the bank`."""
    return w.ngettext("{n} coin to the bank", "{n} coins to the bank", n)


def list_payments(w: Words, people: Sequence[str], seat: int, left: int, right: int, bank: int) -> list[str]:
    told = [coins_to(w, left, people[seat % len(people)], "left")] if left else []
    told += [coins_to(w, right, people[seat - 2], "right")] if right else []
    return [*told, to_bank(w, bank)] if bank else told


def explain_unavailable(w: Words, option: BuildOption | UnpaidThing) -> str:
    """Explain why something is not available now; empty if it is."""
    if isinstance(option, BuildOption) and option.why == "twice":
        return w("stands in your city already")
    return _describe_shortage(w, option.lacks, option.short)


@memoize(256)
def _describe_shortage(w: Words, lacks: tuple[str, ...], coins: int) -> str:
    if lacks:
        units = Counter(lacks).items()
        return w("missing: {goods}", goods=", ".join(n_units(amount, resource(w, slug)) for slug, amount in units))
    return w.ngettext("{n} coin missing", "{n} coins missing", coins) if coins else ""
