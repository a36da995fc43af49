"""Who is there, who is away for a while, and who does not come back."""
