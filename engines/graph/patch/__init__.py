"""Changes of a graph as JSON Patch: applied all or nothing, with their inverse; rebased or rejected."""
