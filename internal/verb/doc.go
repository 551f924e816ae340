// Package verb is the table of everything a client may ask, and the closed list of what an answer can be.
//
// Every surface (command line, MCP, JSON-RPC, web) is a loop over [All].
// [Verb.Call] is the only door: it decodes strictly, validates, and runs, so that no surface can be laxer
// than another. Every answer is an [Envelope], and every failure has a kind; see package fail.
package verb
