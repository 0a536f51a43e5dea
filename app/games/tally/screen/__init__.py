"""Score sheets and markers on the screen."""
