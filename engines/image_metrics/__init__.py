"""Metrics of images: numbers from pixels, without a judgment."""
