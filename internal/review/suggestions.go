package review

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"consider/anchor"
	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/gitdiff"
	"consider/internal/lazy"
	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/suggest"
	"consider/internal/thread"
)

// Suggestion is one suggestion of a thread, with its effect on the file as it is now.
type Suggestion struct {
	place.Suggestion
	Now  []string // the lines that it replaces
	What []string // the lines that it puts there; nil if it cannot be applied
	Data []byte   // the file's content
	Why  string   // why it cannot be applied, if not because the lines changed or are lost
}

// Suggestions returns the suggestions of a thread in the order of its messages, compared with the file that it is on.
func Suggestions(ctx context.Context, st *session.Snapshot, t *thread.Thread, r *thread.Row, p thread.Placement) []Suggestion {
	out, when := suggestionsIn(t)
	defer markApplied(t, out)
	if len(out) == 0 || !onLinesNow(t, p) && !maybeThere(t, p) {
		return out
	}
	data, err := st.Placer.Bytes(ctx, st.Placer.TextAt(ctx, r, &p))
	if err != nil {
		return out
	}
	if maybeThere(t, p) {
		return markAlready(p.Guess.StartLine, data, out)
	}
	return markFits(t, p, data, out, when)
}

// maybeThere reports whether a thread's lines are gone, but it is known where they were.
func maybeThere(t *thread.Thread, p thread.Placement) bool {
	return t.Target == thread.OnLines && t.Side != thread.Old && p.AnchorState == thread.Stale && p.Guess != nil
}

// markAlready marks suggestions whose text stands where the thread's lines were: a person put it there by hand, or a
// program was killed before it recorded it. Lines that have nothing in common with the thread's do not count as its
// place.
func markAlready(line int, data []byte, out []Suggestion) []Suggestion {
	for i := range out {
		s := &out[i]
		if is, err := suggest.Lines(data, line, line+len(s.Text)-1); err == nil && len(is) > 0 && slices.Equal(is, s.Text) {
			s.State = suggest.Already
		}
	}
	return out
}

// SuggestionsIn is [Suggestions] for a given text of a file, which may differ from the one on disk. It also returns
// where the thread is in that text.
func SuggestionsIn(ctx context.Context, st *session.Snapshot, t *thread.Thread, r *thread.Row, file string, data []byte) (thread.Placement, []Suggestion, error) {
	text := &place.Text{Path: file, Side: thread.New, Data: data, Read: true, Blob: gitstore.HashBlob(data).String()}
	p, ok := st.Placer.PlaceIn(ctx, r, text, false)
	if !ok {
		return thread.Placement{}, nil, fail.Conflict("thread %s is no longer in %q", t.ID, file)
	}
	out, when := suggestionsIn(t)
	if len(out) > 0 && onLinesNow(t, p) {
		out = markFits(t, p, data, out, when)
	}
	markApplied(t, out)
	return p, out, nil
}

// onLinesNow reports whether a thread has lines that can be replaced.
func onLinesNow(t *thread.Thread, p thread.Placement) bool {
	return t.Target == thread.OnLines && t.Side != thread.Old && p.AnchorState == thread.Anchored
}

// suggestionsIn returns the suggestions in the messages of a thread, and when each was made.
func suggestionsIn(t *thread.Thread) (out []Suggestion, at []time.Time) {
	for _, m := range t.Messages() {
		for _, text := range suggest.In(m.Body) {
			at = append(at, m.At)
			out = append(out, Suggestion{
				Suggestion: place.Suggestion{N: len(out) + 1, Reply: m.Reply, State: suggest.Lost, Text: text, Version: thread.VersionOf(t.ID+m.Reply, text...)},
			})
		}
	}
	return out, at
}

// markFits sets for each suggestion whether it fits the lines in a text.
func markFits(t *thread.Thread, p thread.Placement, data []byte, out []Suggestion, when []time.Time) []Suggestion {
	now, err := suggest.Lines(data, p.StartLine, p.EndLine)
	if p.NotCheckedOut {
		err = errors.New("it is not checked out here")
	}
	if err != nil {
		for i := range out {
			out[i].Why = fmt.Sprintf("%q has no lines that can be replaced: %v", p.File, err)
		}
		return out
	}
	whole, _ := suggest.Lines(data, 1, suggest.Count(data))
	utf := utf8.ValidString(strings.Join(now, ""))
	for i := range out {
		s := &out[i]
		file, a := placeWhen(t, when[i])
		then := strings.Split(a.TargetContent, "\n")
		known := a.ContentHash == anchor.Describe([]byte(a.TargetContent), 1, len(then)).ContentHash
		moved := p.File != file || p.StartLine != a.StartLine
		s.State, s.What = suggest.Fit(then, now, s.Text, known && utf, moved)
		around := suggest.Near{Above: a.ContextBefore, Below: a.ContextAfter}
		switch alone := p.Method != string(anchor.Unchanged) && p.Method != string(anchor.Diff); {
		case s.What != nil && !suggest.Sure(whole, p.StartLine, p.EndLine, around, alone):
			s.State, s.What = suggest.Lost, nil
			s.Why = "the lines occur several times, and their context has changed"
		case s.State != suggest.Clash:
		case !utf:
			s.Why = "its lines are not UTF-8"
		case !known:
			s.Why = "the original text was too long, or not UTF-8"
		}
		s.Now, s.Data = now, data
		if s.What != nil {
			s.Diff = atLine(gitdiff.Short(now, s.What, p.File, p.File, diffContext), p.StartLine)
		}
	}
	return out
}

// placeWhen returns where a thread was at a time, which is what the author of a message of that time saw.
func placeWhen(t *thread.Thread, at time.Time) (string, *thread.Anchor) {
	file, a := t.File, t.Anchor
	for i := range t.Reanchored {
		if r := &t.Reanchored[i]; !r.At.After(at) {
			file, a = r.File, &r.Anchor
		}
	}
	return file, a
}

// shownSuggestions returns the suggestions as answers show them.
func shownSuggestions(ctx context.Context, st *session.Snapshot, t *thread.Thread, r *thread.Row, p thread.Placement) []place.Suggestion {
	var out []place.Suggestion
	for _, s := range Suggestions(ctx, st, t, r, p) {
		out = append(out, s.Suggestion)
	}
	return out
}

// markApplied marks the suggestions that a person has applied to the file. If the lines are again as they were before,
// the change was undone in an editor or with git, and the suggestion can be applied once more. Of several times, the
// last counts.
func markApplied(t *thread.Thread, all []Suggestion) {
	for i := range all {
		s := &all[i]
		for _, a := range t.Applied {
			if a.N == s.N && !s.Fits(false) {
				s.Applied, s.AppliedBy, s.AppliedAt, s.Before, s.After = true, a.ByName, a.At, a.Before, a.After
			}
		}
	}
}

var hunkAt = lazy.Regexp(`(?m)^@@ -(\d+)(,\d+)? \+(\d+)(,\d+)? @@`)

// atLine shifts the hunks of a diff to the position of the compared lines in their file.
func atLine(diff string, start int) string {
	return hunkAt().ReplaceAllStringFunc(diff, func(head string) string {
		m := hunkAt().FindStringSubmatch(head)
		a, _ := strconv.Atoi(m[1]) // digits, as the pattern says
		b, _ := strconv.Atoi(m[3])
		return fmt.Sprintf("@@ -%d%s +%d%s @@", a+start-1, m[2], b+start-1, m[4])
	})
}

// diffContext is the number of unchanged lines that the diff of a suggestion shows.
const diffContext = 3
