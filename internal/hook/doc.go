// Package hook speaks with coding agents at the moments at which they let a program of others speak: it reads
// what an agent says of the moment, decides whether there is news, and words it as that agent wants it.
//
// What is told is one short fact, never what was written: that so many threads wait, and how to read them. It
// is told once for each change and each session of an agent. An agent that is just being made to go on is not
// told anything, so that it comes to an end.
//
// The same call may come from different agents: Copilot, VS Code and Cursor also run the hooks that are in the
// settings of Claude Code. So who asks is found out from what it says, and the name in the call only helps.
package hook
