"""Color spaces: sRGB of images, luma, and the perceptually uniform OKLab."""
