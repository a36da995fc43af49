"""Open sockets: what they are sent, and when."""
