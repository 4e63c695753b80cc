"""Animals: each module draws some of them with a pen."""
