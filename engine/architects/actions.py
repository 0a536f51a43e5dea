"""Actions of seats and of chance in Architects, and the events they cause.

The text of an action is that of a record (docs/notation.md), without the seat. Actions hold small ints, their text has
names. Stacks are numbered as in records: 1…n are the wonder stacks, 0 is the shared one, printed `center`.
"""

import re
from typing import Final

import msgspec

from engine.architects.data_schema import FACES, GREEN, KIND
from engine.corrections_and_agreements import (
    Agreement,
    AgreementMade,
    CountCorrected,
    CountCorrection,
    WonderCorrected,
    WonderCorrection,
    parse_house_line,
)
from engine.game import CONTRADICTION_SIGN, Event
from engine.memoize import memoize

LEFT: Final = 0  # sides, seen from the acting seat
RIGHT: Final = 1
CENTER: Final = 2
SIDES: Final = ("left", "right", "center")
PAYMENT_WORDS: Final = ("wood", "stone", "brick", "glass", "papyrus", "coin", "double-coin")
DOUBLE_COIN: Final = 6  # its place among them
HIDDEN: Final = "hidden"
Paid = tuple[int, int, int, int, int, int, int]  # cards spent, by PAYMENT_WORDS


def stack_word(stack: int) -> str:
    """Return the word of a stack in records: its number, or `center`."""
    return str(stack) if stack else "center"


def stack_of(where: str, seat: int, seats: int) -> str:
    """Return the word of the stack on a side of a seat (from 1); the word of a stack is returned unchanged."""
    match where:
        case "left":
            return str(seat)
        case "right":
            return str((seat - 2) % seats + 1)
    return where


class Reveal(msgspec.Struct, frozen=True, gc=False):
    """Chance: the next card of a stack comes to light."""

    stack: int
    kind: int

    def __str__(self) -> str:
        return f"reveal {stack_word(self.stack)} {FACES[self.kind]}"


class RevealToken(msgspec.Struct, frozen=True, gc=False):
    """Chance: the next face-up progress token, or the hidden one just taken."""

    token: str

    def __str__(self) -> str:
        return f"reveal token {self.token}"


class RevealMedal(msgspec.Struct, frozen=True, gc=False):
    """Chance: a medal is laid out, or (only centre) handed from the box."""

    gap: int  # 0 is the centre
    medal: str

    def __str__(self) -> str:
        return f"reveal medal {stack_word(self.gap)} {self.medal}"


class RevealGift(msgspec.Struct, frozen=True, gc=False):
    """Chance: what the face-down card is that Rome's victim was given, when it is turned up."""

    kind: int

    def __str__(self) -> str:
        return f"reveal gift {FACES[self.kind]}"


class Peek(msgspec.Struct, frozen=True, gc=False):
    """Look at the top of the shared stack (the cat allows it), before the card of the turn."""

    def __str__(self) -> str:
        return "peek"


class Take(msgspec.Struct, frozen=True, gc=False):
    """The card of the turn."""

    side: int

    def __str__(self) -> str:
        return f"take {SIDES[self.side]}"


class Build(msgspec.Struct, frozen=True, gc=False):
    """Build a stage with these cards."""

    stage: int  # from 1, as printed
    paid: Paid

    def __str__(self) -> str:
        return f"build {self.stage} with {' '.join(spent_words(self.paid))}"


class Progress(msgspec.Struct, frozen=True, gc=False):
    """Take a progress token (`hidden`: the face-down one), for a science set or by a wonder's effect."""

    token: str
    spent: tuple[int, ...] = ()  # green kinds; empty for a wonder's effect

    def __str__(self) -> str:
        cards = " ".join(FACES[kind] for kind in self.spent)
        return f"progress {self.token} with {cards}" if cards else f"progress {self.token}"


class Extra(msgspec.Struct, frozen=True, gc=False):
    """The extra card that a progress token grants."""

    token: str
    side: int

    def __str__(self) -> str:
        return f"extra {self.token} {SIDES[self.side]}"


class Draw(msgspec.Struct, frozen=True, gc=False):
    """A wonder's effect: take, or look through, a stack; `where` is a side or a stack's number."""

    where: str

    def __str__(self) -> str:
        return f"draw {self.where}"


