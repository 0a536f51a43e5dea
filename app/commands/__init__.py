"""What `main.py` does besides running a table, a file for each command. Never runs in the loop of a table."""
