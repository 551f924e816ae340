// Package agents knows the coding agents: by which variables, which command lines and which names over MCP each is
// recognised, and which one it is that we run below.
//
// None of it is proof. An agent that wants to can hide: this is for those that do not, so that what they say and do is
// recorded as theirs. What is not recognised is no person for that; see [consider/internal/session.Caller].
package agents
