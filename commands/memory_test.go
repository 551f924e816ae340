package commands

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// story is one of the cases that every surface must pass; see internal/memory.
type story struct {
	Name  string `json:"name"`
	Steps []struct {
		Input  json.RawMessage `json:"input"`
		Text   string          `json:"text"`
		Failed string          `json:"failed"`
	} `json:"steps"`
}

func stories(t *testing.T) []story {
	t.Helper()
	data, err := os.ReadFile("../internal/memory/keep/testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var out []story
	if err := json.Unmarshal(data, &out); err != nil || len(out) < 10 {
		t.Fatalf("%d stories, %v", len(out), err)
	}
	return out
}

// shell is the environment of a program that an agent starts.
func shell(dir string, in io.Reader, out io.Writer, args ...string) Env {
	return Env{
		Args: args, Stdin: in, Stdout: out, Stderr: io.Discard, Now: time.Now, Dir: dir, Build: "test",
		Getenv: func(name string) string { return map[string]string{"AGENT": "tester"}[name] },
	}
}

// arguments turns a call of the tool into a command line.
func arguments(t *testing.T, raw json.RawMessage) []string {
	t.Helper()
	var in struct {
		Command, Path string
		ViewRange     []int   `json:"view_range"`
		FileText      *string `json:"file_text"`
		OldStr        *string `json:"old_str"`
		NewStr        *string `json:"new_str"`
		InsertLine    *int    `json:"insert_line"`
		InsertText    *string `json:"insert_text"`
		OldPath       string  `json:"old_path"`
		NewPath       string  `json:"new_path"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		t.Fatal(err)
	}
	args := []string{"memory", in.Command}
	switch in.Command {
	case "view":
		if r := in.ViewRange; len(r) == 2 {
			args = append(args, "--lines", strconv.Itoa(r[0])+"-"+strings.TrimPrefix(strconv.Itoa(r[1]), "-1"))
		}
	case "create":
		args = append(args, "-m", *in.FileText)
	case "str_replace":
		args = append(args, "--old", *in.OldStr)
		if in.NewStr != nil {
			args = append(args, "--new", *in.NewStr)
		}
	case "insert":
		text := in.InsertText
		if text == nil {
			text = in.NewStr
		}
		args = append(args, "--line="+strconv.Itoa(*in.InsertLine), "-m", *text)
	case "rename":
		if in.OldPath == "" {
			in.OldPath = in.Path
		}
		return append(args, "--json", in.OldPath, in.NewPath)
	}
	return append(args, "--json", in.Path)
}

func TestTheCommandLineAnswersAsTheTool(t *testing.T) {
	for _, st := range stories(t) {
		t.Run(st.Name, func(t *testing.T) {
			dir := t.TempDir()
			for i, step := range st.Steps {
				var out bytes.Buffer
				Run(t.Context(), shell(dir, strings.NewReader(""), &out, arguments(t, step.Input)...))
				var e struct {
					Data  struct{ Text string }
					Error struct{ Kind, Message string }
				}
				if err := json.Unmarshal(out.Bytes(), &e); err != nil {
					t.Fatal(err)
				}
				if got := e.Data.Text + e.Error.Message; got != step.Text || e.Error.Kind != step.Failed {
					t.Errorf("step %d answers %q %q, want %q %q", i+1, e.Error.Kind, got, step.Failed, step.Text)
				}
			}
		})
	}
}

// TestServeAnswersAsTheTool covers MCP too: its tool is the same verb.
func TestServeAnswersAsTheTool(t *testing.T) {
	for _, st := range stories(t) {
		t.Run(st.Name, func(t *testing.T) {
			dir := t.TempDir()
			in, toServe := io.Pipe()
			fromServe, out := io.Pipe()
			done := make(chan int, 1)
			go func() {
				done <- Run(t.Context(), shell(dir, in, out, "serve"))
				out.Close()
			}()
			answers := bufio.NewReader(fromServe)
			for i, step := range st.Steps {
				body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"memory","params":%s}`, i+1, step.Input)
				if _, err := fmt.Fprintf(toServe, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
					t.Fatal(err)
				}
				var e struct {
					Result struct {
						Data struct {
							Text   string
							Failed bool
						}
					}
				}
				if err := json.Unmarshal(answerTo(t, answers, i+1), &e); err != nil {
					t.Fatal(err)
				}
				if got := e.Result.Data; got.Text != step.Text || got.Failed != (step.Failed != "") {
					t.Errorf("step %d answers %+v, want %q %q", i+1, got, step.Failed, step.Text)
				}
			}
			toServe.Close()
			go func() { _, _ = io.Copy(io.Discard, fromServe) }()
			if code := <-done; code != 0 {
				t.Errorf("exit %d", code)
			}
		})
	}
}

// answerTo reads messages up to the answer to a request.
func answerTo(t *testing.T, r *bufio.Reader, id int) []byte {
	t.Helper()
	for {
		length := 0
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			if line = strings.TrimSpace(line); line == "" {
				break
			}
			if n, ok := strings.CutPrefix(line, "Content-Length: "); ok {
				length, _ = strconv.Atoi(n)
			}
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(r, body); err != nil {
			t.Fatal(err)
		}
		var head struct{ ID int }
		if json.Unmarshal(body, &head) == nil && head.ID == id {
			return body
		}
	}
}

func TestTheKeyLiesWhereEachSystemKeepsSettings(t *testing.T) {
	home := t.TempDir()
	env := map[string]string{"HOME": home, "AppData": filepath.Join(home, "roaming")}
	get := func(name string) string { return env[name] }
	for system, want := range map[string]string{
		"linux": filepath.Join(home, ".config", "consider", "memory.key"), "freebsd": filepath.Join(home, ".config", "consider", "memory.key"),
		"darwin":  filepath.Join(home, "Library", "Application Support", "consider", "memory.key"),
		"windows": filepath.Join(home, "roaming", "consider", "memory.key"),
	} {
		if got := memoryKeys(get, system); got.File != want || (got.Keyring != nil) != (system == "darwin" || system == "windows") {
			t.Errorf("%s: %+v, want %s", system, got, want)
		}
	}
	env["XDG_CONFIG_HOME"], env["DBUS_SESSION_BUS_ADDRESS"] = filepath.Join(home, "xdg"), "unix:path=/nowhere"
	if got := memoryKeys(get, "linux"); got.File != filepath.Join(home, "xdg", "consider", "memory.key") || got.Keyring == nil {
		t.Errorf("in a desktop session: %+v", got)
	}
	if got := memoryKeys(func(string) string { return "" }, "linux"); got.File != "" {
		t.Errorf("without a home: %+v", got)
	}
}
