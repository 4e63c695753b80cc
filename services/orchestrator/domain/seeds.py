"""Seeds: whole numbers below 2^53, drawn from a run's own."""

# Seeds travel as JSON numbers, which are whole up to 2^53.
SEEDS = 2**53
# Another seed for each round: 2^64 over the golden ratio, which spreads consecutive rounds evenly (Knuth, 6.4).
SEED_STRIDE = 0x9E37_79B9_7F4A_7C15


def round_seed(seed: int, round_: int) -> int:
    """Return the seed of a round: *seed* itself in the first, another in each later one."""
    return (seed + (round_ - 1) * SEED_STRIDE) % SEEDS
