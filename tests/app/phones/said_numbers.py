"""Numbers on a phone's page and in the picture of a result, each with the person and the noun that it belongs to.

A page is read twice: as a screen reader says it (`aria-label` replaces what lies below), and as it is seen (signs and
the numbers next to them). Nothing here knows a part of a page or a rule of a game.
"""

import re
from functools import cached_property, lru_cache
from html.parser import HTMLParser

VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})
COUNT = re.compile(r"(\d+) (?:× )?([a-z][\w’'/ -]*)")  # `4 shields`, `2 × wood`
LABEL = re.compile(r"([^\W\d][^:,;.]*): (.+)")  # `Blue cards: 8`, `Science: 1 × compass, 2 × gear`
DRAWING = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
SHAPE = re.compile(r"</?(?:rect|path|image|circle|ellipse|line|poly\w+|g|defs|clipPath)\b[^>]*>|<!--.*?-->", re.DOTALL)
NUMBER = re.compile(r"[−-]?\d+")
COMPARED = re.compile(r"\s[<>=]\s")
NO_NOUN = frozenset({"left", "more", "hidden", "missing", "more in this game"})  # another word says of what
COIN = "money"
MEDAL_LABEL = "Medal: "  # its name is a count that it asks for
MAX_CACHED_PARTS = 2000  # parts of pages: several people read the same ones, and most do not change between two moments
SENTENCE = re.compile(r"\w{2}\. |\.$")
UNIT = "point"  # what stands alone is the seat's own sum; behind a label it is that row's


class Node:
    """An element of a page."""

    def __init__(self, tag, attrs=(), parent=None):
        self.tag, self.attrs, self.parent, self.children = tag, dict(attrs), parent, []

    @cached_property
    def _text(self):
        own = self.attrs.get("aria-label") or ""
        return " ".join([own, *(child if isinstance(child, str) else child.text() for child in self.children)])

    @cached_property
    def _words(self):
        """The pieces of text that stand by themselves below."""
        return frozenset().union(*({child} if isinstance(child, str) else child._words for child in self.children))

    def text(self):
        """Return all words below, seen or heard."""
        return self._text

    def uses(self):
        """List the names of the SVG symbols that are drawn below this node."""
        own = [self.attrs["href"].removeprefix("#i-")] if self.tag == "use" else []
        return own + [name for child in self.children if isinstance(child, Node) for name in child.uses()]

    def coins(self):
        """List the numbers on coins below."""
        for child in self.children:
            if isinstance(child, Node) and child.tag == "svg":
                yield from (
                    [_int(child.text())] if child.uses() == [COIN] and NUMBER.fullmatch(child.text().strip()) else []
                )
            elif isinstance(child, Node):
                yield from child.coins()

    def is_choice(self):
        """Check for a control, whose words describe a possible action."""
        return "data-do" in self.attrs or "data-about" in self.attrs or self.tag in ("form", "label", "dialog")

    def deed(self):
        """Return the sentence with which an element explains a past action, or ""."""
        label = self.attrs.get("aria-label") or ""
        return label if "data-say" in self.attrs and SENTENCE.search(label) else ""

    def is_hidden(self):
        return "hidden" in self.attrs or self.tag in ("script", "style", "template")

    def names(self, people):
        """Return the names that stand alone below this node, without those inside sentences."""
        return {*people} & self._words

    def is_about_a_thing(self, people):
        """Check for small print behind the name of a thing."""
        beside = self.parent.children if self.parent else ()
        bold = [sibling for sibling in beside if isinstance(sibling, Node) and sibling.tag == "b"]
        return self.tag == "small" and any(not name.names(people) for name in bold)

    def is_name_of_a_thing(self):
        """Return True for the bold words before the small print of something that explains itself when touched."""
        above, beside = self.parent, self.parent.children if self.parent else ()
        while above is not None and "data-say" not in above.attrs:
            above = above.parent
        return (
            self.tag == "b"
            and above is not None
            and any(isinstance(sibling, Node) and sibling.tag == "small" for sibling in beside)
        )


class _Tree(HTMLParser):
    def __init__(self):
        super().__init__()
        self.at = self.root = Node("page")

    def handle_starttag(self, tag, attrs):
        node = Node(tag, attrs, self.at)
        self.at.children.append(node)
        if tag not in VOID:
            self.at = node

    def handle_startendtag(self, tag, attrs):
        self.at.children.append(Node(tag, attrs, self.at))

    def handle_endtag(self, tag):
        node = self.at
        while node.parent is not None and node.tag != tag:
            node = node.parent
        if node.parent is not None:
            self.at = node.parent

    def handle_data(self, data):
        if text := " ".join(data.split()):
            self.at.children.append(text)


@lru_cache(MAX_CACHED_PARTS)
def _without_shapes(drawing):
    """Return an SVG element without what says nothing, which is most of a page: cards are drawn many times."""
    return SHAPE.sub("", drawing)


@lru_cache(16)
def parsed(html):
    """Return the root of a page, which nobody changes."""
    tree = _Tree()
    tree.feed(DRAWING.sub(lambda drawing: _without_shapes(drawing[0]), html))
    return tree.root


@lru_cache(MAX_CACHED_PARTS)
def page_numbers(html, people, reader):
    """Return (person, noun, number) of a page; numbers in nobody's box belong to `reader`, if there is one."""
    return tuple(_page_numbers(parsed(html), people, reader))


