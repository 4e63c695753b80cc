"""Scores of the integrity of a new image: of its pixels, and of the composition that its engine reports."""

from typing import Final

from engines.image_metrics.damage import measure_blockiness, measure_empty_band, measure_tile_seams
from engines.image_metrics.sketch_fit import measure_sketch_fit
from services.common.images.arrays import Pixels
from services.critic.domain.image.expectations import Expectation
from services.critic.domain.image.scores import Defect, Dimension, Score, ramp, score_maximum

# Calibrated on 80 paintings of 512 x 512 in all media and five corrupted copies of each (tests/unit/critic).
_MAX_BLOCKINESS: Final = 0.21
_MAX_EMPTY_BAND: Final = 0.33
# Paintings and photographs give 0.9 at most, four of five shuffled ones 1.6 and more.
_MAX_SEAMS: Final = 1.2
# Paintings correlate with their sketch by 0.38 (pop art, with rays of its own) to 0.98, other paintings by less than
# 0.3 in nine of ten cases.
_OTHER_LAYOUT, _SAME_LAYOUT = 0.12, 0.5
# The sum of both correlations, on 250 paintings: 1.36 and more with their own sketch, with another one of the same
# medium, whose ground and sky may be alike, above 1.0 in one of 40.
_OTHER_FIT, _SAME_FIT = 0.8, 1.2
# Correlation in hue and chroma: 0.5 and more for paintings; hardly ever above 0.2 with exchanged channels.
_OTHER_HUES, _SAME_HUES = 0.0, 0.5
# A medium whose cells may be as large as JPEG blocks.
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
    """Return whether *pixels* have the composition of *sketch*, independently of the engine's report."""
    fit = measure_sketch_fit(pixels, sketch)
    layout = ramp(fit.layout, _OTHER_LAYOUT, _SAME_LAYOUT)
    hues = 1.0 if fit.hues is None else ramp(fit.hues, _OTHER_HUES, _SAME_HUES)
    both = 1.0 if fit.hues is None else ramp(fit.layout + fit.hues, _OTHER_FIT, _SAME_FIT)
    if min(layout, both) <= hues:
        return Score(Dimension.COMPOSITION, min(layout, both), Defect.OTHER_IMAGE)
    return Score(Dimension.COMPOSITION, hues, Defect.OTHER_HUES)
