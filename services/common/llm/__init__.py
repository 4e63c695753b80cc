"""Remote models: which there are, asking them, and what it costs.

Nothing here imports the HTTP client before a model is configured: a system without models starts without it.
"""
