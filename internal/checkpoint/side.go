package checkpoint

import (
	"consider/internal/treediff"
)

// Side is the project's files at the checkpoint, and the files that it did not keep.
func (c *Checkpoint) Side() (treediff.Side, []string) {
	side := treediff.Side{Commit: c.Head}
	var skipped []string
	for _, f := range c.Files {
		if f.Skipped != "" {
			skipped = append(skipped, f.Path)
			continue
		}
		side.Entries = append(side.Entries, treediff.SideEntry{Path: f.Path, Mode: f.Mode, Blob: f.Blob})
	}
	return side, skipped
}
