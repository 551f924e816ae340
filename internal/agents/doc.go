// Package agents knows the coding agents: by which variables, command lines and names over MCP each is recognised, and
// below which one we run.
//
// These are signs, not proofs. An agent that wants to hide can: this is for those that do not, so that what they say
// and do is recorded as theirs. A caller that is not recognised is not for that reason a person; see
// [consider/internal/session.Caller].
package agents
