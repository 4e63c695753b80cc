"""What a prompt asks to see: subjects with their attributes, and the report of what the painter shows of it."""
