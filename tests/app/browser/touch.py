"""A finger on a phone's page: down and up at different times, through the browser's own way of touching."""

from playwright.async_api import CDPSession, Locator

from tests.app.browser.phones import Phone


class Finger:
    """One finger. What it touches is found anew when it comes down, as a screen does."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session

    @classmethod
    async def of(cls, phone: Phone) -> "Finger":
        return cls(await phone.context.new_cdp_session(phone.page))

    async def down(self, what: Locator) -> None:
        """Come down in the middle of something that is in view."""
        box = await what.bounding_box()
        assert box is not None
        await self._say("touchStart", x=box["x"] + box["width"] / 2, y=box["y"] + box["height"] / 2)

    async def up(self) -> None:
        await self._say("touchEnd")

    async def _say(self, kind: str, **at: float) -> None:
        points = [{"x": at["x"], "y": at["y"]}] if at else []
        await self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
