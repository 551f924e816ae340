package project

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/gitrepo"
	"consider/internal/place"
	"consider/internal/review/plan"
	"consider/internal/review/round"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/treediff"
	"consider/internal/words"
)

// FsckInput has the options of Fsck.
type FsckInput struct {
	Accept bool `json:"accept,omitempty" flag:"accept" help:"acknowledge lost history so that it is no longer reported, and trust a store created elsewhere (human only); deletes nothing"`
	Repair bool `json:"repair,omitempty" flag:"repair" help:"replace damaged data with older versions from the history or other copies (human only); 'consider undo' reverts it"`
	DryRun bool `json:"dryRun,omitempty" flag:"dry-run" also:"n" help:"with --repair: only show what would change"`

	Restore bool `json:"restore,omitempty" flag:"restore" help:"restore changes that only the backup has (human only)"`
}

// FsckOutput lists the problems of the store.
type FsckOutput struct {
	Sound     bool            `json:"sound"`
	Commits   int             `json:"commits"`
	Objects   int             `json:"objects"`
	Threads   int             `json:"threads"`
	Plans     int             `json:"plans,omitempty"`
	Problems  []thread.Damage `json:"problems"`
	Lost      int             `json:"lost,omitempty"`     // newest states that were lost; among the problems until a person acknowledges them
	Accepted  []string        `json:"accepted,omitempty"` // the refs of the lost states acknowledged by this run
	Repairs   []Repair        `json:"repairs,omitempty"`  // done by --repair or, with --dry-run, proposed
	DryRun    bool            `json:"dryRun,omitempty"`
	Mended    int             `json:"mended,omitempty"`    // damaged objects that only states before a repair refer to
	Abandoned []string        `json:"abandoned,omitempty"` // former tips of the store that are not in its history
	Newer     []thread.Damage `json:"newer,omitempty"`     // files of a newer version of consider, which were not checked
	Debris    []string        `json:"debris,omitempty"`    // left by writers that were stopped; gc removes it
	Adopted   bool            `json:"adopted,omitempty"`   // the store was created elsewhere, and was adopted

	Restored *Restored `json:"restored,omitempty"` // by --restore
}

// Fsck reads the whole store and checks every object and thread.
func Fsck(ctx context.Context, s *session.Session, in FsckInput) (FsckOutput, error) {
	var adopted bool
	var noted []gitstore.LostTip
	if in.Accept {
		var err error
		if adopted, noted, err = accept(ctx, s); err != nil {
			return FsckOutput{}, err
		}
	}
	restored, err := restore(ctx, s, in.Restore)
	if err != nil {
		return FsckOutput{}, err
	}
	store, err := s.OpenStore(ctx, false)
	if err != nil {
		return FsckOutput{}, err
	}
	if in.DryRun && !in.Repair {
		return FsckOutput{}, fail.Usage("{--dry-run} requires {--repair}")
	}
	repairs, err := repair(ctx, s, store, in.Repair, in.DryRun)
	if err != nil {
		return FsckOutput{}, session.StoreError(err)
	}
	report, err := store.Fsck(ctx, s.Progress)
	if err != nil {
		return FsckOutput{}, session.StoreError(err)
	}
	out := FsckOutput{
		Commits: report.Commits, Objects: report.Commits + report.Trees + report.Blobs, Debris: report.Debris,
		Lost: report.Lost, Adopted: adopted, Repairs: repairs, DryRun: in.DryRun, Restored: restored,
	}
	out.Abandoned, out.Mended = report.Abandoned, report.Mended
	for _, l := range noted {
		out.Accepted = append(out.Accepted, l.Ref)
	}
	out.Problems = problemsOf(report)
	snap, err := store.Snapshot()
	switch {
	case err == nil:
		s.At = snap.ID()
		plans, ofPlans := plan.Check(snap)
		out.Plans = plans
		damaged, newer := thread.SplitNewer(append(checkThreads(snap, &out.Threads), ofPlans...))
		damaged = slices.DeleteFunc(damaged, func(d thread.Damage) bool { // unreadable objects are already listed
			return slices.ContainsFunc(out.Problems, func(p thread.Damage) bool { return p.Path == d.Path })
		})
		out.Problems, out.Newer = append(out.Problems, damaged...), newer
	case errors.Is(err, fail.ErrNewer):
		out.Newer = []thread.Damage{thread.NotRead("store.json", err)}
	}
	out.Sound = len(out.Problems) == 0
	for i := range out.Problems {
		if at := &out.Problems[i]; at.Hint.IsZero() {
			at.Hint = hintFor(at.Path)
		}
	}
	return out, nil
}

