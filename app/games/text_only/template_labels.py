"""A base class for the labels of a game: the texts that shared templates ask for, from the game's words."""

from app.text.words_protocols import PageWords
from engine.game import AnyData


class WordLabels:
    """The texts of a game. `facts`: its data."""

    def __init__(self, words: PageWords, facts: AnyData) -> None:
        self.say, self.facts = words, facts
        self.identity, self.action, self.finished_action = words.identity, words.action, words.finished_action
        self.variant, self.variant_effect = words.variant, words.variant_effect
        self.uncertainty_note = words.uncertainty_note
