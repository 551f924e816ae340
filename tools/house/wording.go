package house

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A wording is a turn of phrase to avoid, and what to write.
type wording struct {
	name    string
	pattern *regexp.Regexp // of text in small letters
	advice  string
	// product: only in what users and models read, documents included. The others hold for comments and subjects too.
	product bool
	except  *regexp.Regexp // a match that fits this, too, is fine
}

var re = regexp.MustCompile

var wordings = []wording{
	{name: "tell", pattern: re(`\b(tells?|told|telling)\b`), advice: "show, report, notify"},
	{name: "is no", pattern: re(`(there )?\b(is|are|was|were|knows?) no\b( longer\b)?`), advice: "negate the verb: is not a, does not know", except: re(`^there|longer`)},
	{name: "take back", pattern: re(`\b(takes?|took|taken|taking)( [^ .;:]+){0,6} back\b`), advice: "undo"},
	{name: "take in", pattern: re(`\b(takes?|took|taken|taking)( [^ .;:]+)? in\b`), advice: "import, accept"},
	{name: "take out", pattern: re(`\b(takes?|took|taken|taking)( [^ .;:]+){0,3} out\b`), advice: "remove"},
	{name: "what", pattern: re(`(^|[.:;·] )what\b[^?.;]*([.;]|$)`), advice: "begin with a noun: replies, location, status"},
	{name: "else", pattern: re(`[,;] else\b|\bor else\b`), advice: "otherwise; or give the default: default: X"},
	{name: "leave out", pattern: re(`\b(leaves?|leaving|left)( [^ .;:]+){0,4} out\b`), advice: "omit"},
	{name: "by itself", pattern: re(`\bby (itself|themselves)\b`), advice: "automatically"},
	{name: "stands", pattern: re(`\bstands? (in|at|on|there|here|beside|between|once|twice|behind|before|for what)\b|\bstill stands?\b|\bthings stand\b`), advice: "is, occurs, applies"},
	{name: "beside", pattern: re(`\bbeside\b`), advice: "next to, with"},
	{name: "misheard", pattern: re(`\bin any case\b|\bnow and then\b|\bat most so many\b|\bso many of\b`), advice: "case-insensitive; original and current; at most N"},
	{name: "shall", pattern: re(`\bshall\b`), advice: "should, or ask the question directly: Require …?"},
	{name: "was said", pattern: re(`\b(is|was|were|be|been) said\b`), advice: "replies, messages", product: true},
	{name: "words", pattern: re(`\bwords?\b`), advice: "message, reply, approval", product: true},
	{name: "person", pattern: re(`\b(persons?|somebody|anybody)\b`), advice: "you to the user, human in flags and JSON, (human only)", product: true},
	{name: "answer", pattern: re(`\b(an|the|its|your|whose|each|every|this|that|last|newest|agent's|agents'|of) answers?\b|\banswers? (of|to|from|by)\b`), advice: "reply in a thread, response in a chat, choice, output of a command", product: true},
	{name: "place", pattern: re(`\b(a|an|the|its|their|this|that|your|other|another|new|old|which|original|whose) places?\b`), advice: "location", product: true},
	{name: "teach", pattern: re(`\b(teach|teaches|taught|learns?|learnt|hears?|heard|(listens?|listening)( only)?( on)?)\b`), advice: "set up, notify, running", product: true, except: re(` on$`)},
	{name: "unseen", pattern: re(`(^|[^-\w])unseen\b|\bnew to you\b`), advice: "unread", product: true, except: re(`--unseen`)},
	{name: "look", pattern: re(`\b(look|looks) (again|at what|after)\b`), advice: "retry, check, manage", product: true},
	{name: "exclude", pattern: re(`\bgo(es)? without\b|\bexcludes? each other\b`), advice: "cannot be combined with", product: true},
	{name: "machine value", pattern: re(`\b[a-z]{3,}=(%[a-z]|…)|\bfound by: ?(%|…)`), advice: "write it for people: 2 open threads", product: true},
}

// maxSummary is how many words say what a verb does.
const maxSummary = 8

