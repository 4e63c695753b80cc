"""Layout: layered, left to right, without overlap. Nodes that have a position stay unless everything is arranged."""
