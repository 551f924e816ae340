package commands

import (
	"bytes"
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/review/feedback"
	"consider/internal/worktree"
)

func TestFeedbackGoesToTheClipboardThereIs(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the programs of other systems cannot be replaced by a script")
	}
	dir := t.TempDir()
	script := "#!/bin/sh\ncat > " + filepath.Join(dir, "taken") + "\n"
	if err := os.WriteFile(filepath.Join(dir, "xclip"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	feedback := feedback.FeedbackOutput{Text: "KEEP – 種\n", Copy: true}
	copied := func(env map[string]string, terminal bool) (string, error) {
		var errs bytes.Buffer
		a := &app{env: Env{Stderr: &errs, ErrTerminal: terminal, Getenv: func(name string) string { return env[name] }}}
		err := a.copied(t.Context(), worktree.Project{}, feedback)
		return errs.String(), err
	}
	if _, err := copied(map[string]string{"DISPLAY": ":0"}, false); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "taken")); err != nil || string(got) != feedback.Text {
		t.Errorf("the program got %q, %v", got, err)
	}
	said, err := copied(nil, true)
	if want := base64.StdEncoding.EncodeToString([]byte(feedback.Text)); err != nil || !strings.Contains(said, "]52;c;"+want) {
		t.Errorf("the terminal was told %q, %v", said, err)
	}
	if _, err := copied(nil, false); !errors.Is(err, fail.ErrNotFound) {
		t.Errorf("without a clipboard: %v", err)
	}
	feedback.Copy = false
	if said, err := copied(nil, true); err != nil || said != "" {
		t.Errorf("nobody asked: %q, %v", said, err)
	}
	if got := wide("種a"); got != "\xff\xfe\x2e\x7a\x61\x00" {
		t.Errorf("UTF-16 is %q", got)
	}
}
