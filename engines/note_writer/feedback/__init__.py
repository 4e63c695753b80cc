"""A reviewer's feedback as a list of changes, each applied to the draft or reported as not applied."""
