// Package agents recognizes coding agents: by their variables, their command lines and their names over MCP, and by
// the processes above us.
//
// These are signs, not proofs. An agent that wants to hide can: recognition is for those that do not, so that their
// messages and actions are recorded as theirs. A caller that is not recognized is not necessarily a human; see
// [consider/internal/session.Caller].
package agents
