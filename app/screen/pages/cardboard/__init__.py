"""Pages for games with physical cards: set-up list, telling, corrections."""
