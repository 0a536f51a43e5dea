"""Compile the templates of all pages: `python -m app.workshop.compile_templates`, in the folder of a new version.

An installed table may not write there, and would compile them at each start.
"""

from app.games import phone_registry
from app.phones.page_sources import PageSources


def main() -> None:
    """Store the compiled templates next to Python's compiled modules."""
    pages = PageSources(None, phone_registry.games()).pages  # type: ignore[arg-type]  # templates need no table
    pages.compile_all()


if __name__ == "__main__":
    main()
