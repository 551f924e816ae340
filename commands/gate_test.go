//go:build unix

package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/editor"
	"consider/internal/webserver"
)

const shedPlan = "# The shed\n\nWe build a shed.\n\n- paint it red\n"

// agentAtGate is Claude Code waiting for a decision on a plan. The test plays its browser.
type agentAtGate struct {
	t       *testing.T
	dir     string
	env     map[string]string
	address string // file to which the browser writes the address
	opener  string // program that opens addresses at the desktop, "" for none
	said    map[string]any
	base    string // URL of the page's server
	token   string
}

func newGate(t *testing.T) *agentAtGate {
	t.Helper()
	dir, _ := commented(t)
	tools := t.TempDir()
	g := &agentAtGate{t: t, dir: dir, address: filepath.Join(tools, "address"), env: map[string]string{"HOME": t.TempDir(), "PATH": "/usr/bin:/bin"}}
	browser := filepath.Join(tools, "browser")
	script := "#!/bin/sh\nprintf '%s' \"$1\" > " + g.address + ".$$ && mv " + g.address + ".$$ " + g.address + "\n"
	if err := os.WriteFile(browser, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	g.opener = browser
	// A BROWSER that an agent's settings may have set must not get the address.
	g.env["BROWSER"] = filepath.Join(tools, "planted")
	if err := os.WriteFile(g.env["BROWSER"], []byte("#!/bin/sh\nprintf '%s' \"$1\" > "+g.address+".stolen\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if stolen, err := os.ReadFile(g.address + ".stolen"); err == nil {
			t.Errorf("$BROWSER was given %s", stolen)
		}
	})
	g.said = map[string]any{
		"session_id": "s1", "cwd": dir, "permission_mode": "plan", "hook_event_name": "PermissionRequest", "tool_name": "ExitPlanMode",
		"tool_input": map[string]any{"plan": shedPlan, "planFilePath": filepath.Join(g.env["HOME"], ".claude", "plans", "shed.md"), "other": 7},
	}
	return g
}

// asks calls the hook, and returns its output when the hook ends.
func (g *agentAtGate) asks(ctx context.Context) <-chan string {
	g.t.Helper()
	said, err := json.Marshal(g.said)
	if err != nil {
		g.t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	a := &app{env: Env{
		Args: []string{"hook", "claude", "PermissionRequest"}, Stdin: bytes.NewReader(said), Stdout: &stdout, Stderr: &stderr,
		Getenv: func(name string) string { return g.env[name] }, Now: time.Now, Dir: g.dir, Build: "test",
		Desktop: func(func(string) string) func(string) error {
			if g.opener == "" {
				return nil
			}
			return func(address string) error { return exec.Command(g.opener, address).Run() }
		},
	}}
	over := make(chan string, 1)
	go func() {
		if a.gate(ctx); stderr.Len() > 0 {
			g.t.Errorf("stderr %q", stderr.String())
		}
		over <- stdout.String()
	}()
	return over
}

// enters opens the page at the address given to the browser.
func (g *agentAtGate) enters() {
	g.t.Helper()
	var at *url.URL
	for deadline := time.Now().Add(5 * time.Minute); at == nil; time.Sleep(20 * time.Millisecond) {
		if text, err := os.ReadFile(g.address); err == nil {
			if at, err = url.Parse(string(text)); err != nil {
				g.t.Fatal(err)
			}
		}
		if time.Now().After(deadline) {
			g.t.Fatal("no browser was started")
		}
	}
	if !strings.HasPrefix(at.Path, "/plan/p_") {
		g.t.Errorf("it opens %s", at.Path)
	}
	g.base = "http://" + at.Host
	_, out := g.post("/api/enter", map[string]any{"ticket": strings.TrimPrefix(at.Fragment, "ticket-")})
	g.token = out["token"].(string)
}

func (g *agentAtGate) post(path string, in map[string]any) (status int, out map[string]any) {
	g.t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		g.t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(g.t.Context(), http.MethodPost, g.base+path, bytes.NewReader(body))
	if err != nil {
		g.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Consider-Token", g.token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		g.t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil || json.Unmarshal(data, &out) != nil {
		g.t.Fatalf("%s: %v", data, err)
	}
	return res.StatusCode, out
}

// consider runs the command line while the hook waits.
func (g *agentAtGate) consider(env Env, args ...string) (code int, out string) {
	g.t.Helper()
	var stdout bytes.Buffer
	env.Args, env.Stdout, env.Stderr, env.Now, env.Dir, env.Build = args, &stdout, io.Discard, time.Now, g.dir, "test"
	if env.Stdin == nil {
		env.Stdin = strings.NewReader("")
	}
	if env.Getenv == nil {
		env.Getenv = func(name string) string { return g.env[name] }
	}
	return Run(context.Background(), env), stdout.String()
}

func (g *agentAtGate) ended(over <-chan string) string {
	g.t.Helper()
	select {
	case out := <-over:
		return out
	case <-time.After(5 * time.Minute):
		g.t.Fatal("the hook goes on")
		return ""
	}
}

type gateAnswer struct {
	HookSpecificOutput struct {
		HookEventName string
		Decision      struct {
			Behavior, Message  string
			UpdatedInput       map[string]any
			UpdatedPermissions []map[string]string
		}
	}
}

func (g *agentAtGate) answer(out string) gateAnswer {
	g.t.Helper()
	var a gateAnswer
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		g.t.Fatalf("%q: %v", out, err)
	}
	if a.HookSpecificOutput.HookEventName != "PermissionRequest" {
		g.t.Errorf("%s", out)
	}
	return a
}

