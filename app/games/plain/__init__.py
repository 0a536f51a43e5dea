"""How any game is told in words, on phones and on the screen."""
