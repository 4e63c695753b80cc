"""Use cases of the executor, one a module."""
