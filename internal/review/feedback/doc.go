// Package feedback lets a person mark words in the answers of coding agents, to keep or to drop, and makes the text
// that tells the agent about the marks.
package feedback
