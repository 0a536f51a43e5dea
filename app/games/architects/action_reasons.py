"""Reasons for an action in Architects, derived from a view, so that they use only what its reader knows; and their
words.

Sentences name neither *you* nor the seat that acts: hints and comments about bots share them.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from app.games.architects.printed_names import card, token
from app.protocol.teaching_messages import Fact, Reason
from app.text.action_reasons import amount, shared_reason_text
from app.text.amount_text import n_points
from app.text.translation import Words, capital, either
from engine.architects import actions, data_schema
from engine.architects.actions import HIDDEN, SIDES, stack_of
from engine.architects.data_schema import COIN, FACES, GREEN, Data, DoubleCoin, PickFromSide
from engine.architects.view_json import CardEffect, Need, Reach, SeatView, View
from engine.game import Event


def of_action(view: View, data: Data, seat: int, text: str) -> tuple[Reason, ...]:
    """List the reasons for an action, strongest first. `view`: the view of the seat that would act."""
    match actions.parse(text):
        case actions.Peek():
            return (Reason("peek"),)
        case actions.Take(side=side) | actions.Extra(side=side):
            reach = next((each for each in view.derived.reach[seat - 1] if each.side == SIDES[side]), None)
            return _draw_reasons(view, data, seat, reach) or tuple(_unseen(view, data, seat))
        case actions.Draw() if look := _searchable_cards(data, _seat_view(view, seat)):
            return (Reason("picks", {"n": look}),)
        case actions.Draw(where=where):
            stack = stack_of(where, seat, len(view.seats))
            known = next((each for each in view.derived.reach[seat - 1] if each.stack == stack and each.card), None)
            top = view.stacks[stack].top if stack in view.stacks else None
            if known is None and top is None:
                return tuple(_unseen(view, data, seat))
            return _draw_reasons(view, data, seat, known) or (
                _card_reasons(view, data, seat, top, "", ()) if top else ()
            )
        case actions.Keep(kind=kind) | actions.Steal(kind=kind):
            return _card_reasons(view, data, seat, FACES[kind], "", ())
        case actions.Build(stage=stage):
            return _stage_reasons(data, _seat_view(view, seat), stage)
        case actions.Progress(token=slug) if slug != HIDDEN:
            return tuple(_token(view, data, seat, slug))
        case actions.Progress():
            return (Reason("hidden"),)
    return ()


def card_of(view: View, seat: int, text: str) -> str:
    """Return the card that an action takes; empty if none, or an unknown one."""
    match actions.parse(text):
        case actions.Take(side=side) | actions.Extra(side=side):
            reach = next((each for each in view.derived.reach[seat - 1] if each.side == SIDES[side]), None)
            return (reach.card if reach else None) or ""
    return ""


ACTS: Final = (actions.CardTaken, actions.StageBuilt, actions.TokenTaken, actions.CardStolen, actions.StackSearched)


def of_event(view: View, data: Data, event: Event) -> tuple[Reason, ...]:
    """List the reasons for an action that was done, from the public view before it."""
    match event:
        case actions.CardTaken(seat=seat, stack=stack, card=slug):
            reach = next(
                (each for each in view.derived.reach[seat - 1] if (each.stack, each.card) == (stack, slug)), None
            )
            return _draw_reasons(view, data, seat, reach) or _card_reasons(view, data, seat, slug, "", ())
        case actions.StageBuilt(seat=seat, stage=stage):
            return _stage_reasons(data, _seat_view(view, seat), stage)
        case actions.TokenTaken(seat=seat, token=slug, hidden=False):
            return tuple(_token(view, data, seat, slug))
        case actions.CardStolen(seat=seat, card=slug):
            return _card_reasons(view, data, seat, slug, "", ())
    return ()


def intentions(view: View, seat: int) -> tuple[Reason, ...]:
    """List the stage that one more card completes; none where there is a choice of stages."""
    needs = view.derived.needs[seat - 1]
    return tuple(Reason("to-stage", {"stage": need.stage}) for need in needs if len(needs) == 1 and need.missing == 1)


def supported_intentions(data: Data, event: Event) -> tuple[str, ...]:
    taken = isinstance(event, actions.CardTaken) and data.cards[event.card].colour in ("grey", "yellow")
    return ("to-stage",) if taken else ()


def describe_reason(w: Words, reason: Reason, people: Sequence[str]) -> str:
    """Put a reason into a sentence."""
    facts = reason.facts
    slug, name = facts.get("card"), people[amount(facts.get("seat", 1)) - 1]
    what = card(w, str(slug)) if slug else ""
    points, n = n_points(w, amount(facts.get("points", 0))), amount(facts.get("n", 0))
    match reason.id:
        case "to-stage":
            text = w("I want stage {stage}: one more card for it, and I build it.", stage=facts["stage"])
        case "completes":
            text = w(
                "{card} is all that stage {stage} lacks: {points}.", card=what, stage=facts["stage"], points=points
            )
        case "nearer":
            text = w.ngettext(
                "With {card}, stage {stage} lacks only {n} more card.",
                "With {card}, stage {stage} lacks only {n} more cards.",
                amount(facts["left"]),
                card=what,
                stage=facts["stage"],
            )
        case "set":
            text = w("{card} makes a set: it brings a progress token.", card=what)
        case "first-green":
            text = w("One alike, or two other green cards, would make a set.")
        case "second-green":
            text = w("One alike, or a third different green card, would make a set.")
        case "medal":
            text = w("It brings a medal: {points}.", points=points)
        case "medal-nearer":
            text = w.ngettext("Then a medal needs {n} more thing.", "Then a medal needs {n} more things.", n)
        case "denies":
            text = w(
                "It is all that stage {stage} of {name} lacks: {points}.",
                name=name, stage=facts["stage"], points=points,
            )  # fmt: skip
        case "fights":
            text = w("The conflict comes now, and shields are {mine} to {theirs} against {name}.", name=name,
                     mine=facts["mine"], theirs=facts["theirs"])  # fmt: skip
        case "closer":
            text = w("The conflict comes nearer, with shields {mine} to {theirs} against {name}.", name=name,
                     mine=facts["mine"], theirs=facts["theirs"])  # fmt: skip
        case "leaves-horn":
            text = w("A horn now would start a conflict, and {name} has more shields.", name=name)
        case "none-helps":
            text = w("Neither face-up card brings you closer to a stage.")
        case "most-help":
            text = w("Most cards in the middle bring points or help you build.")
        case "points":
            text = w("{card}: {points}, certain.", card=what, points=points)
        case "cat":
            text = w("The cat comes: {points}, if it stays to the end.", points=points)
        case "extra":
            text = w("{token} brings an extra card for it.", token=token(w, str(facts["token"])))
        case "coin":
            text = w("A coin stands for any resource.")
        case "later":
            text = w("{card} may pay for a later stage.", card=what)
        case "whole":
            text = w("That completes the wonder, and ends the game.")
        case "peek":
            text = w("Looking costs nothing.")
        case _:
            text = _effect_says(w, reason) or _token_says(w, reason) or shared_reason_text(w, reason, name, what)
    return capital(text)


def _effect_says(w: Words, reason: Reason) -> str:
    n = amount(reason.facts.get("n", 0))
    match reason.id:
        case "draws":
            return w.ngettext("{n} extra card comes with it.", "{n} extra cards come with it.", n)
        case "picks":
            return w.ngettext("An extra card comes with it.", "An extra card comes with it, one of {n}.", n)
        case "brings-token":
            return w("A progress token comes with it.")
        case "brings-shields":
            return w.ngettext("{n} shield, for good.", "{n} shields, for good.", n)
        case "steals":
            return w("You also take a card from somebody else.")
    return ""


def _token_says(w: Words, reason: Reason) -> str:
    facts = reason.facts
    points, n = n_points(w, amount(facts.get("points", 0))), amount(facts.get("n", 0))
    match reason.id:
        case "extra-with":
            takes = either(w, [card(w, slug) for slug in str(facts["cards"]).split()])
            return w("Once a turn {cards} brings an extra card.", cards=takes)
        case "extra-green":
            return w("Once a turn a green card brings an extra card.")
        case "extra-horns":
            return w("Once a turn a card with horns brings an extra card.")
        case "extra-stage":
            return w("Once a turn a stage brings an extra card.")
        case "double-coin":
            return w("Once a turn a coin counts as two.")
        case "any-cards":
            return w("Any resources pay for stages, same or different.")
        case "looks":
            return w("Before each turn you may look at the middle’s top card.")
        case "keeps-horns":
            return w("Red cards with horns stay after a conflict.")
        case "or-whole":
            return w("{points} at the end, {most} if the wonder is whole.", points=points, most=facts["most"])
        case "more":
            return w("{points} more at the end.", points=points)
        case "each-cat-card":
            return w("{points} now for cats on blue cards, {n} for each more.", points=points, n=n)
        case "each-grey-card":
            return w("{points} now for grey cards, {n} for each more.", points=points, n=n)
        case "each-military-token":
            return w("{points} now for military tokens, {n} for each more.", points=points, n=n)
        case "each-progress-token":
            return w("{points} now for progress tokens, {n} for each more.", points=points, n=n)
        case "hidden":
            return w("It may be any token that does not lie open.")
    return ""


def _stage_reasons(data: Data, mine: SeatView, stage: int) -> tuple[Reason, ...]:
    stages = data.wonders[mine.wonder].stages
    found = stages[stage - 1]
    whole = len(mine.stages) + 1 == len(stages)
    return (
        Reason("stage", {"stage": stage, "points": found.points}),
        *([Reason("whole")] if whole else []),
        *(_effects(data, mine) if found.effect else []),
    )


def _effects(data: Data, mine: SeatView) -> Iterator[Reason]:
    """List the effects of a wonder's stages."""
    sides = sum(isinstance(effect, data_schema.DrawSides) for effect in data.wonders[mine.wonder].effects)
    for effect in data.wonders[mine.wonder].effects:
        match effect:
            case data_schema.DrawAny() | data_schema.DrawCenter() | data_schema.DrawSides() | data_schema.DrawNear():
                yield Reason("draws", {"n": 1 + sides})
            case PickFromSide(look=look):
                yield Reason("picks", {"n": look})
            case data_schema.TakeToken():
                yield Reason("brings-token")
            case data_schema.Shields(amount=shields):
                yield Reason("brings-shields", {"n": shields})
            case data_schema.StealCard():
                yield Reason("steals")
            case data_schema.TakeCat() if not mine.cat:
                yield Reason("cat", {"points": data.table.cat_points})


