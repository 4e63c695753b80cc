"""Learned weights of the dimensions of a cosine: which of them show whether a title answers a request."""

from functools import cache
from importlib.resources import as_file, files

import numpy as np

from services.rag.adapters.embeddings import Vectors

FILE = "library/learned_cosine.npy"


@cache
def load_weights() -> Vectors:
    """Return the weights, one for each dimension of the built-in model. Blocking: reads the file once per process."""
    with as_file(files("services.rag").joinpath(FILE)) as path:
        return np.asarray(np.load(path), dtype=np.float32)


def measure_learned(names: Vectors, request: Vectors) -> Vectors:
    """Return for each of the vectors *names*, of titles and tags, how well it answers *request*, in log odds.

    `python -m benchmarks.calibration.sources --fit` fits the weights.
    """
    return np.asarray(names @ (request * load_weights()), dtype=np.float32)
