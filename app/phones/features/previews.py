"""Previews of a touched card use: the answer of the table in short lines and ghost marks."""

import msgspec

from app.phones.features.feature import PhoneFeature
from app.phones.open_page_state import PageState
from app.protocol.base_messages import Intent, Message
from app.protocol.play_messages import LookAhead, Preview
from app.shown.play.previews import GhostMark


class UsePreview(msgspec.Struct, frozen=True, tag="ahead", tag_field="type"):
    """The answer to a preview request with the same `id`: effects in short lines.

    `ghosts`: marks where they would appear.
    """

    id: str
    lines: tuple[str, ...]
    ghosts: tuple[GhostMark, ...] = ()


class PhonePreviews(PhoneFeature):
    """The preview of a touched card use. A refusal of one is silent, because nobody has asked for it."""

    def on_answer(self, reader: PageState, answer: Message) -> msgspec.Struct | None:
        if not isinstance(answer, Preview):
            return None
        page = self._sources.open_update(reader)
        foresees, now = page.abilities.foresees, reader.view
        if foresees is None or page.question is None or page.seat != answer.seat or now is None:
            return UsePreview(answer.id, ())
        then = page.abilities.pages.view(bytes(answer.view))
        return UsePreview(answer.id, tuple(foresees.foreseen(page, now, then)), tuple(foresees.ghosts(page, now, then)))

    def on_refusal(self, intent: Intent) -> msgspec.Struct | None:
        return UsePreview(intent.id, ()) if isinstance(intent, LookAhead) else None
