package checkpoint

import "testing"

// ShortLists makes lists of files end after so many bytes.
func ShortLists(t *testing.T, size int) {
	was := maxList
	maxList = size
	t.Cleanup(func() { maxList = was })
}

// PartFile is partFile.
var PartFile = partFile
