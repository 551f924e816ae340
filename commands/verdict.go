package commands

import (
	"fmt"

	"consider/internal/fail"
	"consider/internal/memory"
	"consider/internal/place"
	"consider/internal/project"
	"consider/internal/review/exchange"
	"consider/internal/words"
)

// verdict makes a failed check the command's failure, after its answer was printed.
func verdict(out any) error {
	switch o := out.(type) {
	case project.FsckOutput:
		if !o.Sound {
			return &silent{fmt.Errorf("the store is damaged: %w", fail.ErrCorrupt)}
		}
		if len(o.Newer) > 0 {
			return &silent{fail.ErrNewer}
		}
	case exchange.ExportOutput:
		if len(o.Damaged) > 0 {
			return &silent{fmt.Errorf("the document is not whole: %w", fail.ErrCorrupt)}
		}
		if len(o.Newer) > 0 {
			return &silent{fail.ErrNewer}
		}
	case memory.MemoryPurgeOutput:
		return unpurged(o)
	case project.SetupOutput:
		return refused(o.Paths)
	case project.UninstallOutput:
		return refused(o.Paths)
	}
	return nil
}

// lacks says on stderr what an answer does not hold that is a document, and so has no place for it.
func (a *app) lacks(out any) {
	o, ok := out.(exchange.ExportOutput)
	if !ok {
		return
	}
	for _, d := range o.Damaged {
		a.warn("not in this document: " + place.String(d))
	}
	if len(o.Damaged) > 0 {
		a.warn("everything else is in it; 'consider fsck' says what is damaged")
	}
	if len(o.Newer) > 0 {
		a.warn(fmt.Sprintf("not in this document: %s that a newer consider wrote; %s", words.Plural(len(o.Newer), "thread"), fail.UpdateHint))
	}
}

// unpurged makes a store that was left as it is the command's failure.
func unpurged(o memory.MemoryPurgeOutput) error {
	for _, s := range o.Stores {
		if s.Problem != "" {
			return &silent{fail.Denied("%s was not purged", s.Store)}
		}
	}
	return nil
}