// problemsOf returns the problems of a report, each with a hint.
func problemsOf(report gitstore.FsckReport) []thread.Damage {
	out := []thread.Damage{}
	for _, p := range report.Problems {
		where := cmp.Or(p.Path, p.Object.String())
		d := thread.Damage{Path: where, Problem: p.What, Hint: hintFor(where)}
		if p.Past && !strings.HasPrefix(where, "objects/") {
			d.Hint = pastDamageHint()
		}
		out = append(out, d)
	}
	return out
}

// accept acknowledges lost states, and adopts a store that was created elsewhere.
func accept(ctx context.Context, s *session.Session) (adopted bool, noted []gitstore.LostTip, err error) {
	if err := s.Caller.Person("acknowledge lost data or adopt a store"); err != nil {
		return false, nil, err
	}
	if adopted, err = s.Adopt(ctx); err != nil {
		return false, nil, err
	}
	store, err := s.OpenStore(ctx, false)
	if err != nil {
		return adopted, nil, err
	}
	noted, err = store.Acknowledge(ctx)
	return adopted, noted, session.StoreError(err)
}

// checkThreads decodes every thread and checks that the bases they name are there.
func checkThreads(snap *gitstore.Snapshot, n *int) []thread.Damage {
	var problems []thread.Damage
	for _, dir := range thread.Folders {
		rows, damaged, err := thread.ReadRows(snap, dir, nil)
		if err != nil {
			problems = append(problems, thread.Damage{Path: dir, Problem: err.Error()})
			continue
		}
		*n += len(rows)
		problems = append(problems, damaged...)
		for i := range rows {
			r := &rows[i]
			if r.Base.Blob == "" {
				continue
			}
			id, err := gitstore.ParseID(r.Base.Blob)
			if err == nil {
				_, err = snap.ReadBlob(id)
			}
			if err != nil && !(session.IsGone(err) && !keepsBase(snap, dir, r)) {
				problems = append(problems, thread.Damage{Path: thread.File(dir, r.ID), Problem: "its original text: " + err.Error()})
			}
		}
	}
	return problems
}

// keepsBase reports whether the tree names the thread's base. It does not if the file was too large to be kept:
// then the base's id only shows whether the file is still the same.
func keepsBase(snap *gitstore.Snapshot, dir string, r *thread.Row) bool {
	entries, err := snap.ReadDir(path.Join(dir, r.ID[2:3]))
	return err != nil || slices.ContainsFunc(entries, func(e gitstore.Entry) bool {
		return strings.HasPrefix(e.Name, r.ID+".base") && e.ID.String() == r.Base.Blob
	})
}

// GCInput has the options of GC.
type GCInput struct {
	Auto bool `json:"auto,omitempty" flag:"auto" help:"compact only if there is enough data to pack"`
}

// GCOutput reports the work done.
type GCOutput struct {
	Packed  int  `json:"packed"`  // objects moved into a pack
	Pruned  int  `json:"pruned"`  // unnamed objects of stopped writers
	Removed int  `json:"removed"` // other leftovers of stopped writers
	Skipped bool `json:"skipped,omitempty"`

	Images ImageReport `json:"images"` // images of comments
}

// sweptAlone is how many moments make it worth to write the store anew in the background.
const sweptAlone = 100

