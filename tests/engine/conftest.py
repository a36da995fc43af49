"""Hypothesis works little in every run and much when WHIST_SOAK is set."""

import os

from hypothesis import HealthCheck, settings

_ALWAYS = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}

settings.register_profile("ci", max_examples=40, **_ALWAYS)
settings.register_profile("soak", max_examples=5000, **_ALWAYS)
settings.load_profile("soak" if os.environ.get("WHIST_SOAK") else "ci")
