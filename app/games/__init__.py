"""All of a game that is not its rules: words, drawings, pages of phones, its part of the screen."""
