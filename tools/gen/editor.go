package main

import (
	"fmt"
	"reflect"

	"consider/internal/editor"
	"consider/internal/secrets"
)

const editorHead = `// Code generated from internal/editor by ` + "`make generate`" + `; DO NOT EDIT.
//
// The state file that a window writes for the command line; docs/internals/format.md says it in words. Lines and
// characters are 1-based, times are milliseconds since 1970.

/** The version of the file. */
export const VERSION = %d;

/** Where the files are, in the store's folder. */
export const FOLDER = %q;

/** Milliseconds between two heartbeats. */
export const BEAT = %d;

/** Bytes of the whole file, and of the selected text in it. */
export const MAX_FILE = %d;
export const MAX_TEXT = %d;

/** UTF-16 code units in a symbol's name. */
export const MAX_NAME = %d;

/** Scopes around the cursor. */
export const MAX_DEPTH = %d;

/** Names of files whose selected text is not written down; a * stands for anything in a name, a / ends a folder's. */
export const SECRETS: readonly string[] = [
`

// editorFormat renders extension/src/editor/format.ts as prettier would.
func editorFormat() []byte {
	ts := &tsFile{}
	fmt.Fprintf(&ts.out, editorHead, editor.Version, editor.Folder, editor.Beat.Milliseconds(),
		editor.MaxFile, editor.MaxText, editor.MaxName, editor.MaxDepth)
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
