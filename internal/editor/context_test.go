package editor

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func text(s string) *string { return &s }

// TestAC1ContextHasEveryField: names, types and units of the document.
func TestAC1ContextHasEveryField(t *testing.T) {
	d := newDesk(t)
	w := window(1)
	w.Editor.Selection = &Picked{Start: CursorPosition{49, 1}, End: CursorPosition{50, 7}, Text: text("a\nb")}
	d.open(w)
	file := filepath.Join(d.asker.Root, "src", "user.ts")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	want := `{
 "ageMs": 2000,
 "file": {
  "path": "FILE",
  "relativePath": "src/user.ts",
  "languageId": "typescript",
  "lineCount": 210,
  "isDirty": true
 },
 "cursor": {
  "line": 50,
  "character": 7
 },
 "selection": {
  "isEmpty": false,
  "text": "a\nb",
  "range": {
   "start": {
    "line": 49,
    "character": 1
   },
   "end": {
    "line": 50,
    "character": 7
   }
  }
 },
 "symbols": {
  "totalInDocument": 9,
  "containingScopes": [
   {
    "name": "UserService",
    "kind": "Class",
    "range": {
     "start": 10,
     "end": 200,
     "length": 191
    }
   },
   {
    "name": "findUser",
    "kind": "Method",
    "range": {
     "start": 45,
     "end": 75,
     "length": 31
    }
   }
  ],
  "immediateScope": {
   "name": "findUser",
   "kind": "Method",
   "range": {
    "start": 45,
    "end": 75,
    "length": 31
   }
  },
  "scopeHierarchy": "Class:UserService \u003e Method:findUser"
 }
}`
	got := strings.ReplaceAll(toJSON(t, d.context(Selection)), strings.Trim(toJSON(t, file), `"`), "FILE")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAC4NoEditorNoContext(t *testing.T) {
	for name, open := range map[string]func(d desk){
		"no window":              func(desk) {},
		"no file in the window":  func(d desk) { w := window(1); w.Editor = nil; d.open(w) },
		"the folder is not made": func(d desk) { d.asker.Store = filepath.Join(d.asker.Store, "none") },
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			open(d)
			if got := d.context(Selection); got != nil {
				t.Errorf("got %s", toJSON(t, got))
			}
		})
	}
}

func TestAC5NestedSymbols(t *testing.T) {
	got := Found{Total: 4, Scopes: []Scope{{"UserService", "Class", 10, 200}, {"findUser", "Method", 45, 75}}}.symbols()
	want := []EditorScope{
		{"UserService", "Class", ScopeLines{10, 200, 191}}, {"findUser", "Method", ScopeLines{45, 75, 31}},
	}
	if diff := cmp.Diff(want, got.ContainingScopes); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(&want[1], got.ImmediateScope); diff != "" {
		t.Error(diff)
	}
	if got.ScopeHierarchy != "Class:UserService > Method:findUser" {
		t.Error(got.ScopeHierarchy)
	}
}

func TestAC6VariableScope(t *testing.T) {
	got := Found{Total: 4, Scopes: []Scope{{"A", "Class", 1, 20}, {"b", "Method", 3, 9}, {"c", "Variable", 5, 5}}}.symbols()
	if got.ScopeHierarchy != "Class:A > Method:b > Variable:c" || got.ImmediateScope.Kind != "Variable" {
		t.Error(toJSON(t, got))
	}
	if got.ImmediateScope.Range != (ScopeLines{5, 5, 1}) {
		t.Errorf("got %+v", got.ImmediateScope.Range)
	}
}

func TestAC7MarkdownHeadings(t *testing.T) {
	scopes := []Scope{
		{"# Document Title", "String", 1, 40},
		{"## Chapter", "String", 5, 40},
		{"### Section", "String", 9, 22},
		{"#### 🚀 `Getting` Started", "String", 11, 15},
	}
	got := Found{Total: 7, Scopes: scopes}.symbols()
	if len(got.ContainingScopes) != 4 || got.ImmediateScope.Name != "#### 🚀 `Getting` Started" {
		t.Error(toJSON(t, got))
	}
	if want := "String:# Document Title > String:## Chapter > String:### Section > String:#### 🚀 `Getting` Started"; got.ScopeHierarchy != want {
		t.Error(got.ScopeHierarchy)
	}
}

