package keep

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// The file was once created empty and filled afterwards: a process that looked for the key in between found none, and a
// process killed in between left a file that blocked every later key.
func TestAnIdentityFileIsWholeFromItsFirstMoment(t *testing.T) {
	for range 20 {
		k := Keys{File: filepath.Join(t.TempDir(), "sub", "memory.key")}
		var all sync.WaitGroup
		var made sync.Map
		for range 4 {
			all.Go(func() {
				for range 20 {
					if _, err := k.Find(t.Context(), ""); err != nil {
						t.Errorf("a key that is being made: %v", err)
					}
				}
			})
			all.Go(func() {
				switch key, err := k.Make(t.Context()); {
				case err == nil:
					made.Store(key.Recipient(), true)
				case !errors.Is(err, fs.ErrExist):
					t.Error(err)
				}
			})
		}
		all.Wait()
		key, err := k.Find(t.Context(), "")
		if err != nil || key == nil {
			t.Fatalf("%v, %v", key, err)
		}
		made.Range(func(recipient, _ any) bool {
			if recipient != key.Recipient() {
				t.Errorf("%s was made, and %s is kept", recipient, key.Recipient())
			}
			return true
		})
		if list, err := os.ReadDir(filepath.Dir(k.File)); err != nil || len(list) != 1 {
			t.Errorf("left behind: %v, %v", list, err)
		}
	}
}
