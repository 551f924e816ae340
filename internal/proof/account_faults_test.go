//go:build unix

package proof

import (
	"slices"
	"strings"
	"testing"
)

// soundAccount is what two writers, two readers, a waiter and a watcher record if all is well. Two of the commands that
// sent messages were killed; one of these messages is stored.
func soundAccount() *account {
	line := []event{
		happened("c1", "init", "", "", "", ""),
		happened("c2", "thread", "ann", "t1", "", "first"),
		happened("c3", "reply", "bob", "t1", "r1", "one"),
		happened("c4", "seen", "bot", "t1", "", ""),
		happened("c5", "reply", "ann", "t1", "r2", "two"),
		happened("c6", "thread", "bob", "t2", "", "second"),
	}
	whole := []entry{{"t1", "first"}, {"r1", "one"}, {"r2", "two"}}
	return &account{
		from: "c1", line: line,
		commits: [][]string{{"c6", "c5"}, {"c5", "c4"}, {"c4", "c3"}, {"c3", "c2"}, {"c2", "c1"}, {"c1"}},
		writes: []write{
			{by: "ann", text: "first", began: 0, ended: 2, answered: true, cursor: "c2", id: "t1", body: "first"},
			{by: "bob", text: "one", thread: "t1", began: 3, ended: 6, answered: true, cursor: "c3", id: "r1", body: "one"},
			{by: "ann", text: "two", thread: "t1", began: 7, ended: 10}, // killed, and stored
			{by: "bob", text: "second", began: 8, ended: 12, answered: true, cursor: "c6", id: "t2", body: "second"},
			{by: "ann", text: "never", thread: "t1", began: 11, ended: 13}, // killed, and not stored
		},
		reads: []read{
			{by: "dora", began: 11, ended: 13, cursor: "c5", all: true, threads: map[string]shown{"t1": {3, whole[:1]}}},
			{by: "dora", began: 14, ended: 15, cursor: "c6", threads: map[string]shown{"t1": {3, whole}}},
			{by: "dora", began: 16, ended: 17, cursor: "c6", newest: []event{line[5], line[4], line[3], line[2], line[1], line[0]}},
			{by: "news", began: 13, ended: 13, late: true, cursor: "c3"},
			{by: "news", began: 18, ended: 18, late: true, cursor: "c6"},
		},
		heard: []heard{
			{by: "fay", self: "fay", began: 2, ended: 5, cursor: "c3", events: []event{line[1], line[2]}, fresh: true},
			{by: "fay", self: "fay", began: 8, ended: 13, cursor: "c6", events: []event{line[4], line[5]}, fresh: true},
			{by: "gus", began: 3, ended: 3, cursor: "c2", events: []event{line[1]}},
			{by: "gus", began: 6, ended: 6, cursor: "c3", events: []event{line[2]}},
			{by: "gus", began: 14, ended: 14, cursor: "c5", events: []event{line[4]}},
			{by: "gus", began: 15, ended: 15, cursor: "c6", events: []event{line[5]}},
		},
	}
}

func happened(cursor, kind, by, thread, reply, body string) event {
	e := event{Cursor: cursor, Kind: kind, Reply: reply, Body: body}
	e.By.Name = by
	if thread != "" {
		e.Threads = []string{thread}
	}
	return e
}

// another adds an event to the store.
func (a *account) another(e event) {
	a.commits = append([][]string{{e.Cursor, a.line[len(a.line)-1].Cursor}}, a.commits...)
	a.line = append(a.line, e)
}

