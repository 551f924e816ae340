// Package hook answers the hooks of coding agents: it reads what an agent says of the moment, decides whether
// there is news, and words it in that agent's form.
//
// The news is one short fact, never the words of a thread: how many threads wait, and how to read them. It is
// told once for each change and each session of an agent. An agent that a hook has just made to go on is told
// nothing, so that it comes to an end.
//
// The same call may come from different agents: Copilot, VS Code and Cursor also run the hooks in the settings of
// Claude Code. So the input tells which agent it is, and the name in the call only helps.
package hook
