"""The parts that every game with drawings of its own shares, on the screen and on phones."""
