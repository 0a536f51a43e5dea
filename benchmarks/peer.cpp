// The player of indjev99/7-Wonders-Duel-AI behind lines of text: what benchmarks/peer.py compiles and asks.
//
// It links with their rules and their search as they are, but for utils/timer.cpp: what ends a decision is said here,
// in iterations, or in seconds of this process on a processor. Actions are written as their game/lang.h writes them.
//
//   names               -> the names of all things, by ';'
//   new SEED SEAT       -> ok           a game begins; their player has this seat, from 0
//   act ACTION          -> ok           somebody, or chance, has done this
//   legal               -> all that can be done now, by ';'
//   move                -> MICROSECONDS ACTION        what their player would do, and what that took
//   end                 -> RESULT POINTS POINTS       of seat 0: above 0 has won, 0 is shared
//
// Whatever cannot be done is answered by "no" and why.

#include "agents/agent_mcts_blind_reveals.h"
#include "game/lang.h"
#include "game/results.h"
#include "utils/random.h"
#include "utils/timer.h"

#include <cstdlib>
#include <ctime>
#include <iostream>
#include <sstream>
#include <string>

namespace
{
long iterations = 0; // of each decision; 0: seconds count
double seconds = 0;
long rounds = 0; // of ITERS_PER_TIME_CHECK iterations, in this decision
double began = 0;

double spent()
{
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

std::string answer(const std::string& line, GameState& game, AgentMctsBlindReveals& player)
{
    std::istringstream words(line);
    std::string what, rest;
    words >> what;
    std::getline(words >> std::ws, rest);
    std::ostringstream said;
    if (what == "names")
    {
        for (const Object& object : objects) said << (object.id ? ";" : "") << object.name;
    }
    else if (what == "new")
    {
        std::istringstream numbers(rest);
        int seed, seat;
        numbers >> seed >> seat;
        setSeed(seed);
        game.reset();
        player.setPlayer(seat);
        said << "ok";
    }
    else if (what == "act")
    {
        game.doAction(actionFromString(rest));
        said << "ok";
    }
    else if (what == "legal")
    {
        if (game.isTerminal()) return "";
        const char* between = "";
        for (const Action& action : game.getPossibleActions())
        {
            said << between << actionToString(action);
            between = ";";
        }
    }
    else if (what == "move")
    {
        double before = spent();
        Action action = player.getAction();
        said << long((spent() - before) * 1e6) << " " << actionToString(action);
    }
    else if (what == "end")
    {
        if (!game.isTerminal()) return "no it is not over";
        said << resultSign(game.getResult(0)) << " " << game.getScore(0) << " " << game.getScore(1);
    }
    else
    {
        return "no " + what + " is not known";
    }
    return said.str();
}
}

Timer::Timer(double secs)
    : secs(secs)
{
    rounds = 0;
    began = spent();
}

bool Timer::haveTime() const
{
    return iterations ? rounds++ < iterations / ITERS_PER_TIME_CHECK : spent() - began < seconds;
}

int main(int count, char** words)
{
    if (count != 3) return 2;
    if (std::string(words[1]) == "iterations") iterations = std::atol(words[2]);
    else seconds = std::atof(words[2]);
    GameState game;
    AgentMctsBlindReveals player;
    player.setGame(game);
    std::string line;
    while (std::getline(std::cin, line))
    {
        std::string said;
        try
        {
            said = answer(line, game, player);
        }
        catch (const std::exception& error)
        {
            said = std::string("no ") + error.what();
            for (char& sign : said) sign = sign == '\n' ? ' ' : sign;
        }
        std::cout << said << std::endl;
    }
    return 0;
}
