package worktree

import "io/fs"

// Info is what the file system says about a file. CTimeNS and Inode are 0 if the system has none. Two equal Infos of a
// regular file mean the same content, except for a change within one tick of the file system's clock.
type Info struct {
	Size             int64 // bytes
	MTimeNS, CTimeNS int64 // nanoseconds since 1970
	Inode            uint64
	Mode             fs.FileMode
}

func infoOf(fi fs.FileInfo) Info {
	info := Info{Size: fi.Size(), MTimeNS: fi.ModTime().UnixNano(), Mode: fi.Mode()}
	info.CTimeNS, info.Inode = sysInfo(fi)
	return info
}
