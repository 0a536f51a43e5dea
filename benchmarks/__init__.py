"""One command a row of docs/benchmarks.md: `./setup.sh bench [ROW]`. Both sides of a ratio come from one run."""
