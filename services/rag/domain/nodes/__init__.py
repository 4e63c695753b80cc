"""Types of nodes as knowledge: their search, and the slice for a request."""
