"""The built-in painter: images from text, without a model.

prompt -> `prompt_parser` -> Scene -> `composer` -> shapes -> a medium in `media` -> pixels.
"""
