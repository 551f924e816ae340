package claim

import (
	"strings"
	"unicode"

	"consider/internal/enum"
	"consider/internal/gitdiff"
	"consider/internal/thread"
	"consider/internal/treediff"
)

// Why says how a changed part belongs to a thread.
type Why string

// The reasons, from the surest to the weakest.
const (
	OverLines Why = "lines"
	Moved     Why = "moved"
	Function  Why = "function"
	Named     Why = "named"
	Names     Why = "names"
	SameFile  Why = "file"
	Other     Why = "other"
)

var reasons = enum.Set{Values: []enum.Value{
	{Name: string(OverLines), Says: "it changes the thread's lines, or inserts next to them"},
	{Name: string(Moved), Says: "it adds the thread's lines in another location"},
	{Name: string(Function), Says: "it is in the same function or block"},
	{Name: string(Named), Says: "a message names its file"},
	{Name: string(Names), Says: "it uses names from the thread's lines or messages"},
	{Name: string(SameFile), Says: "it is in the same file"},
	{Name: string(Other), Says: "the thread is on the whole review"},
}}

// Enum returns the reasons.
func (Why) Enum() enum.Set { return reasons }

// Hunk is one changed part of a file, and why it belongs to the thread.
type Hunk struct {
	File  string `json:"file"`
	From  string `json:"from,omitempty"` // old path of a rename
	Was   string `json:"was,omitempty"`  // the file's content before, as in [treediff.NameChange]
	Is    string `json:"is,omitempty"`   // and after
	Why   Why    `json:"why"`
	Start int    `json:"start"`         // line in the new text, or the line before it where lines were only removed
	Lines int    `json:"lines"`         // number of lines in the new text
	Patch string `json:"patch"`         // as git diff prints it, at most 400 lines
	Cut   int    `json:"cut,omitempty"` // number of its lines that are not shown

	part  *gitdiff.Hunk // nil for a file without lines
	score int
	form  bool
}

// Scores of the reasons. Within one reason, more names and less distance come first.
const (
	overLines = 1000
	moved     = 800
	function  = 600
	named     = 400
	names     = 300 // at most, for names
	sameFile  = 200
	other     = 100
	belongs   = other

	maxDistance = 99 // lines by which hunks of one reason differ at most
)

// subject is what a thread is about.
type subject struct {
	file       string
	whole, all bool     // a whole file, the whole review
	lines      []string // of its file; nil for a thread on a file or the review
	start, end int      // its lines, from 1
	top, foot  int      // the lines of the block around them
	words      map[string]bool
	files      map[string]bool // names of files in the messages
}

// isOn reports whether the thread is on a file, by either of its names.
func (s *subject) isOn(f *treediff.FileDiff) bool {
	return s.file != "" && (f.Path == s.file || f.From == s.file)
}

// on says which lines of its file the thread is on.
func (s *subject) on(lines []string, start, end int) {
	s.lines, s.start, s.end = lines, start, min(end, len(lines))
	s.top, s.foot = blockAround(lines, s.start, s.end)
	for _, l := range lines[start-1 : s.end] {
		s.learn(l, func(string) bool { return true })
	}
}

// listen learns names from the messages: those that look like code.
func (s *subject) listen(t *thread.Thread) {
	text := t.Body
	for i := range t.Replies {
		text += "\n" + t.Replies[i].Body
	}
	s.files = map[string]bool{}
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("`'\"()[]{}<>,;:", r) }) {
		s.files[strings.TrimPrefix(strings.TrimRight(name, ".!?"), "./")] = true
	}
	for i, part := range strings.Split(text, "`") {
		s.learn(part, func(word string) bool { return i%2 == 1 || isCodeName(word) })
	}
}

// learn remembers the names in a text that are wanted.
func (s *subject) learn(text string, want func(string) bool) {
	if s.words == nil {
		s.words = map[string]bool{}
	}
	for word := range strings.FieldsFuncSeq(text, notOfName) {
		if len(word) > 2 && want(word) {
			s.words[word] = true
		}
	}
}

