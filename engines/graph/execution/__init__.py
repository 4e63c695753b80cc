"""Execution of graphs of core types: which nodes are executed in which order, and the values of simple nodes."""
