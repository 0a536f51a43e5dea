"""The commands of `main.py` besides running a table, one file each. Never runs in the loop of a table."""
