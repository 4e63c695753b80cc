"""Scores of what must be whole in a new image: its pixels, and the composition that its engine reports."""

from typing import Final

from engines.image_metrics.damage import measure_blockiness, measure_empty_band, measure_tile_seams
from engines.image_metrics.sketch_fit import measure_sketch_fit
from services.common.images.arrays import Pixels
from services.critic.domain.image.expectations import Expectation
from services.critic.domain.image.scores import Defect, Dimension, Score, ramp, score_maximum

# Calibrated on 80 paintings of 512 x 512 in all media and five spoiled copies of each (tests/unit/critic).
_MAX_BLOCKINESS: Final = 0.21
_MAX_EMPTY_BAND: Final = 0.33
# Paintings and photographs give 0.9 at most, four of five shuffled ones 1.6 and more.
_MAX_SEAMS: Final = 1.2
# Paintings correlate with their sketch by 0.38 (pop art, with rays of its own) to 0.98, other paintings by less than
# 0.3 in nine of ten cases.
_OTHER_LAYOUT, _SAME_LAYOUT = 0.12, 0.5
# Paintings by 0.5 and more in hue and chroma, with exchanged channels hardly any above 0.2.
_OTHER_HUES, _SAME_HUES = 0.0, 0.5
# A medium whose cells may be as large as blocks of JPEG.
_CELLULAR: Final = frozenset({"pixel"})


def score_intactness(pixels: Pixels, expectation: Expectation) -> Score:
    """Return whether *pixels* are free of compression blocks, shuffled tiles and empty parts."""
    scores = [
        (score_maximum(measure_empty_band(pixels), _MAX_EMPTY_BAND), Defect.PARTLY_EMPTY),
        (score_maximum(measure_tile_seams(pixels), _MAX_SEAMS), Defect.SCRAMBLED),
    ]
    if expectation.medium not in _CELLULAR:
        scores.append((score_maximum(measure_blockiness(pixels), _MAX_BLOCKINESS), Defect.COMPRESSED))
    value, defect = min(scores, key=lambda score: score[0])
    return Score(Dimension.INTACT, value, defect)


def score_composition(pixels: Pixels, sketch: Pixels) -> Score:
    """Return whether *pixels* show what *sketch* composed: the critic's own look at the image."""
    fit = measure_sketch_fit(pixels, sketch)
    layout = ramp(fit.layout, _OTHER_LAYOUT, _SAME_LAYOUT)
    hues = 1.0 if fit.hues is None else ramp(fit.hues, _OTHER_HUES, _SAME_HUES)
    if layout <= hues:
        return Score(Dimension.COMPOSITION, layout, Defect.OTHER_IMAGE)
    return Score(Dimension.COMPOSITION, hues, Defect.OTHER_HUES)
