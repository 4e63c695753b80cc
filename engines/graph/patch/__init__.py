"""Changes of a graph as JSON Patch: applied completely or not at all, with an inverse; rebased or rejected."""
