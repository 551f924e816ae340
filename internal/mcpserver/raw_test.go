package mcpserver_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

func (r *raw) read(out io.Reader) {
	defer close(r.lines)
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			if line != "" {
				r.t.Errorf("stdout ends in half a line: %.200q", line)
			}
			return
		}
		if !json.Valid([]byte(line)) {
			r.t.Errorf("stdout: no JSON: %.200q", line)
		}
		r.lines <- line
	}
}

// say writes one line.
func (r *raw) say(format string, args ...any) {
	r.t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, err := io.WriteString(r.in, fmt.Sprintf(format, args...)+"\n"); err != nil {
		r.t.Fatal(err)
	}
}

// message is any message of the server.
type message struct {
	JSONRPC string
	ID      json.RawMessage
	Method  string
	Params  json.RawMessage
	Result  json.RawMessage
	Error   *struct {
		Code    int
		Message string
		Data    json.RawMessage
	}
}

// hear returns the next line.
func (r *raw) hear() message {
	r.t.Helper()
	select {
	case line, ok := <-r.lines:
		if !ok {
			r.t.Fatal("the server has ended")
		}
		var m message
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			r.t.Fatalf("%v: %.300s", err, line)
		}
		if m.JSONRPC != "2.0" {
			r.t.Errorf("not of JSON-RPC 2.0: %.300s", line)
		}
		return m
	case <-time.After(hang):
		r.t.Fatal("no answer")
	}
	return message{}
}

// initialize performs the handshake of a revision and returns its answer.
func (r *raw) initialize(revision, client string) message {
	r.t.Helper()
	r.say(`{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":%q,"version":"1"}}}`, revision, client)
	m := r.hear()
	if m.Error != nil {
		r.t.Fatalf("initialize: %+v", m.Error)
	}
	r.say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return m
}

// result is a tool's result.
type result struct {
	StructuredContent envelope
	IsError           bool
	Content           []struct{ Type, Text string }
}

func (m message) result(t testing.TB) result {
	t.Helper()
	if m.Error != nil {
		t.Fatalf("%+v", m.Error)
	}
	var res result
	decode(t, m.Result, &res)
	return res
}

// alive proves that the server still answers.
func (r *raw) alive() {
	r.t.Helper()
	r.say(`{"jsonrpc":"2.0","id":"alive","method":"tools/call","params":{"name":"summary","arguments":{}}}`)
	m := r.hear()
	if string(m.ID) != `"alive"` || m.Error != nil {
		r.t.Fatalf("answered %s %+v", m.ID, m.Error)
	}
}

// A line that is not a valid message gets an error, and the next request is answered.
func TestNonsenseInALineIsAnswered(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	d.add("a.txt:3", "here")
	r := d.raw("")
	r.initialize("2025-06-18", "x")
	for _, c := range []struct {
		name, line string
		code       int
	}{
		{"no JSON", "hello", -32700},
		{"half JSON", `{"jsonrpc":"2.0","id":1`, -32700},
		{"20 MB", strings.Repeat("x", 20<<20), -32600},
		{"20 MB of message", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"` + strings.Repeat("x", 20<<20) + `"}}`, -32600},
		{"100k deep", strings.Repeat("[", 100_000), -32700},
		{"100k deep and closed", strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000), -32700},
		{"100k deep params", `{"jsonrpc":"2.0","id":"d","method":"ping","params":` + strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000) + "}", -32700},
		{"no version", `{"id":"v","method":"ping"}`, -32600},
		{"version 1", `{"jsonrpc":"1.0","id":"v","method":"ping"}`, -32600},
		{"an id that is none", `{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}`, -32600},
		{"a method of 7", `{"jsonrpc":"2.0","id":"m","method":7}`, -32600},
		{"params of 7", `{"jsonrpc":"2.0","id":"p","method":"tools/call","params":7}`, -32602},
		{"no params", `{"jsonrpc":"2.0","id":"p","method":"tools/call"}`, -32600},
		{"an empty batch", `[]`, -32600},
		{"no UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"\xfe\"}", -32700},
		{"an unknown method", `{"jsonrpc":"2.0","id":"u","method":"nosuch"}`, -32601},
		{"a tool that is none", `{"jsonrpc":"2.0","id":"t","method":"tools/call","params":{"name":"delete"}}`, -32602},
		{"a second handshake", `{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"y","version":"1"}}}`, -32600},
		{"a revision that is none", `{"jsonrpc":"2.0","id":"r","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientInfo":{"name":"z","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r.t = t
			r.say("%s", c.line)
			m := r.hear()
			if m.Error == nil || c.code != 0 && m.Error.Code != c.code {
				t.Errorf("answered %s %+v, want code %d", m.Result, m.Error, c.code)
			}
			r.alive()
		})
	}
	r.t = t
	for _, quiet := range []string{
		"", "   ", `{"jsonrpc":"2.0","method":"nosuch"}`, `{"jsonrpc":"2.0","id":77,"result":{}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled"}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[]}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{"jsonrpc":"2.0","method":"notifications/progress","params":{}}`,
	} {
		r.say("%s", quiet)
		r.alive()
	}
}