def _draw_reasons(view: View, data: Data, seat: int, reach: Reach | None) -> tuple[Reason, ...]:
    if reach is None or reach.card is None:
        return ()
    return _card_reasons(view, data, seat, reach.card, reach.stack, reach.does)


def _card_reasons(
    view: View, data: Data, seat: int, slug: str, stack: str, does: Sequence[CardEffect]
) -> tuple[Reason, ...]:
    return tuple(_card(view, data, seat, slug, stack, does))


def _card(view: View, data: Data, seat: int, slug: str, stack: str, does: Sequence[CardEffect]) -> Iterator[Reason]:
    """List reasons for a card. `stack`: where it was open to others, or "". `does`: as in `Reach`."""
    needs = [need for need in view.derived.needs[seat - 1] if slug in need.helps and need.missing]
    whole = next((need for need in needs if need.missing == 1), None)
    words = {each.what: each for each in does}
    if whole:
        yield Reason("completes", {"card": slug, "stage": whole.stage, "points": whole.points})
    if "set" in words:
        yield Reason("set", {"card": slug})
    if "medal" in words:
        yield Reason("medal", {"points": data.table.medal_points})
    face, tokens = data.cards[slug], view.conflict
    fights = bool(face.horns) and tokens.flipped + face.horns >= tokens.tokens
    if fights:
        yield from _against(view, data, seat, slug, "fights")
    for other, need in _rival_seats(view, seat, slug, stack):
        yield Reason("denies", {"seat": other, "card": slug, "stage": need.stage, "points": need.points})
    if needs and not whole and not (slug == FACES[COIN] and _has_double_coin(data, _seat_view(view, seat))):
        near = min(needs, key=lambda need: need.missing)
        yield Reason("nearer", {"card": slug, "stage": near.stage, "left": near.missing - 1})
    if not fights:
        yield from _against(view, data, seat, slug, "ahead")
    if face.points:
        yield Reason("points", {"card": slug, "points": face.points})
    if face.cat and not _seat_view(view, seat).cat:
        yield Reason("cat", {"points": data.table.cat_points})
    if "extra" in words:
        yield Reason("extra", {"token": words["extra"].word})
    if "medal" not in words:
        yield from _medal(view, data, seat, slug)
    if face.horns and not fights:
        yield from _against(view, data, seat, slug, "closer")
    if "set" not in words:
        yield from _green(view, seat, slug, sets=not stack)
    if face.shields:
        yield _shields(view, data, seat, slug)
    if slug == FACES[COIN]:
        yield Reason("coin")
    elif face.colour == "grey" and not needs:
        yield Reason("later", {"card": slug})


