"""The processes of a table and the machine they run on: start, loop, panel, network, power. Never contains a rule."""
