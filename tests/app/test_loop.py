"""What the loop does with the time between two changes."""

from app.loop import BREATH, MANY, QUIET, REST, SOME, until_tidy, when_quiet


class Loop:
    """A loop whose time is told."""

    def __init__(self):
        self.now = 0.0
        self.calls = []

    def call_later(self, seconds, call):
        handle = Handle(self.now + seconds, call)
        self.calls.append(handle)
        return handle

    def go_on(self, seconds):
        self.now += seconds
        for handle in [handle for handle in self.calls if handle.at <= self.now]:
            self.calls.remove(handle)
            handle.run()


class Handle:
    def __init__(self, at, call):
        self.at, self.run = at, call

    def cancel(self):
        self.run = lambda: None


class Table:
    def subscribe(self, listener):
        self.change = lambda: listener(None)


def test_the_store_tidies_up_once_when_nobody_has_done_anything_for_a_while():
    loop, table, done = Loop(), Table(), []
    when_quiet(table, lambda: done.append(loop.now), loop, until_tidy)
    for _ in range(SOME):
        table.change()
        loop.go_on(QUIET / 2)
    assert not done
    loop.go_on(QUIET / 2)
    assert done == [loop.now]
    loop.go_on(10 * QUIET)
    assert len(done) == 1


def test_a_few_changes_wait_for_more_or_for_a_rest():
    loop, table, done = Loop(), Table(), []
    when_quiet(table, lambda: done.append(loop.now), loop, until_tidy)
    for _ in range(SOME - 1):
        table.change()
        loop.go_on(2 * QUIET)
    assert not done
    loop.go_on(REST)
    assert done == [loop.now]


def test_where_people_do_not_stop_the_store_tidies_up_between_two_changes():
    loop, table, done = Loop(), Table(), []
    when_quiet(table, lambda: done.append(loop.now), loop, until_tidy)
    for _ in range(MANY - 1):
        table.change()
        loop.go_on(2 * BREATH)
    assert not done
    table.change()
    loop.go_on(BREATH / 2)
    table.change()  # before there was time for it
    loop.go_on(BREATH / 2)
    assert not done
    loop.go_on(BREATH)
    assert done == [loop.now]
    for _ in range(MANY - 1):
        table.change()
        loop.go_on(2 * BREATH)
    assert len(done) == 1
