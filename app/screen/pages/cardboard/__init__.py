"""Pages for games with the people's own cards: set-up list, turn entry, corrections."""
