package review

import (
	"fmt"
	"strings"

	"consider/internal/fail"
	"consider/internal/thread"
)

// choicesIn returns the choices that ask offers, separated by |; nil if ask is empty.
func choicesIn(ask string, who thread.Author) ([]string, error) {
	if ask == "" {
		return nil, nil
	}
	if who.Kind != thread.Agent {
		return nil, fail.Usage("only an agent can ask a question with choices").Hint("to ask without choices, omit {--ask}")
	}
	choices := strings.Split(ask, "|")
	for i := range choices {
		choices[i] = strings.TrimSpace(choices[i])
	}
	if !thread.AreChoices(choices) {
		return nil, fail.Usage("%q is not a list of choices", ask).
			Hint("give %d to %d choices separated by |, each at most %d bytes, as in 'Keep it|Drop it'", thread.MinChoices, thread.MaxChoices, thread.MaxChoice)
	}
	return choices, nil
}

// chosen returns the choice that a person names, of the thread's newest question; "" if choose is empty. version is the
// version of the question that the person read, "" if unknown.
func chosen(t *thread.Thread, choose, version string) (string, error) {
	if choose == "" {
		return "", nil
	}
	q, since := t.NewestQuestion()
	if q == nil {
		return "", fail.Conflict("%s has no question with choices", t.ID).Hint("reply without a choice: {reply %s -m TEXT}", t.ID)
	}
	for _, r := range since {
		if r.Choice != "" {
			return "", fail.Conflict("%q was already chosen", r.Choice).Hint("if you changed your mind, say so: {reply %s -m TEXT}", t.ID)
		}
	}
	if version != "" && version != q.Version {
		return "", fail.Conflict("the question has changed").Hint("read the question again: {show %s}", t.ID)
	}
	if choice := q.Chosen(choose); choice != "" {
		return choice, nil
	}
	var offered []string
	for i, c := range q.Choices {
		offered = append(offered, fmt.Sprintf("%d %s", i+1, c))
	}
	return "", fail.Usage("%q is not one of the choices, or matches more than one", choose).Hint("choose one of: %s", strings.Join(offered, " | "))
}
