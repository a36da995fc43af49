"""Sessions in a table of the site's own, each with its user and browser."""
