"""What the table says and shows otherwise for each family of games, found by what a viewer observes."""
