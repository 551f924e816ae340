package mcpserver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// talk plays the SDK: it reads all messages of an input and answers each request.
func talk(t testing.TB, input []byte) (calls int, said []byte) {
	t.Helper()
	var out bytes.Buffer
	w := newWire(bytes.NewReader(input), &out, time.Now)
	if _, err := w.Connect(t.Context()); err != nil {
		t.Fatal(err)
	}
	for {
		msg, err := w.Read(t.Context())
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if req, ok := msg.(*jsonrpc.Request); ok && req.IsCall() {
			calls++
			if err := w.Write(t.Context(), &jsonrpc.Response{ID: req.ID, Result: json.RawMessage("{}")}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(w.pending) > 0 || w.leaving > 0 {
		t.Errorf("%d requests are still pending, %d answers leaving", len(w.pending), w.leaving)
	}
	return calls, out.Bytes()
}

// For any input, the output is lines of JSON, and the messages after it are read.
func FuzzLines(f *testing.F) {
	for _, seed := range []string{
		"", "\n\n", "hello\n", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\r\n",
		`[{"jsonrpc":"2.0","id":1,"method":"x"},{"jsonrpc":"2.0","id":1,"method":"x"},3]`, "[]", "[[]]", `[{"jsonrpc":"2.0","method":"x"}]`,
		`{"jsonrpc":"2.0","id":1.5,"method":"x"}`, `{"jsonrpc":"2.0","id":null,"method":"x"}`, `{"jsonrpc":"2.0","id":1,"result":1,"error":2}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, `{"id":{}}`, `{"id":"\ud800"}`, "\xff\xfe", "\x00", `"x"`, "1", "null",
		`{"jsonrpc":"2.0","ID":9,"METHOD":"x"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		const last = `{"jsonrpc":"2.0","id":"the last one","method":"ping"}`
		_, said := talk(t, append(append(bytes.Clone(input), '\n'), last...))
		lines := bufio.NewScanner(bytes.NewReader(said))
		lines.Buffer(nil, 1<<24)
		answered := false
		for lines.Scan() {
			if !json.Valid(lines.Bytes()) {
				t.Fatalf("no JSON: %q", lines.Text())
			}
			answered = answered || strings.Contains(lines.Text(), "the last one")
		}
		if !answered {
			t.Fatalf("what came after %q was not answered: %s", input, said)
		}
	})
}

// A request with the id of one that is not yet answered is refused; the first is answered.
func TestAnIDThatIsInUseIsRefused(t *testing.T) {
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	calls, said := talk(t, []byte("["+ping+","+ping+"]\n"+ping))
	if calls != 2 || bytes.Count(said, []byte(`"result"`)) != 2 || bytes.Count(said, []byte("already in use")) != 1 {
		t.Errorf("%d calls: %s", calls, said)
	}
}

// Requests above the limit are refused instead of kept.
func TestTooMuchAtOnceIsRefused(t *testing.T) {
	var out bytes.Buffer
	w := newWire(strings.NewReader(""), &out, time.Now)
	for i := range maxPending + 1 {
		id, _ := json.Marshal(i)
		w.decodeLine(line{text: []byte(`{"jsonrpc":"2.0","id":` + string(id) + `,"method":"ping"}`)})
	}
	var m struct {
		ID    int
		Error struct{ Code int }
	}
	if err := json.Unmarshal(out.Bytes(), &m); err != nil || m.ID != maxPending || m.Error.Code != -32013 {
		t.Errorf("%v: %s", err, out.String())
	}
}

// A batch of more messages than may wait gets one answer, not one for each.
func TestABatchOfTooManyIsRefusedAsAWhole(t *testing.T) {
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	calls, said := talk(t, []byte("[1"+strings.Repeat(",1", maxPending)+"]\n"+ping))
	if calls != 1 || bytes.Count(said, []byte("\n")) != 2 || bytes.Count(said, []byte("at most 1000 messages")) != 1 || len(said) > 1000 {
		t.Errorf("%d calls: %d bytes: %.400s", calls, len(said), said)
	}
	calls, said = talk(t, []byte("["+ping+strings.Repeat(",1", maxPending-1)+"]"))
	if calls != 1 || bytes.Count(said, []byte(`"result"`)) != 1 || bytes.Count(said, []byte(`"error"`)) != maxPending-1 {
		t.Errorf("%d calls: %d bytes: %.400s", calls, len(said), said)
	}
}

func TestABatchThatEndsEarlyIsRefused(t *testing.T) {
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for _, text := range []string{"[" + ping, "[" + ping + "] x", "[" + ping + ",]", "[]", "["} {
		if calls, said := talk(t, []byte(text)); calls != 0 || bytes.Count(said, []byte(`"error"`)) != 1 {
			t.Errorf("%s: %d calls: %s", text, calls, said)
		}
	}
}
