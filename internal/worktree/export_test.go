package worktree

// Listed is listed, for testing disks that ignore letter case on one that does not.
var Listed = listed
