"""The role of each clause of a request for a note: its topic, a detail, its readers. Learned, not ruled.

Two linear-chain conditional random fields for each language (CRFsuite): one gives every clause its role, the other
every word of a clause that names the topic, so that "Write a post about" and "for new owners" are no part of it.
`benchmarks/calibration/roles.py` fits them to annotated requests, and measures them on authors that it left out.
"""