class Keep(msgspec.Struct, frozen=True, gc=False):
    """Keep one of the cards looked through."""

    kind: int

    def __str__(self) -> str:
        return f"keep {FACES[self.kind]}"


class Steal(msgspec.Struct, frozen=True, gc=False):
    """Rome's effect: take a card that lies before an opponent."""

    of: int  # seat, from 1
    kind: int

    def __str__(self) -> str:
        return f"steal {self.of} {FACES[self.kind]}"


class EndTurn(msgspec.Struct, frozen=True, gc=False):
    """End the turn, leaving what is optional."""

    def __str__(self) -> str:
        return "done"


Telling = Reveal | RevealToken | RevealMedal | RevealGift | Keep  # what says which thing came to light


class Contradiction(msgspec.Struct, frozen=True, gc=False):
    """People tell a thing that our lists exclude: the copy on their table is another (`track`)."""

    of: Telling  # as it would be told if the lists had it

    def __str__(self) -> str:
        return f"{self.of} {CONTRADICTION_SIGN}"


Action = (
    Reveal
    | RevealToken
    | RevealMedal
    | RevealGift
    | Peek
    | Take
    | Build
    | Progress
    | Extra
    | Draw
    | Keep
    | Steal
    | EndTurn
    | Contradiction
    | CountCorrection
    | Agreement
    | WonderCorrection
)


def spent_words(paid: Paid) -> list[str]:
    """List the cards of a payment as words, in the record's order."""
    return [word for word, count in zip(PAYMENT_WORDS, paid, strict=True) for _ in range(count)]


_SLUG: Final = re.compile(r"[a-z]+(-[a-z0-9]+)*\Z")
_GREEN: Final = frozenset(FACES[kind] for kind in GREEN)
_STACKS: Final = frozenset("1234567")
_STAGES: Final = frozenset("123456789")


@memoize(1 << 10)
def parse(text: str) -> Action:
    """Read one action; ValueError if it is not one. There is exactly one text for each action."""
    action = parse_house_line(text) or _parse_words(text.split())
    if action is None or str(action) != text:
        raise ValueError(f"not an Architects action: {text!r}")
    return action


def _parse_words(words: list[str]) -> Action | None:
    match words:
        case ["reveal", "token", token] if _SLUG.match(token):
            return RevealToken(token)
        case ["reveal", "medal", gap, medal] if (gap == "center" or gap in _STACKS) and _SLUG.match(medal):
            return RevealMedal(0 if gap == "center" else int(gap), medal)
        case ["reveal", "gift", card] if card in KIND:
            return RevealGift(KIND[card])
        case ["reveal", stack, card] if card in KIND and (stack == "center" or stack in _STACKS):
            return Reveal(0 if stack == "center" else int(stack), KIND[card])
        case ["peek"]:
            return Peek()
        case ["take", side] if side in SIDES:
            return Take(SIDES.index(side))
        case ["build", stage, "with", *cards] if stage in _STAGES and set(cards) <= set(PAYMENT_WORDS):
            a, b, c, d, e, f, g = (cards.count(word) for word in PAYMENT_WORDS)
            return Build(int(stage), (a, b, c, d, e, f, g))
        case ["progress", token] if _SLUG.match(token):
            return Progress(token)
        case ["progress", token, "with", *cards] if _SLUG.match(token) and set(cards) <= _GREEN:
            return Progress(token, tuple(KIND[card] for card in cards))
        case ["extra", token, side] if _SLUG.match(token) and side in SIDES:
            return Extra(token, SIDES.index(side))
        case ["draw", where] if where in SIDES or where in _STACKS:
            return Draw(where)
        case ["keep", card] if card in KIND:
            return Keep(KIND[card])
        case ["steal", of, card] if of in _STACKS and card in KIND:
            return Steal(int(of), KIND[card])
        case ["done"]:
            return EndTurn()
        case [*plain, sign] if sign == CONTRADICTION_SIGN:
            action = _parse_words(plain)
            return Contradiction(action) if isinstance(action, Telling) else None
    return None


# ---- events: seats count from 1; a stack is "center" or its number ---------------------------------


class TurnBegan(Event, frozen=True, tag="turn-began"):
    seat: int
    turn: int


