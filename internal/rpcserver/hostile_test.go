package rpcserver_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"consider/internal/fail"
	"consider/internal/rpcserver"
)

// A frame whose content makes no sense is answered, and so is the next request.
func TestNonsenseInAFrameIsAnswered(t *testing.T) {
	r := newRepo(t)
	c := serve(t, r.Dir)
	c.add("a.txt:3", "here")
	for name, body := range map[string]string{
		"no JSON":            "hello",
		"half JSON":          `{"jsonrpc":"2.0","id":1`,
		"nothing":            "",
		"60 MB":              strings.Repeat("x", 60<<20),
		"10 MB of text":      `{"jsonrpc":"2.0","id":"big","method":"place","params":{"file":7,"text":"` + strings.Repeat("x", 10<<20) + `"}}`,
		"100k deep":          strings.Repeat("[", 100_000),
		"100k deep params":   `{"jsonrpc":"2.0","id":"deep","method":"list","params":` + strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000) + "}",
		"no version":         `{"id":"v","method":"list"}`,
		"version 1":          `{"jsonrpc":"1.0","id":"v","method":"list"}`,
		"an id that is none": `{"jsonrpc":"2.0","id":{"a":1},"method":"list"}`,
		"a method of 7":      `{"jsonrpc":"2.0","id":"m","method":7}`,
		"params of 7":        `{"jsonrpc":"2.0","id":"p","method":"list","params":7}`,
		"params in a list":   `{"jsonrpc":"2.0","id":"l","method":"list","params":["x"]}`,
		"an empty batch":     `[]`,
		"a batch of nothing": `[1]`,
		"no UTF-8":           "{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"\xfe\"}",
		"a reserved method":  `{"jsonrpc":"2.0","id":"r","method":"rpc.serverInfo"}`,
		"a method of LSP":    `{"jsonrpc":"2.0","id":"s","method":"shutdown"}`,
		"an answer":          `{"jsonrpc":"2.0","id":77,"result":{}}`,
		"a repeated field":   `{"jsonrpc":"2.0","id":"x","id":"y","method":"nosuch","method":"alsonosuch"}`,
	} {
		t.Run(name, func(t *testing.T) {
			c.frame(body)
			select {
			case m := <-c.strays:
				if m.Error == nil || m.Error.Code == fail.KindInternal.Codes().RPC {
					t.Errorf("answered %+v", m)
				}
			case <-c.ended:
				t.Fatalf("the server ended: %s", c.stderr.String())
			case <-time.After(hang):
				t.Fatal("no answer")
			}
			c.must("list", object{}, nil)
		})
	}
	for _, quiet := range []string{
		`{"jsonrpc":"2.0","method":"nosuch"}`,
		`{"jsonrpc":"2.0","method":"$/end"}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest"}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":[]}}`,
		`{"jsonrpc":"2.0","method":"watchFiles","params":{"files":7}}`,
	} {
		c.frame(quiet)
		c.must("list", object{}, nil)
	}
	if len(c.strays) > 0 {
		t.Errorf("a notification was answered: %+v", <-c.strays)
	}
	if code := c.end(); code != 0 {
		t.Errorf("exit %d: %s", code, c.stderr.String())
	}
}

// A batch of more messages than may wait gets one answer, not one for each, which took 1 GB for 1 MB.
func TestABatchOfTooManyIsRefusedAsAWhole(t *testing.T) {
	r := newRepo(t)
	c := serve(t, r.Dir)
	for range 2 {
		c.frame("[1" + strings.Repeat(",1", 1000) + "]")
		c.must("initialize", object{}, nil)
	}
	if n := len(c.strays); n != 2 {
		t.Fatalf("%d answers", n)
	}
	if m := <-c.strays; m.Error == nil || !strings.Contains(m.Error.Message, "at most 1000") {
		t.Errorf("%+v", m)
	}
}

// The parts of a batch do not wait for each other.
func TestABatchOfManyRequestsIsAnsweredWhole(t *testing.T) {
	r := newRepo(t)
	c := serve(t, r.Dir)
	id := c.add("a.txt:3", "here")
	for range 2 {
		var parts []string
		for i := range 50 {
			parts = append(parts, fmt.Sprintf(`{"jsonrpc":"2.0","id":"part %d","method":"show","params":{"ids":[%q]}}`, i, id))
		}
		c.frame(" [" + strings.Join(parts, ", ") + "]\n")
		for range parts {
			if m := c.wait("a part", c.strays); m.Error != nil {
				t.Errorf("%s: %+v", m.ID, m.Error)
			}
		}
	}
}

