"""Crops, as fractions of the sides."""


def crop_to_ratio(ratio: float, size: tuple[int, int]) -> dict[str, float]:
    """Return the fractions of (width, height) *size* to crop, the same on both sides, for the aspect *ratio*."""
    actual = size[0] / size[1]
    if actual >= ratio:
        cut = round((1 - ratio / actual) / 2, 6)
        return {"crop_left": cut, "crop_right": cut}
    cut = round((1 - actual / ratio) / 2, 6)
    return {"crop_top": cut, "crop_bottom": cut}
