package thread

import (
	"slices"
	"strings"
	"time"

	"consider/internal/digest"
	"consider/internal/words"
)

// Limits on the choices of a question.
const (
	MinChoices = 2
	MaxChoices = 5
	MaxChoice  = 80 // bytes of one
)

// Question is an agent's question to the human in an open thread, with choices. It is open until a person replies, or
// the agent that asked writes again.
type Question struct {
	Reply      string    `json:"reply,omitempty"` // the reply that asks, "" for the first message
	Choices    []string  `json:"choices"`
	AuthorName string    `json:"authorName,omitempty"` // the agent that asks
	At         time.Time `json:"at"`
	Body       string    `json:"body"`    // first line of the question, at most 200 bytes
	Version    string    `json:"version"` // of the whole question; an edit changes it
}

// AreChoices reports whether a question may offer these choices: a few plain texts on one line, without duplicates.
// Choices in a store may be anything.
func AreChoices(choices []string) bool {
	if len(choices) < MinChoices || len(choices) > MaxChoices {
		return false
	}
	for i, c := range choices {
		same := func(other string) bool { return strings.EqualFold(c, other) }
		if c == "" || len(c) > MaxChoice || c != strings.TrimSpace(c) || words.HasControl(c) || slices.ContainsFunc(choices[:i], same) {
			return false
		}
	}
	return true
}

// NewestQuestion returns the newest question of a thread and the replies after it; nil if there is none.
func (t *Thread) NewestQuestion() (q *Question, since []Reply) {
	switch i := t.QuestionBefore(len(t.Replies)); i {
	case -1:
		return nil, nil
	case 0:
		q = &Question{"", t.Choices, t.AuthorName, t.CreatedAt, words.Headline(t.Body), VersionOf(t.ID, t.Body)}
		return q, t.Replies
	default:
		r := &t.Replies[i-1]
		return &Question{r.ID, r.Choices, r.AuthorName, r.CreatedAt, words.Headline(r.Body), VersionOf(r.ID, r.Body)}, t.Replies[i:]
	}
}

// QuestionBefore returns the entry of the newest question before the i-th reply (from 0), or -1 if there is none.
func (t *Thread) QuestionBefore(i int) int {
	for i--; i >= 0; i-- {
		if r := &t.Replies[i]; r.Author == Agent && AreChoices(r.Choices) {
			return i + 1
		}
	}
	if t.Author == Agent && AreChoices(t.Choices) {
		return 0
	}
	return -1
}

// VersionOf returns the version of a text that a person acts on. An edited text has another version.
func VersionOf(id string, words ...string) string {
	return digest.Of(id, strings.Join(words, "\n"))[:8]
}

// OpenQuestion returns the question that is not answered yet, or nil.
func (t *Thread) OpenQuestion() *Question {
	q, since := t.NewestQuestion()
	answers := func(r Reply) bool {
		return r.Author != Agent || Author{Agent, r.AuthorName}.MarkName() == Author{Agent, q.AuthorName}.MarkName()
	}
	if q == nil || t.WorkflowState == Resolved || slices.ContainsFunc(since, answers) {
		return nil
	}
	return q
}

// Chosen returns the choice that ref names by its text, its number from 1, or a prefix; "" if ref names none or
// several.
func (q *Question) Chosen(ref string) string {
	ref = strings.TrimSpace(ref)
	if i := slices.IndexFunc(q.Choices, func(c string) bool { return strings.EqualFold(c, ref) }); i >= 0 {
		return q.Choices[i]
	}
	if len(ref) == 1 && ref[0] >= '1' && int(ref[0]-'0') <= len(q.Choices) {
		return q.Choices[ref[0]-'1']
	}
	found := ""
	for _, c := range q.Choices {
		if ref != "" && strings.HasPrefix(strings.ToLower(c), strings.ToLower(ref)) {
			if found != "" {
				return ""
			}
			found = c
		}
	}
	return found
}
