"""For every test: a slow machine must not make a right answer wrong, so no example has a deadline."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
