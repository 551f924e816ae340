package transcript

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"consider/internal/enum"
)

// Found is the result of a search.
type Found struct {
	Responses []Response // newest first
	Sources   []Source   // one for each agent that was asked for
	Watch     []string   // files and folders, absolute, that change when there is something new
}

// State returns the best state of all sources.
func (f Found) State() State {
	best := Absent
	for _, s := range f.Sources {
		if s.State == Connected || s.State == Watching && best == Absent {
			best = s.State
		}
	}
	return best
}

// Later reports whether a search after [AskEvery] may find more, even if nothing changes.
func (f Found) Later() bool {
	return slices.ContainsFunc(f.Sources, func(s Source) bool { return s.Later })
}

// Agent is the name of an agent whose transcripts can be read.
type Agent string

// Enum lists the agents whose transcripts can be read.
func (Agent) Enum() enum.Set {
	var out enum.Set
	for _, h := range harnesses {
		out.Values = append(out.Values, enum.Value{Name: h.name, Word: h.name})
	}
	out.Values = append(out.Values, enum.Value{Name: openCode, Word: openCode})
	return out
}

// harness is an agent that keeps a file for each session.
type harness struct {
	name string
	home func(Places) string
	// sessions lists the files that may be sessions of the roots, and what to watch for new ones.
	sessions func(f *Finder, roots []string) (files []file, watch []string)
	// started returns the folder that a session was started in, looking at the first lines only; "" if unknown,
	// skipped if the file is not of a session with a person.
	started func(file file) (cwd string)
	reader  func(file file, n int) reader
}

var harnesses = []harness{
	{claudeCode, func(p Places) string { return p.Claude }, (*Finder).claudeFiles, startedClaude, newClaudeReader},
	{codex, func(p Places) string { return p.Codex }, (*Finder).codexFiles, startedCodex, newCodexReader},
	{gemini, func(p Places) string { return p.Gemini }, (*Finder).geminiFiles, startedGemini, newGeminiReader},
	{copilot, func(p Places) string { return p.Copilot }, (*Finder).copilotFiles, startedCopilot, newCopilotReader},
}

// Latest returns the newest responses. The sources report problems with reading; the error is the context's.
func (f *Finder) Latest(ctx context.Context, q Query) (Found, error) {
	var out Found
	q.Max = max(1, q.Max)
	ask := func(agent string, find func(Query) (Source, []Response, []string)) {
		if q.Agent != "" && q.Agent != agent || ctx.Err() != nil {
			return
		}
		source, responses, watch := find(q)
		out.Sources = append(out.Sources, source)
		out.Responses = append(out.Responses, responses...)
		out.Watch = append(out.Watch, watch...)
	}
	for _, h := range harnesses {
		ask(h.name, func(q Query) (Source, []Response, []string) { return f.sessions(h, q) })
	}
	ask(openCode, f.openCode)
	out.Responses = newest(out.Responses, q.Max)
	slices.Sort(out.Watch)
	out.Watch = slices.Compact(out.Watch)
	return out, ctx.Err()
}

// sessions reads one agent's newest sessions.
func (f *Finder) sessions(h harness, q Query) (Source, []Response, []string) {
	source := Source{Agent: h.name, State: Absent}
	home := h.home(f.Places)
	if home == "" {
		return source, nil, nil
	}
	watch := []string{home}
	if info, err := os.Stat(home); err != nil || !info.IsDir() {
		return source, nil, watch
	}
	source.State = Watching
	files, more := h.sessions(f, q.Roots)
	watch = append(watch, more...)
	var found []Response
	ours, begun := f.sessionFiles(h, files, q.Roots)
	watch = append(watch, begun...)
	for _, file := range ours {
		source.State = Connected
		watch = append(watch, file.path)
		if len(found) >= q.Max && file.mod.Before(found[q.Max-1].At) {
			continue // nothing in it can be newer than what there is
		}
		responses, cut, err := readFile(h, file, q.Max)
		if err != nil {
			source.Problem = err.Error()
			continue
		}
		source.Cut = source.Cut || cut
		found = newest(append(found, responses...), q.Max)
	}
	return source, found, watch
}

// sessionFiles returns the newest files that are sessions of the roots: started in one or below it, or when there is
// none, in the nearest folder above. begun are those that do not say yet where they were started: writing the first
// line changes nothing in their folder.
func (f *Finder) sessionFiles(h harness, files []file, roots []string) (sessions []file, begun []string) {
	slices.SortStableFunc(files, func(a, b file) int { return b.mod.Compare(a.mod) })
	started := func(yield func(file) bool) {
		for _, file := range files[:min(len(files), maxRecent)] {
			file.cwd = f.cwd(h, file)
			if file.cwd == "" && len(begun) < maxOpen {
				begun = append(begun, file.path)
			}
			if file.cwd != "" && file.cwd != skipped && !yield(file) {
				return
			}
		}
	}
	sessions = inRoots(f.Places, roots, maxOpen, started, func(file file) string { return file.cwd })
	return sessions, begun
}

// cwd returns the folder that a session was started in.
func (f *Finder) cwd(h harness, file file) string {
	f.mu.Lock()
	known, ok := f.cwds[file.path]
	f.mu.Unlock()
	if ok {
		return known
	}
	cwd := h.started(file)
	if cwd == "" {
		return "" // perhaps its first line is still being written
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.cwds == nil || len(f.cwds) > 4*maxRecent {
		f.cwds = map[string]string{}
	}
	f.cwds[file.path] = cwd
	return cwd
}

// readFile reads one transcript from its end. A file that shrinks meanwhile is read once more.
func readFile(h harness, file file, n int) (responses []Response, cut bool, err error) {
	for range 2 {
		responses, cut, err = readOnce(file.path, h.reader(file, n))
		if !errors.Is(err, errMoved) {
			break
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil // cleaned up since it was listed
	}
	return responses, cut, err
}

func readOnce(path string, r reader) ([]Response, bool, error) {
	in, size, closeFile, err := openTranscript(path, maxUnpacked)
	if err != nil {
		return nil, false, err
	}
	defer closeFile()
	if strings.HasSuffix(path, ".json") { // one document, not lines
		data, err := io.ReadAll(io.LimitReader(io.NewSectionReader(in, 0, size), maxBack))
		if err != nil {
			return nil, false, err
		}
		r.take(data)
		return r.responses(true), size > maxBack, nil
	}
	return readBack(in, size, r)
}

// readBack passes the lines of a transcript to r until it has enough.
func readBack(in io.ReaderAt, size int64, r reader) ([]Response, bool, error) {
	lines := newBackward(in, size)
	for {
		line, long, ok, err := lines.next()
		if err != nil {
			return nil, false, err
		}
		if !ok {
			return r.responses(!lines.cut), lines.cut, nil
		}
		if long {
			r.gap()
			continue
		}
		if !r.take(line) {
			return r.responses(false), false, nil
		}
	}
}
