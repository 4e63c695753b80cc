"""The verdict on a change of a node graph."""
