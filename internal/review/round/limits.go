package round

import "consider/gitstore"

// Bounds of what one checkpoint keeps. Files beyond them are named in it, without their content.
const (
	MaxKeptFile  = gitstore.MaxObject
	maxKeptBytes = 256 << 20
	maxKeptFiles = 50_000
)
