"""The libraries of the jobs. Imports nothing at module level: a process that forks workers imports only this."""


def load_libraries() -> None:
    """Load the libraries that most runs need: other jobs load theirs at their first call."""
    import engines.painter.inpainter
    import engines.painter.painter  # noqa: F401
    import services.common.images.decoder
    import services.common.images.encoder
    import services.executor.adapters.jobs.images
    import services.executor.domain.improvements  # noqa: F401
    from services.common.text.segmentation import segment

    segment("预热")
