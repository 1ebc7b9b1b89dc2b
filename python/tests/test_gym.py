import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

import hearth
from hearth.gym import HearthEnv, vector_env


@pytest.fixture
def make(cooling_room, day):
    def made(**settings):
        return HearthEnv(
            hearth.Run(cooling_room, **day, record=[]),
            actions={"heater.in.u": (0.0, 300.0)},
            observations={
                "room.indoorTemperature": (-20.0, 40.0),
                "weather.outdoorTemperature": (-30.0, 40.0),
            },
            reward=lambda seen, done: (
                -abs(seen["room.indoorTemperature"] - 21.0) - 1e-3 * done["heater.in.u"]
            ),
            rows=3,
            **settings,
        )

    return made


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_finds_nothing_wrong(make):
    from gymnasium.utils.env_checker import check_env

    check_env(make(), skip_render_check=True)
    check_env(make(random_start=True, episode=10), skip_render_check=True)


def test_an_action_acts_in_its_own_step_and_in_none_before(make):
    env = make()
    first, _ = env.reset(seed=1)
    warm = env.step([300.0])[0]
    again, _ = env.reset(seed=1)
    assert np.array_equal(first, again)
    cold = env.step([0.0])[0]
    assert warm[0] > cold[0] + 0.01


def test_an_episode_ends_with_the_run(make):
    env = make()
    env.reset()
    for k in range(48):
        _, _, terminated, truncated, info = env.step([100.0])
        assert not terminated
        assert truncated == (k == 47)
    assert info["row"] == 144
    with pytest.raises(RuntimeError, match="reset"):
        env.step([0.0])


def test_a_later_start_equals_the_way_there(make):
    env = make(episode=10)
    env.reset(options={"row": 30})
    later = env.step([50.0])[0]
    env.reset(options={"row": 12})
    env.reset(options={"row": 30})
    assert np.array_equal(env.step([50.0])[0], later)


def test_rollouts_leave_the_environment_where_it_was(make):
    env = make()
    env.reset()
    env.step([100.0])
    row = env.run.row
    totals = env.rollouts(np.array([[[0.0]] * 5, [[300.0]] * 5]))
    assert totals[1] > totals[0]
    assert env.run.row == row
    with pytest.raises(RuntimeError):
        env.rollouts(np.zeros((1, 100, 1)))
    assert env.run.row == row


def test_wrong_actions_are_refused(make, cooling_room, day):
    env = make()
    with pytest.raises(RuntimeError, match="reset"):
        env.step([0.0])
    env.reset()
    with pytest.raises(ValueError, match="shape"):
        env.step(50.0)
    with pytest.raises(ValueError, match="not an unconnected input"):
        make(rest={"typo": 0.0})
    with pytest.raises(ValueError, match="control step"):
        HearthEnv(
            hearth.Run(cooling_room, **day),
            {"heater.in.u": (0, 1)},
            {"room.indoorTemperature": (0, 1)},
            lambda seen, done: 0.0,
            rows=0,
        )


def test_environments_step_together(make):
    envs = vector_env(make, 3)
    envs.reset(seed=1)
    seen, rewards, *_ = envs.step(np.array([[0.0], [150.0], [300.0]], dtype=np.float32))
    assert seen[0, 0] < seen[1, 0] < seen[2, 0]
    assert rewards.shape == (3,)
