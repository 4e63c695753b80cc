"""Readings of texts that are learned from annotated ones, with conditional random fields (CRFsuite)."""
