"""`make soak` does the same for longer (tests/soak)."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.support.code_adversary import CodeAdversary

QUICK = settings(
    max_examples=8,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    phases=[Phase.generate],  # to make a failing sequence short takes minutes
)


@pytest.mark.once  # `make soak` has PostgreSQL
@pytest.mark.django_db
def test_five_attackers_never_get_in_and_never_pass_the_limits(settings):
    settings.TRUSTED_PROXIES = 1
    run_state_machine_as_test(CodeAdversary, settings=QUICK)
