"""Statistics of the touches per turn: the median, and the maximum of nineteen of twenty turns."""

from statistics import median


def figures(of, turns):
    """Print and return the median and the 95th percentile of touches in these turns."""
    taps = sorted(turns)
    found = median(taps), taps[int(len(taps) * 0.95)]
    print(f"\ntouches a turn, {of}: median {found[0]:g}, p95 {found[1]}, most {taps[-1]}, {len(taps)} turns")
    return found
