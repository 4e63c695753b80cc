"""Model providers that are not: real servers with the providers' own wire shapes, whose answers can be scripted.

For people who want to try reflow's remote models without a key, and for tests. Nothing here is used by the services.
"""
