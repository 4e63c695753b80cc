"""Node graphs: their values, formats, changes and layout, and the types of their nodes."""
