"""Files of a folder as values: paths, limits, trees, zip archives."""
