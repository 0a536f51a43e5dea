"""The table of a game that describes itself (`app.shown.play.table_description`), on the screen and on phones."""
