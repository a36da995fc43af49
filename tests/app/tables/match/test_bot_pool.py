"""Bots think in processes of their own, which may die."""

import os
import signal

import pytest

from whist.engine import GAMES
from whist.tables.match import bot_pool


@pytest.fixture
def pool():
    bot_pool.start()
    yield
    bot_pool.stop()


@pytest.fixture
def observation():
    game = GAMES["romanian52"]
    state = game.new_match(seats=4, first_dealer=3)
    state = state.apply(state.deal(game.pack(4)))
    return state.observe(0)


def in_pool(job, *arguments):
    assert bot_pool._pool is not None
    return bot_pool._pool.submit(job, *arguments).result()


def test_pool_chooses_as_the_caller_would(pool, observation):
    for seed in range(5):
        there = bot_pool.choose_action(observation, "normal", seed)
        bot_pool.stop()
        assert there == bot_pool.choose_action(observation, "normal", seed)
        bot_pool.start()


def test_thinking_process_knows_neither_django_nor_the_database(pool):
    loaded = in_pool(eval, "sorted(__import__('sys').modules)")
    assert "whist.bots" in loaded
    assert not {"django", "celery", "whist.settings", "whist.tables.models"} & set(loaded)


def test_move_is_chosen_although_the_thinking_process_died(pool, observation):
    expected = bot_pool.choose_action(observation, "easy", 7)
    dead = in_pool(os.getpid)
    broken = bot_pool._pool
    os.kill(dead, signal.SIGKILL)
    while bot_pool._pool is broken:  # where there are two, the other one may answer before anybody notices
        assert bot_pool.choose_action(observation, "easy", 7) == expected
    assert in_pool(os.getpid) != dead


def test_fault_of_a_bot_reaches_the_caller(pool, observation):
    with pytest.raises(KeyError):
        bot_pool.choose_action(observation, "perfect", 1)
