// Package presence records which sessions of agents are running, and the notifications of each.
//
// Each session has a file in the store's folder run/sessions, with a header and a line for each notification of
// threads. A process that runs as long as the session does (a watch, a wait, an MCP server) holds a lock on the file:
// without a lock, the process has ended, for whatever reason. Process IDs would not work, since they mean nothing
// outside of a sandbox. Notifications by a hook are recorded in the same way, but nothing holds the lock: a hook ends
// at once, so only the time of the last notification is known of such a session.
//
// The files are not part of the history. If a file is lost, some notifications count as not delivered, and never the
// other way round.
package presence
