"""Node graphs: values, formats, changes and layout, and the types of nodes."""
