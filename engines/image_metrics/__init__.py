"""Metrics of images: measurements of pixels, without a judgment."""
