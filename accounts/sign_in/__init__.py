"""Codes by e-mail: signing in and up, changing the address, entering the admin."""
