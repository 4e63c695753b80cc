"""Values of the agent team."""
