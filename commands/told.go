package commands

import (
	"errors"
	"fmt"
	"slices"

	"consider/internal/fail"
	"consider/internal/printable"
	"consider/internal/verb"
)

// fail prints what went wrong: one JSON document on stdout, or text on stderr.
func (a *app) fail(f fail.Failure, err error) {
	var quiet *silent
	if errors.As(err, &quiet) {
		return
	}
	if a.wantsJSON() {
		e := verb.Refusal(err)
		f = a.toldOf(*e.Error)
		e.Error = &f
		if a.printJSON(e) == nil {
			return
		}
	}
	p := a.errorPage()
	p.failure(a.toldOf(f))
	_, _ = a.env.Stderr.Write(p.b.Bytes()) // there is no other place to report that stderr fails
}

// warn prints a message on standard error.
func (a *app) warn(msg string) {
	fmt.Fprintln(a.env.Stderr, a.errorPage().fold("consider: "+printable.Line(a.tell(msg)), "  "))
}

// errorPage returns an empty page for standard error.
func (a *app) errorPage() *page {
	p := &page{surroundings: surroundings{folder: a.folder}}
	if a.whoRuns().IsPerson() {
		p.columns = a.columns()
	}
	return p
}

// toldOf returns a failure whose hints name the program as the caller called it.
func (a *app) toldOf(f fail.Failure) fail.Failure {
	f.Hints = slices.Clone(f.Hints)
	for i := range f.Hints {
		f.Hints[i] = a.tell(f.Hints[i])
	}
	return f
}
