package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"

	"consider/internal/fail"
	"consider/internal/printable"
	"consider/internal/programs"
	"consider/internal/review"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/verb"
)

// cutHere is the line above which an editor's text is the person's own; the rest is ours. The text above may be
// Markdown, so lines that begin with # are kept.
const cutHere = "# ------------------------ >8 ------------------------"

// composeMessage opens the person's editor if a verb's message is missing. kept is the file with the text, to be
// removed once the message is stored.
func (a *app) composeMessage(ctx context.Context, v verb.Verb, s *session.Session, raw json.RawMessage) (in json.RawMessage, kept string, err error) {
	if !a.isInteractive(s.Caller) {
		return raw, "", nil
	}
	var fields map[string]any
	if err := json.Unmarshal(raw, &fields); err != nil || fields["message"] != nil || fields["choose"] != nil { // a choice is the message
		return raw, "", err
	}
	id, _ := fields["id"].(string)
	before, about, err := a.editorContent(ctx, v, s, raw, id)
	if err != nil || about == nil {
		return raw, "", err
	}
	command := a.editor(ctx, s)
	if len(command) == 0 {
		return raw, "", fail.Usage("no message").Hint("pass {-m TEXT}").Hint("or set EDITOR to write it in an editor")
	}
	text, kept, err := a.runEditor(s.Place.Folders(), command, before, about)
	if err != nil {
		return raw, kept, err
	}
	fields["message"] = text
	in, err = json.Marshal(fields)
	return in, kept, err
}

// editor returns the person's editor, looked up in git's order, or nil if none is named. No editor is guessed, because
// an unrecognized agent would hang in it.
func (a *app) editor(ctx context.Context, s *session.Session) []string {
	for _, name := range []string{a.env.Getenv("GIT_EDITOR"), s.Tree.UserEditor(ctx), a.env.Getenv("VISUAL"), a.env.Getenv("EDITOR")} {
		if command := strings.Fields(name); len(command) > 0 {
			return command
		}
	}
	return nil
}

// editorContent returns the text that the editor starts with and the lines it shows below for reference. Both are empty
// for verbs without a message. id is that of the input, "" for none.
func (a *app) editorContent(ctx context.Context, v verb.Verb, s *session.Session, raw json.RawMessage, id string) (before string, about []string, err error) {
	p := a.page()
	p.Color = false
	switch v.In {
	case reflect.TypeFor[review.AddInput]():
		var in review.AddInput
		if err := json.Unmarshal(raw, &in); err != nil {
			return "", nil, err
		}
		in.Message = "to be written"
		t, _, err := review.NewThread(ctx, s, in)
		if err != nil {
			return "", nil, err
		}
		p.Line("New thread on %s.", printable.Line(p.Where(thread.Where{Target: t.Target, Side: t.Side, File: t.File}.Described(t.Anchor))))
		if t.Target == thread.OnLines {
			p.Body("| ", t.Anchor.TargetContent)
		}
	case reflect.TypeFor[review.ReplyInput]():
		if id == "" {
			return "", nil, nil // the verb asks which thread
		}
		got, err := review.Get(ctx, s, review.GetInput{ID: id})
		if err != nil {
			return "", nil, err
		}
		p.Answer(got)
	case reflect.TypeFor[review.EditInput]():
		before, err = review.WordsOf(ctx, s, id)
		p.Line("Editing your message %s.", printable.Line(id))
	default:
		return "", nil, nil
	}
	return before, strings.Split(strings.TrimRight(p.Text.String(), "\n"), "\n"), err
}

// runEditor runs the editor on a temporary file. It returns the text that was written, and the file unless it is empty.
func (a *app) runEditor(project, command []string, before string, about []string) (text, kept string, err error) {
	f, err := os.CreateTemp("", "consider-*.md")
	if err != nil {
		return "", "", fmt.Errorf("create a file for the editor: %w", err)
	}
	name := f.Name()
	_, err = fmt.Fprintf(f, "%s\n\n%s\n# Write your message above this line. Everything from here on is ignored; an empty message cancels.\n#\n# %s\n",
		before, cutHere, strings.Join(about, "\n# "))
	err = errors.Join(err, f.Close())
	var cmd *programs.Cmd
	if err == nil {
		cmd, err = a.editorCommand(project, append(command, name))
	}
	if err == nil {
		if err = cmd.Run(); err != nil {
			err = fail.Usage("nothing was changed, because the editor %q failed: %w", command[0], err)
		}
	}
	data, readErr := os.ReadFile(name)
	text, _, _ = strings.Cut(string(data), cutHere)
	if text = strings.TrimSpace(text); text == "" || text == before && err != nil {
		return "", "", errors.Join(err, readErr, os.Remove(name))
	}
	return text, name, err
}

// editorCommand returns the command that runs an editor on the terminal.
func (a *app) editorCommand(project, command []string) (*programs.Cmd, error) {
	search := programs.Outside(project...)
	program, err := search.Find(command[0])
	if err != nil {
		return nil, fail.NotFound("editor %q not found (programs inside the project are not run)", command[0]).Hint("set EDITOR, or pass {-m TEXT} or {-F FILE}")
	}
	// In the editor, Ctrl-C belongs to the editor, and only the person ends it.
	cmd := search.Command(context.Background(), program, command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = a.env.Stdin, a.screen(), a.env.Stderr
	return cmd, nil
}

// removeDraft removes the editor's file once its text is stored. If storing failed, it prints where the file is.
func (a *app) removeDraft(name string, err error) {
	switch {
	case name == "":
	case err == nil:
		_ = os.Remove(name) // the file is in the temporary folder anyway
	default:
		a.warn("your text was saved; to use it: -F " + name)
	}
}
