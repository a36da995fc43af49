"""One's own account: overview, export, deletion, merging, and what nobody needs any more."""
