"""Where a picture happens: the surroundings, from the sky to the foreground."""
