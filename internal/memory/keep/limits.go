package keep

// The limits of a memory. A memory holds notes for a reader who pays by the token; it is not a file store.
const (
	MaxFile  = 1 << 20 // bytes of one file
	MaxTotal = 8 << 20 // bytes of all files
	MaxFiles = 500     // files
	MaxPath  = 512     // bytes of a path
	MaxName  = 128     // bytes of one name in it
	MaxDepth = 8       // names below /memories
	MaxPins  = 100     // pinned files

	maxLines = 999_999    // in a file that is shown
	maxView  = 100 * 1024 // bytes that one view shows
	maxEcho  = 200        // bytes of the caller's input that an answer repeats
	maxNamed = 1024       // bytes of the names of files that do not fit into a synced block
)
