"""Flights: events one after the other, and things that swell in place."""

from app.screen.state.flight import Flight, Pose, play_in_sequence, swell


def test_every_event_starts_after_the_previous_one():
    def make_flights(event, after):
        yield Flight(print, Pose(0, 0), Pose(event, 0), 1.0, after)
        yield Flight(print, Pose(0, 0), Pose(0, event), 1.0, after + 0.5)

    flights = play_in_sequence((3, 0, 2), make_flights, lambda event: event / 10)
    assert [round(each.after, 3) for each in flights] == [0.0, 0.5, 0.3, 0.8, 0.3, 0.8]


def test_a_growing_thing_keeps_its_place_and_fades():
    flight = swell(print, Pose(10, 20, 90, 0.4, 0.2), (0.5, 1.5), 0.3, 2.0)
    assert (flight.start, flight.end) == (Pose(10, 20, 90, 0.5, 1.0), Pose(10, 20, 90, 1.5, 0.0))
    assert (flight.lasts, flight.after) == (0.3, 2.0)
