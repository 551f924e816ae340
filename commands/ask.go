package commands

import (
	"bufio"
	"context"
	"encoding/json"
	"reflect"

	"consider/internal/fail"
	"consider/internal/memory"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/apply"
	"consider/internal/session"
	"consider/internal/verb"
	"consider/internal/words"
)

// ask completes the input of a verb that asks before it acts, chosen by the type of its input. It asks for what the
// flags have left open, then for confirmation. It asks only persons on a terminal.
func (a *app) ask(ctx context.Context, v verb.Verb, s *session.Session, raw json.RawMessage, asJSON bool) (json.RawMessage, error) {
	d := &dialog{a: a, ctx: ctx, verb: v, service: s}
	switch v.In {
	case reflect.TypeFor[project.SetupInput]():
		return completed(d, raw, asJSON, d.setup, func(in *project.SetupInput) bool { return in.Yes || in.DryRun })
	case reflect.TypeFor[project.UninstallInput]():
		return completed(d, raw, asJSON, d.uninstall, func(in *project.UninstallInput) bool { return in.Yes || in.DryRun })
	case reflect.TypeFor[memory.MemoryPurgeInput]():
		return completed(d, raw, asJSON, d.purge, func(in *memory.MemoryPurgeInput) bool { return in.Yes || in.DryRun })
	case reflect.TypeFor[apply.Input]():
		return completed(d, raw, asJSON, d.apply, func(in *apply.Input) bool { return !in.Each || asJSON || !a.env.ErrTerminal })
	}
	return raw, nil
}

// completed returns an input as do completes it, unless sure reports that there is nothing to ask.
func completed[In any](d *dialog, raw json.RawMessage, asJSON bool, do func(*In) error, sure func(*In) bool) (json.RawMessage, error) {
	in := new(In)
	switch {
	case json.Unmarshal(raw, in) != nil || sure(in) || !d.a.env.InTerminal || !d.service.Caller.IsPerson():
		return raw, nil // the verb reports what is wrong with it
	case asJSON || !d.a.env.ErrTerminal:
		return nil, fail.Usage("%s requires confirmation, but is not running interactively", d.verb.Name).
			Hint("use {--dry-run} to see what would change, or {--yes} to confirm")
	}
	d.in = bufio.NewReader(d.a.env.Stdin)
	if err := do(in); err != nil {
		return nil, err
	}
	return json.Marshal(in)
}

func (d *dialog) uninstall(in *project.UninstallInput) error {
	if in.Mode == "" {
		mode, err := d.choice("Remove only the agents' setup (skills), or everything (full)?", string(project.UninstallSkills),
			string(project.UninstallSkills), string(project.UninstallFull))
		if err != nil {
			return err
		}
		in.Mode = project.UninstallMode(mode)
	}
	in.Yes = true
	if out, err := d.plan(in); err != nil || len(out.(project.UninstallOutput).Paths) == 0 {
		return err // with nothing to remove there is nothing to ask; the verb says so
	}
	if in.Mode != project.UninstallFull {
		return d.confirm(in, func() (bool, error) { return d.yes("Make these changes?", false) })
	}
	return d.confirm(in, func() (bool, error) {
		threads := "all threads"
		if all, err := review.Summary(d.ctx, d.service, review.SummaryInput{AllWorktrees: true}); err == nil {
			threads = words.Plural(all.Open+all.Resolved, "thread") + " and all archived threads"
		}
		d.say("%s will be permanently deleted; to keep a copy, run '{export --format json}' first.\n", threads)
		said, err := d.answer("Type 'delete' to confirm:", "no", func(string) bool { return true })
		return said == "delete", err
	})
}

func (d *dialog) purge(in *memory.MemoryPurgeInput) error {
	in.Yes = true
	return d.confirm(in, func() (bool, error) {
		d.say("All of this is also permanently removed from the history. This cannot be undone, and earlier cursors become invalid.\n")
		said, err := d.answer("Type 'purge' to confirm:", "no", func(string) bool { return true })
		return said == "purge", err
	})
}
