"""Forms and texts for games with physical cards: telling, corrections, disputes."""
