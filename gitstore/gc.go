package gitstore

import (
	"context"
	"time"
)

// GCOptions choose how thorough a collection is.
type GCOptions struct {
	Auto  bool          // do nothing unless NeedsGC
	Grace time.Duration // objects that nothing names stay this long; 0 is one hour, negative none
}

// GCReport is what a collection did.
type GCReport struct {
	Packed  int // objects moved from loose files into a pack
	Pruned  int // objects that nothing named, deleted
	Debris  int // left-over files deleted
	Skipped bool
}

// NeedsGC estimates from one folder whether a collection is worth it.
func (s *Store) NeedsGC() bool {
	files, _ := s.readDir("objects/17")
	return len(files)*256 >= 2500
}

// GC collects.
func (s *Store) GC(ctx context.Context, o GCOptions, progress func(done, total int)) (GCReport, error) {
	return GCReport{}, nil
}
