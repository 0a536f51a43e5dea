"""Secrets in messages: a log, an error or a report shows no PIN, password, key, secret, ticket or code."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module

import msgspec
import pytest

import app.protocol
from app.protocol.table_to_club_messages import ClubJoinRequest, ClubRefusal

SECRETS = {"pin", "password", "key", "secret", "ticket", "code"}
SECRET = "sesame"


def messages() -> Iterator[type[msgspec.Struct]]:
    for module in pkgutil.iter_modules(app.protocol.__path__, "app.protocol."):
        for each in vars(import_module(module.name)).values():
            if isinstance(each, type) and issubclass(each, msgspec.Struct) and each.__module__ == module.name:
                yield each


def secret_fields(message: type[msgspec.Struct]) -> list[str]:
    if message is ClubRefusal:
        return []  # its `code` names a rule
    return [each.name for each in msgspec.structs.fields(message) if each.name in SECRETS and each.type is str]


@pytest.mark.parametrize(
    "message", [each for each in messages() if secret_fields(each)], ids=lambda message: message.__name__
)
def test_a_printed_message_hides_its_secrets(message):
    fields = {each.name: f"the {each.name}" for each in msgspec.structs.fields(message)}
    assert SECRET not in repr(message(**fields | dict.fromkeys(secret_fields(message), SECRET)))


def test_secret_fields_are_found_by_name():
    assert len([each for each in messages() if secret_fields(each)]) > 6


def test_a_request_to_join_hides_its_secrets():
    assert SECRET not in repr(ClubJoinRequest(*[SECRET] * len(ClubJoinRequest._fields)))