func TestTheWordOfThePersonReachesTheAgent(t *testing.T) {
	g := newGate(t)
	over := g.asks(t.Context())
	g.enters()
	if status, out := g.post("/api/plan/comment", map[string]any{"lines": "5", "quote": "red", "message": "blue"}); status != http.StatusOK {
		t.Fatalf("%v", out)
	}
	g.post("/api/plan/reject", map[string]any{"version": 1, "message": "smaller"})
	denied := g.answer(g.ended(over)).HookSpecificOutput.Decision
	if denied.Behavior != "deny" || !strings.HasPrefix(denied.Message, "Changes requested: your plan ") || !strings.Contains(denied.Message, "smaller") || !strings.Contains(denied.Message, `line 5, "red" — blue`) ||
		!strings.Contains(denied.Message, "consider-cli reply ID --outcome") || denied.UpdatedInput != nil {
		t.Errorf("%+v", denied)
	}
	// The same file in the same conversation becomes the next version, with the thread in its place.
	g.said["tool_input"].(map[string]any)["plan"] = "# The shed\n\nFirst of all:\n\nWe build a shed.\n\n- paint it red\n"
	_ = os.Remove(g.address)
	over = g.asks(t.Context())
	g.enters()
	_, out := g.post("/api/plan/show", map[string]any{})
	data := out["data"].(map[string]any)
	said := data["threads"].([]any)[0].(map[string]any)
	if data["shown"] != 2.0 || said["passage"] != "kept" || said["startLine"] != 7.0 || said["answered"] != false {
		t.Errorf("%v", data)
	}
	g.post("/api/plan/approve", map[string]any{"version": 2, "message": "mind the rain", "mode": "edits"})
	allowed := g.answer(g.ended(over)).HookSpecificOutput.Decision
	text, _ := allowed.UpdatedInput["plan"].(string)
	if allowed.Behavior != "allow" || !strings.HasPrefix(text, "# The shed\n\nFirst of all:") || !strings.Contains(text, "\n---\n\nApproved: your plan \"The shed\", version 2. Start work.\n") ||
		!strings.Contains(text, "mind the rain") || !strings.Contains(text, "— blue") || strings.Contains(text, "next version") {
		t.Errorf("%+v", allowed)
	}
	if allowed.UpdatedInput["other"] != 7.0 || allowed.UpdatedInput["planFilePath"] == "" {
		t.Errorf("the input does not go back whole: %v", allowed.UpdatedInput)
	}
	if diff := cmp.Diff([]map[string]string{{"type": "setMode", "mode": "acceptEdits", "destination": "session"}}, allowed.UpdatedPermissions); diff != "" {
		t.Error(diff)
	}
}

func TestAnApprovalWithoutNotesLeavesThePlanAsItIs(t *testing.T) {
	g := newGate(t)
	over := g.asks(t.Context())
	g.enters()
	if code, out := g.consider(Env{InTerminal: true}, "plan", "approve"); code != 0 { // a person in another terminal
		t.Fatal(out)
	}
	allowed := g.answer(g.ended(over)).HookSpecificOutput.Decision
	if allowed.Behavior != "allow" || allowed.UpdatedInput["plan"] != shedPlan || allowed.UpdatedPermissions != nil {
		t.Errorf("%+v", allowed)
	}
}

