"""Types of nodes as knowledge: how they are found, and the slice for a request."""
