package commands

import (
	"context"
	"embed"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"consider/commands/present"
	"consider/internal/memory"
	"consider/internal/printable"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/feedback"
	"consider/internal/review/plan"
	"consider/internal/review/round"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/setup"
	"consider/internal/thread"
	"consider/internal/verb"
	"consider/internal/words"
)

// scripts make shells call completeWord for completions of the word at the cursor.
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
	c.Usage, c.ArgsUsage, c.Description = completionUsage, "bash|zsh|fish|pwsh", completionLines
	c.OnUsageError, c.Action = usageError, otherShell
	for _, shell := range c.Commands {
		shell.Usage, shell.OnUsageError = "Print the script for "+shell.Name, usageError
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
	app     *app
	ctx     context.Context
	root    *cli.Command
	command *cli.Command // the command that the words name
	name    string       // its name, "checkpoint show"
	verb    *verb.Verb   // its verb, nil for others
	args    []string     // its arguments so far
	flag    string       // flag whose value is the word at the cursor
	out     strings.Builder
}

// read parses the words before the cursor.
func (p *completion) read(words []string) {
	p.command = p.root
	for _, word := range words {
		name, _, whole := strings.Cut(strings.TrimLeft(word, "-"), "=")
		switch below := p.command.Command(word); {
		case p.flag != "":
			p.flag = ""
		case strings.HasPrefix(word, "-"):
			if !whole && takesValue(p.root, p.command, name) {
				p.flag = name
			}
		case below != nil && len(p.args) == 0:
			p.command, p.name = below, strings.TrimSpace(p.name+" "+below.Name)
		case word == "help" && p.command == p.root:
		default:
			p.args = append(p.args, word)
		}
	}
	for _, v := range verb.All {
		if v.Word() == p.name || v.Default && strings.HasPrefix(v.Name, p.name+" ") {
			p.verb = &v
		}
	}
}

func (p *completion) offer(word, about string) {
	line := printable.Line(word)
	if about != "" {
		line += "\t" + printable.Line(about)
	}
	p.out.WriteString(line + "\n")
}

// offerAll offers words that need no description.
func (p *completion) offerAll(words ...string) {
	for _, word := range words {
		p.offer(word, "")
	}
}

func (p *completion) flags() {
	about := p.flagHelp()
	for _, f := range append(p.command.Flags, p.root.Flags...) {
		name := f.Names()[0]
		if help, known := about[name]; known {
			p.offer("--"+name, help)
		}
	}
	p.offer("--help", "show help")
}

// flagHelp returns the help of each flag that the manual has, by its name.
func (p *completion) flagHelp() map[string]string {
	m := &Manual{Options: CommonFlags}
	if i := slices.IndexFunc(hostManuals, func(m Manual) bool { return m.Name == p.name }); i >= 0 {
		m = &hostManuals[i]
	} else if p.verb != nil {
		m = manualOf(*p.verb)
	}
	out := map[string]string{}
	for _, o := range CommonFlags {
		if name, _, _ := strings.Cut(o.Name, " "); slices.Contains(m.Common, name) {
			out[strings.TrimPrefix(name, "--")] = o.Help
		}
	}
	for _, o := range m.Options {
		if _, name, long := strings.Cut(o.Name, "--"); long {
			name, _, _ = strings.Cut(name, " ")
			out[name] = o.Help
		}
	}
	return out
}

// value offers values for the flag before the cursor.
func (p *completion) value() {
	if p.flag == "as" {
		p.offerAll("human", "agent")
		return
	}
	if p.verb == nil {
		p.hostValue()
		return
	}
	for _, f := range p.verb.Fields() {
		if f.Flag != p.flag && f.Short != p.flag {
			continue
		}
		p.offerAll(f.Enum...)
		switch {
		case f.Flag == "branch":
			p.branches()
		case f.Flag == "plan":
			p.plans()
		case f.Flag == "since":
			p.since(strings.Contains(f.Placeholder, "TIME"))
		case f.Flag == "author":
			p.offerAll("human", "agent")
		case f.Placeholder == "NAME":
			p.checkpoints()
		case f.Placeholder == "L":
			p.labels()
		case f.Placeholder == "ID":
			p.threads(review.ListInput{Workflow: "all"})
		case f.Placeholder == "PATH" || f.Content:
			p.out.WriteString(files + "\n")
		}
		return
	}
	p.out.WriteString(files + "\n")
}

// hostValue offers values for a flag of a command that is not a verb.
func (p *completion) hostValue() {
	switch p.flag {
	case "since":
		p.since(false)
	case "base", "range":
		p.branches()
	case "out", "store":
		p.out.WriteString(files + "\n")
	case "for", "agent":
		for _, o := range slices.Concat(manualNamed("watch").Options, manualNamed("responses watch").Options) {
			if name, values, is := strings.Cut(o.Name, " "); is && name == "--"+p.flag {
				p.offerAll(strings.Split(values, "|")...)
			}
		}
	}
}

