"""Layout: layered, left to right, without overlap. Nodes with a position do not move unless everything is arranged."""
