"""Types of typed values: a field keeps its type at the table; no text becomes a number, *true* or *null*."""

import json
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from app.phones.websockets import intent_decoder
from app.table.intent_list import INTENTS
from tests.app.browser.phones import Phone

TYPED_TEXTS = (
    "0042",
    "12345678",
    "-3",
    "1.50",
    "true",
    "null",
    "Ada",
)  # a code, a PIN, a Wi-Fi password of digits, a name
# Add a form as pages have them, fill its fields, and press its button; phone.js does the rest.
SUBMIT = """([kind, fields, text]) => {
  const form = document.createElement("form");
  form.dataset.do = [kind, ...fields.map((name) => `${name}={${name}}`)].join(";");
  const add = (tag, facts) => form.append(Object.assign(document.createElement(tag), facts));
  for (const name of fields) add("input", { type: "text", name, value: text });
  add("button", { type: "submit", className: "go" });
  document.getElementById("main").append(form);
  form.requestSubmit();
  form.remove();
}"""


def text_fields() -> Iterator[tuple[str, list[str]]]:
    """Yield each kind of message with its fields that hold text, or text and nothing."""
    for kind in INTENTS:
        fields = [
            field.name
            for field in msgspec.structs.fields(kind)
            if field.name not in ("id", "page") and str in (field.type, *get_args(field.type))
        ]
        if fields:
            yield kind.__struct_config__.tag, fields


@pytest.fixture
async def phone(evening, browser) -> Phone:
    evening.sit("Ada", "Ben", lang="en")
    phone = await Phone.take(browser)
    phone.frames = []
    phone.page.on("websocket", lambda socket: socket.on("framesent", lambda data: phone.frames.append(data)))
    await phone.page.goto(f"{evening.base}/seat/{evening.keys[1]}")
    return await phone.live()


async def sent(phone: Phone, tag: str) -> dict[str, Any]:
    """Return the first message of that kind which the page sends."""
    while True:
        for frame in phone.frames:
            if (message := json.loads(frame)).get("type") == tag:
                return message
        await phone.page.wait_for_timeout(5)


@pytest.mark.rotated
async def test_text_field_of_every_message_keeps_the_typed_text(phone):
    known = dict(text_fields())
    assert {"join-club", "join-wifi", "rename", "give-pin"} <= known.keys()
    for tag, fields in known.items():
        for text in TYPED_TEXTS if tag in ("join-club", "join-wifi") else TYPED_TEXTS[:1]:
            phone.frames.clear()
            await phone.page.evaluate(SUBMIT, [tag, fields, text])
            message = await sent(phone, tag)
            assert {name: message[name] for name in fields} == dict.fromkeys(fields, text)


def test_decoder_converts_text_by_the_field_type():
    decode = intent_decoder(tuple(INTENTS), strict=False).decode
    assert decode('{"type":"join-club","id":"a","code":"12345678","address":"7"}').code == "12345678"
    assert decode('{"type":"set-seats","id":"a","count":"4"}').count == 4
    assert decode('{"type":"set-table","id":"a","undo":"ask","motion":"false"}').motion is False
    with pytest.raises(msgspec.ValidationError):
        decode('{"type":"set-seats","id":"a","count":"four"}')
