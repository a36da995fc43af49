"""The attackers of tests/support/code_adversary.py, with more patience: SOAK_ATTACKS=300 sequences of 80 steps."""

import os

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.support.code_adversary import CodeAdversary

ATTACKS = int(os.environ.get("SOAK_ATTACKS") or 300)
PATIENT = settings(max_examples=ATTACKS, stateful_step_count=80, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.django_db
def test_patient_attackers_never_get_in(settings):
    settings.TRUSTED_PROXIES = 1
    run_state_machine_as_test(CodeAdversary, settings=PATIENT)
