package place_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"consider/internal/gittest"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/review/apply"
	"consider/internal/review/reviewtest"
)

// first and last are the lines that the suggestions of these tests replace.
const first, last = 20, 26

// suggested are suggestions for these lines.
func suggested() map[string][]string {
	lines := code()[first-1 : last]
	return map[string][]string{
		"one other line":    {"\treturn sum(everything)"},
		"one of the lines":  {lines[2]},
		"some of the lines": {lines[0], lines[2], lines[6]},
		"more lines":        slices.Concat(lines[:3], []string{"\tif ready(sum) {", "\t\treturn sum", "\t}"}, lines[3:]),
		"one line edited":   slices.Concat(lines[:3], []string{"\tresult22 := computeAnother682(argument154)"}, lines[4:]),
		"all lines edited":  strings.Split(strings.ReplaceAll(strings.Join(lines, "\n"), "computeSomething", "compute.Other"), "\n"),
	}
}

// edits are edits of the file that thread and control are on; they leave some of the lines.
func edits() map[string]func(lines []string) []string {
	other := func(at ...int) func(lines []string) []string {
		return func(lines []string) []string {
			for _, i := range at {
				lines[i-1] = fmt.Sprintf("\tsomethingElse(%d, else%d)", i, i*i)
			}
			return lines
		}
	}
	return map[string]func(lines []string) []string{
		"no edit":        other(),
		"first line":     other(first),
		"last line":      other(last),
		"middle":         other(first + 3),
		"three lines":    other(first, first+2, first+3),
		"elsewhere":      other(3, 12),
		"lines above":    func(lines []string) []string { return append([]string{"// one", "// two"}, lines...) },
		"a line between": func(lines []string) []string { return slices.Insert(lines, first+1, "\tinserted(anew)") },
		"a line less":    func(lines []string) []string { return slices.Delete(lines, first+1, first+2) },
	}
}

// applied makes a thread with a suggestion that was applied, and one without on the same lines.
func applied(t *testing.T, d *reviewtest.Desk, suggestion []string, byEditor bool) (id, control string) {
	t.Helper()
	at := fmt.Sprintf("f.go:%d-%d", first, last)
	control = d.Add(at, "why?")
	id = d.Add(at, "```suggestion\n"+joined(suggestion)+"```")
	d.Now = d.Now.Add(time.Minute)
	in := apply.Input{IDs: []string{id}}
	if byEditor {
		in = apply.Input{IDs: []string{id}, File: "f.go", Text: d.Read("f.go"), Noted: true}
		d.Write("f.go", joined(slices.Replace(code(), first-1, last, suggestion...)))
	}
	gittest.Must(apply.Apply(t.Context(), d.Human(), in))(t)
	return id, control
}

// listed returns all threads of a list by id.
func listed(t *testing.T, d *reviewtest.Desk) map[string]place.ThreadView {
	t.Helper()
	out := map[string]place.ThreadView{}
	for _, v := range gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{Workflow: "all"}))(t).Threads {
		out[v.ID] = v
	}
	return out
}

// undoings are ways to undo a suggestion and to edit the file, in any order.
func undoings(text string) map[string]func(d *reviewtest.Desk) {
	write := func(d *reviewtest.Desk) { d.Write("f.go", text) }
	return map[string]func(d *reviewtest.Desk){
		"by hand": write,
		"with git": func(d *reviewtest.Desk) {
			d.Git("checkout", "-q", "f.go")
			write(d)
		},
		"after a commit": func(d *reviewtest.Desk) {
			d.Commit("apply")
			d.Git("revert", "--no-edit", "HEAD")
			write(d)
		},
		"after edits elsewhere": func(d *reviewtest.Desk) {
			d.Write("f.go", "// above\n"+d.Read("f.go")+"// below\n")
			listed(d.T, d)
			write(d)
		},
	}
}

// TestAThreadWhoseSuggestionWasUndoneIsWhereItWouldBeWithout: it was lost at the first edit of its lines.
func TestAThreadWhoseSuggestionWasUndoneIsWhereItWouldBeWithout(t *testing.T) {
	for what, suggestion := range suggested() {
		t.Run(what, func(t *testing.T) {
			d := atCode(t, what == "one other line")
			id, control := applied(t, d, suggestion, what == "one other line")
			for name, edit := range edits() {
				for way, undo := range undoings(joined(edit(code()))) {
					if way != "by hand" && name != "first line" {
						continue
					}
					undo(d)
					isWhere(t, d, "undone "+way+", "+name, id, control)
					d.Write("f.go", joined(slices.Replace(code(), first-1, last, suggestion...)))
				}
			}
		})
	}
}

// isWhere compares the place and the quoted code of two threads.
func isWhere(t *testing.T, d *reviewtest.Desk, when, id, control string) {
	t.Helper()
	all := listed(t, d)
	got, want := all[id], all[control]
	if got.Placement.StartLine != want.Placement.StartLine || got.Placement.EndLine != want.Placement.EndLine ||
		got.Placement.Edited != want.Placement.Edited || !slices.Equal(got.Quote, want.Quote) {
		t.Errorf("%s: %+v %q, without %+v %q", when, got.Placement, got.Quote, want.Placement, want.Quote)
	}
}

// TestSuggestionsAreUndoneInAnyNumber: each one was put on the lines of the one before.
func TestSuggestionsAreUndoneInAnyNumber(t *testing.T) {
	d := atCode(t, false)
	texts := []string{d.Read("f.go")}
	id, control := applied(t, d, []string{"\tall := sum(everything)", "\treturn all"}, false)
	controls := []string{control}
	for n, lines := range []string{"\tif x := sum(everything); x > 0 {\n\t\treturn x\n\t}\n", "", "\t_ = 1\n"} {
		texts = append(texts, d.Read("f.go"))
		at := listed(t, d)[id].Placement
		if at.StartLine == 0 {
			break // its lines were deleted
		}
		controls = append(controls, d.Add(fmt.Sprintf("f.go:%d-%d", at.StartLine, at.EndLine), "why?"))
		gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "```suggestion\n" + lines + "```"}))(t)
		d.Now = d.Now.Add(time.Minute)
		gittest.Must(apply.Apply(t.Context(), d.Human(), apply.Input{IDs: []string{fmt.Sprintf("%s#%d", id, n+2)}}))(t)
	}
	for n, text := range slices.Backward(texts) {
		d.Write("f.go", "// edited\n"+text)
		isWhere(t, d, fmt.Sprint("back to text ", n), id, controls[min(n, len(controls)-1)])
	}
}

// TestAThreadOnASuggestionStaysOnItWhenItIsEdited: it is where a thread is that was put on the new lines by hand.
func TestAThreadOnASuggestionStaysOnItWhenItIsEdited(t *testing.T) {
	for what, suggestion := range suggested() {
		t.Run(what, func(t *testing.T) {
			d := atCode(t, false)
			id, _ := applied(t, d, suggestion, false)
			control := d.Add(fmt.Sprintf("f.go:%d-%d", first, first+len(suggestion)-1), "and these?")
			with := slices.Replace(code(), first-1, last, suggestion...)
			for name, edit := range edits() {
				if name == "last line" && len(with) < last {
					continue
				}
				d.Write("f.go", joined(edit(slices.Clone(with))))
				isWhere(t, d, name, id, control)
			}
		})
	}
}
