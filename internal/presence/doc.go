// Package presence keeps which sessions of agents are there, and what each of them was told.
//
// Each has a file in the store's folder run/sessions: its head, and a line for each time that it was told of threads.
// A process that goes on as long as the session does (a watch, a wait, an MCP server) holds a lock on the
// file: free means that it has ended, however it ended. Ids of processes would not do, since they mean nothing outside of a
// sandbox. What a hook tells is noted likewise, and nobody holds that file: a hook is over at once, so of such a session it is
// only known when it was told last.
//
// Nothing of it is history. Should a file be lost, something counts as not told that was; never the other way round.
package presence
