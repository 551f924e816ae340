//go:build unix

package proof

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"consider/internal/gittest"
)

var setUpAll = []string{
	"setup", "claude", "codex", "opencode:home", "copilot", "cursor", "gemini:home", "--hooks", "mid-turn", "--mcp", "--yes", "--as", "human",
}

// atHome gives a seat its own home folder, next to the project.
func (s seat) atHome() seat {
	s.t.Helper()
	home := filepath.Join(filepath.Dir(s.dir), "home")
	if err := os.MkdirAll(home, 0o755); err != nil {
		s.t.Fatal(err)
	}
	return s.with("HOME=" + home)
}

// TestAFullUninstallLeavesNothingBehind: after every verb was used and every agent was set up.
func TestAFullUninstallLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	r := busy(t)
	s := sit(t, r.Dir).atHome().with("XDG_CONFIG_HOME=" + t.TempDir()).inProcess() // the key of the secret memory is for all projects, and stays
	if err := os.WriteFile(filepath.Join(filepath.Dir(r.Dir), "store.json"), []byte(oldStore), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(filepath.Dir(r.Dir), "home", ".local", "state"), 0o755); err != nil {
		t.Fatal(err)
	}
	before := everyFile(t, filepath.Dir(r.Dir))
	id := ""
	for _, args := range every {
		args = slices.Clone(args)
		if i := slices.Index(args, "ID"); i >= 0 {
			args[i] = id
		}
		got := s.run(byPerson(append(args, "--json"))...) // whatever comes of it here
		if args[0] == "add" && id == "" {
			id = into[one](s, got).Thread.ID
		}
	}
	s.must(setUpAll...)
	s.must(setUpAll...)
	s.stdin = strings.NewReader(`{"session_id":"s","cwd":"` + r.Dir + `"}`)
	s.must("hook", "claude", "Stop")
	s.stdin = nil
	for _, mode := range [][]string{{"--mode", "skills"}, {"--mode", "full"}} {
		s.must(append([]string{"uninstall", "--yes", "--as", "human"}, mode...)...)
	}
	after := everyFile(t, filepath.Dir(r.Dir))
	if diff := gittest.Diff(before, after); diff != "" {
		t.Errorf("left behind:\n%s", diff)
	}
}

// TestASetupThatIsKilledIsTakenOutLikeAnyOther: at whatever moment, with and without a second try.
func TestASetupThatIsKilledIsTakenOutLikeAnyOther(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir).atHome()
	s.program = build(t)
	before := everyFile(t, filepath.Dir(r.Dir))
	start := time.Now()
	s.must(setUpAll...)
	whole := time.Since(start)
	s.must("uninstall", "--mode", "full", "--yes", "--as", "human")
	rounds, killed := often(10, 4), 0
	for i := range rounds {
		cmd := s.command(t.Context(), setUpAll...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(whole * time.Duration(i) / time.Duration(rounds))
		_ = cmd.Process.Kill() // it may be over
		if cmd.Wait() != nil {
			killed++
		}
		if i%2 == 0 {
			s.must(setUpAll...)
		}
		s.must("uninstall", "--mode", "full", "--yes", "--as", "human")
		if diff := gittest.Diff(before, everyFile(t, filepath.Dir(r.Dir))); diff != "" {
			t.Fatalf("killed after %d of %d parts of its time, left behind:\n%s", i, rounds, diff)
		}
	}
	t.Logf("%d of %d killed", killed, rounds)
}

// everyFile returns a folder's content by name.
func everyFile(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		files[name] = info.Mode().String()
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(path)
			files[name] += string(data)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestSetupWhereItMayNotWriteSaysSo: a read-only home, and a read-only project, as another user sees them.
func TestSetupWhereItMayNotWriteSaysSo(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir).atHome()
	s.program = build(t)
	s.must("setup", "claude", "--yes", "--as", "human")
	if os.Geteuid() == 0 {
		s.user = nobody
		open(t, r.Dir)
	}
	home := filepath.Join(filepath.Dir(r.Dir), "home")
	for _, dir := range []string{home, r.Dir} {
		protect(t, dir)
	}
	if reason := s.cannotStart(); reason != "" {
		t.Logf("another user cannot get at the test's folder: %s", reason)
		return
	}
	before := everyFile(t, filepath.Dir(r.Dir))
	for _, args := range [][]string{
		{"setup", "claude", "codex", "cursor:home", "--hooks", "on-stop", "--mcp", "--yes", "--as", "human"},
		{"setup", "claude:home", "--gitignore=false", "--yes", "--as", "human"},
		{"uninstall", "--yes", "--as", "human"},
		{"uninstall", "--mode", "full", "--yes", "--as", "human"},
	} {
		s.refused([]int{16}, append(args, "--json")...)
	}
	if diff := gittest.Diff(before, everyFile(t, filepath.Dir(r.Dir))); diff != "" {
		t.Errorf("something changed:\n%s", diff)
	}
	s.stdin = strings.NewReader(`{"session_id":"s","cwd":"` + r.Dir + `"}`)
	if got := s.must("hook", "claude", "Stop"); got.Out != "" {
		t.Errorf("a hook that cannot remember what it told speaks: %s", got.Out)
	}
}

