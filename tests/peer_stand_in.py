"""A stand-in for `benchmarks/peer.cpp` that uses our rules: tests of the bridge need no compiler and no checkout.

It plays by chance. Its things and its lines are spelt as the other program spells them, by tables of its own. As a
program it takes one word: which of its answers leaves something out.
"""

import random
import sys
from collections.abc import Iterator
from typing import Any, Final

import main
from engine.duel.actions import RevealBack
from engine.duel.game_facade import Duel
from engine.game import CHANCE

NO_THE: Final = {"circus-maximus": "Circus Maximus", "piraeus": "Piraeus"}
SMALL: Final = ("of",)
VERBS: Final = {
    "reveal token": "Reveal token",
    "reveal wonder": "Reveal wonder",
    "reveal box": "Reveal box token",
    "draft": "Select Wonder",
    "build": "Build card",
    "discard": "Discard card",
    "progress": "Build token",
    "revive": "Build discarded",
    "keep": "Build box token",
}
SLOTS: Final = 20
OPEN: Final = 12  # of them in Age III
GUILDS: Final = 3


def title(slug: str) -> str:
    return " ".join(word if word in SMALL else word.capitalize() for word in slug.split("-"))


class StandIn:
    """`told` keeps every line; `wrong` is the number, from 1, of the answer about what is legal that lacks a line."""

    def __init__(self, wrong: int = 0) -> None:
        self.game = Duel(main.read_game_data()["duel"])
        data = self.game.data()
        self.names = {name: title(name) for name in (*data.cards, *data.tokens)}
        self.names |= {name: NO_THE.get(name, f"The {title(name)}") for name in data.wonders}
        self.colours = {name: card.colour for name, card in data.cards.items()}
        self.wrong = wrong
        self.told: list[str] = []

    def answer(self, line: str) -> str:
        self.told.append(line)
        what, _, rest = line.partition(" ")
        return str(getattr(self, f"_{what}")(rest))

    def _names(self, rest: str) -> str:
        return ";".join([*self.names.values(), "Looting 1", "Looting 2"])

    def _new(self, rest: str) -> str:
        self.rng = random.Random(rest)
        self.state: Any = None
        self.guilds: set[int] = set()
        self.cards: dict[int, str] = {}
        return "ok"

    def _act(self, rest: str) -> str:
        if self.state is None:
            first = rest.removeprefix("revealfirstplayer,player")
            self.state = self.game.start(self.game.setup({"game": "duel", "seats": "2", "first": first}))
        elif rest.startswith("revealguild,"):
            self.guilds.add(int(rest.partition(",")[2]))
        elif self._laying_two_backs():
            _, card, slot = rest.split(",")
            self.cards[int(slot)] = card
            if len(self.cards) == OPEN:
                self._lay_out()
        else:
            self._apply(rest)
        return "ok"

    def _apply(self, text: str) -> None:
        for action, line in self._lines():
            if flat(line) == text:
                self.state.apply(self.state.to_act[0], action)
                return
        raise AssertionError(f"{text} is none of {[line for _, line in self._lines()]}")

    def _lay_out(self) -> None:
        """Reveal the layout slot by slot, in our order."""
        assert len(self.guilds) == GUILDS
        for slot in range(SLOTS):
            if slot in self.cards:
                self._apply(f"revealcard,{self.cards[slot]},{slot}")
            else:
                self.state.apply(CHANCE, RevealBack(slot, guild=slot in self.guilds))

    def _laying_two_backs(self) -> bool:
        if self.state.to_act != (CHANCE,):
            return False
        stack, before = self.state.chance_key()
        return stack == "age-3" and before < SLOTS

    def _lines(self) -> Iterator[tuple[Any, str]]:
        for action in self.state.legal(self.state.to_act[0]) if self.state.to_act else ():
            yield action, self._spelt(str(action))

    def _spelt(self, text: str) -> str:
        match text.split():
            case ["build", wonder, "with", card]:
                return f"Build wonder, {self.names[card]}, {self.names[wonder]}"
            case ["destroy", card]:
                return f"Destroy {self.colours[card]}, {self.names[card]}"
            case ["start", seat]:
                return f"Choose start player, Player {seat}"
            case ["reveal", slot, card] if slot.isdecimal():
                return f"Reveal card, {self.names[card]}, {slot}" if card in self.names else text
        *verb, name = text.split()
        return f"{VERBS[' '.join(verb)]}, {self.names[name]}"

    def _legal(self, rest: str) -> str:
        lines = [line for _, line in self._lines()]
        self.wrong -= 1
        return ";".join(lines[1:] if self.wrong == 0 else lines)

    def _move(self, rest: str) -> str:
        return f"1500 {self.rng.choice([line for _, line in self._lines()])}"

    def _end(self, rest: str) -> str:
        if self.state.to_act:
            return "no it is not over"
        winners = self.state.winners()
        points = [score["total"] for score in self.state.scores()]
        return f"{(0 in winners) - (1 in winners)} {points[0]} {points[1]}"


def flat(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum() or sign == ",")


if __name__ == "__main__":
    stand_in = StandIn(int(sys.argv[1]))
    for line in sys.stdin:
        print(stand_in.answer(line.rstrip("\n")), flush=True)
