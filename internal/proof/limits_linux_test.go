package proof

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creachadair/jrpc2/channel"

	"consider/internal/gittest"
)

// TestACheckpointOfMoreFilesThanOneDocumentHolds: a first round in a project whose dependencies git does not ignore.
func TestACheckpointOfMoreFilesThanOneDocumentHolds(t *testing.T) {
	t.Parallel()
	files, folders := often(70_000, 5_000), often(1, 4)
	r := sample(t)
	s := sit(t, r.Dir).athome(t.TempDir()).here()
	id := s.add("a.txt:3", "-m", "before the round")
	folder := strings.Repeat(strings.Repeat("d", 240)+"/", folders) // few files with long names make as long a list
	r.Write(folder+"changed", "one\n")
	for n := range files {
		if err := os.WriteFile(r.Path(fmt.Sprintf("%s%d", folder, n)), []byte("the same in all\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	type made struct {
		Checkpoint struct {
			Files []struct{ Path, Blob, Skipped string }
		}
	}
	s.must("checkpoint", "create", "many", "--as", "human", "--json")
	got := into[made](s, s.must("checkpoint", "show", "many", "--json")).Checkpoint.Files
	without := 0
	for _, f := range got {
		if f.Blob == "" {
			without++
		}
	}
	// The content of no more than 50,000 files is kept.
	if len(got) != files+1 || without != max(0, files+1-50_000) {
		t.Errorf("the checkpoint has %d files of %d, %d of them without content", len(got), files+1, without)
	}
	parts := strings.Fields(plumbing(t, r.Dir, "ls-tree", "--name-only", "refs/heads/threads:checkpoints/many/files"))
	if len(parts) == 0 {
		t.Error("the list of files is in one document, so that this proves nothing")
	}
	s.must("reply", id, "-m", "after the round")
	r.Write(folder+"changed", "two\n")
	type change struct {
		Files []struct{ Path, Status string }
	}
	changed := into[change](s, s.must("checkpoint", "diff", "many", "now", "--json")).Files
	if files < 50_000 && (len(changed) != 1 || changed[0].Path != folder+"changed") {
		t.Errorf("since then %d files have changed", len(changed))
	}
	sound(s)
	t.Logf("%d files, in %d documents beyond the first", len(got), len(parts))
}

// TestASuggestionIsAppliedWithTheStoreOnAnotherMount, where no rename leads from one to the other.
func TestASuggestionIsAppliedWithTheStoreOnAnotherMount(t *testing.T) {
	t.Parallel()
	r := sample(t)
	store, script := filepath.Join(gittest.TempDir(t), "store"), filepath.Join(t.TempDir(), "mounted")
	for _, dir := range []string{store, r.Path(".consider")} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	unshare := "unshare --mount"
	if os.Geteuid() != 0 {
		unshare = "unshare --map-root-user --mount"
	}
	text := "#!/bin/sh\nexec " + unshare + ` sh -c 'mount --bind "$0" "$1/.consider" && cd "$1" && shift && exec "$@"' '` +
		store + "' '" + r.Dir + "' '" + build(t) + `' "$@"` + "\n"
	if err := os.WriteFile(script, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	s := sit(t, r.Dir).athome(t.TempDir())
	s.program = script
	if out, err := exec.CommandContext(t.Context(), script, "version").CombinedOutput(); err != nil {
		t.Logf("no mount can be made here: %v: %s", err, out)
		return
	}
	before := map[string]string{}
	var ids []string
	for _, name := range []string{"a.txt", "src/b.go"} {
		data, err := os.ReadFile(r.Path(name))
		if err != nil {
			t.Fatal(err)
		}
		before[name] = string(data)
		ids = append(ids, s.add(name+":3", "-m", "better:\n```suggestion\nbetter\n```"))
	}
	same := func(when string, applied bool) {
		t.Helper()
		for name, text := range before {
			if lines := strings.SplitAfter(text, "\n"); applied {
				lines[2] = "better\n"
				text = strings.Join(lines, "")
			}
			if data, err := os.ReadFile(r.Path(name)); err != nil || string(data) != text {
				t.Errorf("%s: %s is %q, %v", when, name, clip(string(data)), err)
			}
		}
		if left := r.Git("ls-files", "--others"); left != "" {
			t.Errorf("%s: in the project are %q", when, left)
		}
	}
	s.must("apply", ids[0], ids[1], "--as", "human")
	same("applied", true)
	s.must("undo", "--as", "human")
	same("undone", false)
	s.must("undo", "--redo", "--as", "human")
	same("redone", true)
	s.must("fsck")
}

// mostMemory is how much a server may use, in KiB.
const mostMemory = 100 << 10

// peakOf returns the most memory that a running program has used so far, in KiB.
func peakOf(t *testing.T, pid int) (peak int) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	if _, err2 := fmt.Sscan(after, &peak); errors.Join(err, err2) != nil {
		t.Fatalf("the memory of process %d is not known: %v", pid, errors.Join(err, err2))
	}
	return peak
}

// TestABurstOfRequestsDoesNotFillTheMemory: a server works on few requests at once.
func TestABurstOfRequestsDoesNotFillTheMemory(t *testing.T) {
	t.Parallel()
	threads, words, requests := often(1_900, 60), often(20, 1_000), often(900, 200)
	s := sit(t, sample(t).Dir)
	s.program = build(t)
	s.add("a.txt:1", "-m", "first")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cmd := s.command(ctx, "serve")
	in, err := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err = errors.Join(err, err2); err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	wire, late := channel.Header("")(out, in), time.AfterFunc(hang, cancel)
	// all sends requests without waiting for their answers, and then reads these.
	all := func(n int, method string, params func(i int) map[string]any) {
		t.Helper()
		sent := make(chan error, 1)
		go func() {
			var err error
			for i := range n {
				body, err2 := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": i + 1, "method": method, "params": params(i)})
				err = errors.Join(err, err2, wire.Send(body))
			}
			sent <- err
		}()
		for answers := 0; answers < n; {
			late.Reset(hang)
			body, err := wire.Recv()
			var m struct {
				ID    int
				Error json.RawMessage
			}
			if err = errors.Join(err, json.Unmarshal(body, &m)); err != nil {
				t.Fatalf("%s, after %d answers: %v", method, answers, err)
			}
			if m.Error != nil {
				t.Errorf("%s: %s", method, m.Error)
			}
			if m.ID > 0 {
				answers++
			}
		}
		if err := <-sent; err != nil {
			t.Fatal(err)
		}
	}
	for range threads / 20 {
		all(20, "add", func(i int) map[string]any {
			return map[string]any{"place": fmt.Sprintf("a.txt:%d", 1+i), "message": strings.Repeat("many words ", words)}
		})
	}
	for _, method := range []string{"list", "export"} {
		all(requests, method, func(int) map[string]any { return map[string]any{} })
	}
	peak := peakOf(t, cmd.Process.Pid)
	if peak > mostMemory {
		t.Errorf("%d requests for %d threads at once took %d KiB, and may take %d", requests, threads, peak, mostMemory)
	}
	_ = in.Close()
	_, _ = io.Copy(io.Discard, out)
	late.Stop()
	if err := cmd.Wait(); err != nil {
		t.Errorf("the server ended with %v", err)
	}
	t.Logf("%d requests for %d threads at once: %d KiB at most", requests, threads, peak)
}
