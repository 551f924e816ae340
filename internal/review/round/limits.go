package round

import "consider/gitstore"

// Bounds of what one checkpoint keeps. A file beyond them is named in the checkpoint, without its content.
const (
	MaxKeptFile  = gitstore.MaxObject
	maxKeptBytes = 256 << 20
	maxKeptFiles = 50_000
)