// argument offers values for the next argument.
func (p *completion) argument() {
	if p.verb == nil {
		switch {
		case len(p.args) == 1 && p.args[0] == "completion":
			p.offerAll(slices.Sorted(maps.Keys(scriptOf))...)
		case p.name == "review" && len(p.args) == 0:
			p.branches()
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
			p.ids()
		case strings.HasPrefix(p.verb.Name, "memory ") && strings.Contains(f.Arg, "path"):
			p.memories()
		case strings.HasPrefix(f.Arg, "agent"):
			for _, name := range setup.Names() {
				p.offer(name, "")
				p.offer(name+":home", "in your home folder, for all projects")
			}
		case strings.HasPrefix(f.Arg, "file"):
			p.out.WriteString(files + "\n")
		case p.verb.In == reflect.TypeFor[project.ConfigInput]():
			p.setting()
		case strings.HasPrefix(p.verb.Name, "checkpoint ") && p.verb.Name != "checkpoint create":
			p.checkpoints()
		}
		p.offerAll(f.Enum...)
		return
	}
}

// ids offers the IDs that fit the verb.
func (p *completion) ids() {
	switch name := p.verb.Name; {
	case strings.HasPrefix(name, "plan "):
		p.plans()
	case name == "responses unmark":
		p.responses(true)
	case strings.HasPrefix(name, "responses "):
		p.responses(false)
	case name == "archive" || name == "unresolve":
		p.threads(review.ListInput{Workflow: thread.Resolved})
	case name == "resolve":
		p.threads(review.ListInput{})
	default:
		p.threads(review.ListInput{Workflow: "all", Archived: name == "unarchive", Deleted: name == "undelete"})
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

// session calls f for the caller who completes; it marks nothing as read. With an error a list is empty, so nothing is
// offered.
func (p *completion) session(f func(*session.Session)) {
	opened, err := p.app.project("")
	if err != nil {
		return
	}
	defer opened.Close()
	opened.Warn = func(string) {}
	f(opened.Session(p.app.whoRuns()))
}

func (p *completion) threads(in review.ListInput) {
	p.session(func(s *session.Session) {
		list, _ := review.List(p.ctx, s, in)
		for _, t := range list.Threads {
			p.offer(t.ID, t.Where().String()+" "+present.FirstWords(t.Body))
		}
	})
}

// labels offers the labels of the threads.
func (p *completion) labels() {
	p.session(func(s *session.Session) {
		list, _ := review.List(p.ctx, s, review.ListInput{Workflow: "all"})
		used := map[string]int{}
		for _, t := range list.Threads {
			for _, l := range t.Labels {
				used[l]++
			}
		}
		for _, l := range slices.Sorted(maps.Keys(used)) {
			p.offer(l, words.Plural(used[l], "thread"))
		}
	})
}

func (p *completion) plans() {
	p.session(func(s *session.Session) {
		list, _ := plan.List(p.ctx, s, plan.PlanListInput{})
		for _, v := range list.Plans {
			p.offer(v.ID, v.Title)
		}
	})
}

// responses offers agents' latest responses, or the marks on them.
func (p *completion) responses(marks bool) {
	p.session(func(s *session.Session) {
		list, _ := feedback.Responses(p.ctx, s, feedback.ResponsesInput{})
		for _, r := range list.Responses {
			p.offer(r.ID, r.Agent+": "+present.FirstWords(r.Text))
			for _, m := range r.Marks {
				if marks {
					p.offer(m.ID, string(m.Mark)+" "+present.FirstWords(m.Quote))
				}
			}
		}
	})
}

func (p *completion) memories() {
	p.session(func(s *session.Session) {
		list, _ := memory.MemoryList(p.ctx, s, memory.MemoryListInput{})
		for _, f := range list.Files {
			p.offer(f.Path, "")
		}
	})
}

func (p *completion) branches() {
	p.session(func(s *session.Session) {
		names, _ := s.Tree.Branches(p.ctx)
		p.offerAll(names...)
	})
}

// since offers checkpoints and, where a time can be given, some times.
func (p *completion) since(times bool) {
	p.offer("last", "the end of the latest round")
	p.checkpoints()
	if times {
		p.offerAll("1h", "today", "yesterday")
	}
}

func (p *completion) checkpoints() {
	p.session(func(s *session.Session) {
		list, _ := round.ListCheckpoints(p.ctx, s, round.CheckpointListInput{})
		for _, c := range list.Checkpoints {
			p.offer(c.Name, c.Note)
		}
	})
}
