package main

import (
	"bytes"
	"strings"
	"testing"
)

func answers(t *testing.T, in string, opt options) string {
	t.Helper()
	var out bytes.Buffer
	if err := run(strings.NewReader(in), &out, opt); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

const cases = `{"id":"a","path":"x","old":"one\ntwo\n","new":"zero\none\ntwo\n","start":2,"end":2}
{"id":"b","path":"x","old":"one\ntwo\n","new":"zero\none\ntwo\n","start":1,"end":2}
{"id":"c","path":"y","old":"one\ntwo\n","new":"","start":1,"end":1}
`

func TestAnswersFollowTheProtocol(t *testing.T) {
	want := `{"id":"a","state":"anchored","start":3,"end":3,"confidence":0.995,"step":"diff"}
{"id":"b","state":"anchored","start":2,"end":3,"confidence":0.995,"step":"diff"}
{"id":"c","state":"stale","confidence":0}
`
	if got := answers(t, cases, options{}); got != want {
		t.Errorf("got\n%s", got)
	}
	if got := answers(t, cases, options{withTime: true}); strings.Count(got, `"ns":`) != 3 {
		t.Errorf("without times:\n%s", got)
	}
	if got := answers(t, cases, options{find: true}); strings.Count(got, `"step":"context"`) != 2 {
		t.Errorf("from descriptions:\n%s", got)
	}
}

func TestBadInputIsAnError(t *testing.T) {
	if err := run(strings.NewReader("{"), &bytes.Buffer{}, options{}); err == nil {
		t.Error("half an object was accepted")
	}
}
