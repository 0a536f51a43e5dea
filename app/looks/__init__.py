"""What the screen and the pages of phones draw alike, as plain values. Never paints: each does that in its own way."""