// GC packs the store's history. It keeps every message.
func GC(ctx context.Context, s *session.Session, in GCInput) (GCOutput, error) {
	store, err := s.OpenStore(ctx, false)
	if err != nil {
		return GCOutput{}, err
	}
	if _, err := store.Snapshot(); errors.Is(err, fail.ErrNewer) {
		return GCOutput{}, err
	}
	report, err := store.GC(ctx, gitstore.GCOptions{Auto: in.Auto}, s.Progress)
	if err != nil {
		return GCOutput{}, session.StoreError(err)
	}
	out := GCOutput{Packed: report.Packed, Pruned: report.Pruned, Removed: report.Debris, Skipped: report.Skipped}
	if out.Skipped {
		return out, nil
	}
	st, err := s.Snapshot(ctx)
	if err != nil {
		return out, err
	}
	least := 1
	if in.Auto {
		least = sweptAlone
	}
	if err := round.SweepMoments(ctx, s, st, least); err != nil {
		return out, session.StoreError(err)
	}
	out.Images, err = sweepImages(st)
	return out, err
}

// NeedsGC reports whether a change has left enough to pack. It is false before the store is open.
func NeedsGC(s *session.Session) bool {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	return s.Store != nil && s.Store.NeedsGC()
}

// DoctorInput has the options of Doctor.
type DoctorInput struct {
	Forget string `json:"forget,omitempty" flag:"forget" help:"delete the backup of the threads of this project (human only)" placeholder:"PROJECT"`
}

// DoctorOutput is the state of this project, check by check.
type DoctorOutput struct {
	Program string         `json:"program"`
	Root    string         `json:"root"`
	Store   string         `json:"store"`
	Checks  []fail.Check   `json:"checks"`
	Git     gitrepo.Report `json:"git"`
}

// Doctor checks everything that could keep consider from working here. Problems that it finds are not errors.
func Doctor(ctx context.Context, s *session.Session, in DoctorInput) (DoctorOutput, error) {
	if in.Forget != "" {
		if err := forget(s, in.Forget); err != nil {
			return DoctorOutput{}, err
		}
	}
	out := DoctorOutput{Program: s.Program, Root: s.Place.Root, Store: s.Place.StoreDir, Git: s.Tree.Describe(ctx)}
	if err := treediff.CheckComparable(ctx, s.Tree, out.Git); err != nil {
		out.Git.Broken = err.Error()
	}
	out.Checks = append(out.Checks, checkGit(s, out.Git), checkTracked(ctx, s), checkStore(ctx, s), checkBackup(ctx, s), checkSetup(ctx, s))
	out.Checks = append(out.Checks, slices.Concat(checkSettings(ctx, s), checkPlain(ctx, s))...)
	out.Checks = append(append(out.Checks, checkAnswers(ctx, s)...), checkCaller(s.Caller))
	return out, nil
}

// checkCaller reports as whom the caller is recognized, and why.
func checkCaller(who session.Caller) fail.Check {
	c := fail.Check{Name: "caller", State: "ok", What: "recognized as " + who.String()}
	if who.Why != "" {
		c.What += ": " + who.Why
	}
	if who.IsUnknown() {
		c.State, c.Hint = "note", words.Textf("your messages are recorded under the agent name \"unknown\": to state who writes, add '--as human' or '--as agent --name NAME'")
	}
	return c
}

// kindWords are what is not plain about a repository.
var kindWords = map[string]string{"linked": " (a linked worktree)", "submodule": " (a submodule)", "bare": " (bare)", "broken": " (incomplete)"}

