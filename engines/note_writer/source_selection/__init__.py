"""Which sources a note cites: each module has one ground on which a source, or a sentence of it, is none."""
