//go:build unix

package worktree

import (
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// ForeignOwner returns the name of the user that the store belongs to, if that is not the caller: git's own rule. Root
// acts for the user who called sudo. Files that root makes get the owner of the folder around them (package gitstore
// sees to that), so before there is a store, that folder's owner counts for root.
func (p Project) ForeignOwner(sudoUID string) (owner string, foreign bool) {
	caller := os.Geteuid()
	info, err := os.Lstat(p.StoreDir)
	if err != nil && caller == 0 {
		info, err = os.Stat(filepath.Dir(p.StoreDir))
	}
	if err != nil {
		return "", false // it does not exist, or opening it reports why not
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(st.Uid) == caller {
		return "", false
	}
	uid := strconv.FormatUint(uint64(st.Uid), 10)
	if caller == 0 && uid == sudoUID {
		return "", false
	}
	if known, err := user.LookupId(uid); err == nil {
		return known.Username, true
	}
	return uid, true
}
