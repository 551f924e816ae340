package review

import (
	"context"
	"path/filepath"

	"consider/internal/editor"
)

// EditorContext is where the person is in the editor; see package editor.
type EditorContext = editor.EditorContext

const editorSetting = "editorContext"

// EditorInput asks for nothing but the context.
type EditorInput struct{}

// EditorOutput is empty: what was asked for stands in the envelope, as in every answer.
type EditorOutput struct {
	Context *EditorContext `json:"-"` // for a surface without envelopes
	Off     bool           `json:"-"` // the person has switched it off
}

// Editor answers with the context alone.
func (s *Service) Editor(ctx context.Context, _ EditorInput) (EditorOutput, error) {
	out := EditorOutput{Context: s.LookAtEditor(ctx)}
	if out.Context == nil {
		settings, err := s.Settings(ctx)
		out.Off = err == nil && settings.Get(editorSetting) == string(editor.Off)
	}
	return out, nil
}

// LookAtEditor returns where the person is in the editor. It looks once: what it returns is what was the case when
// it was called first, however long the request has gone on since. It returns nil when no editor shows a file of
// the project, when the person does not want it told, and when anything is wrong: no answer fails for want of it.
func (s *Service) LookAtEditor(ctx context.Context) *EditorContext {
	if !s.looked {
		s.looked, s.seen = true, s.lookAtEditor(ctx)
	}
	return s.seen
}

func (s *Service) lookAtEditor(ctx context.Context) *EditorContext {
	asker := editor.Asker{
		Store: s.Place.StoreDir, Root: s.Place.Root, Dir: s.Caller.Dir, Window: s.Caller.Window, Now: s.Now(),
		Namespace: editor.Namespace(), Alive: editor.Alive,
	}
	if asker.Dir == "" {
		asker.Dir = asker.Root
	}
	if !filepath.IsAbs(asker.Store) {
		return nil
	}
	window, ok := editor.Look(asker)
	if !ok || window.Editor == nil {
		return nil
	}
	// The setting is asked for only now: most stores have no window, and then this costs nothing.
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil
	}
	return window.Context(asker, editor.Mode(settings.Get(editorSetting)))
}
