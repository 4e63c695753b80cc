"""Adapters of the planner: computations in worker processes."""