// faults has an account that breaks each promise in each way, by what the check has to complain of.
var faults = map[string]struct {
	does  func(a *account)
	words string
}{
	"an acknowledged reply is lost": {func(a *account) { a.writes[4].answered = true }, `"never" was acknowledged and is lost`},
	"a reply is stored twice":       {func(a *account) { a.another(happened("c7", "reply", "bob", "t1", "r9", "one")) }, `"one" is stored twice`},
	"a killed one is stored twice":  {func(a *account) { a.another(happened("c7", "reply", "ann", "t1", "r9", "two")) }, `"two" is stored twice`},
	"half of a text is stored":      {func(a *account) { a.line[4].Body = "tw" }, `"tw" is stored, and was not sent`},
	"another ID was answered":       {func(a *account) { a.writes[1].id = "r2" }, `"one" was answered with r2 at c3`},
	"another cursor was answered":   {func(a *account) { a.writes[1].cursor = "c5" }, `"one" was answered with r1 at c5`},
	"another text was answered":     {func(a *account) { a.writes[3].body = "secon" }, `and the text "secon"`},
	"it is in another thread":       {func(a *account) { a.writes[2].thread = "t2" }, `"two" by ann to "t2" is stored as a reply by ann in t1`},
	"it is by another":              {func(a *account) { a.line[4].By.Name = "bob" }, `"two" by ann to "t1" is stored as a reply by bob`},
	"a thread became a reply":       {func(a *account) { a.writes[3].thread = "t2" }, `"second" by bob to "t2" is stored as a thread`},
	"two writers sent one text":     {func(a *account) { a.writes[4].text = "one" }, `two messages begin with "one"`},

	"two events have one cursor": {func(a *account) { a.line[3].Cursor = "c3" }, "two events have the cursor c3"},
	"two lines were merged":      {func(a *account) { a.commits[1] = append(a.commits[1], "c3") }, "not one line"},
	"the log lacks a commit":     {func(a *account) { a.commits = append([][]string{{"c7", "c6"}}, a.commits...) }, "not one line"},
	"the log has another order": {func(a *account) {
		a.line[2], a.line[4] = a.line[4], a.line[2]
	}, "not one line"},

	"a write comes before an earlier one": {func(a *account) {
		a.writes[1].began, a.writes[1].ended = 13, 14
		a.reads, a.heard = nil, nil
	}, `the write of "one" began 1ns after the end of the write of "second"`},
	"a read lacks what was acknowledged": {func(a *account) { a.reads[0].began = 13 }, `a read by dora began 1ns after the end of the write of "second"`},
	"a read lacks what a killed one stored": {func(a *account) {
		a.reads[0] = read{by: "dora", began: 11, ended: 13, cursor: "c4"}
	}, `a read by dora began 1ns after the end of the write of "two"`},
	"a read lacks what another has read": {func(a *account) {
		a.writes[3].ended, a.heard = 30, nil
		a.reads = append(a.reads, read{by: "eve", began: 16, ended: 17, cursor: "c5"})
	}, "a read by eve began 1ns after the end of a read by dora"},
	"a read lacks what a watch has shown": {func(a *account) {
		a.writes[3].ended, a.heard[1].ended, a.reads = 30, 30, []read{{by: "eve", began: 16, ended: 17, cursor: "c5"}}
	}, "a read by eve began 1ns after the end of what came to gus"},
	"a wait lacks what was acknowledged": {func(a *account) {
		a.heard[0] = heard{by: "fay", self: "fay", began: 7, ended: 9, cursor: "c2", events: a.line[1:2], fresh: true}
		a.heard[1].events = []event{a.line[2], a.line[4], a.line[5]}
	}, `what came to fay began 1ns after the end of the write of "one"`},
	"a write was seen before it was sent": {func(a *account) { a.reads[1].began, a.reads[1].ended, a.writes[3].began = 1, 2, 4 }, "comes before it"},

	"a cursor goes back": {func(a *account) { a.reads[0].cursor, a.reads[1].cursor = "c6", "c5" }, "the cursor of dora goes back to c5"},
	"a late cursor goes back": {func(a *account) {
		a.reads[3].cursor, a.reads[4].cursor = "c6", "c3"
	}, "the cursor of news goes back to c3"},
	"a cursor is unknown":   {func(a *account) { a.reads[1].cursor = "c9" }, `dora got the cursor "c9"`},
	"a cursor is missing":   {func(a *account) { a.reads[1].cursor = "" }, `dora got the cursor ""`},
	"a list lacks a thread": {func(a *account) { a.reads[0].threads = map[string]shown{} }, "dora did not see thread t1 at c5"},
	"a list has a later thread": {func(a *account) {
		a.reads[0].threads["t2"] = shown{1, []entry{{"t2", "second"}}}
	}, "dora saw 1 messages in t2 at c5, which has 0"},
	"a list lacks a reply":      {func(a *account) { a.reads[0].threads["t1"] = shown{2, nil} }, "dora saw 2 messages in t1 at c5, which has 3"},
	"a list has a later reply":  {func(a *account) { a.reads[0].threads["t1"] = shown{4, nil} }, "dora saw 4 messages in t1 at c5, which has 3"},
	"a thread has another text": {func(a *account) { a.reads[1].threads["t1"].messages[1].Body = "on" }, "{ID:r1 Body:one} is stored"},
	"a thread has another ID":   {func(a *account) { a.reads[1].threads["t1"].messages[2].ID = "r1" }, "{ID:r2 Body:two} is stored"},
	"a thread has another order": {func(a *account) {
		m := a.reads[1].threads["t1"].messages
		m[1], m[2] = m[2], m[1]
	}, "{ID:r1 Body:one} is stored"},
	"a log lacks the newest": {func(a *account) { a.reads[2].newest = a.reads[2].newest[1:] }, "the log of dora is not the end of the history at c6"},
	"a log lacks another":    {func(a *account) { a.reads[2].newest = slices.Delete(a.reads[2].newest, 2, 3) }, "the log of dora is not the end"},
	"a log is empty":         {func(a *account) { a.reads[2].newest = []event{} }, "the log of dora is not the end"},

	"a wait lacks an event":      {func(a *account) { a.heard[1].events = a.heard[1].events[1:] }, "fay got up to c6"},
	"a wait has an event twice":  {func(a *account) { a.heard[1].events = append([]event{a.line[2]}, a.heard[1].events...) }, "fay got up to c6"},
	"a wait has its own event":   {func(a *account) { a.heard[0].self = "bob" }, "fay got up to c3"},
	"a wait shows who has read":  {func(a *account) { a.heard[1].events = slices.Clone(a.line[3:]) }, "fay got up to c6"},
	"a wait has another text":    {func(a *account) { a.heard[1].events[0].Body = "tw" }, "fay got up to c6"},
	"a wait has another order":   {func(a *account) { slices.Reverse(a.heard[1].events) }, "fay got up to c6"},
	"a wait's cursor goes back":  {func(a *account) { a.heard[1].cursor, a.heard[1].events = "c2", nil }, "the cursor of fay goes back to c2"},
	"a wait's cursor is unknown": {func(a *account) { a.heard[1].cursor = "c9" }, `fay got the cursor "c9"`},
	"a wait stops too early":     {func(a *account) { a.heard = slices.Delete(a.heard, 1, 2) }, "fay never got"},
	"a watch misses an event":    {func(a *account) { a.heard = slices.Delete(a.heard, 3, 4) }, "gus got up to c5"},
	"a watch repeats an event":   {func(a *account) { a.heard = slices.Insert(a.heard, 4, a.heard[3]) }, "gus got up to c3"},
	"a watch stops too early":    {func(a *account) { a.heard = a.heard[:5] }, "gus never got"},
	"a watch swaps two events":   {func(a *account) { a.heard[4], a.heard[5] = a.heard[5], a.heard[4] }, "the cursor of gus goes back to c5"},
}

