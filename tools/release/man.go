package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"consider/commands"
)

// writeMan writes the man pages of the program and of each command into the folder to.
func writeMan(_, to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	var all []string
	for _, m := range commands.Manuals() {
		page := "consider-" + strings.ReplaceAll(m.Name, " ", "-")
		all = append(all, fmt.Sprintf(".TP\n.BR %s (1)\n%s\n", escape(page), escape(m.Title)))
		if err := os.WriteFile(filepath.Join(to, page+".1"), []byte(manPage(page, m)), 0o644); err != nil {
			return err
		}
	}
	root := head("consider", "Comment on lines of code and have your coding agents answer") +
		".SH SYNOPSIS\n.B consider\n.I verb\n.RI [ arguments ]\n.SH COMMANDS\n" + strings.Join(all, "") +
		".SH COMMON FLAGS\n" + tagged(commands.CommonFlags)
	return os.WriteFile(filepath.Join(to, "consider.1"), []byte(root), 0o644)
}

func manPage(page string, m commands.Manual) string {
	var b strings.Builder
	b.WriteString(head(page, m.Title))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B consider %s\n%s\n", escape(m.Name), escape(m.Usage))
	if len(m.Also) > 0 {
		fmt.Fprintf(&b, ".PP\nAlso: consider %s\n", escape(strings.Join(m.Also, ", consider ")))
	}
	if m.About != "" {
		b.WriteString(".SH DESCRIPTION\n" + prose(m.About))
	}
	if len(m.Options) > 0 {
		b.WriteString(".SH OPTIONS\n" + tagged(m.Options))
	}
	if len(m.Common) > 0 {
		fmt.Fprintf(&b, ".PP\nCommon flags, described in\n.BR consider (1):\n%s\n", escape(strings.Join(m.Common, ", ")))
	}
	if len(m.Settings) > 0 {
		b.WriteString(".SH SETTINGS\n" + tagged(m.Settings))
	}
	fmt.Fprintf(&b, ".SH EXAMPLE\n.nf\n%s\n.fi\n.SH SEE ALSO\n.BR consider (1)\n", escape(strings.TrimSpace("consider "+m.Name+" "+m.Example)))
	return b.String()
}

func head(page, title string) string {
	return fmt.Sprintf(".TH %s 1\n.SH NAME\n%s \\- %s\n", escape(strings.ToUpper(page)), escape(page), escape(title))
}

func tagged(options []commands.Option) string {
	var b strings.Builder
	for _, o := range options {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", escape(o.Name), escape(o.Help))
	}
	return b.String()
}

// prose fills paragraphs, and leaves indented lines as they are.
func prose(text string) string {
	var b strings.Builder
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if strings.HasPrefix(paragraph, "  ") {
			fmt.Fprintf(&b, ".PP\n.nf\n%s\n.fi\n", escape(paragraph))
		} else {
			fmt.Fprintf(&b, ".PP\n%s\n", escape(paragraph))
		}
	}
	return b.String()
}

// escape keeps the formatter from reading text as its own requests.
func escape(text string) string {
	text = strings.NewReplacer(`\`, `\e`, `-`, `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
