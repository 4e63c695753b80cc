"""Parsers of texts: requirements, previous drafts, places."""
