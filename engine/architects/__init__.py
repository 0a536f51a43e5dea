"""7 Wonders Architects, in the files of docs/architecture.md, *A game in its files*.

Of its own it has conflict (who wins military tokens; score sheets ask it too), medals, entered (a position to begin in
the middle with) and track (what people tell who deal their own cards).
"""
