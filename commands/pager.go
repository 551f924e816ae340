package commands

import (
	"bytes"
	"context"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"

	"consider/internal/programs"
	"consider/internal/session"
)

// screen is the terminal itself, for programs that draw on it.
func (a *app) screen() io.Writer {
	if out, ok := a.env.Stdout.(*brokenPipe); ok {
		return out.w
	}
	return a.env.Stdout
}

// show prints a text: for a person, one that is longer than the screen goes through the pager, as git's does.
func (a *app) show(text []byte, s *session.Session) error {
	if s != nil && !a.mentions("--no-pager") && a.atTheKeys(s.Caller) && a.exceeds(text) && a.paged(text, s.Place.Folders()) {
		return nil
	}
	_, err := a.env.Stdout.Write(text)
	return err
}

// showHelp prints help, which needs no project: outside of one, no pager is taken from the folder that one is in.
func (a *app) showHelp(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	text = []byte(surroundings{columns: a.columns()}.foldText(string(text)))
	folders := []string{a.env.Dir}
	if p, err := a.project(""); err == nil {
		folders = p.Place.Folders()
		defer p.Close()
	}
	if !a.mentions("--no-pager") && a.atTheKeys(a.whoRuns()) && a.exceeds(text) && a.paged(text, folders) {
		return nil
	}
	_, err := a.env.Stdout.Write(text)
	return err
}

// columns is how wide the screen is, 0 where lines are not broken. As for git, COLUMNS wins.
func (a *app) columns() int {
	if !a.env.OutTerminal {
		return 0
	}
	if n, err := strconv.Atoi(a.env.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if out, ok := a.screen().(*os.File); ok {
		if n, _, err := term.GetSize(int(out.Fd())); err == nil {
			return n
		}
	}
	return 0
}

// exceeds reports whether a text has more rows than the screen.
func (a *app) exceeds(text []byte) bool {
	out, ok := a.screen().(*os.File)
	if !ok {
		return false
	}
	width, height, err := term.GetSize(int(out.Fd()))
	if err != nil || width <= 0 {
		return false
	}
	rows := 0
	for line := range bytes.Lines(text) {
		rows += 1 + max(0, len(line)-2)/width
	}
	return rows >= height
}

// paged shows a text in the person's pager, and reports whether there is one.
func (a *app) paged(text []byte, project []string) bool {
	command := strings.Fields(a.env.Getenv("PAGER"))
	if len(command) == 0 {
		command = []string{"less"}
	}
	if command[0] == "cat" {
		return false
	}
	search := programs.Outside(project...)
	program, err := search.Find(command[0])
	if err != nil {
		return false
	}
	// Its end is the person's business, and so is a Ctrl-C meanwhile.
	cmd := search.Command(context.Background(), program, command[1:]...)
	if a.env.Getenv("LESS") == "" {
		cmd.Env = append(cmd.Env, "LESS=FRX")
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), a.screen(), a.env.Stderr
	if err := cmd.Start(); err != nil {
		return false
	}
	_ = cmd.Wait() // quitting before the end is no failure
	return true
}
