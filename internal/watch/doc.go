// Package watch says when the review of a project, or a file on a screen, may have changed.
//
// # Words
//
// A state is what stat tells, at one moment, of everything that is watched: the store's ref, git's HEAD and index, the
// files of [Watcher.SetFiles] and the paths of [Watcher.SetPaths]. Nothing is read. A [Change] is the difference between
// two states. A nudge is the reason to take another one: an event of the file system, or a tick.
//
// Events only nudge. Their content is not used, because no two systems report the same change in the same way, and
// because a name that was replaced by a rename is another file than the one that was watched. So events that are
// lost, doubled or of other files do no harm, and watching and polling are one piece of code.
//
// # When it is told
//
// A change waits until it is quiet, as one act of git or of an editor is many events. That the store moved does not wait:
// its ref is replaced whole, and a person may be waiting for an answer. Only a burst of such moves does.
//
// # What is watched
//
// Folders, never trees, so that a project's size costs nothing: the folder of the store's ref, the store, git's
// folder for HEAD and index, and the folders of the files that were set. If one of them is missing, the
// nearest folder above it is watched; when that changes, the folders are found anew. Where a folder cannot be
// watched (no watches left, or a file system without them) a tick every [PollEvery] does it instead. For file
// systems that accept a watch and then stay silent, as network disks do, there is a tick every [CheckEvery].
package watch
