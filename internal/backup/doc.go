// Package backup copies stores to the account's state folder, outside of the projects, so that a store that was deleted or
// overwritten can be restored.
//
// The folder of a store is named after its path. Each copy in it is itself a store, in a numbered folder. The newest one
// follows the store; if the store no longer continues it, as after a deletion, it stays as it is and another one begins.
package backup
