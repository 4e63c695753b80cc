"""Seeds of a run and its rounds: integers below 2^53."""

# Seeds are JSON numbers, which are exact integers up to 2^53.
SEEDS = 2**53
# Distance of the seeds of consecutive rounds: 2^64 over the golden ratio, which spreads them evenly (Knuth, 6.4).
SEED_STRIDE = 0x9E37_79B9_7F4A_7C15


def round_seed(seed: int, round_: int) -> int:
    """Return the seed of a round, from 1: *seed* itself for the first, a different one for each later round."""
    return (seed + (round_ - 1) * SEED_STRIDE) % SEEDS
