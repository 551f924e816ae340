// Package agents is the table of coding agents: where each one reads skills, hooks and MCP servers, and by which
// variables, command lines and names over MCP it is recognized.
//
// These signs are not proofs. An agent that wants to hide can: recognition is for those that do not, so that their
// messages and actions are recorded as theirs. A caller that is not recognized is not necessarily a human; see
// [consider/internal/session.Caller].
package agents
