// Package watch reports when the review of a project, or a file on a screen, may have changed.
//
// # Terms
//
// A state is the result of stat, at one moment, for everything that is watched: the store's ref, git's HEAD and
// index, the files of [Watcher.SetFiles] and the paths of [Watcher.SetPaths]. No content is read. A [Change] is the
// difference between two states. A nudge is the reason to read another state: an event of the file system, or a tick.
//
// Events only nudge. Their content is not used, because no two systems report the same change in the same way, and
// because a name that was replaced by a rename is another file than the one that was watched. So lost, duplicate or
// unrelated events do no harm, and watching and polling share their code.
//
// # When a change is reported
//
// A change is reported after a quiet time, because one operation of git or of an editor causes many events. A change
// of the store is reported at once: its ref is replaced as a whole, and the user may be waiting for an answer. Only a
// burst of such changes waits.
//
// # Watched folders
//
// The watcher watches folders, never trees, so that a project's size does not matter: the folder of the store's ref,
// the store, git's folder for HEAD and index, and the folders of the files that were set. If one of them is missing,
// it watches the nearest folder above; when that changes, it finds the folders anew. If a folder cannot be watched
// (no watches left, or a file system without them), it uses a tick every [PollEvery] instead. For file systems that
// accept a watch and then report nothing, as network disks do, there is a tick every [CheckEvery].
package watch