// shapes are rules about the form of a text. Each returns whether it is broken.
var shapes = []struct {
	name, advice string
	broken       func(x text) bool
}{
	{"summary length", "at most 8 words: an imperative and an object", func(x text) bool { return x.kind == "summary" && len(strings.Fields(x.text)) > maxSummary }},
	{"summary imperative", "begin with a verb of imperatives in tools/house/wording.go", func(x text) bool { return x.kind == "summary" && !isImperative(x.text) }},
	{"error without value", "name the value that is wrong: unknown revision \"X\"", func(x text) bool {
		return x.kind == "failure" && unnamed.MatchString(x.text) && !strings.ContainsAny(x.text, "%…$")
	}},
	{"two hints", "one command or one piece of advice", func(x text) bool { return x.surface == "hints" && (x.kind == "second" || several.MatchString(x.text)) }},
}

// riddle matches turns of phrase that a reader has to solve: an indefinite
// person where a real one acts, or a relative clause without its noun.
var riddle = regexp.MustCompile(`(?i)\b(who` + `ever|some` + `body|nobody (is|can|knows|has|else)|nobody'` + `s|(for|of|to) who (is|has|was|waits|asks|wants|knows|needs|can|must)|is no` + `ne of)\b`)

var (
	// unnamed matches errors that something is wrong or missing, which name it.
	unnamed = regexp.MustCompile(`(?i)^(no such|unknown|invalid|bad|not an?|there is no) | (is|are) (not|no) `)
	several = regexp.MustCompile(`; |[.!] [A-Z']`)
)

// imperatives are the verbs with which a summary, and the subject of a commit, begins.
var imperatives = strings.Fields(`
	abort accept add adopt allow answer apply approve archive ask assert avoid begin bind block bound bump bundle cache call cap
	change check choose clarify clean clear close collapse collect combine comment compare compress compute copy correct count
	cover create cut debounce decide declare decode default define delay delete deny deprecate derive describe detect disable
	discard display do document draft drop dump edit embed emit enable encode end enforce escape exclude expand explain export
	expose extend extract fail fetch fill filter find finish fix flush fold follow forbid force format forward free freeze
	generate get give group guard guess handle hide highlight hold honour hook ignore implement import improve include increase
	index inline insert install introduce join keep know label launch let limit link lint list load lock log lower make manage map
	mark match measure merge migrate mock move name narrow normalise notify offer omit open order organise override pack parse
	pass pin place play point post prefer prepare preserve prevent print probe process profile protect prune publish purge put
	quote raise read rebuild recognize recompute
	record recover redirect reduce refactor refresh refuse register reject release remove
	rename render renew reopen reorder repair repeat replace reply report request require reset resolve respect restart restore
	restrict retry return reuse revert review revise rewrite round run save say scan search select send separate serve set share
	shorten show shrink simplify skip sort speed split stage start state stop store strip submit suggest support swap switch sync
	test throttle tidy tighten time toggle track translate treat triage trim try turn unarchive undelete undo unify uninstall
	unlock unmark unpin unresolve update upgrade use validate verify view wait wake walk warn watch widen wrap write`)

func isImperative(s string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	return slices.Contains(imperatives, strings.ToLower(strings.TrimRight(first, ",.:…")))
}

// flat is a text on one line, in small letters.
func (x text) flat() string { return strings.ToLower(strings.Join(strings.Fields(x.text), " ")) }

// in counts how often the phrase occurs in a text, which is flat.
func (w wording) in(flat, surface string) int {
	if w.product && (surface == "comments" || surface == "subjects") {
		return 0
	}
	n := 0
	for _, found := range w.pattern.FindAllString(flat, -1) {
		if w.except == nil || !w.except.MatchString(found) {
			n++
		}
	}
	return n
}

var (
	fenced = regexp.MustCompile("(?ms)^ *```.*?^ *```|`[^`\n]*`|<!--.*?-->")
	parted = regexp.MustCompile(`\n\s*(\n|[-*#|>]|\d+\.)`)
)

