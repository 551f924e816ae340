// Package hook answers the hooks of coding agents: it reads an agent's input, decides whether there is news, and
// writes the news in that agent's format.
//
// The news is one short fact without any message of a thread: the number of waiting threads, and the command that
// shows them. A session of an agent is notified once of each change. An agent that continues because of a hook gets
// no notification, so that it comes to an end.
//
// The same call may come from different agents: Copilot, VS Code and Cursor also run the hooks in the settings of
// Claude Code. So the agent is recognized by the input, and the name in the call only helps.
package hook
