"""7 Wonders on the table's screen."""
