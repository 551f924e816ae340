package watch

import (
	"fmt"

	"github.com/fsnotify/fsnotify"
)

// notify is a source of file system events.
type notify struct {
	w      *fsnotify.Watcher
	nudges chan struct{}
	done   chan struct{}
}

// Notify opens a source of the system's events.
func Notify() (Source, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch: %w", err)
	}
	n := &notify{w: w, nudges: make(chan struct{}, 1), done: make(chan struct{})}
	go n.forward()
	return n, nil
}

// forward merges any number of events into one pending nudge. An error of the watcher (such as too many events at
// once) is a nudge as well: something has happened.
func (n *notify) forward() {
	defer close(n.done)
	defer close(n.nudges)
	for {
		select {
		case e, ok := <-n.w.Events:
			if !ok {
				return
			}
			if e.Op == fsnotify.Chmod {
				continue // the content did not change; indexers and virus scanners cause many such events
			}
		case _, ok := <-n.w.Errors:
			if !ok {
				return
			}
		}
		select {
		case n.nudges <- struct{}{}:
		default:
		}
	}
}

func (n *notify) Add(dir string) error    { return n.w.Add(dir) }
func (n *notify) Remove(dir string) error { return n.w.Remove(dir) }
func (n *notify) Nudges() <-chan struct{} { return n.nudges }

func (n *notify) Close() error {
	err := n.w.Close()
	<-n.done
	return err
}
