"""The table of any game that says what lies there (`app.shown.play.play.Shows`), on the screen and on phones."""
