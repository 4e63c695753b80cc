"""Clients of the services, one for each resource of the command line."""
