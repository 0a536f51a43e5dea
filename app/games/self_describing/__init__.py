"""The table of a game that describes itself (`app.shown.play.running_game`), on the screen and on phones."""
