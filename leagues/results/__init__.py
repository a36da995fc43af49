"""What a finished match brings: settlement, outcomes, experience."""
