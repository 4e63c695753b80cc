"""The settings of images: each module draws some of them, from the sky to the foreground."""
