"""A scheduler that interleaves requests to a club statement by statement, in an order drawn from a seed."""

import threading
from contextlib import contextmanager
from queue import Queue


class Steps:
    """Requests in threads of their own, of which exactly one runs at a time: from one step to its next."""

    def __init__(self):
        self._mine, self._reports = threading.local(), Queue()

    def pause(self, waits=False):
        """Wait to be chosen. `waits`: the request cannot continue before another one has made a step."""
        if (me := getattr(self._mine, "number", None)) is not None:
            self._reports.put((me, "waits" if waits else "ready"))
            self._mine.chosen.acquire()

    def token(self, n):
        """Return a random text that depends only on the request, and on how many it has drawn."""
        self._mine.drawn = getattr(self._mine, "drawn", 0) + 1
        return f"{getattr(self._mine, 'number', 9)}{self._mine.drawn:0{2 * n - 1}d}"

    def run(self, requests, choose):
        """Run the requests to their ends; `choose` picks the next from a list of numbers. Return their answers."""
        answers, chosen = [None] * len(requests), [threading.Semaphore(0) for _ in requests]

        def live(number):
            self._mine.number, self._mine.chosen = number, chosen[number]
            chosen[number].acquire()
            try:
                answers[number] = requests[number]()
            except Exception as problem:
                answers[number] = repr(problem)
            self._reports.put((number, "ended"))

        threads = [threading.Thread(target=live, args=(number,), daemon=True) for number in range(len(requests))]
        for each in threads:
            each.start()
        states = dict.fromkeys(range(len(requests)), "ready")
        while states:
            ready = [number for number, state in states.items() if state == "ready"]
            assert ready, "the requests wait for each other"
            chosen[choose(ready)].release()
            number, state = self._reports.get()
            if state == "ended":
                del states[number]
            else:
                states[number] = state
            if state != "waits":
                states = {each: state if each == number else "ready" for each, state in states.items()}
        for each in threads:
            each.join()
        return answers


class SteppedLock:
    """A lock that lets the scheduler choose another request while it is held."""

    def __init__(self, steps):
        self._steps, self._lock = steps, threading.Lock()

    def acquire(self, blocking=True, timeout=-1):
        while not self._lock.acquire(blocking=False):
            self._steps.pause(waits=True)
        return True

    def release(self):
        self._lock.release()

    def __enter__(self):
        self.acquire()

    def __exit__(self, *_):
        self.release()


class SteppedDatabase:
    """A database that pauses before each statement, each transaction and each commit.

    `scrub` erases nothing, and notes in `dirty` whether a member was removed since.
    """

    def __init__(self, inner, steps):
        self.inner, self._steps, self.dirty = inner, steps, False

    def __getattr__(self, opens):
        @contextmanager
        def stepped_transaction():
            self._steps.pause()
            removed = False

            class Stepped:
                def execute(_, sql, values=()):
                    nonlocal removed
                    self._steps.pause()
                    removed |= sql.startswith("DELETE FROM members")
                    return db.execute(sql, values)

            with getattr(self.inner, opens)() as db:
                yield Stepped()
                self._steps.pause()
            self.dirty |= removed

        return stepped_transaction

    def scrub(self):
        self._steps.pause()
        self.dirty = False
        self._steps.pause()
        return True

    def close(self):
        self.inner.close()
