"""The features of the table: each is one object with hooks that the table calls in the order of `registry.FEATURES`."""