def _green(view: View, seat: int, slug: str, *, sets: bool) -> Iterator[Reason]:
    """Report progress on a science set. `sets`: report a completed set, too, where no hint does."""
    have = _seat_view(view, seat).cards
    if slug not in {FACES[kind] for kind in GREEN} or not (view.tokens or view.tokens_left):
        return
    different = sum(bool(have.get(FACES[kind])) for kind in GREEN)
    whole = bool(have.get(slug)) or different == len(GREEN) - 1
    if whole and sets:
        yield Reason("set", {"card": slug})
    elif not whole:
        yield Reason("second-green" if different else "first-green")


def _medal(view: View, data: Data, seat: int, slug: str) -> Iterator[Reason]:
    """Report the medal that a card brings nearer: the one that lacks least afterwards."""
    face = data.cards[slug]
    brings = {"cards", face.colour}
    brings |= {"blue-with-cat", "cat"} if face.cat else set()
    brings |= {"red-with-horn"} if face.horns else set()
    left: list[int] = []
    for goal in view.derived.goals[seat - 1] if view.derived.goals else ():
        lacks = {part.what: max(0, part.need - part.have) for part in goal.parts}
        if any(lacks.get(what) for what in brings):
            left.append(sum(n - (what in brings and n > 0) for what, n in lacks.items()))
    least = min(left, default=0)
    if least:
        yield Reason("medal-nearer", {"n": least})


