"""Helpers for pages of games without a design of their own: their texts, buttons and headings."""

import re
from html import unescape
from html.parser import HTMLParser

from app.phones.open_page_state import PageState
from app.protocol.client_rights import ONLOOKER, Actor
from engine.game import Seat

ACTION = re.compile(r'data-do="act;seat=(\d+);question=(\d+);action=([^"]*)"')


def questions(served, seat):
    return served.table.snapshot(Actor("seat", Seat(seat - 1)), served.table.log_end).questions


def render_parts(show, seat=None, lang=""):
    """Return the HTML of a page's parts by name, sorted; `seat` None is the page of an onlooker."""
    reader = PageState(ONLOOKER if seat is None else Actor("seat", Seat(seat - 1)), None, lang)
    show.update_page(reader, False)
    return {name: unescape(part.html) for name, part in sorted(reader.shown.items())}


def offered(page):
    return [(int(seat), int(number), action) for seat, number, action in ACTION.findall(page.get("ask", ""))]


class Text(HTMLParser):
    """The texts of a part by element: its buttons and its headings."""

    def __init__(self, html):
        super().__init__()
        self.buttons, self.headings, self._open = [], [], []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        if tag in ("button", "h1", "h2", "summary"):
            self._open.append([tag, ""])

    def handle_endtag(self, tag):
        if self._open and self._open[-1][0] == tag:
            kind, text = self._open.pop()
            (self.buttons if kind == "button" else self.headings).append(re.sub(r"[ \n]+", " ", text).strip(" "))

    def handle_data(self, data):
        if self._open:
            self._open[-1][1] += data
