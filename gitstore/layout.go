package gitstore

// Where things lie in the folder of a store.
const (
	lockName   = "lock"
	refName    = "refs/heads/threads"
	refLock    = refName + ".lock"
	reflogName = "logs/" + refName
	packedRefs = "packed-refs"
	packDir    = "objects/pack"
	journalDir = "journal"

	// mirrorDir holds a folder for each store that has a copy of its line here.
	mirrorDir  = "refs/worktrees"
	mirrorLeaf = "/threads"

	// lostDir names the tips that could not be read, notedDir those of them that
	// a person took note of.
	lostDir  = "refs/recovered"
	notedDir = "refs/acknowledged"

	// privateDir holds files beside the history: what is not said yet, and what
	// concerns only the person at this machine. They are durable, but have no past.
	privateDir = "private"

	// purgeMark is there while a purge has moved refs and not yet deleted all
	// that they named.
	purgeMark = "purging"
)

// schemaFile tells, in the tree itself, which program's words the tree is in.
const schemaFile = "store.json"

// How the names of unfinished files begin, or what is in them. gc knows
// leftovers by it.
const (
	// tmpMark is in the name of every temporary file that is not an object.
	tmpMark = ".tmp-"
	// objectTmp begins the name of an object that is being written. Git leaves
	// files that begin with tmp_obj_ alone and prunes them when they are old;
	// the rest of the prefix tells our own, which gc may sweep at once.
	objectTmp = "tmp_obj_consider_"
	// packTmp begins the name of a pack that is being written. Git prunes old
	// files of the pack folder that begin with tmp_; the rest tells our own. The
	// names must not end in .idx: git would take a half-written one for an index.
	packTmp = "tmp_pack_consider_"
)
