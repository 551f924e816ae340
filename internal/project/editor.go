package project

import (
	"context"

	"consider/internal/editor"
	"consider/internal/session"
	"consider/internal/settings"
)

// EditorInput is empty: the verb only returns the context.
type EditorInput struct{}

// EditorOutput is empty: the editor's position is in the envelope, as in every answer.
type EditorOutput struct {
	Context *session.EditorContext `json:"-"` // for a surface without envelopes
	Off     bool                   `json:"-"` // the person has switched it off
}

// Editor returns only the context.
func Editor(ctx context.Context, s *session.Session, _ EditorInput) (EditorOutput, error) {
	out := EditorOutput{Context: s.EditorNow(ctx)}
	if out.Context == nil {
		chosen, err := s.Settings(ctx)
		out.Off = err == nil && chosen.Get(settings.EditorSetting) == string(editor.Off)
	}
	return out, nil
}
