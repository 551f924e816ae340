package commands

import (
	"fmt"
	"reflect"
	"strings"

	"consider/commands/present"
	"consider/internal/project"
	"consider/internal/settings"
	"consider/internal/verb"
)

// Manual describes a command. Its help, its man page and its page in the reference are made of it.
type Manual struct {
	Name     string // as typed, without "consider"
	Title    string // imperative, one line, no full stop
	Usage    string // arguments and flags
	Also     []string
	About    string // paragraphs, indented lines are examples of other programs
	Example  string // arguments of one good call
	Options  []Option
	Settings []Option
	Common   []string // names of those of CommonFlags that it has
	Section  verb.Section
}

// Option is an argument or a flag, as it is typed, or a setting with its values.
type Option struct{ Name, Help string }

// CommonFlags are those that many commands have.
var CommonFlags = []Option{
	{"--json", "print one JSON document on stdout, even on error"},
	{"--as human|agent", "act as human or agent; agents cannot use human"},
	{"--name NAME", "your name"},
	{"--no-pager", "do not use a pager"},
	{"--store DIR", "use the store in DIR (also CONSIDER_DIR)"},
}

const (
	maxNameColumns  = 26 // a longer option gets a line of its own
	helpColumns     = 80 // of the screen for which help is made
	helpRows        = 24
	shortHelpAdvice = "Run 'consider help %s' for details.\n"
)

func manualOf(v verb.Verb) *Manual {
	m := &Manual{Name: v.Word(), Title: v.Title, Example: v.Example, Section: v.Section, Common: []string{"--json", "--as", "--name", "--store"}}
	m.Usage = strings.TrimSpace(argsUsage(v) + " [<flags>]")
	if v.Listed == "" {
		m.Also = v.Aliases
	}
	if v.Effect == verb.Reads {
		m.Common = []string{"--json", "--as", "--name", "--no-pager", "--store"}
	}
	for _, f := range v.Fields() {
		if f.Arg != "" {
			m.Options = append(m.Options, Option{angle(f.Arg), f.Help})
		}
	}
	for _, f := range v.Fields() {
		if f.Flag == "" || f.Hidden {
			continue
		}
		m.Options = append(m.Options, Option{flagName(f), f.Help + repeated(f)})
		if f.Body {
			m.Options = append(m.Options, Option{"-F, --body-file FILE", "read the text from a file (- for standard input)"})
		}
	}
	if v.In == reflect.TypeFor[project.ConfigInput]() {
		for _, s := range settings.AllSettings {
			m.Settings = append(m.Settings, Option{
				strings.TrimSpace(s.Name + " " + strings.Join(s.Values.Names(), "|")), fmt.Sprintf("%s (default: %s)", s.Values.Complete(s.Help), s.Default),
			})
		}
	}
	return m
}

func (m *Manual) head() string {
	var b strings.Builder
	fmt.Fprintf(&b, "consider %s - %s\n\nusage: %s\n", m.Name, m.Title, strings.TrimSpace("consider "+m.Name+" "+m.Usage))
	if len(m.Also) > 0 {
		fmt.Fprintf(&b, "also:  consider %s\n", strings.Join(m.Also, ", consider "))
	}
	return b.String()
}

func example(m *Manual) string {
	return "Example: consider " + strings.TrimSpace(m.Name+" "+m.Example)
}

// help returns the help as the program prints it. The library treats it as a template, so nothing in it may look like a
// directive.
func (m *Manual) help() string {
	var b strings.Builder
	b.WriteString(m.head())
	if m.About != "" {
		b.WriteString("\n" + m.About + "\n")
	}
	fmt.Fprintf(&b, "\n%s\n", example(m))
	if len(m.Options) > 0 {
		b.WriteString("\n" + columns(m.Options))
	}
	if len(m.Settings) > 0 {
		b.WriteString("\nSettings:\n" + columns(m.Settings))
	}
	if len(m.Common) > 0 {
		fmt.Fprintf(&b, "\nCommon flags: %s; see 'consider help all'.\n", strings.Join(m.Common, ", "))
	}
	return strings.ReplaceAll(b.String(), "{{", `{{"{{"}}`)
}

// short returns the help for one screen: for a long one, only the names of the flags.
func (m *Manual) short() string {
	whole := m.help()
	folded := present.Options{Columns: helpColumns}.FoldText(whole)
	if strings.Count(folded, "\n") <= helpRows {
		return whole
	}
	var flags []string
	for _, o := range m.Options {
		if strings.HasPrefix(o.Name, "-") {
			flags = append(flags, "["+o.Name+"]")
		}
	}
	return fmt.Sprintf("%s\n%s\n\n  %s\n\n"+shortHelpAdvice, m.head(), example(m), strings.Join(flags, " "), m.Name)
}

// columns lays options out, each with its help behind it.
func columns(options []Option) string {
	wide := 0
	for _, o := range options {
		if n := len(o.Name); n <= maxNameColumns {
			wide = max(wide, n)
		}
	}
	var b strings.Builder
	for _, o := range options {
		if len(o.Name) > wide {
			fmt.Fprintf(&b, "  %s\n  %*s  %s\n", o.Name, wide, "", o.Help)
		} else {
			fmt.Fprintf(&b, "  %-*s  %s\n", wide, o.Name, o.Help)
		}
	}
	return b.String()
}

// repeated returns a note that a flag may be given more than once, "" for other flags.
func repeated(f verb.Field) string {
	if f.Type.Kind() == reflect.Slice && !f.Content {
		return " (can be repeated)"
	}
	return ""
}

func flagName(f verb.Field) string {
	out := "--" + f.Flag
	if f.Short != "" {
		out = "-" + f.Short + ", --" + f.Flag
	}
	switch {
	case len(f.Enum) > 0:
		out += " " + strings.Join(f.Enum, "|")
	case f.Placeholder != "":
		out += " " + f.Placeholder
	}
	return out
}

// argsUsage returns a verb's arguments for its help: "<id> [<file>]".
func argsUsage(v verb.Verb) string {
	var out []string
	for _, f := range v.Fields() {
		if f.Arg != "" {
			out = append(out, angle(f.Arg))
		}
	}
	if v.Name == "label" {
		out = append(out, "[+LABEL] [-LABEL]")
	}
	return strings.Join(out, " ")
}

// angle returns one argument for help: "<id>...", "[<name>]", "<file>[:<start>[-<end>]]".
func angle(arg string) string {
	name, optional := strings.CutSuffix(arg, "?")
	name, many := strings.CutSuffix(name, "...")
	out := "<" + name + ">"
	if file, lines, ok := strings.Cut(name, "["); ok && file == "file" {
		out = "<file>[" + strings.NewReplacer("start", "<start>", "end", "<end>").Replace(lines)
	} else if strings.HasPrefix(name, "file:") {
		out = strings.NewReplacer("file", "<file>", "start", "<start>", "end", "<end>").Replace(name)
	}
	if many {
		out += "..."
	}
	if optional {
		out = "[" + out + "]"
	}
	return out
}
