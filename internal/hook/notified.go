package hook

import (
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

	"consider/internal/digest"
	"consider/internal/presence"
	"consider/internal/safefs"
)

func keyOf(m presence.Message) string { return m.Thread + ":" + strconv.Itoa(m.Entry) }

// NewsText returns the message for an agent: how many threads wait, on code and on answers. program is our program's
// path from the agent's folder.
func NewsText(n int, program string) string {
	threads, them := strconv.Itoa(n)+" review threads", "them"
	if n == 1 {
		threads, them = "1 review thread", "it"
	}
	return fmt.Sprintf("Consider: the developer left %s in this project, on code or on your responses, that you have not read. "+
		"`%s list --unseen` shows %s.", threads, program, them)
}

// notifiedDir is the folder of the sessions' notifications, below the store's folder. If it is lost, sessions are only
// notified twice.
const notifiedDir = "run/hooks"

// maxAge is the age at which a session counts as over, and maxSessions is the maximum number of files to list.
const (
	maxAge      = 30 * 24 * time.Hour
	maxSessions = 10_000
)

// Notified records which threads one session was notified of, in files of the store's folder that have a generation
// number in their name. The call that creates the file of the next generation notifies the session; concurrent calls
// report nothing.
type Notified struct {
	root    *os.Root
	now     time.Time
	session string
	gen     int
	keys    []string
}

// OpenNotified opens the notifications of a call's session. store is the store's folder.
func OpenNotified(store string, c Call, now time.Time) (*Notified, error) {
	return openNotified(store, sessionKey(c), now)
}

// sessionKey returns the key of a call's session. Notifications that may not be delivered have a key of their own.
func sessionKey(c Call) string {
	out := c.Agent() + "\x00" + c.Session // Copilot runs hooks in two forms
	if c.mayBeHidden() {
		out += "\x00prompt"
	}
	return out
}

// OpenNotifiedTo opens the notifications of an agent's session, the same that its hooks use.
func OpenNotifiedTo(store, agent, session string, now time.Time) (*Notified, error) {
	return openNotified(store, agent+"\x00"+session, now)
}

func openNotified(store, who string, now time.Time) (*Notified, error) {
	root, err := os.OpenRoot(store)
	if err != nil {
		return nil, err
	}
	t := &Notified{root: root, now: now, session: digest.Of(who)[:16]}
	if err := t.load(); err != nil {
		root.Close()
		return nil, err
	}
	return t, nil
}

// Close closes the store's folder.
func (t *Notified) Close() error { return t.root.Close() }

// load reads the session's file of the newest generation.
func (t *Notified) load() error {
	dir, err := t.root.Open(notifiedDir)
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
	data, err := t.root.ReadFile(path.Join(notifiedDir, newest))
	if err != nil {
		return err
	}
	if json.Unmarshal(data, &t.keys) != nil {
		t.keys = nil // a power failure can empty the file; an error would disable the session's notifications for good
	}
	return nil
}

func (t *Notified) generation(name string) (int, bool) {
	rest, ok := strings.CutPrefix(name, t.session+".")
	if !ok {
		return 0, false
	}
	gen, err := strconv.Atoi(strings.TrimSuffix(rest, ".json"))
	return gen, err == nil && gen > 0 && strings.HasSuffix(rest, ".json")
}

// News returns the number of waiting threads that the session was not notified of, and records the notification. It
// returns 0 if that fails, or if a concurrent call notifies the session: an agent that hooks make continue forever
// would be worse than one without a notification.
func (t *Notified) News(waiting []presence.Message) int {
	keys, told := make([]string, 0, len(waiting)), t.notified()
	news := 0
	for _, w := range waiting {
		keys = append(keys, keyOf(w))
		if !told[keyOf(w)] {
			news++
		}
	}
	// Threads that no longer wait are forgotten: if their messages are edited, they are news again.
	if slices.Equal(keys, t.keys) || !t.write(keys) {
		return 0
	}
	return news
}

// notified returns the threads that the session was notified of as a set: with ten thousand, searching a list for each
// would take a tenth of a second.
func (t *Notified) notified() map[string]bool {
	out := make(map[string]bool, len(t.keys))
	for _, key := range t.keys {
		out[key] = true
	}
	return out
}

// Claim returns which of the news the session was not notified of, and records their notification. Other waiting
// threads remain to be notified. It returns none if recording fails.
func (t *Notified) Claim(waiting, news []presence.Message) []presence.Message {
	for range claimTries {
		var keys []string
		told, kept := t.notified(), map[string]bool{}
		for _, w := range waiting {
			if told[keyOf(w)] {
				keys, kept[keyOf(w)] = append(keys, keyOf(w)), true
			}
		}
		var mine []presence.Message
		for _, w := range news {
			if !told[keyOf(w)] {
				mine = append(mine, w)
			}
			if !kept[keyOf(w)] {
				keys, kept[keyOf(w)] = append(keys, keyOf(w)), true
			}
		}
		if len(mine) == 0 || t.write(keys) {
			return mine
		}
		if t.load() != nil { // a concurrent call has notified the session
			return nil
		}
	}
	return nil
}

// Forget removes claimed threads from the record if their notification failed.
func (t *Notified) Forget(news []presence.Message) {
	for range claimTries {
		keys := slices.DeleteFunc(slices.Clone(t.keys), func(key string) bool {
			return slices.ContainsFunc(news, func(w presence.Message) bool { return keyOf(w) == key })
		})
		if len(keys) == len(t.keys) || t.write(keys) || t.load() != nil {
			return
		}
	}
}

// claimTries is the number of attempts of a claim while concurrent calls notify the session.
const claimTries = 5

// write creates the file of the next generation, and reports whether it was the first to do so.
func (t *Notified) write(keys []string) bool {
	data, err := json.Marshal(keys)
	if err != nil {
		return false
	}
	if t.root.MkdirAll(notifiedDir, 0o700) != nil {
		return false
	}
	name := func(gen int) string { return path.Join(notifiedDir, t.session+"."+strconv.Itoa(gen)+".json") }
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

// Knows reports whether the session was notified of all waiting threads.
func (t *Notified) Knows(waiting []presence.Message) bool {
	told := t.notified()
	return !slices.ContainsFunc(waiting, func(w presence.Message) bool { return !told[keyOf(w)] })
}

// prune deletes the files of old sessions.
func (t *Notified) prune() {
	dir, err := t.root.Open(notifiedDir)
	if err != nil {
		return
	}
	defer dir.Close()
	entries, _ := dir.ReadDir(maxSessions)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && t.now.Sub(info.ModTime()) > maxAge {
			_ = t.root.Remove(path.Join(notifiedDir, e.Name()))
		}
	}
}
