package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"consider/internal/transcript"
)

const (
	longTranscript = 200 << 20 // bytes
	lastAnswers    = 5
	answersName    = "responses list, a transcript of 200 MB"
	answersTime    = 50 * time.Millisecond
	answersMemory  = 32 << 20 // bytes
)

// makeTranscript writes a long conversation of an agent in the small project: one word of the assistant, then
// tools with outputs of up to 60 KB, over and over.
func (st *stage) makeTranscript(p plan) (err error) {
	folder := regexp.MustCompile(`[^a-zA-Z0-9]`).ReplaceAllString(st.small.dir, "-")
	dir := filepath.Join(st.dir, "home", ".claude", "projects", folder)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, "long.jsonl"))
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(f, 1<<20)
	defer func() { err = errors.Join(err, out.Flush(), f.Close()) }()
	r := st.random(p, 6)
	parent := "null"
	for n, size := 0, 0; size < longTranscript; n++ {
		for _, line := range turn(r, n, &parent, st.small.dir) {
			k, err := out.WriteString(line)
			if err != nil {
				return err
			}
			size += k
		}
	}
	return nil
}

// turn is what an agent writes down of one message: its thoughts, its words, its tool, and what came out.
func turn(r *rand.Rand, n int, parent *string, cwd string) []string {
	at := time.Unix(1_760_000_000+int64(n), 0).UTC().Format(time.RFC3339Nano)
	record := func(kind, rest string) string {
		id := fmt.Sprintf("%08x-%04x-4000-8000-%012x", n, r.IntN(1<<16), r.Uint64N(1<<48))
		line := fmt.Sprintf(`{"parentUuid":%s,"isSidechain":false,"type":%q,%s,"uuid":%q,"timestamp":%q,"cwd":%q,"sessionId":"long"}`+"\n",
			*parent, kind, rest, id, at, cwd)
		*parent = fmt.Sprintf("%q", id)
		return line
	}
	block := func(index int, content string) string {
		return record("assistant", fmt.Sprintf(`"message":{"id":"msg_%d","role":"assistant","model":"m","content":[%s]},"apiBlockIndex":%d`, n, content, index))
	}
	words := strings.Repeat(sentence(r)+" ", 3)
	output := strings.Repeat(sentence(r)+`\n`, 1+r.IntN(1200))
	return []string{
		block(0, fmt.Sprintf(`{"type":"thinking","thinking":%q}`, words)),
		block(1, fmt.Sprintf(`{"type":"text","text":%q}`, words)),
		block(2, `{"type":"tool_use","id":"t","name":"Bash","input":{}}`),
		record("user", fmt.Sprintf(`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"%s"}]}`, output)),
	}
}

// answersCase lists the last answers in it, as a cold process.
func (st *stage) answersCase() tested {
	s := st.store(st.small, smallThreads)
	return tested{name: answersName, note: "the last 5", next: fixed(s.consider("responses", "list", "--agent", "claude-code"))}
}

// answersCost is the cost of finding the last responses in a running process.
type answersCost struct {
	took      time.Duration
	allocated uint64 // bytes, of which most are garbage by then
	found     int
}

func (st *stage) answersCost() answersCost {
	places := transcript.PlacesOf(filepath.Join(st.dir, "home"), func(string) string { return "" })
	q := transcript.Query{Roots: []string{st.small.dir}, Agent: "claude-code", Max: lastAnswers}
	var c answersCost
	look := func() {
		found, err := (&transcript.Finder{Places: places}).Latest(context.Background(), q)
		if err == nil {
			c.found = len(found.Responses)
		}
	}
	c.took = repeat(15, look)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	look()
	runtime.ReadMemStats(&after)
	c.allocated = after.TotalAlloc - before.TotalAlloc
	return c
}

func (c answersCost) judge() []verdict {
	what := fmt.Sprintf("last %d answers of 200 MB", lastAnswers)
	return []verdict{
		{what + ": time", "≤ " + answersTime.String(), c.took.Round(10 * time.Microsecond).String(), c.took <= answersTime && c.found == lastAnswers, ratio(c.took, answersTime)},
		{
			what + ": memory", "≤ 32 MB", fmt.Sprintf("%.1f MB allocated in all", float64(c.allocated)/1e6),
			c.allocated <= answersMemory, float64(c.allocated) / answersMemory,
		},
	}
}

// verdict is a judged target.
type verdict struct {
	what, limit, measured string
	met                   bool
	by                    float64 // how many times the limit was measured
}

func ratio(a, b time.Duration) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
