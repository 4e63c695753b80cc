"""People and animals that do something with a thing: one drawing of both, which touch each other."""
