"""What people tell of Architects where they deal: the card, token or medal that came to light, or was kept."""

from collections.abc import Sequence
from typing import Final

from app.games.architects import brings, called
from app.shown.telling import Lines, Tellable, TellableGroup, ToldUse, ToTell
from app.text.languages import Words
from engine.architects import actions
from engine.architects.cards import FACES, Data

ORDER: Final = {face: nth for nth, face in enumerate(FACES)}  # in which cards always stand


def to_tell(w: Words, of: Lines, facts: Data, count: str = "") -> ToTell | None:
    """Those of these lines that bring something to light; None if none does. `count`: which of how many alike it is."""
    left = of.left or (1,) * len(of.legal)
    known = [(text, n, False) for text, n in zip(of.legal, left, strict=True)]
    found: list[Tellable] = []
    kind = ""
    for text, n, excluded in (*known, *((text, 0, True) for text in of.others)):
        if (thing := thing_of(text)) is None:
            continue
        kind, slug = kind or thing[0], thing[1]
        words = _called(w, *thing, facts)
        uses = (ToldUse(key=text, line=text, words=words),)
        found.append(Tellable(slug=slug, words=words, uses=uses, excluded=excluded, left=n))
    if not found:
        return None
    if kind in ("card", "gift"):
        found.sort(key=lambda thing: ORDER[thing.slug])
    titles = tuple(text + count for text in _asked(w, kind, of.legal or of.others))
    group = TellableGroup(key=kind, words="", things=tuple(found))
    return ToTell(title=titles, groups=(group,), unsure=of.unsure)


def thing_of(text: str) -> tuple[str, str] | None:
    """What a line brings to light: card, gift, token or medal, and which; None: nothing."""
    action = actions.parse(text)
    match action.of if isinstance(action, actions.Another) else action:
        case actions.Reveal(kind=kind) | actions.Keep(kind=kind):
            return "card", FACES[kind]
        case actions.RevealGift(kind=kind):
            return "gift", FACES[kind]
        case actions.RevealToken(token=token):
            return "token", token
        case actions.RevealMedal(medal=medal):
            return "medal", medal
    return None


def _called(w: Words, kind: str, slug: str, facts: Data) -> str:
    match kind:
        case "token":
            return called.token(w, slug)
        case "medal":
            return brings.medal(w, slug, facts)
    return called.card(w, slug)


def _asked(w: Words, kind: str, lines: Sequence[str]) -> tuple[str, ...]:
    """The question, from long to short."""
    match kind:
        case "token":
            return w("Which token was laid out?"), w("Which token?")
        case "medal":
            return w("Which medal was laid out?"), w("Which medal?")
        case "gift":
            return w("What is the face-down card?"), w("Which card?")
    if lines[0].startswith("keep "):
        return w("Which card was kept?"), w("Which card?")
    return w("Which card was taken?"), w("Which card?")