def _unseen(view: View, data: Data, seat: int) -> Iterator[Reason]:
    """List reasons for an unknown card: what the open ones lack, or would trigger."""
    open_ = [each for each in view.derived.reach[seat - 1] if each.card and each.side != "center"]
    for each in open_:
        after = _seat_view(view, seat).shields + data.cards[str(each.card)].shields
        more = (other for other in _neighbours(view, seat) if _seat_view(view, other).shields > after)
        if any(does.what == "conflict" for does in each.does) and (other := next(more, None)):
            yield Reason("leaves-horn", {"seat": other})
            break
    needs = view.derived.needs[seat - 1]
    if open_ and not any(each.card in need.helps for each in open_ for need in needs):
        yield Reason("none-helps")
    lie = data.center.cards
    good = [n for slug, n in lie.items() if data.cards[slug].points or any(slug in need.helps for need in needs)]
    if 2 * sum(good) > sum(lie.values()):
        yield Reason("most-help")


def _token(view: View, data: Data, seat: int, slug: str) -> Iterator[Reason]:
    """List reasons for a progress token that is face up."""
    mine = _seat_view(view, seat)
    for effect in data.tokens[slug].effects:
        match effect:
            case data_schema.ExtraCard(takes=takes, builds=builds):
                if takes and all(data.cards[each].colour == "green" for each in takes):
                    yield Reason("extra-green")
                elif takes and all(data.cards[each].horns for each in takes):
                    yield Reason("extra-horns")
                elif takes:
                    yield Reason("extra-with", {"cards": " ".join(takes)})
                if builds:
                    yield Reason("extra-stage")
            case DoubleCoin():
                yield Reason("double-coin")
            case data_schema.AnyCards():
                yield Reason("any-cards")
            case data_schema.Look():
                yield Reason("looks")
            case data_schema.KeepHorns():
                yield Reason("keeps-horns")
            case data_schema.Shields(amount=shields):
                yield from _overtaken(view, seat, mine.shields, mine.shields + shields, "ahead")
                yield Reason("brings-shields", {"n": shields})
            case data_schema.PointsForWonder(unfinished=points, finished=most):
                yield Reason("or-whole", {"points": points, "most": most})
            case data_schema.PointsEach(of=of, amount=each):
                yield Reason(f"each-{of}", {"points": each * _count_scored(data, mine, of), "n": each})
            case data_schema.PointsByCopies(points=worth):
                have = min(sum(each == slug for each in mine.progress), len(worth) - 1)
                yield Reason("more", {"points": worth[have] - (worth[have - 1] if have else 0)})


