"""Use cases of the node knowledge."""
