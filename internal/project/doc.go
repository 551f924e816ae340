// Package project has the verbs about consider itself in this project: settings, setup, the editor, and the care of the
// store.
package project