// Where no frame can be found any more the session ends, with a reason.
func TestNonsenseBetweenFramesEndsTheSession(t *testing.T) {
	r := newRepo(t)
	for name, raw := range map[string]string{
		"a line":               "hello there\n",
		"60 MB in a line":      strings.Repeat("x", 60<<20) + "\n",
		"60 MB of lines":       strings.Repeat("a: b\n", 12<<20),
		"no length":            "Content-Type: x\r\n\r\n{}",
		"a length of -1":       "Content-Length: -1\r\n\r\n{}",
		"a length of much":     "Content-Length: 99999999999999999999\r\n\r\n{}",
		"a length of terabyte": "Content-Length: 1099511627776\r\n\r\n{}",
		"a length of words":    "Content-Length: two\r\n\r\n{}",
		"NUL":                  "\x00\x00\x00\x00\n",
	} {
		t.Run(name, func(t *testing.T) {
			c := serve(t, r.Dir)
			c.must("initialize", object{}, nil)
			c.raw(raw)
			if code := c.exit(); code != fail.KindUsage.Codes().Exit {
				t.Errorf("exit %d", code)
			}
			if s := c.stderr.String(); !strings.Contains(s, "invalid message") {
				t.Errorf("stderr: %q", s)
			}
		})
	}
}

func TestWhatWasAskedBeforeTheEndIsAnswered(t *testing.T) {
	r := newRepo(t)
	c := serve(t, r.Dir)
	id := c.add("a.txt:3", "here")
	var answers []<-chan message
	for i := range 10 {
		_, answer := c.ask("reply", object{"id": id, "message": fmt.Sprint(i)})
		answers = append(answers, answer)
	}
	ended := time.Now()
	if code := c.end(); code != 0 {
		t.Errorf("exit %d: %s", code, c.stderr.String())
	}
	slow := time.Since(ended) >= rpcserver.Grace // on a busy machine, what is not done by then is canceled
	for _, answer := range answers {
		if m := c.wait("reply", answer); m.Error != nil && (!slow || m.Error.Data.Kind != "canceled") {
			t.Errorf("%+v", m.Error)
		}
	}
	// Half a message at the end is an error.
	half := serve(t, r.Dir)
	half.must("list", object{}, nil)
	half.raw("Content-Length: 100\r\n\r\n{")
	if code := half.end(); code == 0 {
		t.Error("half a message is no error")
	}
}

func TestItEndsSoonWhateverRuns(t *testing.T) {
	for name, end := range map[string]func(*client) int{
		"stdin closed": (*client).end,
		"SIGTERM": func(c *client) int {
			_ = c.cmd.Process.Signal(syscall.SIGTERM)
			return c.exit()
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRepo(t)
			c := serve(t, r.Dir)
			id := c.add("a.txt:3", "here")
			holdLock(t, r.Path(".consider"))
			_, answer := c.ask("reply", object{"id": id, "message": "waits for the lock"})
			c.must("list", object{}, nil)
			start := time.Now()
			code := end(c)
			t.Logf("ended after %v", time.Since(start))
			if code != 0 {
				t.Errorf("exit %d: %s", code, c.stderr.String())
			}
			if m := c.wait("reply", answer); m.Error == nil || m.Error.Data.Kind != "canceled" {
				t.Errorf("the request that ran: %+v", m)
			}
		})
	}
}

// A client that does not read fills the pipe; the server must end anyway.
func TestItEndsWhenNobodyReads(t *testing.T) {
	cmd, stdin, _ := unread(t)
	serving := make(chan struct{})
	go func() {
		body := `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 1000) + `"}`
		for n := range 2000 {
			if n == 80 { // more than the pipe to the server holds
				close(serving)
			}
			if _, err := fmt.Fprintf(stdin, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
				return
			}
		}
	}()
	select {
	case <-serving:
	case <-time.After(hang):
		t.Fatal("the server does not read")
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	mustEnd(t, cmd)
}

// It also ends if the client closes its side and leaves an answer unread. Otherwise it would run as long as the client.
func TestItEndsWhenItsClientHasClosedItsSideAndDoesNotRead(t *testing.T) {
	cmd, stdin, stdout := unread(t)
	body := `{"jsonrpc":"2.0","id":"` + strings.Repeat("x", 1<<20) + `","method":"nosuch"}` // the answer is more than a pipe holds
	if _, err := fmt.Fprintf(stdin, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		t.Fatal(err)
	}
	if _, err := stdout.Read(make([]byte, 1)); err != nil { // the answer has begun
		t.Fatal(err)
	}
	if err := stdin.Close(); err != nil {
		t.Fatal(err)
	}
	mustEnd(t, cmd)
}

// unread starts a server whose output stays in the pipe.
func unread(t *testing.T) (cmd *exec.Cmd, stdin io.WriteCloser, stdout io.Reader) {
	t.Helper()
	cmd = command(t, newRepo(t).Dir, "serve")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { out.Close() })
	cmd.Stdout = in
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in.Close()
	return cmd, stdin, out
}

func mustEnd(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(hang):
		t.Error("the server does not end")
		_ = cmd.Process.Kill()
	}
}
