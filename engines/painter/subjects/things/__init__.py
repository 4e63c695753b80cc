"""Hand-drawn things: monuments, furniture, small things, and people in costume."""
