"""The table of any game that describes itself (`app.shown.play.play.TableDescription`), on the screen and on phones."""
