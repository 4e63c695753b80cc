"""Editing of images as arrays: adjustments, style strength, feathered masks, main colors."""
