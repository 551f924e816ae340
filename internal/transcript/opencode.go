package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const openCode = "opencode"

// openCodeParts asks for the newest texts of the assistant in sessions of a person. Names of folders are
// compared here and not in the query, so that no such name is ever part of it.
const openCodeParts = `select s.directory as dir, p.session_id as session, p.message_id as message, p.id as part,` +
	` p.time_created as at, json_extract(p.data,'$.text') as text` +
	` from part p join message m on m.id = p.message_id join session s on s.id = p.session_id` +
	` where s.parent_id is null and json_extract(m.data,'$.role') = 'assistant' and json_extract(p.data,'$.type') = 'text'` +
	` and coalesce(json_extract(p.data,'$.synthetic'),0) = 0 and coalesce(json_extract(p.data,'$.ignored'),0) = 0` +
	` order by p.time_created desc, p.id desc limit %d`

// AskEvery is the shortest time between two queries to the program.
const AskEvery = 3 * time.Second

const partsEach = 40 // rows that are asked for, for each response wanted: other projects are in the same database

// openCode asks OpenCode's own program for its newest messages. Its database is written while it is read, and its
// tables are internal; the program can read it in every version, and consider needs no database driver.
func (f *Finder) openCode(q Query) (Source, []Response, []string) {
	source := Source{Agent: openCode, State: Absent}
	home := f.Places.OpenCode
	if home == "" {
		return source, nil, nil
	}
	db := filepath.Join(home, "opencode.db")
	watch := []string{home, db, db + "-wal"}
	if info, err := os.Stat(db); err != nil || !info.Mode().IsRegular() {
		return source, nil, watch
	}
	source.State = Watching
	if f.Places.AskOpenCode == nil {
		source.Problem = "sessions exist, but the opencode program that reads them was not found"
		return source, nil, watch
	}
	limit := partsEach * max(q.Max, 1)
	rows, later, err := f.askOpenCode(db, limit)
	if err != nil {
		source.Problem = err.Error()
		return source, nil, watch
	}
	source.Cut, source.Later = len(rows) == limit, later
	responses := f.openCodeResponses(rows, q)
	if len(responses) > 0 {
		source.State = Connected
	}
	return source, responses, watch
}

// askOpenCode runs the program, unless the database is as it was at the last time: starting it costs a second.
// While a session runs the database changes all the time, so it is not asked more often than [AskEvery]; later says
// that there may be more by then.
func (f *Finder) askOpenCode(db string, limit int) (rows []openCodeRow, later bool, err error) {
	key := func() string {
		out := fmt.Sprint(limit)
		for _, path := range []string{db, db + "-wal"} {
			if info, err := os.Stat(path); err == nil {
				out += fmt.Sprint(" ", info.Size(), info.ModTime().UnixNano())
			}
		}
		return out
	}
	f.asking.Lock()
	defer f.asking.Unlock()
	if f.answered == key() {
		return f.answer, false, nil
	}
	if f.Now != nil && f.answered != "" && f.Now().Sub(f.asked) < AskEvery {
		return f.answer, true, nil
	}
	out, err := f.Places.AskOpenCode("db", "--pure", fmt.Sprintf(openCodeParts, limit), "--format", "json")
	if err != nil {
		return nil, false, fmt.Errorf("opencode could not read its sessions: %w", err)
	}
	rows, ok := openCodeRows(out)
	if !ok {
		return nil, false, errors.New("unknown output format from opencode")
	}
	// The state of the database after the query: the query itself may change it, which must not cause another one.
	f.answered, f.answer = key(), rows
	if f.Now != nil {
		f.asked = f.Now()
	}
	return rows, false, nil
}

// openCodeRows reads the program's answer: a list of rows, each decoded on its own.
func openCodeRows(out []byte) (rows []openCodeRow, ok bool) {
	var list []json.RawMessage
	out = bytes.TrimSpace(out)
	if len(out) == 0 {
		return nil, true
	}
	if json.Unmarshal(out, &list) != nil {
		return nil, false
	}
	for _, raw := range list {
		var row openCodeRow
		if decode(raw, &row) && row.Message != "" && nonBlank(row.Text) != "" {
			rows = append(rows, row)
		}
	}
	return rows, true
}

// openCodeResponses groups the texts by their message, newest first.
func (f *Finder) openCodeResponses(rows []openCodeRow, q Query) []Response {
	texts := map[string][]openCodeRow{}
	var order []string
	for _, row := range inRoots(f.Places, q.Roots, len(rows), slices.Values(rows), func(r openCodeRow) string { return r.Dir }) {
		if texts[row.Message] == nil {
			order = append(order, row.Message)
		}
		texts[row.Message] = append(texts[row.Message], row)
	}
	var out []Response
	for _, message := range order[:min(len(order), q.Max)] {
		parts := texts[message]
		var words []string
		for _, p := range slices.Backward(parts) {
			words = append(words, p.Text)
		}
		newest := parts[0]
		out = append(out, Response{
			ID: idOf(openCode, message, ""), Agent: openCode, Session: newest.Session, Message: message,
			Cwd: newest.Dir, At: millis(newest.At), Text: strings.Join(words, "\n\n"),
		})
	}
	return out
}
