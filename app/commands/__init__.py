"""What `main.py` does besides running a table, a file for each command."""
