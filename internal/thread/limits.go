package thread

const (
	MaxBody = 64 << 10 // bytes of one message
)

const (
	MaxName = 100 // bytes of an author's name
)

const (
	MaxLabel = 64 // bytes of one label
)

const (
	MaxLabels = 32 // labels of one thread
)

const (
	MaxReplies = 2000 // replies of one thread
)

const (
	MaxBase = 8 << 20 // bytes of a file that is kept as a base; larger files are placed by their description
)

const (
	MaxText = 32 << 20 // bytes of a file that is read at all: placing takes about five times as much memory
)
