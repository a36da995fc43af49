"""What a finished match brings: settlement, outcomes, experience, points of the weekly ranking."""
