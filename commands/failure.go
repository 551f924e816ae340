package commands

import (
	"errors"
	"fmt"

	"consider/commands/present"
	"consider/internal/fail"
	"consider/internal/printable"
	"consider/internal/verb"
	"consider/internal/words"
)

// fail prints what went wrong: one JSON document on stdout, or text on stderr.
func (a *app) fail(f fail.Failure, err error) {
	if _, ok := errors.AsType[*silent](err); ok {
		return
	}
	if a.wantsJSON() {
		e := verb.Refusal(err)
		f = e.Error.In(a.surface())
		e.Error = &f
		if a.printJSON(e) == nil {
			return
		}
	}
	p := a.errorPage()
	p.Failure(f.In(a.surface()))
	_, _ = a.env.Stderr.Write(p.Text.Bytes()) // there is no other place to report that stderr fails
}

// warn prints a message on standard error.
func (a *app) warn(msg string) {
	fmt.Fprintln(a.env.Stderr, a.errorPage().Fold("consider: "+printable.Line(msg), "  "))
}

// advise prints a message with commands or flags, which its format marks, on standard error.
func (a *app) advise(format string, args ...any) {
	text, _ := words.Textf(format, args...).In(a.surface())
	a.warn(text)
}

// errorPage returns an empty page for standard error.
func (a *app) errorPage() *present.Page {
	p := &present.Page{Options: present.Options{Folder: a.folder}}
	if a.whoRuns().IsPerson() {
		p.Columns = a.columns()
	}
	return p
}
