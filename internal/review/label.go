package review

import (
	"context"
	"slices"
	"strings"

	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// LabelInput adds labels to a thread and takes labels away.
type LabelInput struct {
	ID     string   `json:"id" arg:"id" help:"thread ID or a unique prefix"`
	Add    []string `json:"add,omitempty" flag:"add" help:"label to add" placeholder:"L"`
	Remove []string `json:"remove,omitempty" flag:"remove" help:"label to remove" placeholder:"L"`
}

// LabelOutput is the thread's labels now.
type LabelOutput struct {
	ID     string   `json:"id"`
	Labels []string `json:"labels"`
}

// Label changes a thread's labels. Adding a label that it already has, or removing one that it lacks, succeeds.
func Label(ctx context.Context, s *session.Session, in LabelInput) (LabelOutput, error) {
	if len(in.Add)+len(in.Remove) == 0 {
		return LabelOutput{}, fail.Usage("missing label").Hint("{label ID +LABEL -LABEL}")
	}
	if _, err := CleanLabels(append(slices.Clone(in.Add), in.Remove...)); err != nil {
		return LabelOutput{}, err
	}
	who, err := s.Author(ctx)
	if err != nil {
		return LabelOutput{}, err
	}
	at, err := s.Locate(ctx, in.ID, thread.Active)
	if err != nil {
		return LabelOutput{}, err
	}
	var out LabelOutput
	err = s.Update(ctx, false, func(c *session.Change) error {
		t, err := c.Load(thread.Active, at.ID)
		if err != nil {
			return session.NotThere(at.ID, err)
		}
		labels := slices.DeleteFunc(append(slices.Clone(t.Labels), in.Add...), func(l string) bool {
			return slices.Contains(in.Remove, l)
		})
		if t.Labels, err = CleanLabels(labels); err != nil {
			return err
		}
		out = LabelOutput{ID: t.ID, Labels: thread.OrEmpty(t.Labels)}
		c.Record("label", who, "", t.ID)
		return c.Save(thread.Active, t)
	})
	return out, err
}

// CleanLabels checks labels and returns them sorted, without duplicates.
func CleanLabels(labels []string) ([]string, error) {
	var out []string
	for _, l := range labels {
		if err := checkLabel(l); err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	slices.Sort(out)
	out = slices.Compact(out)
	if len(out) > thread.MaxLabels {
		return nil, fail.Denied("too many labels; the limit is %d", thread.MaxLabels)
	}
	return out, nil
}

func checkLabel(l string) error {
	if l == "" || len(l) > thread.MaxLabel || words.HasControl(l) || strings.ContainsAny(l, " ,\t") || strings.HasPrefix(l, "+") || strings.HasPrefix(l, "-") {
		return fail.Usage("invalid label %q", l).Hint("use one word of at most %d bytes without commas, not starting with + or -", thread.MaxLabel)
	}
	return nil
}