func TestAC8TopLevelCode(t *testing.T) {
	d := newDesk(t)
	w := window(1)
	w.Editor.Symbols = Found{Total: 9, Scopes: []Scope{}}
	d.open(w)
	got := d.context(Path)
	if !strings.Contains(toJSON(t, got), `"containingScopes": [],`) || !strings.Contains(toJSON(t, got), `"immediateScope": null`) {
		t.Error(toJSON(t, got))
	}
	if got.File.RelativePath != "src/user.ts" || got.Cursor.Line != 50 || got.Symbols.TotalInDocument != 9 {
		t.Error(toJSON(t, got))
	}
}

func TestAC10NoProviderIsAWarning(t *testing.T) {
	d := newDesk(t)
	w := window(1)
	w.Editor.Symbols = Found{Problem: NoProvider, Scopes: []Scope{}}
	d.open(w)
	got := d.context(Path)
	if got.Symbols.Warning != "No symbol provider registered for this language" || got.Symbols.Error != "" {
		t.Error(toJSON(t, got))
	}
	if len(got.Symbols.ContainingScopes) != 0 || got.Symbols.ImmediateScope != nil || got.File.LineCount != 210 {
		t.Error(toJSON(t, got))
	}
}

func TestAC11ProviderCrashIsAnErrorField(t *testing.T) {
	for problem, want := range map[Problem]string{Failed: "failed", TimedOut: "in time"} {
		got := Found{Problem: problem}.symbols()
		if !strings.Contains(got.Error, want) || got.Warning != "" || got.ContainingScopes == nil {
			t.Errorf("%s: %s", problem, toJSON(t, got))
		}
	}
}

// TestSelectedTextNeedsTheSetting checks also that text is withheld, with the reason, where it must not be shown.
func TestSelectedTextNeedsTheSetting(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "words.txt")
	if err := os.WriteFile(outside, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, file string
		mode       Mode
		text       *string
		want       string // the text, or why there is none
	}{
		{"told", "a.txt", Selection, text("words"), "words"},
		{"by setting", "a.txt", Path, text("words"), "setting"},
		{"a secret", ".env.local", Selection, text("words"), "secret"},
		{"a secret folder", "deploy/.ssh/config", Selection, text("words"), "secret"},
		{"a link that leads out", "link.txt", Selection, text("words"), "outside"},
		{"a link to a secret", "plain.txt", Selection, text("words"), "secret"},
		{"a link to a secret, which the window gave no text of", "plain.txt", Selection, nil, "secret"},
		{"a file that was deleted", "gone.txt", Selection, text("words"), "words"},
		{"one whose folder went too", "gone/away.txt", Selection, text("words"), "words"},
		{"a deleted one behind a link that leads out", "away/gone.txt", Selection, text("words"), "outside"},
		{"a link that leads nowhere", "nowhere.txt", Selection, text("words"), "outside"},
		{"not given", "a.txt", Selection, nil, "unsent"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			if err := os.WriteFile(filepath.Join(d.asker.Root, "a.txt"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(d.asker.Root, ".env"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			for name, to := range map[string]string{"link.txt": outside, "plain.txt": "./.env", "away": filepath.Dir(outside), "nowhere.txt": outside + "-gone"} {
				if err := os.Symlink(to, filepath.Join(d.asker.Root, name)); err != nil && c.file == name {
					return // users of this machine may not create links
				}
			}
			w := window(1)
			w.Editor.File = c.file
			w.Editor.Selection = &Picked{Start: CursorPosition{1, 1}, End: CursorPosition{1, 6}, Text: c.text}
			d.open(w)
			got := d.context(c.mode).Selection
			said := string(got.Withheld)
			if got.Text != nil {
				said += *got.Text
			}
			if said != c.want || got.IsEmpty || got.Range == nil {
				t.Errorf("got %s, want %q", toJSON(t, got), c.want)
			}
		})
	}
}

func TestOffTellsNothing(t *testing.T) {
	d := newDesk(t)
	d.open(window(1))
	for _, mode := range []Mode{Off, "", "later"} {
		if got := d.context(mode); got != nil {
			t.Errorf("%q: %s", mode, toJSON(t, got))
		}
	}
}

func TestAgeIsThatOfThePlaceAndNeverNegative(t *testing.T) {
	for before, want := range map[time.Duration]int64{time.Hour: 3600000, -time.Second: 0} {
		d := newDesk(t)
		w := window(1)
		w.Editor.ChangedAt = at(before)
		d.open(w)
		if got := d.context(Path).AgeMs; got != want {
			t.Errorf("%s: got %d, want %d", before, got, want)
		}
	}
}
