"""Typesetting: text overlays on images, never outside their boxes.

TextOverlay -> `characters` (those of the font) -> `line_breaks` and `layout` (the largest size that fits) -> `contrast`
(a readable color) -> `renderer` (pixels). Nothing is re-exported: a service needs only `values`, and must not load the
modules that its workers use for rendering.
"""
