"""The screen's pages and panels, as elements that are repainted when their facts change."""
