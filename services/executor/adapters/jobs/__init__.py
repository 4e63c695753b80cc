"""Computations of the executor in worker processes."""