// prose returns the texts outside the product: documents, by paragraph and without code, and comments.
func (t *tree) prose() []text {
	var out []text
	add := func(f *file, surface string, line int, said string) {
		out = append(out, text{surface: surface, from: f, line: line, text: said})
	}
	for _, f := range t.files {
		switch ext := path.Ext(f.path); {
		case strings.Contains("/"+f.path, "/testdata/") || bytes.Contains(f.text[:min(300, len(f.text))], []byte("make generate")):
		case ext == ".md" && surfaceOf[f.folder()] == "" && !f.below("skills/consider"):
			part := "docs"
			if f.path == "README.md" {
				part = "readme"
			} else if f.below("docs/guides") {
				part = "guides"
			}
			said := fenced.ReplaceAllStringFunc(string(f.text), func(code string) string { return "…" + strings.Repeat("\n", strings.Count(code, "\n")) })
			last := 0
			for _, at := range append(parted.FindAllStringIndex(said, -1), []int{len(said)}) {
				add(f, part, 1+strings.Count(said[:last], "\n"), strings.TrimLeft(said[last:at[0]], "\n #>|*-"))
				last = at[0]
			}
		case ext == ".ts", ext == ".css":
			l := &lexer{source: string(f.text)}
			l.scan(false)
			for _, c := range l.comments {
				add(f, "comments", c.line, c.text)
			}
		case f.syntax != nil:
			for _, c := range f.syntax.Comments {
				add(f, "comments", f.fset.Position(c.Pos()).Line, c.Text())
			}
		}
	}
	return out
}

// A ruled is a rule on a surface.
type ruled struct{ rule, surface string }

// faults returns where each rule is broken, by rule and surface.
func faults(all []text) map[ruled][]problem {
	found := map[ruled][]problem{}
	for _, x := range all {
		add := func(rule, advice string) {
			key := ruled{rule, x.surface}
			found[key] = append(found[key], problem{x.from.path, x.line, fmt.Sprintf("%q: %s", strings.Join(strings.Fields(x.text), " "), advice)})
		}
		flat := x.flat()
		for _, w := range wordings {
			for range w.in(flat, x.surface) {
				add(w.name, w.advice)
			}
		}
		for _, s := range shapes {
			if s.broken(x) {
				add(s.name, s.advice)
			}
		}
		if riddle.MatchString(x.text) {
			add("riddle", "name the one who acts")
		}
	}
	return found
}

// ruleNames are the names of all rules, in their order.
func ruleNames() []string {
	names := []string{"riddle"}
	for _, w := range wordings {
		names = append(names, w.name)
	}
	for _, s := range shapes {
		names = append(names, s.name)
	}
	return names
}

const countsHead = `# How often each rule of tools/house/wording.go is still broken, by surface. A number may only fall; make words lowers it.
# A rule without a number holds everywhere. To begin a new or changed rule, delete its lines and run make words.
`

// readCounts reads that file. A rule that it does not name has not been counted yet.
func readCounts(source []byte) (allowed map[ruled]int, known map[string]bool) {
	allowed, known = map[ruled]int{}, map[string]bool{}
	for line := range strings.Lines(string(source)) {
		if part := strings.Split(strings.TrimSpace(line), "\t"); len(part) == 3 {
			n, _ := strconv.Atoi(part[2])
			allowed[ruled{part[0], part[1]}], known[part[0]] = n, true
		}
	}
	return allowed, known
}

// ratchet returns the counts as they may be now, and the problems of rules that are broken more often than that.
func ratchet(found map[ruled][]problem, source []byte) (next []byte, more []problem) {
	allowed, known := readCounts(source)
	b := bytes.NewBufferString(countsHead)
	for _, rule := range ruleNames() {
		before := b.Len()
		keys := slices.SortedFunc(maps.Keys(found), func(a, b ruled) int { return cmp.Compare(a.surface, b.surface) })
		for _, key := range keys {
			n := len(found[key])
			if key.rule != rule {
				continue
			}
			if limit := allowed[key]; known[rule] && n > limit {
				more = append(more, problem{"tools/house/wording.tsv", 0, fmt.Sprintf(
					"%q is broken %d times in %s, and %d are allowed; the new ones are in git diff of the source, or of docs/words.txt:", rule, n, key.surface, limit)})
				more = append(more, found[key]...)
				n = limit
			}
			if n > 0 {
				fmt.Fprintf(b, "%s\t%s\t%d\n", rule, key.surface, n)
			}
		}
		if b.Len() == before {
			fmt.Fprintf(b, "%s\teverywhere\t0\n", rule)
		}
	}
	return b.Bytes(), more
}
