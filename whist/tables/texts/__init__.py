"""What is said in words wherever it is shown: sentences, refusals, labels."""
