package review

import (
	"context"
	"slices"
)

// LabelInput adds labels to a thread and takes labels away.
type LabelInput struct {
	ID     string   `json:"id" arg:"id" help:"thread id, or a unique prefix of one"`
	Add    []string `json:"add,omitempty" flag:"add" help:"label to add; on the command line also +LABEL" placeholder:"L"`
	Remove []string `json:"remove,omitempty" flag:"remove" help:"label to take away; on the command line also -LABEL" placeholder:"L"`
}

// LabelOutput is the thread's labels now.
type LabelOutput struct {
	ID     string   `json:"id"`
	Labels []string `json:"labels"`
}

// Label changes a thread's labels. Adding one that is there, or removing one that is not, is success.
func (s *Service) Label(ctx context.Context, in LabelInput) (LabelOutput, error) {
	if len(in.Add)+len(in.Remove) == 0 {
		return LabelOutput{}, Usage("which label?").Hint("consider label ID +LABEL -LABEL")
	}
	if _, err := cleanLabels(append(slices.Clone(in.Add), in.Remove...)); err != nil {
		return LabelOutput{}, err
	}
	who, err := s.writer(ctx, Human)
	if err != nil {
		return LabelOutput{}, err
	}
	at, err := s.locate(ctx, in.ID, activeDir)
	if err != nil {
		return LabelOutput{}, err
	}
	var out LabelOutput
	err = s.update(ctx, false, func(c *change) error {
		t, err := c.load(activeDir, at.id)
		if err != nil {
			return notThere(at.id, err)
		}
		labels := slices.DeleteFunc(append(slices.Clone(t.Labels), in.Add...), func(l string) bool {
			return slices.Contains(in.Remove, l)
		})
		if t.Labels, err = cleanLabels(labels); err != nil {
			return err
		}
		out = LabelOutput{ID: t.ID, Labels: orEmpty(t.Labels)}
		c.record("label", who, "", t.ID)
		return c.save(activeDir, t)
	})
	return out, err
}