// It once got no answer at all, and the client waited.
func TestAMessageThatIsNeitherRequestNorAnswerIsAnswered(t *testing.T) {
	r := desk{t, newRepo(t).Dir}.raw("")
	r.initialize("2025-06-18", "x")
	r.say(`{"jsonrpc":"2.0","id":77}`)
	if m := r.hear(); string(m.ID) != "77" || m.Error == nil || m.Error.Code != -32600 {
		t.Errorf("%+v", m)
	}
	r.alive()
}

// A tool does not create a store in the home folder, or in folders outside a project.
func TestNoStoreIsMadeOutsideOfProjects(t *testing.T) {
	dir := t.TempDir()
	c := desk{t, dir}.connect("codex", "", nil)
	e := ask(t, c, "add", object{"review": true, "message": "x"})
	if e.Error.Kind != "no_store" || len(e.Error.Hints) != 1 {
		t.Errorf("%+v", e)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("%v %v", entries, err)
	}
}

// A tool's arguments get the same checks as a command's flags.
func TestBadArgumentsAreTheVerbsErrors(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	d.add("a.txt:3", "here")
	r := d.raw("")
	r.initialize("2025-06-18", "x")
	for arguments, want := range map[string]string{
		`{"id":"c_","mesage":"x"}`:   `unknown field "mesage"`,
		`{"id":7,"message":"x"}`:     `field "id" must be a string`,
		`[]`:                         "not a JSON object",
		`"x"`:                        "not a JSON object",
		`{"message":"x"}`:            "missing thread ID",
		`null`:                       "missing thread ID",
		`{"id":"c_","message":"  "}`: "no message",
		`{"id":"c_","message":"x","outcome":"did"}`: "outcome must be one of",
	} {
		r.say(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"reply","arguments":%s}}`, arguments)
		res := r.hear().result(t)
		e := res.StructuredContent.Error
		if !res.IsError || e.Kind != "usage" || !strings.Contains(e.Message, want) {
			t.Errorf("%s: got %+v, want usage with %q", arguments, e, want)
		}
		if !strings.HasPrefix(res.Content[0].Text, "consider: "+e.Message) {
			t.Errorf("%s: the text is %q", arguments, res.Content[0].Text)
		}
	}
	r.alive()
}

func TestABatchIsAnsweredTogether(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	r := d.raw("")
	r.initialize("2025-03-26", "x")
	r.say(`[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},7,{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","id":2,"method":"tools/list"}]`)
	var all []message
	select {
	case line := <-r.lines:
		if err := json.Unmarshal([]byte(line), &all); err != nil {
			t.Fatalf("%v: %.200s", err, line)
		}
	case <-time.After(hang):
		t.Fatal("no answer")
	}
	ids := map[string]bool{}
	for _, m := range all {
		ids[string(m.ID)] = m.Error == nil
	}
	if len(all) != 3 || !ids["1"] || !ids["2"] || ids["null"] {
		t.Errorf("answered %+v", all)
	}
	r.say(`[{"jsonrpc":"2.0","method":"notifications/x"}]`) // no answer to it
	r.alive()
}
