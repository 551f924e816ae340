package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"consider/internal/verb"
)

const manHead = `.TH CONSIDER 1
.SH NAME
consider \- Review comments on lines of code, answered by your coding agents
.SH SYNOPSIS
.B consider
.I verb
.RI [ arguments ]
`

// writeMan writes one page for all verbs, with each verb's help as the program prints it.
func writeMan(program, to string) error {
	var b bytes.Buffer
	b.WriteString(manHead)
	section := func(level, title string, args ...string) error {
		help, err := exec.Command(program, append(args, "--help")...).Output()
		if err != nil {
			return fmt.Errorf("consider %s --help: %w", strings.Join(args, " "), err)
		}
		fmt.Fprintf(&b, ".%s %s\n.nf\n%s.fi\n", level, title, literal(help))
		return nil
	}
	if err := section("SH", "DESCRIPTION"); err != nil {
		return err
	}
	for _, s := range verb.Sections {
		fmt.Fprintf(&b, ".SH %s\n", strings.ToUpper(string(s)))
		for _, v := range verb.All {
			if v.Section != s || v.On&verb.CLI == 0 {
				continue
			}
			if err := section("SS", v.Name, strings.Fields(v.Name)...); err != nil {
				return err
			}
		}
	}
	return os.WriteFile(to, b.Bytes(), 0o644)
}

// literal escapes text so that the formatter leaves it unchanged.
func literal(text []byte) string {
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		line = strings.NewReplacer(`\`, `\e`, `-`, `\-`).Replace(line)
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			line = `\&` + line
		}
		b.WriteString(line)
	}
	return b.String()
}
