package tryout

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// Stage is where the play is shown.
type Stage struct {
	Out   io.Writer
	Color bool

	// Call runs consider in the project, as the person or as an agent, and returns what it printed.
	Call func(ctx context.Context, agent bool, args []string) (string, error)
}

// play is one showing; after the first thing that goes wrong, nothing more is shown.
type play struct {
	Stage
	ctx     context.Context
	project *Project
	err     error
}

// edits are what the agent does to the code: above the commented lines, and in them.
var edits = []struct{ file, old, new, what string }{
	{"price.js", "// Prices", "// parsePrice reads \"12.50\" as 12.5.\n//\n// Prices", "two more lines at the top"},
	{"price.js", "parseInt(text)", "parseFloat(text)", "parseInt -> parseFloat"},
	{"cart.js", "  console.log(items);\n", "", "console.log is gone"},
}

// Play shows the loop: comment, reply, follow, resolve. At its end a thread of each kind waits for the person.
func Play(ctx context.Context, s Stage, project *Project) error {
	p := &play{Stage: s, ctx: ctx, project: project}
	p.narrate("An agent wrote a small shop app. You comment on four lines.\n# The project is in %s", project.Dir)
	onParse := p.add("price.js", "parseInt(text)", "12.50 becomes 12 here")
	onZero := p.add("price.js", "return 0;", "a missing price is an error")
	onLog := p.add("cart.js", "console.log", "remove this")
	onFive := p.add("cart.js", "sum + 5", "why 5?")

	p.narrate("The agent checks for open threads, and reads them with their code.")
	p.consider(true, "summary")
	p.consider(true, "context", onParse, onZero, onLog, onFive, "-C", "1")

	p.narrate("It claims a fix without a change. Consider compares the files, and says so.")
	p.consider(true, "reply", onZero, "--outcome", "addressed", "-m", "Fixed.")

	p.narrate("It changes the code, above your lines and in them. It replies, and asks you\n# to choose.")
	for _, e := range edits {
		p.show("agent edits " + e.file + ": " + e.what)
		p.fails(project.edit(e.file, e.old, e.new))
	}
	p.consider(true, "reply", onParse, "--outcome", "addressed", "-m", "It reads 12.50 now.")
	p.consider(true, "reply", onLog, "--outcome", "addressed", "-m", "Removed.")
	p.consider(true, "reply", onFive, "--ask", "Keep 5|Name it", "-m", "Shipping costs 5.")

	p.narrate("Is it fixed? The changes for your comment, from your message to the reply:")
	p.consider(false, "proof", onParse)

	p.narrate("You ask again about the fix without a change. The agent suggests one.")
	p.consider(false, "reply", onZero, "-m", "I see no change.")
	p.consider(true, "list", "--unseen")
	p.consider(true, "reply", onZero, "-m", "This throws:\n```suggestion\n    throw new Error(\"not a price: \" + text);\n```")

	p.narrate("The file is renamed, and the threads move with it. You resolve what is\n# done.")
	p.git("mv", "price.js", "money.js")
	p.consider(false, "resolve", onParse)

	p.narrate("A question with choices, a suggestion to apply, and a line that is gone\n# await you. No thread points to the wrong line.")
	p.consider(false, "list")

	p.narrate("Git sees only the agent's changes.")
	p.git("status", "--short")
	return p.err
}

func (p *play) fails(err error) {
	if p.err == nil {
		p.err = err
	}
}

func (p *play) paint(code, text string) string {
	if !p.Color {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (p *play) print(text string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.Out, text)
	}
}

func (p *play) narrate(format string, args ...any) {
	p.print("\n" + p.paint("1", "# "+fmt.Sprintf(format, args...)) + "\n")
}

func (p *play) show(command string) { p.print("\n" + p.paint("36", command) + "\n") }

// consider shows a command, runs it, and shows what it printed.
func (p *play) consider(agent bool, args ...string) string {
	prompt := "you$ "
	if agent {
		prompt = "agent$ "
	}
	p.show(prompt + "consider " + quoted(args))
	if p.err != nil {
		return ""
	}
	out, err := p.Call(p.ctx, agent, args)
	p.print(out)
	p.fails(err)
	return out
}

func (p *play) git(args ...string) {
	p.show("you$ git " + quoted(args))
	if p.err != nil {
		return
	}
	out, err := p.project.Git(p.ctx, args...)
	p.print(out)
	p.fails(err)
}

// add comments on the line that holds text, and returns the thread's id.
func (p *play) add(file, text, message string) string {
	out := p.consider(false, "add", file, "--quote", text, "-m", message)
	_, rest, _ := strings.Cut(out, "[")
	id, _, _ := strings.Cut(rest, "]")
	return id
}

// quoted writes arguments as a person would type them.
func quoted(args []string) string {
	out := make([]string, len(args))
	for i, a := range args {
		if out[i] = a; strings.ContainsAny(a, " ;{}[]()*?$\"'`<>|&+") || a == "" {
			out[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}
