// Package mcpserver is the Model Context Protocol over standard input and output, the surface of agents that
// would rather call tools than run commands.
//
// Each verb of the table that is on MCP is a tool: its name with underscores, its input as a schema made from
// its fields, its effect as hints. A call goes through [verb.Verb.Call] and nothing else looks at its
// arguments. The answer is the envelope, as structured content, and the text that the command line would have
// printed; if the verb fails, the tool result is the error with its hints. Protocol errors are for requests
// other than calls of our tools.
//
// The protocol is the SDK's, in all revisions that it speaks: those with a handshake, and the one without. The
// lines it is carried in are ours (wire.go), because the SDK ends a session at the first line that makes no
// sense, and drops answers when the client's side is closed.
//
// Nothing lives between two calls but who the client is and which folders it has open: the project is opened
// anew for each, as a command would.
package mcpserver