func TestOnlyAPersonsWordCounts(t *testing.T) {
	g := newGate(t)
	over := g.asks(t.Context())
	g.enters()
	agents := Env{Getenv: func(name string) string { return map[string]string{"CLAUDECODE": "1"}[name] }}
	for _, call := range []struct {
		env  Env
		args []string
	}{
		{agents, []string{"plan", "approve"}},
		{agents, []string{"plan", "approve", "--as", "human"}},
		{agents, []string{"plan", "reject", "-m", "x"}},
		{Env{}, []string{"plan", "approve"}},
		{Env{}, []string{"--for-agents", "plan", "approve", "--as", "human"}},
		{Env{InTerminal: true}, []string{"--for-agents", "plan", "approve"}},
	} {
		if code, out := g.consider(call.env, call.args...); code != 16 {
			t.Errorf("%q: exit %d: %s", call.args, code, out)
		}
	}
	if code, out := g.consider(Env{}, "plan", "approve", "--as", "human"); code != 0 { // a caller that only claims to be a person: recorded, but not enough
		t.Errorf("exit %d: %s", code, out)
	}
	known := g.token
	for _, token := range []string{"", "x", known + "x"} {
		g.token = token
		for _, path := range []string{"/api/plan/approve", "/api/gate/leave", "/api/plan/show"} {
			if status, out := g.post(path, map[string]any{}); status != http.StatusForbidden {
				t.Errorf("%s with %q: %d %v", path, token, status, out)
			}
		}
	}
	g.token = ""
	if status, _ := g.post("/api/enter", map[string]any{"ticket": "x"}); status != http.StatusForbidden {
		t.Errorf("let in with status %d", status)
	}
	select {
	case out := <-over:
		t.Fatalf("decided: %s", out)
	case <-time.After(5 * webserver.GateEvery):
	}
	g.token = known
	if status, out := g.post("/api/plan/reject", map[string]any{"version": 1, "message": "a person's"}); status != http.StatusOK {
		t.Errorf("the person has no word any more: %v", out)
	}
	if d := g.answer(g.ended(over)).HookSpecificOutput.Decision; d.Behavior != "deny" || !strings.Contains(d.Message, "a person's") {
		t.Errorf("%+v", d)
	}
}

