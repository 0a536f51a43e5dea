"""Bots by name."""

import main
from app.table.bots import read

BOTS = read(main.bots())
