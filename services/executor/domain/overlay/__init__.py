"""Text drawn on pictures, never outside its box.

TextOverlay -> `writing`: what the font has -> `breaking`, `typesetting`: the largest size that fits ->
`contrast`: a colour that can be read -> `drawing`: pixels. Nothing is re-exported: the service needs `values` alone,
and must not load what the workers draw with.
"""
