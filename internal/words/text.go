package words

import (
	"bytes"
	"fmt"
	"strings"
)

// Text is a text for users in which commands and flags are data, so that each surface shows them in its own form: a
// command line, a call of a tool, a field.
type Text struct{ marked string }

// Surface shows the commands and flags of texts in the form that its readers use.
type Surface interface {
	// Command returns a command of consider, given without the program's name: "list --workflow all".
	Command(line string) string
	// Flag returns what sets the input of a flag, which may have a placeholder for its value: "-m TEXT". ok is false if
	// the surface does not have the input.
	Flag(flag string) (text string, ok bool)
}

// The marks around a command or flag. Values never contain them.
const (
	begin = '\x02'
	end   = '\x03'
)

// Textf formats a text. In the format, {list --workflow all} is a command and {--force} or {-m TEXT} is a flag; braces in
// values do not count. A value that is a Text, or an error that has one, keeps its commands and flags.
func Textf(format string, args ...any) Text {
	marked := []byte(strings.ReplaceAll(format, "%w", "%v"))
	for at := 0; at+1 < len(marked); at++ {
		if marked[at] != '{' || strings.IndexByte("-%abcdefghijklmnopqrstuvwxyz", marked[at+1]) < 0 {
			continue
		}
		if length := bytes.IndexByte(marked[at:], '}'); length > 0 {
			marked[at], marked[at+length] = begin, end
		}
	}
	values := make([]any, len(args))
	for i, arg := range args {
		values[i] = value{arg}
	}
	return Text{fmt.Sprintf(string(marked), values...)}
}

// value formats one value of a text, without marks.
type value struct{ any }

func (v value) Format(f fmt.State, verb rune) {
	switch of := v.any.(type) {
	case Text:
		_, _ = f.Write([]byte(of.marked))
		return
	case interface{ Text() Text }:
		_, _ = f.Write([]byte(of.Text().marked))
		return
	}
	_, _ = f.Write([]byte(unmarked(fmt.Sprintf(fmt.FormatString(f, verb), v.any))))
}

// Plain returns a text without commands and flags.
func Plain(text string) Text { return Text{unmarked(text)} }

func unmarked(text string) string {
	return strings.Map(func(r rune) rune {
		if r == begin || r == end {
			return -1
		}
		return r
	}, text)
}

// In returns the text as a surface shows it. whole is false if the surface lacks the input of a flag.
func (t Text) In(on Surface) (text string, whole bool) {
	var b strings.Builder
	whole = true
	for rest := t.marked; rest != ""; {
		before, after, found := strings.Cut(rest, string(begin))
		b.WriteString(before)
		if !found {
			break
		}
		marked, after, _ := strings.Cut(after, string(end))
		if strings.HasPrefix(marked, "-") {
			flag, ok := on.Flag(marked)
			whole = whole && ok
			b.WriteString(flag)
		} else {
			b.WriteString(on.Command(marked))
		}
		rest = after
	}
	return b.String(), whole
}

// String returns the text for a terminal.
func (t Text) String() string {
	text, _ := t.In(Terminal("consider"))
	return text
}

// Terminal is the surface of a command line on which consider has a name.
type Terminal string

// Command returns a command as it is typed.
func (program Terminal) Command(line string) string { return string(program) + " " + line }

// Flag returns the flag.
func (program Terminal) Flag(flag string) (string, bool) { return flag, true }

// ShellWord returns a value as one word of a command for a shell, quoted if necessary.
func ShellWord(value string) string {
	if strings.ContainsAny(value, " \t\n'\"$`&;()|<>*?![]{}#") {
		return "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
	}
	return value
}

// IsZero reports whether the text is empty.
func (t Text) IsZero() bool { return t.marked == "" }

// MarshalText returns the text for a terminal: documents for programs have commands in this form.
func (t Text) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads a text that a document has.
func (t *Text) UnmarshalText(text []byte) error {
	*t = Plain(string(text))
	return nil
}
