"""The table as a page shows it, in parts of which only those that changed have to travel."""
