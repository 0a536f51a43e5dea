"""Actions of Duel in words: prompts, button labels and notes."""

from collections.abc import Iterator, Sequence

from app.games.duel.effect_text import card_says, token_says, wonder_whole
from app.games.duel.printed_names import card, house_count, house_wonder, name_back, token, wonder
from app.text import correction_text
from app.text.translation import Words
from app.text.words_protocols import ActionChoice, ActionChoices, seat_name
from engine.duel.data_schema import Data
from engine.duel.view_json import BuildOption, View
from engine.game import plain_line


def action(w: Words, text: str, people: Sequence[str] = ()) -> str:
    """Return the label of a button, or of a line of chance; each action has a label of its own.

    Exceptions: actions that `track` excludes are labelled as if they had been counted; no question offers both.
    """
    if agreed := correction_text.action(w, text, people, house_count, house_wonder):
        return agreed
    match plain_line(text).split():
        case ["draft", slug]:
            return w("Take {wonder}", wonder=wonder(w, slug))
        case ["build", slug]:
            return w("Build {card}", card=card(w, slug))
        case ["build", slug, "with", under]:
            return w("Build {wonder} with {card}", wonder=wonder(w, slug), card=card(w, under))
        case ["discard", slug]:
            return w("Discard {card}", card=card(w, slug))
        case ["progress", slug]:
            return w("Take {token}", token=token(w, slug))
        case ["destroy", slug]:
            return w("Destroy {card}", card=card(w, slug))
        case ["revive", slug]:
            return w("Build {card} from the discard pile", card=card(w, slug))
        case ["keep", slug]:
            return w("Keep {token}", token=token(w, slug))
        case ["start", seat]:
            return w("{name} begins", name=people[int(seat) - 1] if people else seat_name(w, int(seat), None))
        case ["reveal", "token", slug]:
            return w("New progress token: {token}", token=token(w, slug))
        case ["reveal", "wonder", slug]:
            return w("On offer: {wonder}", wonder=wonder(w, slug))
        case ["reveal", "box", slug]:
            return w("From the box: {token}", token=token(w, slug))
        case ["reveal", slot, "age" | "guild" as kind]:
            return w("Place {slot}: {card}", slot=int(slot) + 1, card=name_back(w, kind == "guild"))
        case ["reveal", slot, slug]:
            return w("Place {slot}: {card}", slot=int(slot) + 1, card=card(w, slug))
    raise ValueError(f"not an action of Duel: {text!r}")


def finished_action(w: Words, text: str, name: str, people: Sequence[str] = (), came: str = "") -> str:
    """Return a finished action as a sentence: `Ben built Quarry`."""
    match plain_line(text).split():
        case ["build", slug]:
            return w("{name} built {card}", name=name, card=card(w, slug))
        case ["build", slug, "with", _]:
            return w("{name} built {card}", name=name, card=wonder(w, slug))
        case ["discard", slug]:
            return w("{name} discarded {card}", name=name, card=card(w, slug))
        case ["draft", slug]:
            return w("{name} took {token}", name=name, token=wonder(w, slug))
        case ["progress" | "keep", slug]:
            return w("{name} took {token}", name=name, token=token(w, slug))
        case ["destroy", slug]:
            return w("{name} destroyed {card}", name=name, card=card(w, slug))
        case ["revive", slug]:
            return w("{name} built {card}", name=name, card=card(w, slug))
    return w("{name}, {action}", name=name, action=action(w, text, people))


def prompt(w: Words, legal: Sequence[str], people: Sequence[str] = ()) -> str:
    """Return a short prompt for these legal actions."""
    match legal[0].split()[0]:
        case "draft":
            return w("Choose a wonder")
        case "progress":
            return w("Choose a token")
        case "keep":
            return w("Keep one token")
        case "destroy":
            return w("Destroy a card")
        case "revive":
            return w("Build a discarded card")
        case "start":
            return w("Who begins this age?")
    return w("Take a card")


def prompt_for_entry(w: Words, legal: Sequence[str]) -> str:
    """Return a short prompt for people who deal and enter what they drew."""
    match legal[0].split()[0]:
        case "draft":
            return w("Enter the wonder")
        case "progress" | "keep" | "reveal":
            return w("Enter the token")
        case "start":
            return prompt(w, legal)
    return w("Enter the card")


def choices(
    w: Words, view: View, legal: Sequence[str], people: Sequence[str], seat: int, data: Data
) -> Iterator[ActionChoices]:
    """Group the uses of each card under the card's name; yield everything else as one group at the end."""
    standing = view.derived.standing[seat - 1]
    options = {option.thing: option for option in standing.build_options}
    uses: dict[str, list[ActionChoice]] = {}
    rest: list[ActionChoice] = []
    for text in legal:
        label = action(w, text, people)
        verb, thing, *_ = text.split()
        if verb == "build":
            uses.setdefault(text.split()[-1], []).append(ActionChoice(text, label, price(w, options[thing])))
        elif verb == "discard":
            note = w.ngettext("brings {n} coin", "brings {n} coins", standing.discard)
            uses.setdefault(thing, []).append(ActionChoice(text, label, note))
        else:
            rest.append(ActionChoice(text, label, _about(w, verb, thing, data)))
    for slug, made in uses.items():
        yield ActionChoices(tuple(made), card(w, slug), card_says(w, slug, data))
    if rest:
        yield ActionChoices(tuple(rest))


def _about(w: Words, verb: str, slug: str, data: Data) -> str:
    """Describe the thing of a choice that is not a turn: a wonder, token or card."""
    match verb:
        case "draft":
            return wonder_whole(w, slug, data)
        case "progress" | "keep":
            return token_says(w, slug, data)
        case "destroy" | "revive":
            return card_says(w, slug, data)
    return ""


def price(w: Words, option: BuildOption) -> str:
    """Return what building a thing costs this seat now, with chain, trade, pair and extra turn."""
    if option.chain:
        parts = [w("free by its chain")]
    else:
        parts = [w.ngettext("costs {n} coin", "costs {n} coins", option.cost) if option.cost else w("costs nothing")]
    if option.traded and option.traded < option.cost:
        parts.append(w("{n} of them for resources", n=option.traded))
    if option.pair:
        parts.append(w("makes a pair"))
    if option.again:
        parts.append(w("another turn"))
    return ", ".join(parts)
