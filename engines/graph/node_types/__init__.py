"""Types of nodes: their inputs, outputs and parameters."""
