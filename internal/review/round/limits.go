package round

import "consider/gitstore"

const (
	MaxKeptFile = gitstore.MaxObject
)

const (
	maxKeptBytes = 256 << 20
)

const (
	maxKeptFiles = 50_000
)
