"""All of a game that is not its rules, a folder for each, and the one list of them. A game never knows another."""
