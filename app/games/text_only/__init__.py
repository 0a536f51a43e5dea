"""The phone pages and the screen of a game told in words."""
