"""The table of any game that describes itself (`app.shown.play.play.Shows`), on the screen and on phones."""
