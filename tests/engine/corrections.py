"""Values of the box that people have put right."""

ROME = """
[wonders.rome.stages.3]
points = 5
requires = [1, 2]

[wonders.rome.stages.2]
effect = false

[wonders.rome.stages.4]
requires = []

[wonders.rome.cards]
red-1 = 3
red-2 = 1
wood = 2  # as we have it
"""
LINE = (
    "wonders.rome.cards.red-1=3 wonders.rome.cards.red-2=1 wonders.rome.stages.2.effect=no"
    " wonders.rome.stages.3.points=5 wonders.rome.stages.3.requires=[1,2] wonders.rome.stages.4.requires=[]"
)
