"""What becomes of somebody's tables when an account is exported, merged or deleted."""
