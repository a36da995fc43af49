"""Who is there, who is away for a while, and no-shows."""
