"""Readings of a clause before its verb is chosen: what is done to an image, and nodes by description."""
