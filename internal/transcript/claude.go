package transcript

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

const claudeCode = "claude-code"

// claudeLine is what is read of one record: one block of one message.
type claudeLine struct {
	Type      string  `json:"type"`
	UUID      string  `json:"uuid"`
	Parent    *string `json:"parentUuid"`
	Sidechain bool    `json:"isSidechain"`
	Meta      bool    `json:"isMeta"`
	APIError  bool    `json:"isApiErrorMessage"`
	Team      string  `json:"teamName"`
	At        string  `json:"timestamp"`
	Session   string  `json:"sessionId"`
	Block     *int    `json:"apiBlockIndex"`
	Message   struct {
		ID      string          `json:"id"`
		Role    string          `json:"role"`
		Model   string          `json:"model"`
		Content json.RawMessage `json:"content"`
	} `json:"message"`
}

// claudeReader follows the conversation from its newest record to its first: each names its parent, and what is
// not on the way up was rewound. Records stand after their parents, so one pass from the end sees the whole way.
type claudeReader struct {
	file file
	n    int

	want    string // uuid of the next record on the way
	started bool   // the newest record was found
	rooted  bool   // the way has come to a record without a parent
	lost    bool   // a record of the way may have been passed over: the next one counts

	path []*claudeMessage // on the way, newest first
	all  []*claudeMessage // in the file, should the way lead nowhere
}

// claudeMessage is one message of the assistant, of several records.
type claudeMessage struct {
	id, session string
	first       string // time of its first record
	at          time.Time
	blocks      []claudeBlock // newest first
}

type claudeBlock struct {
	index int
	text  string
}

func newClaudeReader(file file, n int) reader { return &claudeReader{file: file, n: n} }

func (r *claudeReader) gap() { r.lost = r.started && !r.rooted }

func (r *claudeReader) take(line []byte) bool {
	var l claudeLine
	if !decode(line, &l) || l.UUID == "" || l.Sidechain || l.Team != "" {
		return true
	}
	speech := l.Type == "user" || l.Type == "assistant"
	if !r.started && !speech {
		return true
	}
	on := !r.rooted && (!r.started || l.UUID == r.want || r.lost && speech)
	if on {
		r.started, r.lost, r.want = true, false, ""
		if l.Parent == nil || *l.Parent == "" || *l.Parent == l.UUID {
			r.rooted = true
		} else {
			r.want = *l.Parent
		}
	}
	if l.Type == "assistant" && l.Message.Role != "user" && !l.Meta {
		r.all = add(r.all, &l, r.n)
		if on {
			r.path = add(r.path, &l, r.n)
		}
	}
	// A message ends where another begins, so one more than is wanted proves that the last is whole.
	return !r.rooted && len(r.path) <= r.n
}

// add puts a record's block into its message, the last of list or a new one; at most one more than n are kept.
func add(list []*claudeMessage, l *claudeLine, n int) []*claudeMessage {
	text, visible := claudeText(l.Message.Content)
	id := cmp.Or(l.Message.ID, l.UUID) // older records have none
	i := slices.IndexFunc(list, func(m *claudeMessage) bool { return m.id == id })
	if i < 0 {
		if !visible || len(list) > n || l.APIError || l.Message.Model == "<synthetic>" { // the model did not write these
			return list
		}
		i, list = len(list), append(list, &claudeMessage{id: id, session: l.Session, at: parseTime(l.At)})
	}
	m := list[i]
	m.first = l.At
	if visible {
		b := claudeBlock{index: -1, text: text}
		if l.Block != nil {
			b.index = *l.Block
		}
		m.blocks = append(m.blocks, b)
	}
	return list
}

// claudeText joins the text blocks of a record's content; none is visible when it has none.
func claudeText(content json.RawMessage) (text string, visible bool) {
	var plain string
	if json.Unmarshal(content, &plain) == nil {
		return plain, strings.TrimSpace(plain) != ""
	}
	text = partsText(content, "text")
	return text, text != ""
}

func (r *claudeReader) responses(whole bool) []Response {
	list := r.path
	if whole && r.started && !r.rooted {
		list = r.all // the way leads to a record that is not here
	}
	var out []Response
	for _, m := range list[:min(len(list), r.n)] {
		out = append(out, m.response(r.file))
	}
	return out
}

func (m *claudeMessage) response(file file) Response {
	blocks := slices.Clone(m.blocks)
	slices.Reverse(blocks)
	slices.SortStableFunc(blocks, func(a, b claudeBlock) int { return cmp.Compare(a.index, b.index) })
	var texts []string
	for _, b := range blocks {
		texts = append(texts, b.text)
	}
	return Response{
		ID: idOf(claudeCode, m.id, m.first), Agent: claudeCode, Session: m.session, Message: m.id, Cwd: file.cwd,
		At: m.at, Text: strings.Join(texts, "\n\n"),
	}
}
