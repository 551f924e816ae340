// Package feedback lets a person mark parts of the responses of coding agents, to keep or to drop, and writes the text
// that reports the marks to the agent.
package feedback
