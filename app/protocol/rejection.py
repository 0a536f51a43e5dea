"""The exception of every layer for a refusal."""

from collections.abc import Mapping

Params = Mapping[str, int | str]


class Rejection(Exception):
    """A refusal; nothing has changed. `code` is a stable slug, `params` its facts (seats from 1)."""

    def __init__(self, code: str, params: Params | None = None, **more: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.params: dict[str, int | str] = {**(params or {}), **more}

    def __str__(self) -> str:
        params = ", ".join(f"{key}={value}" for key, value in self.params.items())
        return f"{self.code} ({params})" if params else self.code
