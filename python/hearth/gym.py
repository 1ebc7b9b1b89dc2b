"""Environments for reinforcement learning (Gymnasium).

Causality: the action passed to ``step`` acts from the present row over the whole control step. The
observation, the powers in the reward and the time that ``step`` returns belong to the end of that
control step. An action is thus visible in the observation that its own call returns, and not
earlier.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np

from .model import Model
from .run import Run


class HearthEnv(gymnasium.Env):
    """A building to be controlled through its unconnected inputs.

    Args:
        run: a Run, or a Model, which runs over its default period.
        actions: unconnected inputs ``'id.in.port'`` with their lowest and highest value.
        observations: outputs ``'id.port'`` with their lowest and highest expected value.
        reward: function of the observations by name and of the actions by name that returns a
            number, evaluated at the end of each control step.
        rows: rows of the run in a control step.
        episode: control steps of an episode; default: to the end of the run.
        random_start: begin each episode at a random row from which an episode fits in the run;
            otherwise all begin at the start. Rows before it are run with ``rest``.
        rest: value of each action before the first one; default: the middle of its range.

    Observations and actions are arrays of float32 in the order of the dictionaries; observations
    beyond their range are clipped to it, but not for the reward. An episode is truncated
    at its end; it is never terminated.
    """

    metadata = {"render_modes": []}

    def __init__(
        self,
        run: Run | Model,
        actions: dict[str, tuple[float, float]],
        observations: dict[str, tuple[float, float]],
        reward: Callable[[dict[str, float], dict[str, float]], float],
        *,
        rows: int = 1,
        episode: int | None = None,
        random_start: bool = False,
        rest: dict[str, float] | None = None,
    ):
        self.run = run if isinstance(run, Run) else Run(run, record=[])
        unknown = (set(actions) | set(rest or {})) - set(self.run.inputs)
        if unknown:
            raise ValueError(f"not an unconnected input of the model: {', '.join(sorted(unknown))}")
        if rows != int(rows) or rows < 1:
            raise ValueError(f"a control step has {rows} rows; expected a whole number above 0")
        if not np.isfinite(list(actions.values())).all():
            raise ValueError("the bounds of actions must be finite")
        self._names = list(actions)
        self._seen = list(observations)
        self._reward = reward
        self._rows = rows
        low, high = np.array(list(actions.values()), dtype=np.float32).T
        self.action_space = gymnasium.spaces.Box(low, high, dtype=np.float32)
        low, high = np.array(list(observations.values()), dtype=np.float32).T
        self.observation_space = gymnasium.spaces.Box(low, high, dtype=np.float32)
        self._rest = {
            name: (rest or {}).get(name, 0.5 * (lowest + highest))
            for name, (lowest, highest) in actions.items()
        }
        whole = self.run.rows // rows
        self._episode = whole if episode is None else episode
        if not 1 <= self._episode <= whole:
            raise ValueError(f"an episode of {self._episode} control steps does not fit in {whole}")
        self._random_start = random_start
        self._read = self.run.reader(self._seen)
        self._points: dict[int, Any] = {}
        self._done = self._episode

    def reset(self, *, seed: int | None = None, options: dict | None = None):
        """Begin an episode; ``options={"row": k}`` begins at row k."""
        super().reset(seed=seed)
        first = 0
        if options and "row" in options:
            first = int(options["row"])
        elif self._random_start:
            latest = self.run.rows - self._episode * self._rows
            first = int(self.np_random.integers(0, latest + 1))
        if not 0 <= first <= self.run.rows - self._episode * self._rows:
            raise ValueError(f"no episode of {self._episode} control steps begins at row {first}")
        self._go_to(first)
        self._done = 0
        return self._observe(), self._info()

    def _go_to(self, row: int) -> None:
        """Move to a row with all actions at rest; keep points on the way."""
        before = max((kept for kept in self._points if kept <= row), default=None)
        if before is None:
            self._act(self._rest.values())
            self.run.start()
            before = 0
            self._points[0] = self.run.snapshot()
        else:
            self.run.restore(self._points[before])
            self._act(self._rest.values())
        if row > before:
            self.run.step(row - before)
            self._points[row] = self.run.snapshot()
            if len(self._points) > 100:  # the start stays
                del self._points[next(kept for kept in self._points if kept not in (0, row))]

    def _act(self, values) -> None:
        for name, value in zip(self._names, values):
            self.run.set(name, float(value))

    def _observe(self, seen: np.ndarray | None = None) -> np.ndarray:
        space = self.observation_space
        seen = self._read() if seen is None else seen
        return np.clip(seen, space.low, space.high, dtype=np.float32, casting="unsafe")

    def _info(self) -> dict[str, Any]:
        return {"time": self.run.time, "row": self.run.row}

    def step(self, action: Sequence[float]):
        """Hold the action for a control step; return observation and reward at its end."""
        if self._done >= self._episode:
            raise RuntimeError("the episode has ended, or none has begun; call reset()")
        if np.shape(action) != self.action_space.shape:
            raise ValueError(
                f"an action has the shape {self.action_space.shape}, not {np.shape(action)}"
            )
        action = np.clip(action, self.action_space.low, self.action_space.high)
        self._act(action)
        self.run.step(self._rows)
        self._done += 1
        seen = self._read()
        reward = float(
            self._reward(
                dict(zip(self._seen, seen.tolist())), dict(zip(self._names, action.tolist()))
            )
        )
        truncated = self._done >= self._episode
        return self._observe(seen), reward, False, truncated, self._info()

    def snapshot(self):
        """Return the present point of the episode, for :meth:`restore`."""
        return self.run.snapshot(), self._done

    def restore(self, point) -> None:
        """Return to a point of :meth:`snapshot`."""
        self.run.restore(point[0])
        self._done = point[1]

    def rollouts(self, sequences: np.ndarray) -> np.ndarray:
        """Return the sum of rewards of sequences of actions from the present point on.

        ``sequences`` has the shape (sequences, control steps, actions). The environment remains
        at its present point.
        """
        point = self.snapshot()
        totals = np.zeros(len(sequences))
        try:
            for i, sequence in enumerate(sequences):
                self.restore(point)
                for action in sequence:
                    totals[i] += self.step(action)[1]
        finally:
            self.restore(point)
        return totals


def vector_env(make: Callable[[], HearthEnv], count: int) -> gymnasium.vector.SyncVectorEnv:
    """Return ``count`` environments that step together, each a clone of the first one's run."""
    first = make()

    def cloned():
        other = make()
        other.run = first.run.clone()
        other._read = other.run.reader(other._seen)
        other._points = {}
        return other

    return gymnasium.vector.SyncVectorEnv([lambda: first] + [cloned] * (count - 1))
