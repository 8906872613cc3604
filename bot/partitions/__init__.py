"""Calendars, zones, keys and runs; never a list of days until something is printed."""
