"""What speaks for an action in Architects: read off a view, so that it is true of what its reader knows; and its words.

The sentences say neither *you* nor who acts: they are the same in a hint, and about what a bot did.
"""

from collections.abc import Iterator, Sequence

from app.games.architects.called import card, token
from app.protocol.messages import Reason
from app.text.amounts import n_points
from app.text.languages import Words, capital
from engine.architects import actions
from engine.architects.actions import SIDES, stack_of
from engine.architects.cards import COIN, FACES, Data, DoubleCoin, PickFromSide
from engine.architects.view import Does, Need, Reach, SeatView, View
from engine.game import Event


def of_action(view: View, box: Data, seat: int, text: str) -> tuple[Reason, ...]:
    """What speaks for it, the weightiest first. `view`: what the seat knows that would do it."""
    match actions.parse(text):
        case actions.Peek():
            return (Reason("peek"),)
        case actions.Take(side=side) | actions.Extra(side=side):
            reach = next((it for it in view.hints.reach[seat - 1] if it.side == SIDES[side]), None)
            return _of_reach(view, box, seat, reach)
        case actions.Draw(where=where) if not _looks_through(box, _mine(view, seat)):
            stack = stack_of(where, seat, len(view.seats))
            known = next((it for it in view.hints.reach[seat - 1] if it.stack == stack and it.card), None)
            top = view.stacks[stack].top if stack in view.stacks else None
            return _of_reach(view, box, seat, known) or (_of_card(view, box, seat, top, "", ()) if top else ())
        case actions.Keep(kind=kind) | actions.Steal(kind=kind):
            return _of_card(view, box, seat, FACES[kind], "", ())
        case actions.Build(stage=stage):
            return _of_stage(box, _mine(view, seat), stage)
    return ()


def card_of(view: View, seat: int, text: str) -> str:
    """Which card an action takes; empty where it takes none, or an unknown one."""
    match actions.parse(text):
        case actions.Take(side=side) | actions.Extra(side=side):
            reach = next((it for it in view.hints.reach[seat - 1] if it.side == SIDES[side]), None)
            return (reach.card if reach else None) or ""
    return ""


def of_event(view: View, box: Data, event: Event) -> tuple[Reason, ...]:
    """The same of what was done, by what everybody saw before."""
    match event:
        case actions.CardTaken(seat=seat, stack=stack, card=slug):
            reach = next((it for it in view.hints.reach[seat - 1] if (it.stack, it.card) == (stack, slug)), None)
            return _of_reach(view, box, seat, reach) or _of_card(view, box, seat, slug, "", ())
        case actions.StageBuilt(seat=seat, stage=stage):
            return _of_stage(box, _mine(view, seat), stage)
    return ()


def says(w: Words, it: Reason, people: Sequence[str]) -> str:
    """A sentence."""
    facts = it.facts
    slug, name = facts.get("card"), people[_n(facts.get("seat", 1)) - 1]
    what = card(w, str(slug)) if slug else ""
    points = n_points(w, _n(facts.get("points", 0)))
    match it.id:
        case "completes":
            said = w(
                "{card} is all that stage {stage} lacks: {points}.", card=what, stage=facts["stage"], points=points
            )
        case "nearer":
            said = w.ngettext(
                "With {card}, stage {stage} lacks only {n} more card.",
                "With {card}, stage {stage} lacks only {n} more cards.",
                _n(facts["left"]),
                card=what,
                stage=facts["stage"],
            )
        case "set":
            said = w("{card} makes a set: it brings a progress token.", card=what)
        case "medal":
            said = w("It brings a medal: {points}.", points=points)
        case "denies":
            said = w(
                "It is all that stage {stage} of {name} lacks: {points}.",
                name=name, stage=facts["stage"], points=points,
            )  # fmt: skip
        case "fights":
            said = w("The conflict comes now, and shields are {mine} to {theirs} against {name}.", name=name,
                     mine=facts["mine"], theirs=facts["theirs"])  # fmt: skip
        case "ahead":
            said = w("More shields than {name}, as it stands: {mine} to {theirs}.", name=name,
                     mine=facts["mine"], theirs=facts["theirs"])  # fmt: skip
        case "points":
            said = w("{card}: {points}, certain.", card=what, points=points)
        case "cat":
            said = w("The cat comes with it; whoever has it at the end gets {points}.", points=points)
        case "extra":
            said = w("{token} brings an extra card for it.", token=token(w, str(facts["token"])))
        case "coin":
            said = w("A coin stands for any resource.")
        case "stage":
            said = w("Stage {stage}: {points}.", stage=facts["stage"], points=points)
        case "effect":
            said = w("The stage does something as well.")
        case "whole":
            said = w("That completes the wonder, and ends the game.")
        case "peek":
            said = w("Looking costs nothing.")
        case _:
            return ""
    return capital(said)


