"""The roof: the front page, the help pages and the pages for errors."""
