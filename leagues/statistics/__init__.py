"""What matches add up to: profiles, rankings, charts."""
