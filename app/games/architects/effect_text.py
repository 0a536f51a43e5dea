"""Costs and effects printed on the things of Architects, in few words, derived from the game data."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from app.games.architects.printed_names import GAME, a_card, colour, wonder
from app.text.printed_names import translated_names
from app.text.translation import Words, both, either
from engine.architects import data_schema as printed
from engine.architects.data_schema import Data
from engine.architects.view_json import Goal, Part


def card_says(w: Words, slug: str, data: Data) -> str:
    """Return one sentence about a card, from its printed data."""
    face = data.cards[slug]
    match face.colour:
        case "grey":
            return w("Pays for stages of your wonder.")
        case "yellow":
            return w("Stands in for any resource you lack.")
        case "green":
            return w("Two equal or three different ones earn a progress token.")
        case "blue":
            worth = w.ngettext("{n} point at the end.", "{n} points at the end.", face.points)
            return join_sentences(worth, w("The cat comes to you.")) if face.cat else worth
        case "red":
            worth = w.ngettext("{n} shield.", "{n} shields.", face.shields)
            turns = w.ngettext(
                "Turns {n} conflict token; discarded after the conflict.",
                "Turns {n} conflict tokens; discarded after the conflict.",
                face.horns,
            )
            return join_sentences(worth, turns) if face.horns else worth
        case _:
            assert_never(face.colour)


def token_says(w: Words, slug: str, data: Data) -> str:
    """Describe a progress token's effects."""
    if slug not in data.tokens:  # the hidden one
        return w("The top token of the face-down pile; you see it once you have it.")
    return join_sentences(*(_token_effect(w, effect, data) for effect in data.tokens[slug].effects))


def _token_effect(w: Words, effect: printed.TokenEffect, data: Data) -> str:
    match effect:
        case printed.ExtraCard(takes=takes, builds=builds):
            return _extra_card(w, takes, builds, data)
        case printed.DoubleCoin():
            return w("Once a turn, one of your coins counts as two.")
        case printed.AnyCards():
            return w("You pay stages with any resources, same or different.")
        case printed.Look():
            return w("Before you take a card you may look at the top card of the central deck, as if you had the cat.")
        case printed.KeepHorns():
            return w("Your red cards with horns stay after a conflict.")
        case printed.Shields(amount=amount):
            return _shields(w, amount)
        case printed.PointsForWonder(unfinished=unfinished, finished=finished):
            return w(
                "At the end: {unfinished} points, or {finished} if your wonder is complete.",
                unfinished=unfinished,
                finished=finished,
            )
        case printed.PointsEach(of=of, amount=amount):
            return _points_each(w, of, amount)
        case printed.PointsByCopies(points=points):
            copies = " / ".join(str(copies) for copies in range(1, len(points) + 1))
            worth = " / ".join(str(worth) for worth in points)
            return w("At the end: {points} points for {copies} of these.", points=worth, copies=copies)
        case _:
            assert_never(effect)


def _extra_card(w: Words, takes: Sequence[str], builds: bool, data: Data) -> str:
    sentences = []
    if takes:
        which = _group(w, set(takes), data) or either(w, [a_card(w, slug) for slug in takes])
        sentences.append(w("Once a turn, when you take {cards}, you may take an extra card.", cards=which))
    if builds:
        sentences.append(w("Once a turn, when you build a stage, you may take an extra card."))
    return join_sentences(*sentences)


def _group(w: Words, slugs: set[str], data: Data) -> str:
    """Return a word for these cards if they are exactly all of a colour or all with a horn; else ""."""
    by_colour = {
        "grey": w.pgettext("a card that is taken", "any grey card"),
        "blue": w.pgettext("a card that is taken", "any blue card"),
        "green": w.pgettext("a card that is taken", "any green card"),
        "red": w.pgettext("a card that is taken", "any red card"),
    }
    if slugs == {slug for slug, face in data.cards.items() if face.horns}:
        return w.pgettext("a card that is taken", "any card with a horn")
    colours = {colour: {slug for slug, face in data.cards.items() if face.colour == colour} for colour in by_colour}
    return next((by_colour[colour] for colour, all_of_it in colours.items() if slugs == all_of_it), "")


