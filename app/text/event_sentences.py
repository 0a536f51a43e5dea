"""Formatter of a game's events as log sentences, driven by a table with one row for each kind of event."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, TypeAlias, TypeVar

import msgspec

from app.text import correction_text
from app.text.translation import Words, both
from engine.corrections_and_agreements import AgreementMade, CountCorrected, WonderCorrected
from engine.game import Event

Facts: TypeAlias = Mapping[str, Any]  # parameters of a sentence. Any: whatever a field of an event holds
Sentence: TypeAlias = str | Callable[[Words, Any, Facts], str]  # Any: the event that the function is listed under
Name: TypeAlias = Callable[[Words, Any], str]  # of a printed thing, by its slug; of an age, by its number
SEATS: Final[Mapping[str, str]] = {"seat": "name", "of": "other"}  # parameter with the person's name, by field

E = TypeVar("E")


class EventLog(Generic[E]):
    """The decoder and the sentences of one game's events.

    A sentence gets the event and, as parameters, its fields: with the name of a thing instead of its slug (`names`, by
    field), and with the names of people, for seats (`seats`: the parameter by field) and winners (`names`).
    """

    def __init__(
        self,
        events: Any,  # the union of the game's events, which mypy does not accept as a type
        sentences: Mapping[type[Event], Sentence],
        names: Mapping[str, Name],
        house_count: correction_text.What,
        house_wonder: correction_text.Name,
        seats: Mapping[str, str] = SEATS,
    ) -> None:
        self._decoder = msgspec.json.Decoder[E](events)
        self._sentences, self._names, self._seats = sentences, names, seats
        self._house_count, self._house_wonder = house_count, house_wonder

    def parse_event(self, raw: bytes) -> E:
        """Decode an event from JSON. Raise msgspec.ValidationError if it is no event of this game."""
        found: E = self._decoder.decode(raw)
        return found

    def event(self, w: Words, event: E, people: Sequence[str]) -> str:
        """Return one sentence for the log; `people` are the display names, by seat."""
        if isinstance(event, CountCorrected | AgreementMade | WonderCorrected):
            return correction_text.event(w, event, people, self._house_count, self._house_wonder)
        assert isinstance(event, Event)
        sentence, facts = self._sentences[type(event)], self.facts(w, event, people)
        return w.translate(sentence, facts) if isinstance(sentence, str) else sentence(w, event, facts)

    def facts(self, w: Words, event: Event, people: Sequence[str]) -> Facts:
        """Return the parameters of an event's sentence."""
        fields = {field: getattr(event, field) for field in event.__struct_fields__}
        things = {
            field: value for field, value in fields.items() if field in self._names and not isinstance(value, bool)
        }
        named = {field: self._names[field](w, value) for field, value in things.items()}
        seated = {name: people[at - 1] for field, name in self._seats.items() if (at := fields.get(field))}
        won = {"names": both(w, [people[at - 1] for at in fields["winners"]])} if "winners" in fields else {}
        return {"people": people, **fields, **named, **seated, **won}
