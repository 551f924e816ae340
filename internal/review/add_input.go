package review

import (
	"consider/internal/place"
	"consider/internal/thread"
)

// AddInput is a new thread. Place names the file and, after a colon, the lines; StartLine, EndLine and Quote
// are other ways to name the lines.
type AddInput struct {
	Place     string          `json:"place,omitempty" arg:"file[:start[-end]]?" help:"file and lines (1-based)"`
	StartLine int             `json:"startLine,omitempty" rare:"true" flag:"line" help:"first line, 1-based, instead of :start" placeholder:"N"`
	EndLine   int             `json:"endLine,omitempty" rare:"true" flag:"end-line" help:"last line, 1-based (default: same as line)" placeholder:"N"`
	Quote     string          `json:"quote,omitempty" flag:"quote" help:"find the lines by their text, which must occur once in the file" placeholder:"TEXT"`
	Side      thread.Side     `json:"side,omitempty" rare:"true" flag:"side" help:"new: your working copy (default); old: HEAD, for deleted lines"`
	Labels    []string        `json:"labels,omitempty" flag:"label,l" help:"label for the thread" placeholder:"L"`
	Review    bool            `json:"review,omitempty" flag:"review" help:"comment on the whole review, without a file"`
	Text      string          `json:"text,omitempty" flag:"text" hidden:"true" placeholder:"TEXT" help:"the file's text in the editor, saved or not (default: the file on disk)"`
	Message   string          `json:"message" flag:"message,m" body:"true" help:"the message" placeholder:"TEXT"`
	Form      string          `json:"form,omitempty" rare:"true" flag:"form" hidden:"true" placeholder:"ID" help:"unique ID of this request, or of the new thread (c_ and 8 hex digits); if it is sent twice, only one thread is created"`
	Flag      thread.FlagKind `json:"flag,omitempty" rare:"true" flag:"flag" help:"mark the lines for the human's next review:"`
	Step      int             `json:"step,omitempty" rare:"true" flag:"step" help:"with flag: place of the lines in the order to read them, from 1" placeholder:"N"`
	Ask       string          `json:"ask,omitempty" rare:"true" flag:"ask" help:"ask the human to choose: 2 to 5 choices, separated by |" placeholder:"'A|B'"`

	Kind       string `json:"kind,omitempty" rare:"true" flag:"kind" help:"report a finding of this kind, such as bug or security (agents only): other agents are notified, and you of their replies" placeholder:"KIND"`
	Confidence int    `json:"confidence,omitempty" rare:"true" flag:"confidence" help:"how sure you are of the finding, in percent" placeholder:"N"`
	Tree       string `json:"tree,omitempty" rare:"true" flag:"tree" help:"the commit that you read for the finding (default: the current files)" placeholder:"REV"`
}

// AddOutput is the thread that was made or, for a finding that was reported before, the one that has it.
type AddOutput struct {
	Thread place.ThreadView `json:"thread"`
	Same   bool             `json:"same,omitempty"`  // you reported it before, so nothing was added
	Reply  string           `json:"reply,omitempty"` // another finder had reported the problem, so this reply was added to its thread
}
