"""Words and formulas that state amounts."""
