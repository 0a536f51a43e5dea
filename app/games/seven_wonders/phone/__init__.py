"""7 Wonders on the pages of phones."""
