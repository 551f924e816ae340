package review

import (
	"context"
	"fmt"
	"strings"

	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// PromptInput names the threads that a person hands to an agent, and how the agent calls the program.
type PromptInput struct {
	IDs     []string `json:"ids,omitempty" help:"thread IDs or unique prefixes (default: all open threads)"`
	Program string   `json:"program,omitempty" help:"the command that the agent uses to run consider (default: consider)"`
}

// PromptOutput is what the person says to the agent. The sentence that asks holds no words of a thread, as anyone may
// have written those.
type PromptOutput struct {
	Text    string `json:"text"`    // the sentence, and a line for each thread
	Line    string `json:"line"`    // the sentence alone, without a line end: a terminal would send it
	Threads int    `json:"threads"` // how many threads it is about
}

// maxNamed is the largest number of threads that the sentence names; with more, it asks the agent to list them.
const maxNamed = 10

// Prompt returns a text that asks an agent to look at threads and says how to answer them.
func Prompt(ctx context.Context, s *session.Session, in PromptInput) (PromptOutput, error) {
	program := in.Program
	switch {
	case program == "":
		program = "consider"
	case words.HasControl(program) || strings.Contains(program, "`"):
		return PromptOutput{}, fail.Usage("the program must be one line without backticks")
	}
	about := ListInput{Workflow: thread.Open}
	var ids []string
	if len(in.IDs) > 0 {
		about.Workflow = "all"
		at, err := s.FindAll(ctx, in.IDs, thread.Active)
		if err != nil {
			return PromptOutput{}, err
		}
		for _, ref := range at {
			ids = append(ids, ref.ID)
		}
	}
	read, err := Whole(ctx, s, about, ids)
	if err != nil {
		return PromptOutput{}, err
	}
	out := PromptOutput{Line: promptLine(program, ids), Threads: len(read.Threads)}
	var b strings.Builder
	b.WriteString(out.Line + "\n\n")
	for i := range read.Threads {
		d := &read.Threads[i]
		fmt.Fprintf(&b, "- %s %s: %s\n", d.ID, words.OneLine(d.Where().String()), topic(d))
	}
	out.Text = b.String()
	return out, nil
}

// promptLine returns the sentence that asks an agent to answer threads.
func promptLine(program string, ids []string) string {
	switch {
	case len(ids) == 1:
		return fmt.Sprintf("Please look at the review thread %s: run `%s context %[1]s`, then answer with `%[2]s reply %[1]s -m TEXT`.", ids[0], program)
	case len(ids) > 0 && len(ids) <= maxNamed:
		return fmt.Sprintf("Please look at %d review threads: run `%s context %s`, then answer each with `%[2]s reply <id> -m TEXT`.",
			len(ids), program, strings.Join(ids, " "))
	}
	return fmt.Sprintf("I left review threads on the code. Run `%s list`, then `%[1]s context <id>` for each, and answer with `%[1]s reply <id> -m TEXT`.", program)
}

// topic says in one line what a thread is about: the words marked in an answer, or the thread's first words.
func topic(d *place.ThreadDetail) string {
	if d.Span != nil {
		return string(d.Span.Mark) + ": " + words.Headline(d.Span.Quote)
	}
	return words.Headline(d.Body)
}
