package memory

import (
	"cmp"
	"context"
	"strings"

	"consider/gitstore"
	"consider/internal/memory/keep"
	"consider/internal/session"
	"consider/internal/settings"
)

// Remembered returns the number of files that an agent finds in the memory; 0 if the memory is off or cannot be
// counted. It asks for no key and reads no content, because every summary calls it.
func Remembered(ctx context.Context, s *session.Session) int {
	chosen, err := s.Settings(ctx)
	if err != nil || chosen.Get("memory") != "on" {
		return 0
	}
	return countIn(ctx, s, chosen.Get("memory.backend"), chosen)
}

// otherBackends returns the backends that have files, without the chosen one.
func otherBackends(ctx context.Context, s *session.Session, chosen settings.Settings) (out []string) {
	for _, other := range settings.Backend("").Enum().Values {
		if other.Name != chosen.Get("memory.backend") && countIn(ctx, s, other.Name, chosen) > 0 {
			out = append(out, other.Name)
		}
	}
	return out
}

// countIn returns the number of files that listings show in one backend.
func countIn(ctx context.Context, s *session.Session, backend string, chosen settings.Settings) int {
	var find func(context.Context, gitstore.Files) (scope, error)
	of := "files/"
	switch backend {
	case settings.OnDisk:
		list, _ := (&keep.Disk{Project: s.Place.Root}).List()
		n := 0
		for _, f := range list {
			n += visible(string(f.Path))
		}
		return n
	case settings.InWorkspace:
		find = placeIn(memoryDir + "/workspace")
	case settings.InBranch:
		find = branchPlace(s, cmp.Or(s.Tree.WorkingBranch(ctx), noBranch), chosen.Get("memory.start"))
	case settings.InSecret:
		find, of = placeIn(SecretDir), ""
	default:
		return 0
	}
	st, err := s.Snapshot(ctx)
	if err != nil {
		return 0
	}
	at, err := find(ctx, st.Commit)
	if err != nil {
		return 0
	}
	names, err := at.blobs(st.Commit, nil).Names()
	if err != nil {
		return 0
	}
	n := 0
	for _, name := range names {
		path, ok := strings.CutPrefix(name, of)
		if ok && (of != "" || strings.Contains(path, "/")) { // a secret memory's files are in folders, and its other blobs are not
			n += visible(path)
		}
	}
	return n
}

// visible returns 1 for a path that agents' listings show, and 0 for any other.
func visible(path string) int {
	if strings.HasPrefix(path, ".") || strings.Contains(path, "/.") {
		return 0
	}
	return 1
}
