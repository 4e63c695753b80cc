"""Words and formulas that state how much."""
