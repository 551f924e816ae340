package commands

import (
	"bytes"
	"context"
	"strings"

	"consider/commands/present"
	"consider/internal/programs"
	"consider/internal/session"
)

// show prints a text. For a person, a text longer than the screen goes through the pager, as in git; without s it does not.
func (a *app) show(text []byte, s *session.Session) error {
	if s != nil && !a.mentions("--no-pager") && a.isInteractive(s.Caller) && a.exceeds(text) && a.paged(text, s.Place.Folders()) {
		return nil
	}
	_, err := a.env.Stdout.Write(text)
	return err
}

// showHelp prints help, which needs no project. Outside a project, no pager is run from the current folder.
func (a *app) showHelp(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	text = []byte(present.Options{Columns: a.columns()}.FoldText(string(text)))
	folders := []string{a.env.Dir}
	if p, err := a.project(""); err == nil {
		folders = p.Place.Folders()
		defer p.Close()
	}
	if !a.mentions("--no-pager") && a.isInteractive(a.whoRuns()) && a.exceeds(text) && a.paged(text, folders) {
		return nil
	}
	return a.show(text, nil)
}

// exceeds reports whether a text has more rows than the screen.
func (a *app) exceeds(text []byte) bool {
	width, height := a.size()
	return width > 0 && present.RowsOf(strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), width) >= height
}

// paged shows a text in the person's pager, and reports whether there is a pager.
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
	// In the pager, Ctrl-C belongs to the pager, and only the person ends it.
	cmd := search.Command(context.Background(), program, command[1:]...)
	if a.env.Getenv("LESS") == "" {
		cmd.Env = append(cmd.Env, "LESS=FRX")
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), a.screen(), a.env.Stderr
	if err := cmd.Start(); err != nil {
		return false
	}
	_ = cmd.Wait() // quitting early is not a failure
	return true
}