def _shields(w: Words, amount: int) -> str:
    return w.ngettext("{n} shield, for good.", "{n} shields, for good.", amount)


def _points_each(w: Words, of: str, amount: int) -> str:
    match of:
        case "cat-card":
            return w.ngettext(
                "At the end: {n} point for each cat on your blue cards.",
                "At the end: {n} points for each cat on your blue cards.",
                amount,
            )
        case "grey-card":
            return w.ngettext(
                "At the end: {n} point for each of your grey cards.",
                "At the end: {n} points for each of your grey cards.",
                amount,
            )
        case "military-token":
            return w.ngettext(
                "At the end: {n} more point for each of your military tokens.",
                "At the end: {n} more points for each of your military tokens.",
                amount,
            )
        case "progress-token":
            return w.ngettext(
                "At the end: {n} point for each of your progress tokens, this one included.",
                "At the end: {n} points for each of your progress tokens, this one included.",
                amount,
            )
    raise ValueError(f"nothing to count points for: {of}")


def wonder_says(w: Words, slug: str, data: Data) -> str:
    """Describe a wonder's effects and their stages, with a note if its numbers are unverified."""
    facts = data.wonders[slug]
    stages = [str(number) for number, stage in enumerate(facts.stages, start=1) if stage.effect]
    worth = w.ngettext("All stages: {n} point.", "All stages: {n} points.", sum(stage.points for stage in facts.stages))
    unsure = w("The numbers are our assumption.") if facts.certainty == "assumption" else ""
    if not facts.effects or not stages:
        return join_sentences(w("No effect."), worth, unsure)
    does = join_sentences(*(wonder_effect(w, effect) for effect in facts.effects))
    when = w.ngettext(
        "Stage {stages}: {does}", "Stages {stages}: {does}", len(stages), stages=both(w, stages), does=does
    )
    return join_sentences(when, worth, unsure)


def wonder_effect(w: Words, effect: printed.WonderEffect) -> str:
    """Describe one effect of a wonder in a sentence."""
    match effect:
        case printed.DrawAny():
            return w("Take the top card of any stack on the table.")
        case printed.DrawCenter():
            return w("Take the top card of the central deck.")
        case printed.DrawSides():
            return w("Take the top card on the left, then the one on the right.")
        case printed.DrawNear():
            return w("Take the top card on the left, on the right or in the middle.")
        case printed.PickFromSide(look=look):
            return w.ngettext(
                "Look at the top card on the left or right and keep it.",
                "Look at the top {n} cards on the left or right and keep one.",
                look,
            )
        case printed.TakeToken():
            return w("Take a progress token.")
        case printed.Shields(amount=amount):
            return _shields(w, amount)
        case printed.StealCard():
            return w(
                "Take a card in front of somebody else; that player gets the top card of the central deck, face down."
            )
        case printed.TakeCat():
            return w("The cat comes to you.")
        case printed.LookCenter():
            return w("Look at the top card of the central deck.")
        case _:
            assert_never(effect)


def uncertainty_note(w: Words, slugs: Iterable[str], data: Data | None = None) -> str:
    """Return a note about those of these wonders whose printed values are unverified; else "".

    Without `data` all of them count as unverified.
    """
    names = [wonder(w, slug) for slug in slugs if data is None or data.wonders[slug].certainty == "assumption"]
    if not names:
        return ""
    return w(
        "{wonders}: these numbers are our assumption. Correct them in the settings under “{page}”.",
        wonders=both(w, names),
        page=w("Numbers of the box"),
    )


