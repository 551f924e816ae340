package review

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"consider/anchor"
)

// Bounds of the search for code that went to another file. Beyond them its threads stay lost, which is said.
const (
	maxMoveFiles = 1000    // files that are searched
	maxMoveFile  = 2 << 20 // bytes of a file that is searched
)

// byMove is the method of a placement in another file than the thread was put in.
const byMove = "moved"

// lost is a thread whose code is no longer in its file.
type lost struct {
	at  int // index in the rows that are placed
	row *row
	d   anchor.Description
	key string
}

// findMoves looks for the code of lost threads in the files that changed since they were put, and corrects
// places. Code is found only where it stands whole, and in one file.
func (p *placer) findMoves(ctx context.Context, rows []row, places []placed) error {
	byBase := map[string][]lost{}
	var order []string
	for i := range rows {
		r, pl := &rows[i], places[i].Place
		if r.Shape != OnLines || !r.Side.now() || pl.AnchorState == Anchored {
			continue
		}
		if _, ok := byBase[r.Base.Commit]; !ok {
			order = append(order, r.Base.Commit)
		}
		byBase[r.Base.Commit] = append(byBase[r.Base.Commit], lost{at: i, row: r})
	}
	for _, commit := range order {
		files, err := p.changedFiles(ctx, commit)
		if err != nil {
			return err
		}
		p.searchMoves(files, byBase[commit], places)
	}
	return ctx.Err()
}

// changedFiles returns the texts that may hold what was moved.
func (p *placer) changedFiles(ctx context.Context, base string) ([]*text, error) {
	names, err := p.tree.ChangedSince(ctx, base)
	if err != nil {
		return nil, fmt.Errorf("look for moved code: %w", err)
	}
	var files []*text
	for _, name := range names[:min(len(names), maxMoveFiles)] {
		if info, err := p.tree.Stat(name); err != nil || !info.Mode.IsRegular() || info.Size > maxMoveFile {
			continue
		}
		if t := p.text(ctx, New, name); t.blob != "" {
			files = append(files, t)
		}
	}
	return files, nil
}

// searchMoves finds each lost thread's new place, from the view when the same files were searched before.
func (p *placer) searchMoves(files []*text, threads []lost, places []placed) {
	var names strings.Builder
	for _, f := range files {
		names.WriteString(f.path + "\x00" + f.blob + "\x00")
	}
	sum := sha256.Sum256([]byte(names.String()))
	searched := hex.EncodeToString(sum[:10])
	for _, l := range threads {
		l.key = fmt.Sprintf("%s of %s:%d-%d %s in %s", byMove, l.row.Base.Blob, l.row.Start, l.row.End, places[l.at].Key, searched)
		if known, ok := p.view.Moves[l.row.ID]; ok && known.Key == l.key {
			if known.Place.AnchorState != "" {
				places[l.at] = known
			}
			continue
		}
		got := placed{Key: l.key}
		if d, err := p.description(l.row); err == nil {
			l.d = d
			if pl, ok := p.searchMove(files, l); ok {
				got.Place, got.Quote = pl, places[l.at].Quote
				places[l.at] = got
			}
		}
		p.view.Moves[l.row.ID], p.view.dirty = got, true
	}
}

// searchMove looks for one thread's code. Found in two files, it is in neither.
func (p *placer) searchMove(files []*text, l lost) (Placement, bool) {
	needle := longestLine(l.d.TargetContent)
	var found []Placement
	for _, f := range files {
		data, err := p.bytes(f)
		if f.path == l.row.File || err != nil || !bytes.Contains(data, needle) {
			continue
		}
		if at := anchor.FindWhole(l.d, data); at.State == anchor.Anchored {
			pl := placementOf(f.path, at)
			pl.Method = byMove
			found = append(found, pl)
		}
	}
	if len(found) != 1 {
		return Placement{}, false
	}
	return found[0], true
}

// longestLine is what a file that holds the whole text must hold; looking for it first is much cheaper.
func longestLine(text string) []byte {
	longest := ""
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); len(line) > len(longest) {
			longest = line
		}
	}
	return []byte(longest)
}