// TestTheCheckOfAHistoryFindsEachFault: a check that finds nothing proves nothing.
func TestTheCheckOfAHistoryFindsEachFault(t *testing.T) {
	t.Parallel()
	if wrong := soundAccount().check(); len(wrong) > 0 {
		t.Errorf("a sound history: %q", wrong)
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			a := soundAccount()
			fault.does(a)
			if wrong := a.check(); !slices.ContainsFunc(wrong, func(w string) bool { return strings.Contains(w, fault.words) }) {
				t.Errorf("no complaint of %q: %q", fault.words, wrong)
			}
		})
	}
}

// TestTheCheckOfAHistoryAllowsWhatMayBe: calls that overlap may come in either order, and a killed write may be stored or
// not.
func TestTheCheckOfAHistoryAllowsWhatMayBe(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(a *account){
		"a read during a write has it": func(a *account) {
			a.reads[0].cursor = "c6"
			a.reads[0].threads["t2"] = shown{1, []entry{{"t2", "second"}}}
		},
		"a killed write is stored later": func(a *account) {
			a.writes[4].ended = 40
			e := happened("c7", "reply", "ann", "t1", "r3", "never")
			a.another(e)
			a.heard = append(a.heard,
				heard{by: "fay", self: "fay", began: 14, ended: 41, cursor: "c7", events: []event{e}, fresh: true},
				heard{by: "gus", began: 41, ended: 41, cursor: "c7", events: []event{e}})
		},
		"a killed write is not stored": func(a *account) { a.writes[4].began = 0 },
		"the end is what was read":     func(a *account) { a.another(happened("c7", "seen", "fay", "t2", "", "")) },
		"a wait in two parts": func(a *account) {
			all := a.heard[1].events
			a.heard[1].cursor, a.heard[1].events, a.heard[1].fresh = "c5", all[:1], false
			a.heard = append(a.heard, heard{by: "fay", self: "fay", began: 13, ended: 20, cursor: "c6", events: all[1:], fresh: true})
		},
		"a notice comes late": func(a *account) { a.reads[3].began, a.reads[3].ended = 17, 17 },
		"a watch was stopped": func(a *account) { a.heard, a.cut = a.heard[:5], true },
	} {
		t.Run(name, func(t *testing.T) {
			a := soundAccount()
			change(a)
			if wrong := a.check(); len(wrong) > 0 {
				t.Errorf("complaints: %q", wrong)
			}
		})
	}
}
