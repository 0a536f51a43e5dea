"""What the screen and the pages of phones draw alike, as plain values: each paints them in its own way."""
