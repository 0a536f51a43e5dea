"""Motion: easing, moving things and the building of a stage."""
