// Package project has the verbs about consider in this project: settings, setup, the editor, and maintenance of the
// store.
package project
