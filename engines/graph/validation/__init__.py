"""Validation of graphs by rules: types, parameters, links, cycles."""
