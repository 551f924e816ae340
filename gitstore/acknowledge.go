package gitstore

import (
	"context"
	"strings"
)

// Resume makes the ref name the commit that is read in its place, as the next change would. It reports false if the ref
// is whole.
func (s *Store) Resume(ctx context.Context) (bool, error) {
	l, err := s.lock(ctx)
	if err != nil {
		return false, err
	}
	defer l.release()
	return s.resume(ctx, l)
}

func (s *Store) resume(ctx context.Context, l *heldLock) (bool, error) {
	if err := s.ignoreSelf(); err != nil {
		return false, err
	}
	ref, tip, err := s.tip()
	if err != nil || ref.id == tip {
		return false, err
	}
	return true, movedError(s.continueFrom(ctx, l, ref, tip))
}

// Acknowledge marks all lost tips as acknowledged and returns them. It removes nothing: each gets a second ref of the
// same name below refs/acknowledged. A lost tip without a ref gets one first: the store then continues from the tip
// before it, with what is left of the lost one.
func (s *Store) Acknowledge(ctx context.Context) ([]LostTip, error) {
	l, err := s.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer l.release()
	if _, err := s.resume(ctx, l); err != nil {
		return nil, err
	}
	lost, err := s.Lost()
	if err != nil {
		return nil, err
	}
	for _, t := range lost {
		name := strings.TrimPrefix(t.Ref, lostDir+"/")
		have, err := s.readRefFile(acknowledgedDir + "/" + name)
		if err == nil {
			err = s.setRef(acknowledgedDir+"/"+name, have, t.ID)
		}
		if err != nil {
			return nil, err
		}
	}
	return lost, nil
}
