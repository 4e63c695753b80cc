"""Color spaces: sRGB as images have it, luma, and OKLab, in which distances are those that people see."""
