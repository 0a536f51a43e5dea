"""7 Wonders Architects: cards, actions, position, effects, view, scoring, state, game."""