def _of_stage(box: Data, mine: SeatView, stage: int) -> tuple[Reason, ...]:
    stages = box.wonders[mine.wonder].stages
    found = stages[stage - 1]
    whole = len(mine.stages) + 1 == len(stages)
    return (
        Reason("stage", {"stage": stage, "points": found.points}),
        *([Reason("whole")] if whole else []),
        *([Reason("effect")] if found.effect else []),
    )


def _of_reach(view: View, box: Data, seat: int, reach: Reach | None) -> tuple[Reason, ...]:
    if reach is None or reach.card is None:
        return ()
    return _of_card(view, box, seat, reach.card, reach.stack, reach.does)


def _of_card(view: View, box: Data, seat: int, slug: str, stack: str, does: Sequence[Does]) -> tuple[Reason, ...]:
    return tuple(_card(view, box, seat, slug, stack, does))


def _card(view: View, box: Data, seat: int, slug: str, stack: str, does: Sequence[Does]) -> Iterator[Reason]:
    """`stack`: where it lay open; "": nobody else could have had it. `does`: what a seat is told that it would do."""
    needs = [need for need in view.hints.needs[seat - 1] if slug in need.helps and need.missing]
    whole = next((need for need in needs if need.missing == 1), None)
    words = {it.what: it for it in does}
    if whole:
        yield Reason("completes", {"card": slug, "stage": whole.stage, "points": whole.points})
    if "set" in words:
        yield Reason("set", {"card": slug})
    if "medal" in words:
        yield Reason("medal", {"points": box.table.medal_points})
    face, tokens = box.cards[slug], view.conflict
    fights = bool(face.horns) and tokens.flipped + face.horns >= tokens.tokens
    if fights:
        yield from _against(view, box, seat, slug, "fights")
    for other, need in _others(view, seat, slug, stack):
        yield Reason("denies", {"seat": other, "card": slug, "stage": need.stage, "points": need.points})
    if needs and not whole and not (slug == FACES[COIN] and _counts_twice(box, _mine(view, seat))):
        near = min(needs, key=lambda need: need.missing)
        yield Reason("nearer", {"card": slug, "stage": near.stage, "left": near.missing - 1})
    if not fights:
        yield from _against(view, box, seat, slug, "ahead")
    if face.points:
        yield Reason("points", {"card": slug, "points": face.points})
    if face.cat and not _mine(view, seat).cat:
        yield Reason("cat", {"points": box.table.cat_points})
    if "extra" in words:
        yield Reason("extra", {"token": words["extra"].word})
    if slug == FACES[COIN] and not needs:
        yield Reason("coin")


def _against(view: View, box: Data, seat: int, slug: str, what: str) -> Iterator[Reason]:
    """A neighbour whom this card puts behind; before a conflict, whom the seat is ahead of then."""
    before = _mine(view, seat).shields
    after, n = before + box.cards[slug].shields, len(view.seats)
    for other in dict.fromkeys((seat % n + 1, (seat - 2) % n + 1)):
        theirs = _mine(view, other).shields
        if after > theirs and (what == "fights" or theirs >= before):
            yield Reason(what, {"seat": other, "mine": after, "theirs": theirs})
            return


def _others(view: View, seat: int, slug: str, stack: str) -> Iterator[tuple[int, Need]]:
    """Who else could take it there, and lacks just that for a stage."""
    for other, reaches in enumerate(view.hints.reach, start=1):
        if other == seat or not any(it.stack == stack and it.side != "center" for it in reaches):
            continue
        for need in view.hints.needs[other - 1]:
            if need.missing == 1 and slug in need.helps:
                yield other, need
                break


def _counts_twice(box: Data, mine: SeatView) -> bool:
    """Whether a coin of its may pay for two, so that it may bring a stage nearer by more than one card."""
    return any(isinstance(effect, DoubleCoin) for token in mine.progress for effect in box.tokens[token].effects)


def _looks_through(box: Data, mine: SeatView) -> bool:
    """Whether its wonder lets it look through a stack, instead of taking what lies on top."""
    return any(isinstance(effect, PickFromSide) for effect in box.wonders[mine.wonder].effects)


def _mine(view: View, seat: int) -> SeatView:
    return view.seats[seat - 1]


def _n(fact: object) -> int:
    assert isinstance(fact, int)
    return fact
