"""Validation of graphs in code: types, parameters, links, cycles."""
