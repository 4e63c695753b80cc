"""The libraries of the jobs. Imports nothing by itself: the process that forks workers loads it first, and alone."""


def load_libraries() -> None:
    """Load what most runs need: other jobs load their libraries at their first call."""
    import engines.painter  # noqa: F401
    import services.common.images.decoder
    import services.common.images.encoder
    import services.executor.adapters.jobs.images
    import services.executor.domain.improvements  # noqa: F401
    from services.common.text.segmentation import segment

    segment("预热")