func notOfName(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// isCodeName reports whether a word of a message is a name as code has them: with_underscores or innerCapitals.
func isCodeName(word string) bool {
	return strings.Contains(strings.Trim(word, "_"), "_") || strings.ContainsFunc(word[1:], unicode.IsUpper) && strings.ContainsFunc(word, unicode.IsLower)
}

// blockAround returns the lines of the outermost block that begins with a call or definition around lines start to end:
// from the line with less indentation before them to the one after them.
func blockAround(lines []string, start, end int) (top, foot int) {
	top, foot = start, end
	depth := -1
	for n := start; n <= end && depth < 0; n++ {
		depth = indent(lines, n)
	}
	if depth < 0 {
		return start, end
	}
	for n := start - 1; n > 0 && depth > 0; n-- {
		if d := indent(lines, n); d >= 0 && d < depth {
			if !strings.Contains(lines[n-1], "(") { // a class, a namespace
				if top != start {
					break
				}
				depth = d
				continue
			}
			top, depth = n, d
		}
	}
	for foot < len(lines) {
		if d := indent(lines, foot+1); d >= 0 && d <= depth {
			break
		}
		foot++
	}
	return top, foot
}

// indent returns the indentation of line n in columns, -1 for a blank line.
func indent(lines []string, n int) int {
	line := lines[n-1]
	rest := strings.TrimLeft(line, " \t")
	if rest == "" {
		return -1
	}
	return len(line) - len(rest) + 3*strings.Count(line[:len(line)-len(rest)], "\t")
}

// rank returns all changed parts with their scores.
func (s *subject) rank(files []treediff.FileDiff) []Hunk {
	var out []Hunk
	used := s.usage(files)
	for i := range files {
		f := &files[i]
		blank := Hunk{File: f.Path, From: f.From, Why: Other}
		blank.Was, blank.Is = strings.TrimSpace(f.OldMode+" "+f.OldBlob), strings.TrimSpace(f.NewMode+" "+f.NewBlob)
		if len(f.Hunks) == 0 {
			out = append(out, s.unlined(f, blank))
		}
		for n := range f.Hunks {
			out = append(out, s.hunk(f, blank, &f.Hunks[n], used))
		}
	}
	return out
}

// unlined is a file that changed without lines: a binary one, a submodule, a mode.
func (s *subject) unlined(f *treediff.FileDiff, h Hunk) Hunk {
	switch {
	case s.whole && s.isOn(f):
		h.Why, h.score = OverLines, overLines
	case s.mentions(f.Path):
		h.Why, h.score = Named, named
	case s.all:
		h.score = other
	}
	return h
}

func (s *subject) hunk(f *treediff.FileDiff, h Hunk, part *gitdiff.Hunk, used map[string]int) Hunk {
	h.Start, h.Lines, h.part = part.NewStart, part.NewLines, part
	if s.isOn(f) {
		s.near(&h, part)
	} else if s.lines != nil && s.holds(part) {
		h.Why, h.score = Moved, moved
	}
	if h.score < named && s.mentions(f.Path) {
		h.Why, h.score = Named, named
	}
	if common := s.common(part, used); h.score < function && common > 0 {
		if h.score == 0 {
			h.Why = Names
		}
		h.score += min(common, names)
	}
	if s.all && h.score < other {
		h.score = other
	}
	return h
}

// near scores a part of the thread's own file.
func (s *subject) near(h *Hunk, part *gitdiff.Hunk) {
	h.form = formOnly(part)
	h.Why, h.score = SameFile, sameFile
	if s.whole {
		h.Why, h.score = OverLines, overLines
	}
	if s.lines == nil {
		return
	}
	distance := maxDistance
	for at := range changed(part) {
		switch {
		case at.touches(s.start, s.end):
			h.Why, h.score = OverLines, overLines
		case h.score < function && at.touches(s.top, s.foot):
			h.Why, h.score = Function, function
		}
		distance = min(distance, at.from(s.start, s.end))
	}
	if h.Why != OverLines {
		h.score -= distance
	}
}

// change is a changed line by its place in the old text: a removed line, or the line before which one was inserted.
type change struct {
	line     int
	inserted bool
}

func (p change) touches(start, end int) bool {
	return p.line >= start && p.line <= end || p.inserted && p.line == end+1
}

func (p change) from(start, end int) int { return max(start-p.line, p.line-end, 0) }

func changed(part *gitdiff.Hunk) func(yield func(change) bool) {
	return func(yield func(change) bool) {
		line := max(part.OldStart, 1)
		if part.OldLines == 0 {
			line = part.OldStart + 1
		}
		for _, l := range part.Lines {
			if l.Sign != ' ' && !yield(change{line, l.Sign == '+'}) {
				return
			}
			if l.Sign != '+' {
				line++
			}
		}
	}
}

// formOnly reports whether a part changes only white space.
func formOnly(part *gitdiff.Hunk) bool {
	var was, is strings.Builder
	for _, l := range part.Lines {
		text := strings.Join(strings.Fields(l.Text), "")
		switch l.Sign {
		case '-':
			was.WriteString(text)
		case '+':
			is.WriteString(text)
		}
	}
	return was.String() == is.String()
}

// holds reports whether a part adds most of the thread's lines.
func (s *subject) holds(part *gitdiff.Hunk) bool {
	added := map[string]bool{}
	for _, l := range part.Lines {
		if l.Sign == '+' {
			added[strings.TrimSpace(l.Text)] = true
		}
	}
	found, all := 0, 0
	for _, l := range s.lines[s.start-1 : s.end] {
		if l = strings.TrimSpace(l); len(l) > 3 {
			all++
			if added[l] {
				found++
			}
		}
	}
	return all > 0 && found*2 > all
}

// usage counts the parts that change a line with each of the thread's names.
func (s *subject) usage(files []treediff.FileDiff) map[string]int {
	used := map[string]int{}
	for i := range files {
		for n := range files[i].Hunks {
			for word := range s.wordsIn(&files[i].Hunks[n]) {
				used[word]++
			}
		}
	}
	return used
}

func (s *subject) wordsIn(part *gitdiff.Hunk) map[string]bool {
	out := map[string]bool{}
	for _, l := range part.Lines {
		if l.Sign == ' ' {
			continue
		}
		for word := range strings.FieldsFuncSeq(l.Text, notOfName) {
			if s.words[word] {
				out[word] = true
			}
		}
	}
	return out
}

// common scores the thread's names in a part: the fewer other parts have a name, the more it counts.
func (s *subject) common(part *gitdiff.Hunk, used map[string]int) int {
	score := 0
	for word := range s.wordsIn(part) {
		score += 150 / used[word]
	}
	return score
}

// mentions reports whether a message names a file by its path or the end of it.
func (s *subject) mentions(file string) bool {
	parts := strings.Split(file, "/")
	for i := range parts {
		at := strings.Join(parts[i:], "/")
		if s.files[at] {
			return true
		}
	}
	return false
}

// maxPatch limits the lines of a changed part that are shown.
const maxPatch = 400

// print adds the part as git diff prints it, without the names of the file.
func (h *Hunk) print() {
	if h.part != nil {
		h.Patch, h.Cut = Print(*h.part)
	}
}

// Print returns a changed part as git diff prints it, without the names of the file, and the number of lines that it omits.
func Print(part gitdiff.Hunk) (patch string, cut int) {
	cut = max(0, len(part.Lines)-maxPatch)
	part.Lines = part.Lines[:len(part.Lines)-cut]
	_, text, _ := strings.Cut(gitdiff.Unified([]gitdiff.Hunk{part}, "", ""), "\n")
	_, patch, _ = strings.Cut(text, "\n")
	return patch, cut
}
