"""7 Wonders Architects, in the files described in docs/architecture.md, *A game in its files*.

Files that other games do not have: conflict (who wins military tokens; score sheets use it too), medals, entered (a
position in which a game begins) and track (reports of people who deal their own cards).
"""