// TestTheWrapperIsTheAgentsDoor checks that a caller of the wrapper does not count as a person, with or without the
// copy next to it, and neither does a caller of the copy itself.
func TestTheWrapperIsTheAgentsDoor(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir).atHome()
	s.program = build(t)
	s.must("setup", "--yes", "--as", "human")
	id := s.add("a.txt:3", "-m", "is this right?")
	bin := filepath.Join(r.Dir, ".consider", "bin")
	door, beside := s, s
	door.program, beside.program = filepath.Join(bin, "consider-cli"), filepath.Join(bin, "consider")
	door = door.with("PATH=" + filepath.Dir(s.program) + ":" + os.Getenv("PATH"))
	closed := func(s seat) {
		t.Helper()
		for _, args := range [][]string{{"delete", id}, {"setup", "--yes"}, {"config", "resolve", "human"}, {"reply", id, "-m", "x"}} {
			s.refused([]int{16}, append(args, "--as", "human")...)
		}
		s.refused([]int{16}, "delete", id)
		s.must("reply", id, "-m", "by an agent")
		if got := s.must("doctor"); !strings.Contains(got.Out, "caller: recognized as an agent: consider was run through the agents' wrapper") {
			t.Error(got.Out)
		}
	}
	closed(door)
	closed(beside)
	if err := os.Remove(beside.program); err != nil {
		t.Fatal(err)
	}
	closed(door)
	for _, said := range s.get(id).Thread {
		if said.Author != "agent" || said.AuthorName != "" {
			t.Errorf("recorded as %q %q", said.Author, said.AuthorName)
		}
	}
}

// TestASandboxedAgentReadsAndAnswers: one that has no network and may write in the project only, by the wrapper
// that setup wrote, as agents run their commands.
func TestASandboxedAgentReadsAndAnswers(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir).atHome()
	s.program = build(t)
	s.must("setup", "claude", "codex", "opencode", "--yes", "--as", "human")
	id := s.add("a.txt:3", "-m", "is this right?")
	script := `mount --bind "$1" "$1" && mount --bind "$HOME" "$HOME" && mount -o remount,bind,ro "$HOME" && mount -o remount,bind,ro / && cd "$1" && echo SANDBOX || exit 99
cli=.consider/bin/consider-cli
touch "$HOME/x" 2>/dev/null && echo HOME IS WRITABLE
touch inside || echo PROJECT IS NOT WRITABLE
rm -f inside
$cli summary && $cli list && $cli context "$2" && $cli reply "$2" --outcome answered -m "It is." && echo ALL WORKED`
	cmd := exec.CommandContext(t.Context(), "unshare", "--mount", "--net", "sh", "-c", script, "sh", r.Dir, id)
	if os.Geteuid() != 0 {
		cmd.Args = slices.Insert(cmd.Args, 1, "--map-root-user")
	}
	cmd.Env = append(s.command(t.Context()).Env, "CODEX_SANDBOX_NETWORK_DISABLED=1", "CODEX_THREAD_ID=t")
	cmd.Env = slices.DeleteFunc(cmd.Env, func(kv string) bool { return strings.HasPrefix(kv, asProgram) })
	out, err := cmd.CombinedOutput()
	switch {
	case !bytes.Contains(out, []byte("SANDBOX")):
		t.Logf("no sandbox here: %v: %s", err, bytes.TrimSpace(out))
		return
	case err != nil || !bytes.Contains(out, []byte("ALL WORKED")) || bytes.Contains(out, []byte("WRITABLE")):
		t.Errorf("in the sandbox: %v\n%s", err, out)
	}
	said := s.get(id).Thread
	if len(said) != 1 || said[0].AuthorName != "codex" || said[0].Body != "It is." {
		t.Errorf("%+v", said)
	}
	t.Logf("in the sandbox:\n%s", out)
}