def _page_numbers(root, people, reader):
    for node, noun, number in (*_list_spoken_numbers(root), *_list_visible_numbers(root)):
        owner = _owner(node, people, reader)
        if owner is not None and not node.is_about_a_thing(people) and not node.is_name_of_a_thing():
            yield owner, noun, number


def _owner(node, people, reader):
    """Return the person whose box contains a number: the only one named nearest to it, or None in a comparison."""
    while node is not None:
        if COMPARED.search(node.text()):
            return None
        if named := node.names(people):
            return named.pop() if len(named) == 1 else reader
        node = node.parent
    return reader


def _list_spoken_numbers(node):
    """Return what a screen reader says below a node."""
    if node.is_hidden() or node.is_choice() or node.attrs.get("aria-hidden") == "true" or node.tag == "svg":
        return
    if label := node.attrs.get("aria-label"):
        if not label.startswith(MEDAL_LABEL):
            yield from ((node, *pair) for pair in pairs(label))
        return
    before = None
    for child in node.children:
        if isinstance(child, str):
            yield from ((node, *pair) for pair in pairs(child.removeprefix(": ")))
            continue
        if child.tag == "dd" and before is not None and before.tag == "dt":
            yield from ((node, *pair) for pair in pairs(f"{before.text().strip()}: {child.text().strip()}"))
        yield from _list_spoken_numbers(child)
        before = child


def _list_visible_numbers(node):
    """Return the signs below a node with the number behind each, and coins with the number on them."""
    unseen = node.attrs.get("aria-hidden") == "true" or "read" in node.attrs.get("class", "").split()
    if unseen or node.is_hidden() or node.is_choice():
        return
    if deed := node.deed():
        yield node, f"coins: {deed}", tuple(node.coins())
        return
    sign = ""
    for child in node.children:
        if isinstance(child, Node) and child.tag == "svg":
            uses, inside = child.uses(), child.text().strip()
            sign = uses[0] if len(uses) == 1 and not inside and uses[0] != COIN else ""  # behind a coin stands a price
            if uses == [COIN] and NUMBER.fullmatch(inside) and "data-say" not in node.attrs:  # else it is printed
                yield node, f"sign {COIN}", _int(inside)
            continue
        words = child if isinstance(child, str) else child.text().strip()
        if sign and NUMBER.fullmatch(words):
            yield node, f"sign {sign}", _int(words)
        elif isinstance(child, Node):
            yield from _list_visible_numbers(child)
        sign = ""


def pairs(words):
    """List (noun, number) of words that say nothing else: `4 shields, 1 horn`, `Wonder: 3`, `Blue cards: 6 points`."""
    label = ""
    if (found := LABEL.fullmatch(words)) and re.fullmatch(r"[−-]?\d+(, [−-]?\d+)+", found[2]):
        yield f"{found[1].lower()}:", found[2]
        return
    for piece in re.split(r"[,;] *", words):
        said = piece.strip()
        if found := LABEL.fullmatch(said):
            label, said = f"{found[1].lower()}: ", found[2]
        if NUMBER.fullmatch(said) and label:
            yield label.strip(), _int(said)
        elif (found := COUNT.fullmatch(said)) and found[2] not in NO_NOUN:
            yield label + singular(found[2]), _int(found[1])


def singular(noun):
    """Return the noun of one thing: of its first word, or of the word before `on`, `in`, `of`."""
    head, *rest = re.split(r" (?=(?:on|in|of) )", noun, maxsplit=1)
    return " ".join([head[:-1] if head.endswith("s") and not head.endswith(("ss", "us")) else head, *rest])


def sheet_rows(html, people, reader):
    """Return the sorted numbers in the rows of a score sheet, by person."""
    found = {}
    for node, noun, number in _list_spoken_numbers(parsed(html)):
        if noun.endswith(":") and (owner := _owner(node, people, reader)):
            found.setdefault(owner, []).append(number)
    return {owner: tuple(sorted(rows)) for owner, rows in found.items()}


def result_numbers(text, people):
    """List (person, noun, number) of sentences about a finished game: `Ada wins with 51 points`, `Ada’s 51`."""
    names = "|".join(people)
    for name, number in re.findall(rf"({names}) wins with (\d+) points?\b", text):
        yield name, UNIT, int(number)
    for name, number in re.findall(rf"({names})’s (\d+)\b", text):
        yield name, UNIT, int(number)


def picture_numbers(svg, people):
    """List (person, noun, number) of a result's picture: a row has a name, the sum, then what the legend lists."""
    words = [node.children[0] for node in _elements(parsed(svg)) if node.tag == "text"]
    rows, name = {}, None
    for text in words:
        name = text if text in people else name
        if name and NUMBER.fullmatch(text):
            rows.setdefault(name, []).append(_int(text))
    count = max(len(numbers) for numbers in rows.values()) - 1
    labels = words[-1 - count : -1]  # the last words are the program's name
    for name, (total, *numbers) in rows.items():
        yield name, UNIT, total
        for label, number in zip(labels, numbers, strict=True):
            yield name, f"{label.lower()}:", number


def _elements(node):
    for child in node.children:
        if isinstance(child, Node):
            yield child
            yield from _elements(child)


def _int(text):
    return int(text.replace("−", "-"))
