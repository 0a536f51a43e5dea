"""Benchmarks, one command per row of docs/benchmarks.md: `./setup.sh bench [ROW]`. A run measures both sides."""
