"""Codes by e-mail: signing in and up, changing the address, the entrance of the admin."""
