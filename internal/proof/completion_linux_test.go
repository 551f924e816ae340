package proof

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestShellsComplete types into each shell as a person does, with the key Tab, and looks at what the shell then runs.
func TestShellsComplete(t *testing.T) {
	t.Parallel()
	program := build(t)
	r := sample(t)
	s := sit(t, r.Dir).with("TERM=xterm", "PATH="+filepath.Dir(program)+":"+os.Getenv("PATH"), "PAGER=cat")
	id := s.add("a.txt:3", "-m", "words of the thread", "--as", "human")
	for _, shell := range []struct {
		name  string
		args  []string
		setup string
	}{
		{"bash", []string{"--norc", "--noprofile", "-i"}, "source <(consider completion bash)"},
		{"zsh", []string{"-f", "-i"}, "autoload -Uz compinit; compinit -u -D; source <(consider completion zsh)"},
		{"fish", []string{"--no-config", "-i"}, "consider completion fish | source"},
	} {
		t.Run(shell.name, func(t *testing.T) {
			path, err := exec.LookPath(shell.name)
			if err != nil {
				t.Skip("no " + shell.name + " here")
			}
			person, keys := openTerminal(t)
			ctx, cancel := context.WithTimeout(t.Context(), 2*hang)
			defer cancel()
			seat := s
			seat.program = path
			cmd := seat.command(ctx, shell.args...)
			cmd.Stdin, cmd.Stdout, cmd.Stderr = keys, keys, keys
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() {
				_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
				_ = cmd.Wait()
			}()
			screen := make(chan string, 1000)
			go func() {
				buf := make([]byte, 4096)
				for {
					n, err := person.Read(buf)
					if err != nil {
						return
					}
					screen <- string(buf[:n])
				}
			}()
			typed := func(keys, want string) {
				t.Helper()
				_, _ = person.WriteString(keys)
				seen := ""
				for !strings.Contains(seen, want) {
					select {
					case more := <-screen:
						seen += more
					case <-ctx.Done():
						t.Fatalf("after %q there is no %q: %q", keys, want, seen)
					}
				}
			}
			typed(shell.setup+"; echo rea''dy\r", "ready")
			tab := func(before, after, want string) {
				t.Helper()
				typed(before+"\t", "")
				time.Sleep(time.Second) // the shell asks meanwhile; keys that come early are typed into the line
				typed(after+"\r", want)
			}
			tab("consider summ", "", "1 open thread in 1 file")
			tab("consider list --workfl", " resolved", "0 resolved threads")
			tab("consider get "+id[:8], "", "words of the thread")
			tab("consider list --anchor orph", "", "0 open threads, orphaned")
			tab("consider list --file a.t", "", "1 open thread:")
		})
	}
}
