"""Note creation: a social post by a chain of agents, with approvals, and a reviewer that sends work back."""
