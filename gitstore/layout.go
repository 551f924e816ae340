package gitstore

// Names in the folder of a store.
const (
	lockName   = "lock"
	refName    = "refs/heads/threads"
	refLock    = refName + ".lock"
	reflogName = "logs/" + refName
	packedRefs = "packed-refs"
	packDir    = "objects/pack"
	journalDir = "journal"

	// mirrorDir holds a folder for each worktree whose line an earlier program copied here.
	mirrorDir = "refs/worktrees"

	// homeRef is in an outbox: the newest commit that was copied from its home. takenDir has a folder for each outbox
	// that was taken over into this store.
	homeRef  = "refs/home/threads"
	takenDir = "refs/outbox"

	// momentDir names commits outside of the line: states of the project's files.
	momentDir = "refs/moments"

	// lostDir names the tips that could not be read; acknowledgedDir names those of them that a person acknowledged.
	lostDir         = "refs/recovered"
	acknowledgedDir = "refs/acknowledged"

	// privateDir holds files outside the history: unsent drafts, and data that concerns only the person at this
	// machine. The files are durable but have no history.
	privateDir = "private"

	// purgeMark exists while a purge has moved refs and not yet deleted all that they named.
	purgeMark = "purging"
)

// schemaFile states, in the tree itself, the schema of the tree.
const schemaFile = "store.json"

// Marks in the names of unfinished files, by which gc recognizes leftovers.
const (
	// tmpMark is in the name of every temporary file that is not an object.
	tmpMark = ".tmp-"
	// objectTmp begins the name of an object that is being written. Git ignores files that begin with tmp_obj_ and
	// prunes them when they are old. The rest of the prefix marks our own, which gc may sweep at once.
	objectTmp = "tmp_obj_consider_"
	// packTmp begins the name of a pack that is being written. Git prunes old files of the pack folder that begin with
	// tmp_; the rest of the prefix marks our own. The names must not end in .idx, because git would take a half-written
	// file for an index.
	packTmp = "tmp_pack_consider_"
)

// maxJournal is the size in bytes at which a new journal begins; the previous one is kept next to it.
const maxJournal = 512 << 10
