package session

import (
	"cmp"
	"context"
	"path/filepath"

	"consider/internal/agents"
	"consider/internal/editor"
	"consider/internal/settings"
)

// EditorNow returns where the person is in the editor. It reads the state once; later calls of the request return the
// same. It returns nil when no editor shows a file of the project, when the person has switched it off, and on any
// error: no answer fails because this is missing.
func (s *Session) EditorNow(ctx context.Context) *EditorContext {
	if !s.editorRead {
		s.editorRead, s.editor = true, s.readEditor(ctx)
	}
	return s.editor
}

// EditorOpen reports whether a window of an editor has the project open.
func (s *Session) EditorOpen(ctx context.Context) bool {
	_, _, ok := s.window(ctx)
	return ok
}

// window returns the window of an editor that the caller most likely means, if there is one, and who asks for it.
func (s *Session) window(ctx context.Context) (asker editor.Asker, window editor.State, ok bool) {
	asker = editor.Asker{
		Store: cmp.Or(s.Place.Home, s.Place.StoreDir), Root: s.Place.Root, Dir: cmp.Or(s.Caller.Dir, s.Place.Root), Window: s.Caller.Window, Now: s.Now(),
		Namespace: agents.ProcessSpace(), Alive: func(pid int) bool { return agents.Began(pid) != "" },
	}
	if filepath.IsAbs(asker.Store) && s.CheckUser(ctx) == nil {
		window, ok = editor.ActiveWindow(asker)
	}
	return asker, window, ok
}

func (s *Session) readEditor(ctx context.Context) *EditorContext {
	asker, window, ok := s.window(ctx)
	if !ok || window.Editor == nil {
		return nil
	}
	// The setting is read only now because most stores have no window and then need not read it.
	chosen, err := s.Settings(ctx)
	if err != nil {
		return nil
	}
	return window.Context(asker, editor.Mode(chosen.Get(settings.EditorSetting)))
}
