"""7 Wonders with Leaders, as people read it."""
