"""The sixteen techniques: each turns one drawing into pixels."""
