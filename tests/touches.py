"""How many touches people need in a turn: the median, and what nineteen of twenty turns need at most."""

from statistics import median


def figures(of, turns):
    """Both, of these turns; they are printed."""
    taps = sorted(turns)
    found = median(taps), taps[int(len(taps) * 0.95)]
    print(f"\ntouches a turn, {of}: median {found[0]:g}, p95 {found[1]}, most {taps[-1]}, {len(taps)} turns")
    return found
