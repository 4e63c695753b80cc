"""The subjects of images: each module draws some of them with a pen."""