def medal(w: Words, slug: str, data: Data) -> str:
    """Name a medal by its requirement: `3 blue cards`."""
    need = data.medals[slug].need
    if len(need) > 1 and all(
        translated_names(w, GAME, "colours").get(what) and least == 1 for what, least in need.items()
    ):
        return w("one card each: {colours}", colours=both(w, [colour(w, what) for what in need]))
    return both(w, [name_requirement(w, what, least) for what, least in need.items()])


def medal_says(w: Words, slug: str, data: Data) -> str:
    """Describe a medal's points and requirement."""
    return w.ngettext(
        "Whoever has this first gets {n} point: {medal}.",
        "Whoever has this first gets {n} points: {medal}.",
        data.table.medal_points,
        medal=medal(w, slug, data),
    )


def name_requirement(w: Words, what: str, n: int) -> str:
    """Name one part of a medal's requirement."""
    match what:
        case "grey":
            return w.ngettext("{n} grey card", "{n} grey cards", n)
        case "yellow":
            return w.ngettext("{n} yellow card", "{n} yellow cards", n)
        case "blue":
            return w.ngettext("{n} blue card", "{n} blue cards", n)
        case "green":
            return w.ngettext("{n} green card", "{n} green cards", n)
        case "red":
            return w.ngettext("{n} red card", "{n} red cards", n)
        case "blue-with-cat":
            return w.ngettext("{n} blue card with a cat", "{n} blue cards with a cat", n)
        case "red-with-horn":
            return w.ngettext("{n} red card with a horn", "{n} red cards with a horn", n)
        case "cards":
            return w.ngettext("{n} card", "{n} cards", n)
        case "stages":
            return w.ngettext("{n} stage", "{n} stages", n)
        case "cat":
            return w("the cat")
        case "progress":
            return w.ngettext("{n} progress token", "{n} progress tokens", n)
        case "military":
            return w.ngettext("{n} military token", "{n} military tokens", n)
        case "military-in-one-conflict":
            return w.ngettext("{n} military token in one conflict", "{n} military tokens in one conflict", n)
    raise ValueError(f"no words for what a medal asks for: {what}")


def goal(w: Words, goal: Goal) -> str:
    """Describe the progress towards a medal: `2 of 3 blue cards`; several parts are listed."""
    return ", ".join(goal_part(w, part) for part in goal.parts)


def goal_part(w: Words, part: Part) -> str:
    """Describe the progress on one part of a medal."""
    n, facts = part.need, {"have": min(part.have, part.need)}  # more than enough is enough
    match part.what:
        case "grey":
            return w.ngettext("{have} of {n} grey card", "{have} of {n} grey cards", n, **facts)
        case "yellow":
            return w.ngettext("{have} of {n} yellow card", "{have} of {n} yellow cards", n, **facts)
        case "blue":
            return w.ngettext("{have} of {n} blue card", "{have} of {n} blue cards", n, **facts)
        case "green":
            return w.ngettext("{have} of {n} green card", "{have} of {n} green cards", n, **facts)
        case "red":
            return w.ngettext("{have} of {n} red card", "{have} of {n} red cards", n, **facts)
        case "blue-with-cat":
            return w.ngettext("{have} of {n} blue card with a cat", "{have} of {n} blue cards with a cat", n, **facts)
        case "red-with-horn":
            return w.ngettext("{have} of {n} red card with a horn", "{have} of {n} red cards with a horn", n, **facts)
        case "cards":
            return w.ngettext("{have} of {n} card", "{have} of {n} cards", n, **facts)
        case "stages":
            return w.ngettext("{have} of {n} stage", "{have} of {n} stages", n, **facts)
        case "cat":
            return w("the cat: yes") if part.have else w("the cat: not yet")
        case "progress":
            return w.ngettext("{have} of {n} progress token", "{have} of {n} progress tokens", n, **facts)
        case "military":
            return w.ngettext("{have} of {n} military token", "{have} of {n} military tokens", n, **facts)
    return name_requirement(w, part.what, n)  # in one conflict: all of it or nothing


def join_sentences(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)
