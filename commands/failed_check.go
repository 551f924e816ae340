package commands

import (
	"fmt"
	"slices"

	"consider/internal/fail"
	"consider/internal/memory"
	"consider/internal/place"
	"consider/internal/project"
	"consider/internal/review/exchange"
	"consider/internal/review/feedback"
	"consider/internal/setup"
	"consider/internal/words"
)

// failedCheck returns an error for the exit code if an output that was printed reports a problem.
func failedCheck(out any) error {
	switch o := out.(type) {
	case project.FsckOutput:
		if !o.Sound {
			return &silent{fmt.Errorf("the store is damaged: %w", fail.ErrCorrupt)}
		}
		if len(o.Newer) > 0 {
			return &silent{fail.ErrNewer}
		}
	case project.DoctorOutput:
		return doctorError(o.Checks)
	case exchange.ExportOutput:
		if len(o.Damaged) > 0 {
			return &silent{fmt.Errorf("the document is incomplete: %w", fail.ErrCorrupt)}
		}
		if len(o.Newer) > 0 {
			return &silent{fail.ErrNewer}
		}
	case memory.MemoryPurgeOutput:
		return purgeError(o)
	case project.SetupOutput:
		return refusedError(o.Paths)
	case project.UninstallOutput:
		return refusedError(o.Paths)
	}
	return nil
}

// doctorError returns an error of the most urgent kind of problem that doctor found: damage, data of a newer version, a
// refusal, anything else. Notes are advice.
func doctorError(checks []fail.Check) error {
	for _, is := range []error{fail.ErrCorrupt, fail.ErrNewer, fail.ErrDenied, fail.ErrConflict} {
		kind := fail.FailureOf(is).Kind
		if slices.ContainsFunc(checks, func(c fail.Check) bool {
			return c.State == "problem" && (c.Kind == kind || kind == fail.KindConflict)
		}) {
			return &silent{fmt.Errorf("doctor found a problem: %w", is)}
		}
	}
	return nil
}

// warnMissing says on stderr what is missing from an answer that is a document and cannot say so itself.
func (a *app) warnMissing(out any) {
	if f, ok := out.(feedback.FeedbackOutput); ok {
		if f.Text == "" {
			a.warn("no open marks")
		}
		if f.More > 0 {
			a.advise("%s with marks: {responses feedback --all}", words.Plural(f.More, "more response"))
		}
	}
	o, ok := out.(exchange.ExportOutput)
	if !ok {
		return
	}
	for _, d := range o.Damaged {
		a.warn("not in this document: " + place.String(d))
	}
	if len(o.Damaged) > 0 {
		a.advise("everything else is included; run '{fsck}' to see what is damaged")
	}
	if len(o.Newer) > 0 {
		a.warn(fmt.Sprintf("not in this document: %s written by a newer version; %s", words.Plural(len(o.Newer), "thread"), fail.UpdateHint))
	}
}

// purgeError returns an error if a store was not purged.
func purgeError(o memory.MemoryPurgeOutput) error {
	for _, s := range o.Stores {
		if s.Problem != "" {
			return &silent{fail.Denied("%s was not purged", s.Store)}
		}
	}
	return nil
}

// refusedError returns an error if a path could not be written. All paths were printed before.
func refusedError(paths []setup.Change) error {
	for _, c := range paths {
		if c.Done == setup.Refused {
			return &silent{fmt.Errorf("some changes were refused: %w", fail.ErrDenied)}
		}
	}
	return nil
}
