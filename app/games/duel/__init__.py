"""7 Wonders Duel, as people read it."""
