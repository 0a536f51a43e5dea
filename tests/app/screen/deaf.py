"""A controller without an interface for painters."""

from types import FunctionType


class Deaf:
    """A controller whose methods can be callbacks of taps, but which a painter cannot read."""

    def __init__(self, control):
        self._control = control

    def __getattr__(self, name):
        if not isinstance(vars(type(self._control)).get(name), FunctionType):
            raise AssertionError(f"a painter reads {name}")

        def later(*_):
            raise AssertionError(f"a painter calls {name}")

        return later
