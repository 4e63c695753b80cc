"""Readings of a clause before its verb is determined: operations on an image, and nodes by description."""
