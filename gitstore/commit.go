package gitstore

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"consider/internal/gitfmt"
)

// Trailer is one "Key: Value" line at the end of a commit message.
type Trailer struct{ Key, Value string }

// Meta is what a commit says about itself. Line breaks in any field become spaces; empty trailers are dropped.
type Meta struct {
	Subject                 string
	Trailers                []Trailer
	AuthorName, AuthorEmail string
}

// Commit is one commit of the line.
type Commit struct {
	ID, Parent              ID // Parent is zero for the first commit
	When                    time.Time
	AuthorName, AuthorEmail string
	Subject                 string
	Trailers                []Trailer
	Paths                   []string // changed files, sorted; only with LogOptions.WithPaths

	tree ID
}

// wholeCommit is a commit and its root directory, both read and checked.
type wholeCommit struct {
	Commit
	entries []gitfmt.Entry
}

const programEmail = "cli@consider.invalid"

const momentSubject = "moment"

// isMoment reports whether a commit is one of [Store.KeepMoment], which is never the lost tip of a line. Its time is that
// of no other commit, so that an older program prefers any other one.
func (c *Commit) isMoment() bool {
	return c.Parent.IsZero() && c.Subject == momentSubject && c.When.Unix() == 0
}

func encodeCommit(tree, parent ID, m Meta, program string, when time.Time) []byte {
	stamp := strconv.FormatInt(max(when.Unix(), 0), 10) + " +0000"
	var b strings.Builder
	fmt.Fprintf(&b, "tree %s\n", tree)
	if !parent.IsZero() {
		fmt.Fprintf(&b, "parent %s\n", parent)
	}
	author := identity(m.AuthorName, m.AuthorEmail)
	if author == " <>" {
		author = identity(program, programEmail)
	}
	fmt.Fprintf(&b, "author %s %s\ncommitter %s %s\n\n", author, stamp, identity(program, programEmail), stamp)
	b.WriteString(message(m))
	return []byte(b.String())
}

func message(m Meta) string {
	var b strings.Builder
	subject := oneLine(m.Subject)
	if subject == "" {
		subject = "change"
	}
	b.WriteString(subject + "\n")
	sep := "\n"
	for _, t := range m.Trailers {
		k := strings.Trim(oneLine(strings.ReplaceAll(t.Key, ":", " ")), " ")
		if v := oneLine(t.Value); k != "" && v != "" {
			b.WriteString(sep + strings.ReplaceAll(k, " ", "-") + ": " + v + "\n")
			sep = ""
		}
	}
	return b.String()
}

// identity is "name <email>" without the characters that would end a field.
func identity(name, email string) string {
	clean := strings.NewReplacer("<", "", ">", "")
	return oneLine(clean.Replace(name)) + " <" + strings.ReplaceAll(oneLine(clean.Replace(email)), " ", "") + ">"
}

// oneLine replaces every run of white space and control characters by one space. A line break in a subject or a name
// would forge the next header or trailer, and git refuses a NUL.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f }), " ")
}

// blanks are what may surround a part of a commit without belonging to it. Blanks beyond ASCII are kept by oneLine, so
// that they belong to what was written.
const blanks = " \t\r\n"

// parseCommit reads a commit of the line. It skips unknown headers (a signature, an encoding).
func parseCommit(id ID, data []byte) (Commit, error) {
	c := Commit{ID: id}
	head, body, _ := strings.Cut(string(data), "\n\n")
	lines := strings.Split(head, "\n")
	for i, line := range lines {
		key, value, _ := strings.Cut(line, " ")
		var err error
		switch {
		case key == "tree" && i == 0:
			c.tree, err = ParseID(value)
		case key == "parent" && i == 1:
			c.Parent, err = ParseID(value)
		case key == "parent":
			err = errors.New("more than one parent")
		case key == "author":
			c.AuthorName, c.AuthorEmail, c.When, err = parseIdentity(value)
		}
		if err != nil {
			return c, fmt.Errorf("commit header %q: %w", gitfmt.Clip(line), err)
		}
	}
	if c.tree.IsZero() || c.When.IsZero() {
		return c, errors.New("commit lacks a tree or an author")
	}
	c.Subject, body, _ = strings.Cut(body, "\n")
	c.Trailers = parseTrailers(body)
	return c, nil
}

func parseIdentity(s string) (name, email string, when time.Time, err error) {
	lt, gt := strings.IndexByte(s, '<'), strings.LastIndexByte(s, '>')
	if lt < 0 || gt < lt {
		return "", "", when, errors.New("missing email address")
	}
	unix, _, _ := strings.Cut(strings.TrimSpace(s[gt+1:]), " ")
	n, err := strconv.ParseInt(unix, 10, 64)
	if err != nil {
		return "", "", when, errors.New("missing timestamp")
	}
	return strings.Trim(s[:lt], blanks), s[lt+1 : gt], time.Unix(n, 0).UTC(), nil
}

// parseTrailers returns the lines of the last paragraph if all of them are trailers.
func parseTrailers(body string) []Trailer {
	body = strings.Trim(body, blanks)
	if i := strings.LastIndex(body, "\n\n"); i >= 0 {
		body = body[i+2:]
	}
	if body == "" {
		return nil
	}
	var out []Trailer
	for line := range strings.SplitSeq(body, "\n") {
		k, v, ok := strings.Cut(line, ": ")
		if !ok || k == "" || strings.Contains(k, " ") {
			return nil
		}
		out = append(out, Trailer{k, v})
	}
	return out
}
