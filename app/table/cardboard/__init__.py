"""Games on cardboard: what people report, enter and correct, and conflict markers turned by hand."""
