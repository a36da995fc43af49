"""What matches add up to: profiles and their charts."""
