package main

import (
	"reflect"

	"consider/internal/editor"
	"consider/internal/secrets"
)

const editorHead = `// Code generated from internal/editor by ` + "`make generate`" + `; DO NOT EDIT.
//
// The state file that a window writes for the command line; docs/internals/format.md says it in words. Lines and
// characters are 1-based, times are milliseconds since 1970.
`

// editorFormat renders extension/src/editor/format.ts as prettier would.
func editorFormat() []byte {
	ts := &tsFile{}
	ts.out.WriteString(editorHead)
	for _, c := range []struct {
		says, name string // one that says nothing belongs to the one before it
		value      any
	}{
		{"The version of the file.", "VERSION", editor.Version},
		{"Where the files are, in the store's folder.", "FOLDER", editor.Folder},
		{"Milliseconds between two heartbeats.", "BEAT", editor.Beat.Milliseconds()},
		{"Bytes of the whole file, and of the selected text in it.", "MAX_FILE", editor.MaxFile},
		{"", "MAX_TEXT", editor.MaxText},
		{"UTF-16 code units in a symbol's name.", "MAX_NAME", editor.MaxName},
		{"Scopes around the cursor.", "MAX_DEPTH", editor.MaxDepth},
	} {
		if c.says != "" {
			ts.line("\n/** %s */", c.says)
		}
		ts.line("export const %s = %#v;", c.name, c.value)
	}
	ts.line("\n/** Names of files whose selected text is not written down; a * stands for anything in a name, a / ends a folder's. */")
	ts.line("export const SECRETS: readonly string[] = [")
	for _, s := range secrets.Names {
		ts.line("  %q,", s)
	}
	ts.line("];")
	ts.typeOf(reflect.TypeFor[editor.State]())
	for i := 0; i < len(ts.structs); i++ { // the list grows in the loop
		ts.structure(ts.structs[i])
	}
	ts.named = append(ts.named, editor.Mode(""))
	ts.enums()
	return ts.out.Bytes()
}
