"""What a clause with a verb changes."""
