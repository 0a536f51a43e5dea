"""An argument parser for the command line that explains unknown words in plain English."""

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, Final, NoReturn

# Messages of argparse, and our wording.
REWORDED: Final = (
    (r"the following arguments are required: ([^,]*)", r"{} is missing"),
    (r"the following arguments are required: (.*)", r"{} are missing"),
    (r"one of the arguments (.*) is required", r"one of {} is missing"),
    (r"argument (\S+): expected .*", r"{} needs a value"),
    (r"argument (\S+): not allowed with argument (\S+)", r"{} cannot be used with {}"),
    (r"argument (\S+): invalid choice: (.*) \(choose from (.*)\)", r"{}: {} is not one of {}"),
    (r"argument (\S+): ignored explicit argument .*", r"{} takes no value"),
    (r"argument ([^:]+): (.*)", r"{}: {}"),
)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence and a pointer to `--help`, without the whole usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {_reword(message)}; see `{self.prog} --help`.\n")

    def parse_known_args(  # type: ignore[override]  # Any: as its base has it
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse the words, and report unknown ones from the innermost parser: for `pin x` that of `pin`."""
        words = list(sys.argv[1:] if args is None else args)
        if self._subparsers and words[:1] == ["help"]:
            words = [*words[1:], "--help"]
        if self._subparsers and words and words[0].startswith("-"):  # else a command would be called missing
            option = words[0].partition("=")[0]
            if not any(known.startswith(option) for known in self._option_string_actions):
                self._refuse_words(words[:1])
        found, left = super().parse_known_args(words, namespace)
        if left:
            self._refuse_words(left)
        return found, left

    def _refuse_words(self, words: Sequence[str]) -> NoReturn:
        self.error(f"{' '.join(words)!r} is unknown{_suggest_word(words[0], self._option_string_actions)}")

    def _check_value(self, action: argparse.Action, value: object) -> None:
        if isinstance(action, argparse._SubParsersAction) and value not in action.choices:
            listed = [choice.dest for choice in action._choices_actions]  # not those that only the program says
            raise argparse.ArgumentError(None, f"there is no command {value!r}{_suggest_word(str(value), listed)}")
        super()._check_value(action, value)


def _suggest_word(word: str, known: Iterable[str]) -> str:
    """Return a suggestion of the known word closest to an unknown one; empty if none is close."""
    found = get_close_matches(word.partition("=")[0], known, 1, 0.7)
    return f" (did you mean {found[0]!r}?)" if found else ""


def _reword(message: str) -> str:
    for said, so in REWORDED:
        if found := re.fullmatch(said, message, re.DOTALL):
            return so.format(*found.groups())
    return message
