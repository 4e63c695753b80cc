"""Images of graphs: SVG, and PNG from it."""
