"""MCP servers that an operator configures: their tools, for the agents of a team."""