class CardRevealed(Event, frozen=True, tag="card-revealed"):
    """A stack's new top lies open."""

    stack: str
    card: str


class CardSeen(Event, frozen=True, tag="card-seen"):
    """Told only to `seat`: a card it looked at, by the cat or while looking through a stack."""

    seat: int
    stack: str
    card: str


class StackPeeked(Event, frozen=True, tag="peeked"):
    """The seat looked at the top card of the shared stack. Sent to everybody, without the card."""

    seat: int


class CardTaken(Event, frozen=True, tag="card-taken"):
    """`by`: `take`, a token's slug for its extra card, or a wonder's slug for its effect."""

    seat: int
    stack: str
    card: str
    by: str

    @property
    def gained_card(self) -> str:
        return self.card


class CatMoved(Event, frozen=True, tag="cat-moved"):
    seat: int
    before: int | None  # who had it


class ExtraOpened(Event, frozen=True, tag="extra-opened"):
    """A token grants an extra card, once this turn."""

    seat: int
    token: str


class MarkersTurned(Event, frozen=True, tag="markers-turned"):
    """Horns turned conflict tokens to battle; `flipped` of `tokens` show it now."""

    seat: int
    count: int
    flipped: int
    tokens: int


class StageBuilt(Event, frozen=True, tag="stage-built"):
    seat: int
    wonder: str
    stage: int
    points: int
    paid: tuple[str, ...]  # words of PAYMENT_WORDS


class WonderCompleted(Event, frozen=True, tag="wonder-completed"):
    seat: int
    wonder: str


class StackSearched(Event, frozen=True, tag="stack-searched"):
    """A seat looks through the first `cards` cards of a stack."""

    seat: int
    stack: str
    cards: int


class StackShuffled(Event, frozen=True, tag="stack-shuffled"):
    """The cards that were looked at and not kept went back into the stack."""

    stack: str


class EffectLost(Event, frozen=True, tag="effect-lost"):
    """A wonder's effect found nothing to work on."""

    seat: int
    wonder: str


class TokenTaken(Event, frozen=True, tag="token-taken"):
    seat: int
    token: str
    hidden: bool  # it was the face-down one
    spent: tuple[str, ...]


class TokenRevealed(Event, frozen=True, tag="token-revealed"):
    """A progress token now lies face up."""

    token: str


class MedalRevealed(Event, frozen=True, tag="medal-revealed"):
    """A medal was laid out in a gap (its number) or in the `center`."""

    gap: str
    medal: str


class MedalTaken(Event, frozen=True, tag="medal-taken"):
    """A goal is met. `gap`: its number, `center`, or `box` (handed out because another seat took the shared one)."""

    seat: int
    medal: str
    gap: str


class CardStolen(Event, frozen=True, tag="card-stolen"):
    """Rome takes a card that lay before seat `of`."""

    seat: int
    of: int
    card: str


class GiftGiven(Event, frozen=True, tag="gift-given"):
    """The shared stack's top card lies face down before the seat; it counts once it is turned up."""

    seat: int


class GiftTurnedUp(Event, frozen=True, tag="gift-turned-up"):
    """At the start of its owner's turn, or (`at_end`) when the game is scored."""

    seat: int
    card: str
    at_end: bool


class ConflictFought(Event, frozen=True, tag="conflict-fought"):
    """Shields compared and military tokens won, by seat in order; `discarded`: horn cards each seat gave up."""

    shields: tuple[int, ...]
    won: tuple[int, ...]
    discarded: tuple[tuple[str, ...], ...]


class GameEnded(Event, frozen=True, tag="game-ended"):
    """`reason`: `wonder` (one is complete) or `stacks` (all are empty)."""

    reason: str
    winners: tuple[int, ...]


Events = (
    TurnBegan
    | CardRevealed
    | CardSeen
    | StackPeeked
    | CardTaken
    | CatMoved
    | ExtraOpened
    | MarkersTurned
    | StageBuilt
    | WonderCompleted
    | StackSearched
    | StackShuffled
    | EffectLost
    | TokenTaken
    | TokenRevealed
    | MedalRevealed
    | MedalTaken
    | CardStolen
    | GiftGiven
    | GiftTurnedUp
    | ConflictFought
    | GameEnded
    | CountCorrected
    | AgreementMade
    | WonderCorrected
)
