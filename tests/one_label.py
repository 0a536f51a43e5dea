"""A thing has one label, and on one page a label means one thing: what of the labels of many pages does not fit."""

import re


def unnumbered(text):
    """Return the text with its numbers replaced, so that it is the same for every seat."""
    return re.sub(r"\b\d+\b", "#", text)


def several(pages, differ):
    """List acts with two labels anywhere, and labels with two acts on one page, without those that may `differ`.

    `pages`: the labels of each page with their acts.
    """
    labels, acts = {}, {}
    for page, found in pages.items():
        for label, act in found:
            labels.setdefault(act, {})[label] = page
            acts.setdefault((page, label), set()).add(act)
    twice = [f"{act}: {called}" for act, called in labels.items() if len(called) > 1 and not fits(act, differ)]
    for (page, label), does in acts.items():
        meant = {act for act in does if not fits(act, differ)}
        if len(meant) > 1:
            twice.append(f"{page}: {label!r} does {sorted(meant)}")
    return twice


def fits(act, differ):
    return any(re.fullmatch(pattern, act) for pattern in differ)


def unused(pages, differ):
    """List the exceptions that are no longer needed."""
    acts = {act for found in pages.values() for _, act in found}
    return [pattern for pattern in differ if not any(re.fullmatch(pattern, act) for act in acts)]
