"""Commands for developers: simulate games, train players, compile the engine. No running table uses them."""
