package hook

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"consider/internal/safefs"
)

// Waiting is a thread with words of a person that the agent has not read.
type Waiting struct {
	ID    string
	Entry int // which entry of the thread the newest such words are
}

func (w Waiting) key() string { return w.ID + ":" + strconv.Itoa(w.Entry) }

// Fact words how many threads wait, on code and on answers, and names the program as it is reached from where the agent is.
func Fact(n int, program string) string {
	threads, them := strconv.Itoa(n)+" review threads", "them"
	if n == 1 {
		threads, them = "1 review thread", "it"
	}
	return fmt.Sprintf("Consider: the developer left %s in this project, on code or on your answers, that you have not read. "+
		"`%s list --unseen` shows %s.", threads, program, them)
}

// toldDir is where it is kept what sessions were told, below the store's folder. Nothing is lost with it but
// that something is told twice.
const toldDir = "run/hooks"

// maxAge is after how long a session is over, and maxSessions how many files are looked at.
const (
	maxAge      = 30 * 24 * time.Hour
	maxSessions = 10_000
)

// Told remembers what one session was told, in files of the store's folder that are named after a generation:
// the call that makes the file of the next generation tells the news, and calls at the same time stay silent.
type Told struct {
	root    *os.Root
	now     time.Time
	session string
	gen     int
	keys    []string
}

// OpenTold opens what the session of a call was told. store is the store's folder.
func OpenTold(store string, c Call, now time.Time) (*Told, error) {
	return openTold(store, who(c), now)
}

// who is to be told: the session of an agent, with what it may not have heard beside it.
func who(c Call) string {
	out := c.Agent() + "\x00" + c.Session // Copilot runs hooks in two forms
	if c.doubtful() {
		out += "\x00prompt"
	}
	return out
}

// OpenToldTo opens what an agent's session was told, as its hooks do.
func OpenToldTo(store, agent, session string, now time.Time) (*Told, error) {
	return openTold(store, agent+"\x00"+session, now)
}

func openTold(store, who string, now time.Time) (*Told, error) {
	root, err := os.OpenRoot(store)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(who))
	t := &Told{root: root, now: now, session: hex.EncodeToString(sum[:8])}
	if err := t.load(); err != nil {
		root.Close()
		return nil, err
	}
	return t, nil
}

// Close closes it.
func (t *Told) Close() error { return t.root.Close() }

// load reads what the newest generation of the session's files says.
func (t *Told) load() error {
	dir, err := t.root.Open(toldDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(maxSessions)
	if err != nil && len(names) == 0 {
		return nil // an empty folder is io.EOF
	}
	newest := ""
	for _, name := range names {
		if gen, ok := t.generation(name); ok && gen > t.gen {
			t.gen, newest = gen, name
		}
	}
	if newest == "" {
		return nil
	}
	data, err := t.root.ReadFile(path.Join(toldDir, newest))
	if err != nil {
		return err
	}
	if json.Unmarshal(data, &t.keys) != nil {
		t.keys = nil // a power cut can empty the file; an error would silence the session for good
	}
	return nil
}

func (t *Told) generation(name string) (int, bool) {
	rest, ok := strings.CutPrefix(name, t.session+".")
	if !ok {
		return 0, false
	}
	gen, err := strconv.Atoi(strings.TrimSuffix(rest, ".json"))
	return gen, err == nil && gen > 0 && strings.HasSuffix(rest, ".json")
}

// News returns how many of the waiting threads the session was not told of, and remembers that it is told now.
// It returns none if that cannot be remembered, or if another call is telling it at this moment: an agent that
// is made to go on over and over would be worse than one that hears nothing.
func (t *Told) News(waiting []Waiting) int {
	keys, told := make([]string, 0, len(waiting)), t.told()
	news := 0
	for _, w := range waiting {
		keys = append(keys, w.key())
		if !told[w.key()] {
			news++
		}
	}
	// What waits no longer is forgotten: should it be rewritten, it is news again.
	if slices.Equal(keys, t.keys) || !t.write(keys) {
		return 0
	}
	return news
}

// told is what the session was told of: of ten thousand, each looked for in turn in a list would take a tenth of a second.
func (t *Told) told() map[string]bool {
	out := make(map[string]bool, len(t.keys))
	for _, key := range t.keys {
		out[key] = true
	}
	return out
}

// Claim returns which of the news the session was not told of, and remembers that it is told these now. What waits
// beside them stays to be told. It returns none if that cannot be remembered.
func (t *Told) Claim(waiting, news []Waiting) []Waiting {
	for range claimTries {
		var keys []string
		told, kept := t.told(), map[string]bool{}
		for _, w := range waiting {
			if told[w.key()] {
				keys, kept[w.key()] = append(keys, w.key()), true
			}
		}
		var mine []Waiting
		for _, w := range news {
			if !told[w.key()] {
				mine = append(mine, w)
			}
			if !kept[w.key()] {
				keys, kept[w.key()] = append(keys, w.key()), true
			}
		}
		if len(mine) == 0 || t.write(keys) {
			return mine
		}
		if t.load() != nil { // another has told something at this moment
			return nil
		}
	}
	return nil
}

// Forget takes back what was claimed and could not be told.
func (t *Told) Forget(news []Waiting) {
	for range claimTries {
		keys := slices.DeleteFunc(slices.Clone(t.keys), func(key string) bool {
			return slices.ContainsFunc(news, func(w Waiting) bool { return w.key() == key })
		})
		if len(keys) == len(t.keys) || t.write(keys) || t.load() != nil {
			return
		}
	}
}

// claimTries is how often something is claimed while others of the session tell something.
const claimTries = 5

// write makes the file of the next generation, and reports whether it was the first to.
func (t *Told) write(keys []string) bool {
	data, err := json.Marshal(keys)
	if err != nil {
		return false
	}
	if !makeFolders(t.root) {
		return false
	}
	name := func(gen int) string { return path.Join(toldDir, t.session+"."+strconv.Itoa(gen)+".json") }
	if safefs.Create(t.root, name(t.gen+1), data, safefs.How{Perm: 0o600}) != nil {
		return false
	}
	if t.gen > 0 {
		_ = t.root.Remove(name(t.gen))
	}
	t.gen++
	t.keys = keys
	t.prune()
	return true
}

// makeFolders makes the folders that the files are in, and reports whether they are there.
func makeFolders(root *os.Root) bool {
	for _, dir := range []string{path.Dir(toldDir), toldDir} {
		if err := root.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return false
		}
	}
	return true
}

// Knows reports whether the session was told of all that waits.
func (t *Told) Knows(waiting []Waiting) bool {
	told := t.told()
	return !slices.ContainsFunc(waiting, func(w Waiting) bool { return !told[w.key()] })
}

// prune deletes the files of sessions that are long over.
func (t *Told) prune() {
	dir, err := t.root.Open(toldDir)
	if err != nil {
		return
	}
	defer dir.Close()
	entries, _ := dir.ReadDir(maxSessions)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && t.now.Sub(info.ModTime()) > maxAge {
			_ = t.root.Remove(path.Join(toldDir, e.Name()))
		}
	}
}
