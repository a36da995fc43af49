"""Who sits at which friends' table, and the list of them."""
