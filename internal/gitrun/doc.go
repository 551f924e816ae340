// Package gitrun runs git for one project, and no other program. Every run gets settings that switch off everything
// that a repository's own configuration could start, and an environment that keeps git to the repository that
// worktree.Locate found. Nothing that it runs writes there.
//
// Scratch is a temporary repository of our own, for questions that git answers only about a repository.
package gitrun
