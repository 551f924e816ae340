package commands

import (
	"context"
	"embed"
	"fmt"
	"reflect"
	"strings"

	"github.com/urfave/cli/v3"

	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/round"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/verb"
)

// scripts tell shells to ask completeWord what could stand at the cursor.
//
//go:embed completion
var scripts embed.FS

var scriptOf = map[string]string{"bash": "consider.bash", "zsh": "consider.zsh", "fish": "consider.fish", "pwsh": "consider.ps1"}

// completeWord comes before the arguments when a shell asks for completions. The last argument is the word at the
// cursor.
const completeWord = "__complete"

// files asks the shell for its own completion of file names.
const files = ":files"

// completion makes the library's command print our scripts.
func (a *app) completion(c *cli.Command) {
	c.Hidden = false
	c.Usage = completionUsage
	c.OnUsageError, c.Action = usageError, otherShell
	for _, shell := range c.Commands {
		shell.OnUsageError = usageError
		shell.Action = func(context.Context, *cli.Command) error {
			data, err := scripts.ReadFile("completion/" + scriptOf[shell.Name])
			if err == nil {
				_, err = a.env.Stdout.Write(data)
			}
			return err
		}
	}
}

// completion is the answer to one request of a shell.
type completion struct {
	app  *app
	ctx  context.Context
	root *cli.Command
	at   *cli.Command // the command that the words name
	verb *verb.Verb   // its verb, nil for others
	args []string     // its arguments so far
	flag string       // flag whose value is the word at the cursor
	out  strings.Builder
}

// read parses the words before the cursor.
func (p *completion) read(words []string) {
	p.at = p.root
	for _, word := range words {
		name, _, whole := strings.Cut(strings.TrimLeft(word, "-"), "=")
		switch below := p.at.Command(word); {
		case p.flag != "":
			p.flag = ""
		case strings.HasPrefix(word, "-"):
			if !whole && takesValue(p.root, p.at, name) {
				p.flag = name
			}
		case below != nil && len(p.args) == 0:
			p.at = below
		case word == "help" && p.at == p.root:
		default:
			p.args = append(p.args, word)
		}
	}
	if v, ok := verb.Find(strings.TrimPrefix(p.at.FullName(), p.root.Name+" ")); ok {
		p.verb = &v
	}
}

func (p *completion) offer(word, about string) {
	fmt.Fprintf(&p.out, "%s\t%s\n", safe(word), safe(about))
}

func (p *completion) flags() {
	about := map[string]string{}
	if p.verb != nil {
		for _, f := range p.verb.Fields() {
			if !f.Hidden {
				about[f.Flag] = f.Help
			}
		}
	}
	for _, f := range append(p.at.Flags, p.root.Flags...) {
		name := f.Names()[0]
		if help, ours := about[name]; ours || p.verb == nil || p.common(name) {
			p.offer("--"+name, help)
		}
	}
	p.offer("--help", "show its help")
}

// common reports whether a flag is not a field of the verb.
func (p *completion) common(name string) bool {
	for _, f := range p.verb.Fields() {
		if f.Flag == name {
			return false
		}
	}
	return true
}

// value offers values for the flag before the cursor.
func (p *completion) value() {
	if p.flag == "as" {
		p.offer("human", "")
		p.offer("agent", "")
		return
	}
	if p.verb != nil {
		for _, f := range p.verb.Fields() {
			if f.Flag != p.flag && f.Short != p.flag {
				continue
			}
			for _, value := range f.Enum {
				p.offer(value, "")
			}
			if f.Placeholder == "NAME" {
				p.checkpoints()
			}
			if f.Placeholder != "PATH" {
				return
			}
		}
	}
	p.out.WriteString(files + "\n")
}

// argument offers values for the next argument.
func (p *completion) argument() {
	if p.verb == nil {
		if len(p.args) == 1 && p.args[0] == "completion" {
			for shell := range scriptOf {
				p.offer(shell, "")
			}
		}
		return
	}
	n := len(p.args)
	for _, f := range p.verb.Fields() {
		switch {
		case f.Arg == "":
			continue
		case n > 0 && !f.Many():
			n--
			continue
		case strings.HasPrefix(f.Arg, "id"):
			p.threads()
		case strings.HasPrefix(f.Arg, "file"):
			p.out.WriteString(files + "\n")
		case p.verb.In == reflect.TypeFor[project.ConfigInput]():
			p.setting()
		case strings.HasPrefix(p.verb.Name, "checkpoint ") && p.verb.Name != "checkpoint create":
			p.checkpoints()
		}
		for _, value := range f.Enum {
			p.offer(value, "")
		}
		return
	}
}

func (p *completion) setting() {
	for _, s := range settings.AllSettings {
		switch {
		case len(p.args) == 0:
			p.offer(s.Name, s.Values.Complete(s.Help))
		case p.args[0] == s.Name:
			for _, v := range s.Values.Values {
				p.offer(v.Name, v.Says)
			}
		}
	}
}

// session calls f for the caller who completes; it marks nothing as read.
func (p *completion) session(f func(*session.Session)) {
	opened, err := p.app.project("")
	if err != nil {
		return
	}
	defer opened.Close()
	opened.Warn, opened.Progress = func(string) {}, nil
	f(opened.Session(p.app.whoRuns()))
}

func (p *completion) threads() {
	p.session(func(s *session.Session) {
		in := review.ListInput{Workflow: "all", Archived: p.verb.Name == "unarchive", Deleted: p.verb.Name == "undelete"}
		list, err := review.List(p.ctx, s, in)
		if err != nil {
			return
		}
		for _, t := range list.Threads {
			p.offer(t.ID, t.Where().String()+" "+firstWords(t.Body))
		}
	})
}

func (p *completion) checkpoints() {
	p.session(func(s *session.Session) {
		list, err := round.ListCheckpoints(p.ctx, s, round.CheckpointListInput{})
		if err != nil {
			return
		}
		for _, c := range list.Checkpoints {
			p.offer(c.Name, c.Note)
		}
	})
}
