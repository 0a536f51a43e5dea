"""Controls and panels that know no game."""
