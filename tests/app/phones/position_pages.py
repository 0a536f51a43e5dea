"""Pages on which a position is entered."""

from html.parser import HTMLParser


class Form(HTMLParser):
    """The fields that a browser would send of an untouched form."""

    def __init__(self, html):
        super().__init__()
        self.fields, self.select = {}, None
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        at = dict(attrs)
        if tag == "input" and (at.get("type") not in ("radio", "checkbox") or "checked" in at):
            self.fields[at["name"]] = at.get("value", "on")
        elif tag == "select":
            self.select = at["name"]
        elif tag == "option" and (self.select not in self.fields or "selected" in at):
            self.fields[self.select] = at["value"]


def filled(html):
    return Form(html).fields


async def form(client, path):
    answer = await client.get(f"{path}?position")
    return await answer.text()
