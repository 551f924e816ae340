package commands

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"consider/commands/present"
	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/verb"
	"consider/internal/words"
)

// dialog is a short talk with a person. It prints to stderr, so that stdout holds only the outcome.
type dialog struct {
	a       *app
	ctx     context.Context
	verb    verb.Verb
	service *session.Session
	in      *bufio.Reader
}

func (d *dialog) say(format string, args ...any) {
	text, _ := words.Textf(format, args...).In(d.a.surface())
	_, _ = io.WriteString(d.a.env.Stderr, present.Options{Columns: d.a.columns()}.FoldText(text))
}

// answer asks until good accepts the answer. Enter alone means usual.
func (d *dialog) answer(question, usual string, good func(string) bool) (string, error) {
	for {
		d.say("%s ", question)
		line, err := d.line()
		if err != nil && (line == "" || !errors.Is(err, io.EOF)) {
			d.say("\n")
			return "", fail.New(context.Canceled, "no answer; nothing was changed")
		}
		line = cmp.Or(strings.ToLower(strings.TrimSpace(line)), usual)
		if good(line) {
			return line, nil
		}
	}
}

// line reads a line that the person types. Ctrl-C does not interrupt a read from the terminal, so line stops waiting
// when the context ends.
func (d *dialog) line() (string, error) {
	return await(d.ctx, func() (string, error) { return d.in.ReadString('\n') })
}

func (d *dialog) yes(question string, usual bool) (bool, error) {
	hint, word := " [y/N]", "n"
	if usual {
		hint, word = " [Y/n]", "y"
	}
	got, err := d.answer(question+hint, word, func(s string) bool { return slices.Contains([]string{"y", "yes", "n", "no"}, s) })
	return strings.HasPrefix(got, "y"), err
}

func (d *dialog) choice(question, usual string, of ...string) (string, error) {
	return d.answer(question+" "+strings.Join(of, ", ")+" ["+usual+"]", usual, func(s string) bool { return slices.Contains(of, s) })
}

// plan returns the answer of a dry run.
func (d *dialog) plan(in any) (any, error) {
	dry, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	var plan map[string]any
	if err := json.Unmarshal(dry, &plan); err != nil {
		return nil, err
	}
	plan["dryRun"] = true
	if dry, err = json.Marshal(plan); err != nil {
		return nil, err
	}
	return d.verb.Call(d.ctx, d.service, dry)
}

// confirm shows what would be done, and asks for confirmation.
func (d *dialog) confirm(in any, sure func() (bool, error)) error {
	out, err := d.plan(in)
	if err != nil {
		return err
	}
	p := d.a.page()
	p.Color = false // the page goes to stderr
	if p.Answer(out); p.Text.Len() > 0 {
		d.say("\n%s\n", p.Text.String())
	}
	if ok, err := sure(); err != nil || ok {
		return err
	}
	return nothingDone()
}

// nothingDone is the error for a person who said no.
func nothingDone() error { return fail.New(context.Canceled, "nothing was changed") }
