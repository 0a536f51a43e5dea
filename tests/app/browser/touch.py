"""A finger on a phone's page: down and up at different times, through Chromium's touch events."""

from playwright.async_api import CDPSession, Locator

from tests.app.browser.phones import Phone


class Finger:
    """One finger. Its target is looked up when it comes down, as on a screen."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session

    @classmethod
    async def attach(cls, phone: Phone) -> "Finger":
        return cls(await phone.context.new_cdp_session(phone.page))

    async def down(self, what: Locator, at: float | None = None) -> None:
        """Come down in the middle of something that is in view. `at`: when, in seconds since 1970; else now."""
        box = await what.bounding_box()
        assert box is not None
        await self._say("touchStart", at, x=box["x"] + box["width"] / 2, y=box["y"] + box["height"] / 2)

    async def up(self, at: float | None = None) -> None:
        await self._say("touchEnd", at)

    async def tap(self, what: Locator, at: float) -> None:
        await self.down(what, at)
        await self.up(at + 0.03)

    async def _say(self, kind: str, when: float | None, **at: float) -> None:
        points = [{"x": at["x"], "y": at["y"]}] if at else []
        time = {} if when is None else {"timestamp": when}
        await self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, **time})
