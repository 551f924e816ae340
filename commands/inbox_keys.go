package commands

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/thread"
	"consider/internal/verb"
)

// first goes to the first waiting thread that was not shown yet. It is an [fail.ErrTimeout] if there is none.
func (in *inbox) first() error {
	o, err := review.Next(in.ctx, in.session(), review.NextInput{Skip: in.visited})
	if err != nil {
		return err
	}
	in.visited = append(in.visited, o.Thread.ID)
	in.at, in.now = len(in.visited)-1, o
	return in.draw("")
}

// reread reads the thread again.
func (in *inbox) reread() error {
	o, err := review.NextOf(in.ctx, in.session(), in.visited[in.at])
	if err == nil {
		o.More, o.Damaged, o.Newer = in.now.More, in.now.Damaged, in.now.Newer
		in.now = o
	}
	return err
}

// move goes to a thread that was shown before or, after the last of them, to the next one.
func (in *inbox) move(by int) error {
	if in.at+by < 0 {
		return in.say("This is the first thread.")
	}
	if in.at += by; in.at < len(in.visited) {
		if err := in.reread(); err != nil {
			return in.report(err)
		}
		return in.draw("")
	}
	in.at--
	err := in.first()
	if errors.Is(err, fail.ErrTimeout) {
		in.ended = true
		return in.say("No more threads await you.")
	}
	return in.report(err)
}

// isCurrent reports whether the thread is still as it is on screen. If not, it shows the thread as it is now, so that
// nothing is done to a thread that the person has not seen.
func (in *inbox) isCurrent() (bool, error) {
	was := in.state()
	if err := in.reread(); err != nil {
		return false, in.report(err)
	}
	if in.state() == was {
		return true, nil
	}
	return false, in.draw("The thread has changed, so nothing was done yet. It is now:")
}

// state describes all that a person decides on: messages, suggestions, states, and the agent that works on the thread.
func (in *inbox) state() string {
	t, working := &in.now.Thread, ""
	if t.Receipt.IsWork() {
		working = t.Receipt.By
	}
	out, _ := json.Marshal([]any{ // plain values
		t.Stored.Messages(), t.Suggestions, t.WorkflowState, t.ProposedBy, t.Archived, t.Deleted, working,
	})
	return string(out)
}

type fields map[string]any

// act runs a verb on the thread on screen, if the thread is still as shown, and goes on to the next one.
func (in *inbox) act(name string, input fields) error {
	if ok, err := in.isCurrent(); !ok || err != nil {
		return err
	}
	raw, err := json.Marshal(input)
	if err == nil {
		err = in.do(name, raw)
	}
	if err != nil {
		return in.report(err)
	}
	return in.move(1)
}

// do runs a verb and prints its answer.
func (in *inbox) do(name string, raw json.RawMessage) error {
	s := in.session()
	answer, err := verb.Respond(in.ctx, verbNamed(name), s, raw)
	if err != nil {
		return err
	}
	in.a.autoGC(s)
	p := in.a.page()
	p.Answer(answer.Data)
	p.Unread(answer.Unread)
	if err := in.print(p); err != nil {
		return err
	}
	verb.Delivered(in.ctx, s)
	return nil
}

func verbNamed(name string) verb.Verb {
	return verb.All[slices.IndexFunc(verb.All, func(v verb.Verb) bool { return v.Name == name })]
}

// reply asks for a message and sends it. If the thread changes while the person writes, it asks first.
func (in *inbox) reply(resolve bool) error {
	if ok, err := in.isCurrent(); !ok || err != nil {
		return err
	}
	text, err := in.ask("Reply (Enter alone: in your editor; . to cancel):")
	if err != nil || text == "." {
		return err
	}
	input, kept := fields{"id": in.visited[in.at], "resolve": resolve}, ""
	if text != "" {
		input["message"] = text
	}
	raw, err := json.Marshal(input)
	if err == nil && text == "" {
		raw, kept, err = in.a.composeMessage(in.ctx, verbNamed("reply"), in.session(), raw)
	}
	if err == nil {
		err = in.send(raw)
	}
	if in.a.removeDraft(kept, err); err != nil {
		return in.report(err)
	}
	return in.move(1)
}

func (in *inbox) send(raw json.RawMessage) error {
	ok, err := in.isCurrent()
	if err == nil && !ok {
		in.read()
		said, asked := in.ask("Send your reply now? [y/N]")
		if err = asked; err == nil && !strings.HasPrefix(strings.ToLower(said), "y") {
			err = nothingDone()
		}
	}
	if err != nil {
		return err
	}
	return in.do("reply", raw)
}

// apply applies the only suggestion, or the one of a number, in the version on screen.
func (in *inbox) apply(number string) error {
	fit := in.fitting()
	if len(fit) == 0 {
		return in.say("No suggestion of this thread can be applied.")
	}
	i := slices.IndexFunc(fit, func(s *place.Suggestion) bool {
		return strconv.Itoa(s.N) == number || number == "" && len(fit) == 1
	})
	if i < 0 {
		return in.say("Type the number of a suggestion: a %d", fit[0].N)
	}
	return in.act("apply", fields{"ids": []string{fmt.Sprintf("%s#%d@%s", in.visited[in.at], fit[i].N, fit[i].Version)}})
}

// read marks the messages on screen as read.
func (in *inbox) read() {
	if in.given != nil {
		verb.Delivered(in.ctx, in.given)
	}
	in.given = nil
}

// atLine lists the editors that do not take a line as +LINE before the file.
var atLine = map[string]string{
	"code": "--goto FILE:LINE", "codium": "--goto FILE:LINE", "cursor": "--goto FILE:LINE", "windsurf": "--goto FILE:LINE",
	"subl": "FILE:LINE", "zed": "FILE:LINE", "hx": "FILE:LINE", "helix": "FILE:LINE",
}

// edit opens the thread's file in the person's editor, at its line, in the worktree that has it.
func (in *inbox) edit() error {
	t := &in.now.Thread
	root, at := in.project.Place.Root, t.Placement
	if there := in.now.There; there != nil && t.AnchorState == thread.Orphaned {
		if other, ok := in.project.Place.Worktree(there.Worktree); ok {
			root, at = other.Root, there.Placement
		}
	}
	command := in.a.editor(in.ctx, in.session())
	switch {
	case at.File == "" || at.AnchorState == thread.Orphaned:
		return fail.NotFound("thread %s is not on a current file", t.ID)
	case len(command) == 0:
		return fail.Usage("no editor").Hint("set EDITOR")
	}
	form := cmp.Or(atLine[strings.TrimSuffix(filepath.Base(command[0]), ".exe")], "+LINE FILE")
	values := strings.NewReplacer("LINE", strconv.Itoa(max(1, at.StartLine)), "FILE", filepath.Join(root, filepath.FromSlash(at.File)))
	for word := range strings.FieldsSeq(form) {
		command = append(command, values.Replace(word))
	}
	cmd, err := in.a.editorCommand(in.project.Place.Folders(), command)
	if err != nil {
		return err
	}
	if err := cmd.Run(); err != nil {
		return fail.Usage("the editor %q failed: %w", command[0], err)
	}
	return nil
}
