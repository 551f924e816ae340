package thread

// Limits on input. They protect the store and every reader of it; a thread is a conversation, not a file transfer.
const (
	MaxBody    = 64 << 10 // bytes of one message
	MaxName    = 100      // bytes of an author's name
	MaxLabel   = 64       // bytes of one label
	MaxLabels  = 32       // labels of one thread
	MaxReplies = 2000     // replies of one thread
	MaxBase    = 8 << 20  // bytes of a file that is kept as a base; larger files are placed by their description
	MaxText    = 32 << 20 // bytes of a file that is read at all: placing takes about five times as much memory
)
