"""Requested content of an image: subjects with their attributes, and the report of which parts the painter shows."""
