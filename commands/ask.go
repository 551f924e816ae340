package commands

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"consider/internal/fail"
	"consider/internal/memory"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/session"
	"consider/internal/setup"
	"consider/internal/verb"
	"consider/internal/words"
)

// ask completes the input of a verb that asks before it does anything, by the type of its input: the choices
// that flags have left open, then whether it shall be done. It asks persons on a terminal only.
func (a *app) ask(ctx context.Context, v verb.Verb, s *session.Session, raw json.RawMessage, asJSON bool) (json.RawMessage, error) {
	d := &dialogue{a: a, ctx: ctx, verb: v, service: s}
	var in any
	var do func() error
	var sure bool
	switch v.In {
	case reflect.TypeFor[project.SetupInput]():
		input := &project.SetupInput{}
		in, do = input, func() error { return d.setup(input) }
		sure = json.Unmarshal(raw, input) != nil || input.Yes || input.DryRun
	case reflect.TypeFor[project.UninstallInput]():
		input := &project.UninstallInput{}
		in, do = input, func() error { return d.uninstall(input) }
		sure = json.Unmarshal(raw, input) != nil || input.Yes || input.DryRun
	case reflect.TypeFor[memory.MemoryPurgeInput]():
		input := &memory.MemoryPurgeInput{}
		in, do = input, func() error { return d.purge(input) }
		sure = json.Unmarshal(raw, input) != nil || input.Yes || input.DryRun
	default:
		return raw, nil
	}
	switch {
	case sure || !a.env.InTerminal || !s.Caller.IsPerson():
		return raw, nil // what is wrong with it, the verb says
	case asJSON || !a.env.ErrTerminal:
		return nil, fail.Usage("%s asks before it writes, and here it cannot ask", v.Name).
			Hint("--dry-run tells what it would do, --yes does it")
	}
	d.in = bufio.NewReader(a.env.Stdin)
	if err := do(); err != nil {
		return nil, err
	}
	return json.Marshal(in)
}

// dialogue is a short talk with a person. It speaks on stderr, so that stdout has the outcome only.
type dialogue struct {
	a       *app
	ctx     context.Context
	verb    verb.Verb
	service *session.Session
	in      *bufio.Reader
}

func (d *dialogue) say(format string, args ...any) {
	fmt.Fprintf(d.a.env.Stderr, format, args...)
}

// tries is how often the same question is asked.
const tries = 3

// answer asks until the answer is good; nothing but Enter means usual.
func (d *dialogue) answer(question, usual string, good func(string) bool) (string, error) {
	for range tries {
		d.say("%s ", question)
		line, err := d.in.ReadString('\n')
		if err != nil && (line == "" || !errors.Is(err, io.EOF)) {
			d.say("\n")
			return "", fmt.Errorf("no answer, nothing was done: %w", context.Canceled)
		}
		line = strings.ToLower(strings.TrimSpace(line))
		if line == "" {
			line = usual
		}
		if good(line) {
			return line, nil
		}
	}
	return "", fail.Usage("that is none of the answers; nothing was done")
}

func (d *dialogue) yes(question string, usual bool) (bool, error) {
	hint, word := " [y/N]", "n"
	if usual {
		hint, word = " [Y/n]", "y"
	}
	got, err := d.answer(question+hint, word, func(s string) bool { return slices.Contains([]string{"y", "yes", "n", "no"}, s) })
	return strings.HasPrefix(got, "y"), err
}

func (d *dialogue) choice(question, usual string, of ...string) (string, error) {
	return d.answer(question+" "+strings.Join(of, ", ")+" ["+usual+"]", usual, func(s string) bool { return slices.Contains(of, s) })
}

