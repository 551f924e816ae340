// Package history lists what happened. An [Event] is one commit of the store in words. log walks back over the commits;
// wait walks from the tip back to its cursor, which is a commit.
package history
