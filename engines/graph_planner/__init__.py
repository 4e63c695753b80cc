"""Turns a request in plain language into operations on a node graph."""