def _count_scored(data: Data, mine: SeatView, of: str) -> int:
    """Count the things that a token scores, including this token."""
    match of:
        case "cat-card":
            return sum(n for slug, n in mine.cards.items() if data.cards[slug].cat)
        case "grey-card":
            return sum(n for slug, n in mine.cards.items() if data.cards[slug].colour == "grey")
        case "military-token":
            return mine.military
    return len(mine.progress) + 1


def _against(view: View, data: Data, seat: int, slug: str, what: str) -> Iterator[Reason]:
    """Report a neighbour whom this card overtakes; in a conflict, one whom the seat would then beat."""
    before = _seat_view(view, seat).shields
    yield from _overtaken(view, seat, before, before + data.cards[slug].shields, what)


def _overtaken(view: View, seat: int, before: int, after: int, what: str) -> Iterator[Reason]:
    for other in _neighbours(view, seat):
        theirs = _seat_view(view, other).shields
        if after > theirs and (what != "ahead" or theirs >= before):
            yield Reason(what, {"seat": other, "mine": after, "theirs": theirs})
            return


def _shields(view: View, data: Data, seat: int, slug: str) -> Reason:
    """Compare shields with the closest neighbour."""
    after = _seat_view(view, seat).shields + data.cards[slug].shields
    other = min(_neighbours(view, seat), key=lambda each: abs(_seat_view(view, each).shields - after))
    facts: dict[str, Fact] = {"seat": other, "mine": after, "theirs": _seat_view(view, other).shields}
    return Reason("shields", facts)


def _neighbours(view: View, seat: int) -> tuple[int, ...]:
    n = len(view.seats)
    return tuple(dict.fromkeys((seat % n + 1, (seat - 2) % n + 1)))


def _rival_seats(view: View, seat: int, slug: str, stack: str) -> Iterator[tuple[int, Need]]:
    """Yield the other seats that could take the card there and lack only it for a stage."""
    for other, reaches in enumerate(view.derived.reach, start=1):
        if other == seat or not any(reach.stack == stack and reach.side != "center" for reach in reaches):
            continue
        for need in view.derived.needs[other - 1]:
            if need.missing == 1 and slug in need.helps:
                yield other, need
                break


def _has_double_coin(data: Data, mine: SeatView) -> bool:
    """Check whether a coin of the seat may pay for two, and so replace more than one card."""
    return any(isinstance(effect, DoubleCoin) for token in mine.progress for effect in data.tokens[token].effects)


def _searchable_cards(data: Data, mine: SeatView) -> int:
    """Return how many cards the seat's wonder may search in a stack; 0: none."""
    return sum(effect.look for effect in data.wonders[mine.wonder].effects if isinstance(effect, PickFromSide))


def _seat_view(view: View, seat: int) -> SeatView:
    return view.seats[seat - 1]
