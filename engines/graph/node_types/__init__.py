"""Types of nodes: what a node takes, returns and can be set to."""