func TestTheAddressIsNowhereButWithTheBrowser(t *testing.T) {
	g := newGate(t)
	over := g.asks(t.Context())
	g.enters()
	err := filepath.WalkDir(g.dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte(g.token)) || bytes.Contains(data, []byte(strings.TrimPrefix(g.base, "http://"))) {
			t.Errorf("%s tells of the page", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	g.post("/api/gate/leave", map[string]any{})
	if out := g.ended(over); out != "" {
		t.Errorf("left to the agent's dialog, it says %s", out)
	}
}

func TestWhereNothingCanBeShownTheAgentsDialogDecides(t *testing.T) {
	for name, change := range map[string]func(g *agentAtGate){
		"no desktop":           func(g *agentAtGate) { g.opener = "" },
		"no such browser":      func(g *agentAtGate) { g.opener = "/nowhere/browser" },
		"a browser that fails": func(g *agentAtGate) { g.opener = "false" },
		"an empty input":       func(g *agentAtGate) { g.said["tool_input"] = map[string]any{} },
		"another tool":         func(g *agentAtGate) { g.said["tool_name"] = "Bash" },
		"another event":        func(g *agentAtGate) { g.said["hook_event_name"] = "PreToolUse" },
		"no store":             func(g *agentAtGate) { g.dir = g.t.TempDir(); g.said["cwd"] = g.dir },
		"the home folder":      func(g *agentAtGate) { g.env["HOME"] = g.dir },
		"a blank plan":         func(g *agentAtGate) { g.said["tool_input"] = map[string]any{"plan": " \n"} },
		"a file elsewhere": func(g *agentAtGate) {
			g.said["tool_input"] = map[string]any{"planFilePath": filepath.Join(g.dir, "a.go")}
		},
		"a plan too large": func(g *agentAtGate) { g.said["tool_input"] = map[string]any{"plan": strings.Repeat("x", 2<<20)} },
		"a linked file": func(g *agentAtGate) {
			plans := filepath.Join(g.env["HOME"], ".claude", "plans")
			if os.MkdirAll(plans, 0o700) != nil || os.Symlink(filepath.Join(g.dir, "a.go"), filepath.Join(plans, "shed.md")) != nil {
				g.t.Fatal("no link")
			}
			g.said["tool_input"] = map[string]any{"planFilePath": filepath.Join(plans, "shed.md")}
		},
		"a pipe": func(g *agentAtGate) {
			g.planFile(func(file string) error { return exec.Command("mkfifo", file).Run() })
		},
		"a folder": func(g *agentAtGate) { g.planFile(func(file string) error { return os.Mkdir(file, 0o700) }) },
		"a file too large": func(g *agentAtGate) {
			g.planFile(func(file string) error { return os.WriteFile(file, make([]byte, 2<<20), 0o600) })
		},
		"plans that lead elsewhere": func(g *agentAtGate) {
			g.planFile(func(file string) error { return os.WriteFile(file, []byte(shedPlan), 0o600) })
			g.said["tool_input"] = map[string]any{"planFilePath": filepath.Join(g.env["HOME"], ".claude", "plans", "..", "settings.json")}
		},
		"not UTF-8": func(g *agentAtGate) {
			g.planFile(func(file string) error { return os.WriteFile(file, []byte("# caf\xe9\n"), 0o600) })
		},
		"NUL": func(g *agentAtGate) { g.said["tool_input"] = map[string]any{"plan": "# a\x00b\n"} },
	} {
		t.Run(name, func(t *testing.T) {
			g := newGate(t)
			change(g)
			if out := g.ended(g.asks(t.Context())); out != "" {
				t.Errorf("it says %s", out)
			}
		})
	}
}

// planFile makes the agent name a file in its folder of plans, created by put.
func (g *agentAtGate) planFile(put func(file string) error) {
	g.t.Helper()
	file := filepath.Join(g.env["HOME"], ".claude", "plans", "shed.md")
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), put(file)); err != nil {
		g.t.Fatal(err)
	}
	g.said["tool_input"] = map[string]any{"planFilePath": file}
}

// Two hooks wait for the same version: both get the same decision, and the plan has one version.
func TestTwoHooksAtOnceHearTheSameWord(t *testing.T) {
	g := newGate(t)
	first := g.asks(t.Context())
	second := g.asks(t.Context())
	g.enters()
	if status, out := g.post("/api/plan/reject", map[string]any{"version": 1, "message": "smaller steps"}); status != http.StatusOK {
		t.Fatal(out)
	}
	for _, over := range []<-chan string{first, second} {
		if d := g.answer(g.ended(over)).HookSpecificOutput.Decision; d.Behavior != "deny" || !strings.Contains(d.Message, "smaller steps") {
			t.Errorf("%+v", d)
		}
	}
	if code, out := g.consider(Env{InTerminal: true}, "plan", "list"); code != 0 || !strings.Contains(out, "version 1 by") || strings.Count(out, "[p_") != 1 {
		t.Errorf("exit %d: %s", code, out)
	}
}

func TestThePlansFileIsReadWhereTheInputHasNoText(t *testing.T) {
	g := newGate(t)
	plans := filepath.Join(g.env["HOME"], ".claude", "plans")
	if err := os.MkdirAll(plans, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(plans, "shed.md"), []byte(shedPlan), 0o600); err != nil {
		t.Fatal(err)
	}
	g.said["tool_input"] = map[string]any{"planFilePath": filepath.Join(plans, "shed.md")}
	over := g.asks(t.Context())
	g.enters()
	g.post("/api/plan/approve", map[string]any{"version": 1})
	if d := g.answer(g.ended(over)).HookSpecificOutput.Decision; d.Behavior != "allow" || d.UpdatedInput["plan"] != nil {
		t.Errorf("%+v", d)
	}
}

