"""Goals a player may mark in Architects: a stage, a progress token, a medal."""

from operator import itemgetter

from app.games.architects import printed_names
from app.games.architects.effect_text import medal
from app.text.translation import Words
from engine.architects.data_schema import Data
from engine.architects.view_json import View


def things(w: Words, view: View, seat: int, data: Data) -> tuple[tuple[str, str], ...]:
    """List the goals: own unbuilt stages, tokens the seat lacks, medals not yet won."""
    chair = view.seats[seat - 1]
    stages = [
        (f"stage {number}", w("Stage {n}", n=number))
        for number in range(1, len(data.wonders[chair.wonder].stages) + 1)
        if number not in chair.stages
    ]
    tokens = [(f"token {slug}", printed_names.token(w, slug)) for slug in data.tokens if slug not in chair.progress]
    tokens.sort(key=itemgetter(1))
    medals = [(f"medal {goal.medal}", medal(w, goal.medal, data)) for goal in view.derived.goals[seat - 1]]
    return (*stages, *tokens, *medals)


def reach_notice(w: Words, view: View, seat: int, data: Data, thing: str) -> str | None:
    """Return a sentence if the goal is in reach: an affordable stage or one card short, an open token, a medal
    one short.
    """
    kind, slug = thing.split()
    derived = view.derived
    if kind == "stage":
        need = next((need for need in derived.needs[seat - 1] if need.stage == int(slug)), None)
        if need is not None and not need.missing:
            return w("Your plan: stage {stage} can be paid for now.", stage=need.stage)
        card = next((each.card for each in derived.reach[seat - 1] if need and each.card in need.helps), None)
        if need is not None and need.missing == 1 and card:
            return w(
                "Your plan: {card} in reach is all that stage {stage} lacks.",
                card=printed_names.card(w, card),
                stage=slug,
            )
        return None
    if kind == "token":
        return w("Your plan: {token} lies open.", token=printed_names.token(w, slug)) if slug in view.tokens else None
    goal = next((goal for goal in derived.goals[seat - 1] if goal.medal == slug), None)
    if goal is None or sum(max(0, part.need - part.have) for part in goal.parts) > 1:
        return None
    return w("Your plan: one thing more, and the medal is yours.")
