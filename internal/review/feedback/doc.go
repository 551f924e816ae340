// Package feedback is what a person marks in the answers of coding agents: which words to keep and which to drop, and the
// text that tells the agent so.
package feedback
