"""What a note is to be, how its page is built and which pictures it gets, told by rules; a model's answers mended."""