// The agent's own dialog was answered first, so the hook is killed. It prints nothing, and what was said is kept.
func TestNoWordIsLostWhenTheHookIsKilled(t *testing.T) {
	g := newGate(t)
	ctx, kill := context.WithCancel(t.Context())
	over := g.asks(ctx)
	g.enters()
	g.post("/api/plan/comment", map[string]any{"lines": "5", "message": "kept words"})
	body := `{"kind":"plan","thread":"p_00000000","startLine":3,"endLine":3,"body":"half a word"}`
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPut, g.base+"/api/drafts/plan-1", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Consider-Token", g.token)
	res, err := http.DefaultClient.Do(req)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%v %v", res, err)
	}
	_ = res.Body.Close()
	kill()
	if out := g.ended(over); out != "" {
		t.Errorf("killed, it says %s", out)
	}
	if code, out := g.consider(Env{InTerminal: true}, "plan", "show", "--json"); code != 0 || !strings.Contains(out, "kept words") || !strings.Contains(out, `"state":"waiting"`) {
		t.Errorf("exit %d: %s", code, out)
	}
	drafts, err := filepath.Glob(filepath.Join(g.dir, ".consider", "private", "drafts", "*"))
	if err != nil || len(drafts) != 1 {
		t.Errorf("%q %v", drafts, err)
	}
}

func TestANewerVersionEndsTheWaitForTheOlder(t *testing.T) {
	g := newGate(t)
	over := g.asks(t.Context())
	g.enters()
	g.said["tool_input"].(map[string]any)["plan"] = shedPlan + "\nAnd a door.\n"
	_ = os.Remove(g.address)
	second := g.asks(t.Context())
	if out := g.ended(over); out != "" {
		t.Errorf("the older one says %s", out)
	}
	g.enters()
	g.post("/api/gate/leave", map[string]any{})
	if out := g.ended(second); out != "" {
		t.Error(fmt.Sprint("left, it says ", out))
	}
}

// An open editor shows the plan, so no browser starts, and the decision comes through the editor's back end.
func TestAnEditorsWindowTakesThePlaceOfTheBrowser(t *testing.T) {
	g := newGate(t)
	now := time.Now().UnixMilli()
	window, err := json.Marshal(editor.State{Version: editor.Version, Window: "w", PID: os.Getpid(), HeartbeatAt: now, Folders: []string{g.dir}})
	if err != nil {
		t.Fatal(err)
	}
	run := filepath.Join(g.dir, ".consider", editor.Folder)
	if err := os.MkdirAll(run, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(run, "editor-1.json"), window, 0o600); err != nil {
		t.Fatal(err)
	}
	over := g.asks(t.Context())
	awaited := func() bool {
		_, out := g.consider(Env{InTerminal: true}, "plan", "list", "--json")
		return strings.Contains(out, `"awaited":true`)
	}
	for deadline := time.Now().Add(5 * time.Minute); !awaited(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("nobody says that an agent waits")
		}
	}
	asked := `{"jsonrpc":"2.0","id":1,"method":"plan reject","params":{"message":"smaller"}}`
	head := fmt.Sprintf("Content-Length: %d\r\n\r\n", len(asked))
	if code, out := g.consider(Env{Stdin: strings.NewReader(head + asked), Above: extensionHost}, "serve"); code != 0 {
		t.Fatalf("exit %d: %s", code, out)
	}
	if d := g.answer(g.ended(over)).HookSpecificOutput.Decision; d.Behavior != "deny" || !strings.Contains(d.Message, "smaller") {
		t.Errorf("%+v", d)
	}
	if _, err := os.Stat(g.address); err == nil {
		t.Error("a browser was started")
	}
	if awaited() {
		t.Error("nobody waits any more")
	}
}

func TestTheDesktopIsAskedOnlyWhereItIsSeen(t *testing.T) {
	for name, env := range map[string]map[string]string{
		"only $BROWSER":     {"BROWSER": "/bin/true"},
		"an SSH session":    {"DISPLAY": ":0", "SSH_CONNECTION": "x"},
		"a remote display":  {"DISPLAY": "host:0"},
		"a chosen socket":   {"WAYLAND_DISPLAY": "/tmp/mine"},
		"SSH, with BROWSER": {"DISPLAY": ":0", "SSH_TTY": "x", "BROWSER": "/bin/true"},
	} {
		if runtime.GOOS == "darwin" && env["SSH_TTY"]+env["SSH_CONNECTION"] == "" {
			continue // which needs no display
		}
		if desktop(func(name string) string { return env[name] }) != nil {
			t.Errorf("%s: an address would be opened", name)
		}
	}
}