func checkGit(s *session.Session, r gitrepo.Report) fail.Check {
	if s.Place.GitDir == "" {
		return fail.Check{Name: "project", State: "ok", What: "a folder without git"}
	}
	c := fail.Check{Name: "project", State: "ok", What: "a git repository" + kindWords[r.Kind]}
	if r.Objects == gitrepo.ViaGit {
		c.What += ", read by running git: " + r.Reason
	}
	switch {
	case r.Broken != "":
		c.State, c.Kind, c.What = "problem", fail.KindCorrupt, "a git repository"+kindWords[r.Kind]+": "+r.Broken
		c.Hint = words.Textf("repair git, because reviews and checkpoints need HEAD (threads still work, located by their text)")
	case r.Head.Commit == "":
		c.What = "a git repository" + kindWords[r.Kind] + " with no commits yet"
	case r.Objects == gitrepo.ViaNone:
		c.State, c.What = "note", "a git repository that cannot be read: "+r.Reason
		c.Hint = words.Textf("threads still work, located by their text, and renamed files are found by content")
	}
	return c
}

func checkTracked(ctx context.Context, s *session.Session) fail.Check {
	if err := s.CheckOwned(ctx); err != nil {
		return fail.Problem("isolation", err)
	}
	if err := s.MadeElsewhere(); err != nil {
		return fail.Problem("isolation", err)
	}
	if claim, err := gitrepo.ClaimOn(ctx, s.Place.StoreDir); err == nil && claim.Path != "" {
		return fail.Check{Name: "isolation", State: "note", What: fmt.Sprintf("git tracks %q: commits publish your threads", claim.Path)}
	}
	return fail.Check{Name: "isolation", State: "ok", What: "git does not track the store"}
}

func checkStore(ctx context.Context, s *session.Session) fail.Check {
	store, err := s.OpenStore(ctx, false)
	if err != nil {
		return fail.Problem("store", err)
	}
	snap, err := store.Snapshot()
	if err != nil {
		return fail.Problem("store", err)
	}
	s.At = snap.ID()
	rows, damaged, err := thread.ReadRows(snap, thread.Active, nil)
	if err != nil {
		return fail.Problem("store", err)
	}
	plans, ofPlans := plan.Check(snap)
	damaged, newer := thread.SplitNewer(append(damaged, ofPlans...))
	lost := session.LostTips(store)
	switch {
	case len(lost) > 0:
		return fail.Check{Name: "store", State: "problem", What: place.String(lost[len(lost)-1]), Hint: words.Textf("{fsck}"), Kind: fail.KindCorrupt}
	case len(damaged) > 0:
		return fail.Check{Name: "store", State: "problem", What: damageSummary(damaged) + " cannot be read", Hint: words.Textf("{fsck}"), Kind: fail.KindCorrupt}
	case len(newer) > 0:
		return fail.Check{Name: "store", State: "problem", What: damageSummary(newer) + " written by a newer consider", Hint: words.Textf(fail.UpdateHint), Kind: fail.KindVersion}
	}
	c := fail.Check{Name: "store", State: "ok", What: words.Plural(len(rows), "thread")}
	if len(rows) == 0 {
		c.What = "no threads yet"
	}
	if plans > 0 {
		c.What += ", " + words.Plural(plans, "plan")
	}
	if s.Place.Home != "" {
		c.State, c.What = "note", c.What+fmt.Sprintf("; %q is read-only here, so messages wait until consider runs outside the sandbox", s.Place.Home)
	} else if err := store.CheckWritable(); err != nil {
		c.State, c.What = "note", c.What+"; the store is read-only here: "+err.Error()
		c.Hint = fail.Problem("", err).Hint
	} else if store.NeedsGC() {
		c.State, c.Hint = "note", words.Textf("run '{gc}' to pack the history")
	}
	return c
}

// damageSummary counts the threads and the files of plans among damaged files.
func damageSummary(all []thread.Damage) string {
	plans := 0
	for _, d := range all {
		if strings.HasPrefix(d.Path, thread.PlansFolder) {
			plans++
		}
	}
	var parts []string
	if n := len(all) - plans; n > 0 {
		parts = append(parts, words.Plural(n, "thread"))
	}
	if plans > 0 {
		parts = append(parts, words.Plural(plans, "plan file"))
	}
	return strings.Join(parts, " and ")
}