func (d *dialogue) setup(in *project.SetupInput) error {
	place := d.service.Place
	d.say("Setting up consider for %s. Nothing is written before you say so.\n\n", safe(place.Root))
	if in.Gitignore == nil && place.GitDir != "" {
		line, err := d.yes("Put .consider/ into .gitignore? Git sees none of it either way; the line tells others why it is there.", true)
		if err != nil {
			return err
		}
		in.Gitignore = &line
	}
	if len(in.Integrations) == 0 {
		if err := d.integrations(in); err != nil {
			return err
		}
	}
	if in.Hooks == "" && len(in.Integrations) > 0 {
		level, err := d.choice("When shall they hear by themselves that threads wait?", string(setup.Off),
			string(setup.Off), string(setup.NextPrompt), string(setup.OnStop), string(setup.MidTurn))
		if err != nil {
			return err
		}
		in.Hooks = setup.Level(level)
	}
	in.Yes = true
	return d.confirm(in, func() (bool, error) { return d.yes("Write this?", true) })
}

func (d *dialogue) integrations(in *project.SetupInput) error {
	found := setup.Detect(d.service.Machine, d.service.Place.Root)
	usual := strings.Join(found, " ")
	if usual == "" {
		usual = "none"
	}
	words := func(s string) []string {
		if s == "none" {
			return nil
		}
		return strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' })
	}
	said, err := d.answer("Which agents shall read and answer threads? "+strings.Join(setup.AgentIDs(), ", ")+", or none ["+usual+"]",
		usual, func(s string) bool {
			return !slices.ContainsFunc(words(s), func(w string) bool { _, err := setup.ParseIntegration(w); return err != nil })
		})
	if err != nil || len(words(said)) == 0 {
		return err
	}
	scope, err := d.choice("In this project, or in your home folder for all projects?", string(setup.InProject),
		string(setup.InProject), string(setup.InHome))
	if err != nil {
		return err
	}
	for _, w := range words(said) {
		if !strings.Contains(w, ":") {
			w += ":" + scope
		}
		in.Integrations = append(in.Integrations, w)
	}
	return nil
}

func (d *dialogue) uninstall(in *project.UninstallInput) error {
	if in.Mode == "" {
		mode, err := d.choice("Only what agents were taught, or everything?", string(project.UninstallSkills),
			string(project.UninstallSkills), string(project.UninstallFull))
		if err != nil {
			return err
		}
		in.Mode = project.UninstallMode(mode)
	}
	in.Yes = true
	if in.Mode != project.UninstallFull {
		return d.confirm(in, func() (bool, error) { return d.yes("Remove this?", false) })
	}
	return d.confirm(in, func() (bool, error) {
		threads := "all threads"
		if all, err := review.Summary(d.ctx, d.service, review.SummaryInput{}); err == nil {
			threads = words.Plural(all.Open+all.Resolved, "thread") + ", and those in the archive,"
		}
		d.say("%s go with it, for good; 'consider export --format json' keeps a copy.\n", threads)
		said, err := d.answer("Type 'delete' to do it:", "no", func(string) bool { return true })
		return said == "delete", err
	})
}

func (d *dialogue) purge(in *memory.MemoryPurgeInput) error {
	in.Yes = true
	return d.confirm(in, func() (bool, error) {
		d.say("They are removed from the history as well, for good: no undo, and no cursor from before holds any more.\n")
		said, err := d.answer("Type 'purge' to do it:", "no", func(string) bool { return true })
		return said == "purge", err
	})
}

// confirm shows what would be done, and asks.
func (d *dialogue) confirm(in any, sure func() (bool, error)) error {
	dry, err := json.Marshal(in)
	if err != nil {
		return err
	}
	var plan map[string]any
	if err := json.Unmarshal(dry, &plan); err != nil {
		return err
	}
	plan["dryRun"] = true
	if dry, err = json.Marshal(plan); err != nil {
		return err
	}
	out, err := d.verb.Call(d.ctx, d.service, dry)
	if err != nil {
		return err
	}
	p := &page{}
	if p.answer(out); p.b.Len() > 0 {
		d.say("\n%s\n", p.b.String())
	}
	if ok, err := sure(); err != nil || ok {
		return err
	}
	return fmt.Errorf("nothing was done: %w", context.Canceled)
}
