"""Values of the graph assistant."""
