"""What Architects looks like on the screen."""
