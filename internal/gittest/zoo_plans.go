package gittest

import (
	"os"
	"path/filepath"
	"strings"
)

// with plans a plain repository that git then changes.
func with(name, odd string, args ...string) plan {
	return plan{name, odd, func(z *zookeeper, name string) {
		z.seed(name)
		z.git(name, args...)
	}}
}

// withConfig plans a plain repository with more lines in its configuration.
func withConfig(name, odd, text string) plan {
	return plan{name, odd, func(z *zookeeper, name string) {
		z.seed(name)
		z.config(name, text)
	}}
}

func withExtension(name, setting string) plan {
	return withConfig(name, "extensions."+setting,
		"[core]\n\trepositoryformatversion = 1\n[extensions]\n\t"+setting+"\n")
}

// plans lists the specimens; one that others are made from precedes them.
func plans() []plan {
	all := []plan{{"normal", "nothing", func(z *zookeeper, name string) { z.seed(name) }}}
	all = append(all, placePlans()...)
	all = append(all, objectPlans()...)
	all = append(all, packPlans()...)
	all = append(all, indexPlans()...)
	all = append(all, refPlans()...)
	return append(all, configPlans()...)
}

// placePlans vary where the git directory and the files are.
func placePlans() []plan {
	return []plan{
		{"bare.git", "bare", func(z *zookeeper, name string) { z.git(".", "clone", "-q", "--bare", "normal", name) }},
		{"wtmain", "has a linked worktree", func(z *zookeeper, name string) { z.seed(name) }},
		{"wt-linked", "a linked worktree", func(z *zookeeper, name string) {
			z.git("wtmain", "worktree", "add", "-q", "../"+name, "-b", "wtb")
		}},
		{"supr", "has a submodule", func(z *zookeeper, name string) {
			z.seed(name)
			z.git(name, "submodule", "-q", "add", z.path("normal"), "sub")
			z.git(name, "commit", "-qm", "sub")
		}},
		{"supr/sub", "a submodule", func(*zookeeper, string) {}},
		{"sepwt", "git directory elsewhere", func(z *zookeeper, name string) {
			z.seed(name, "--separate-git-dir="+z.path("sep.gitdir"))
		}},
		{"symwt", ".git is a symbolic link", func(z *zookeeper, name string) {
			z.seed(name)
			z.must(os.Rename(z.path(name+"/.git"), z.path("sym.gitdir")))
			z.must(os.Symlink(z.path("sym.gitdir"), z.path(name+"/.git")))
		}},
		{"bareproj", "folder around a bare repository", func(z *zookeeper, name string) {
			z.git(".", "clone", "-q", "--bare", "normal", name+"/.bare")
			z.write(name+"/.git", "gitdir: ./.bare\n")
		}},
		{"bareproj/main2", "worktree of a bare repository", func(z *zookeeper, name string) {
			z.git("bareproj", "worktree", "add", "-q", "main2", "-b", "main2")
		}},
		{"relmain", "linked worktrees by relative paths", func(z *zookeeper, name string) { z.seed(name) }},
		{"rel-wt", "a linked worktree by relative paths", relativeWorktree},
		{"coreworktree", "core.worktree leads elsewhere", func(z *zookeeper, name string) {
			z.seed(name)
			z.must(os.Mkdir(z.path("cw2"), 0o755))
			z.git(name, "config", "core.worktree", "../../cw2")
		}},
		{"cw2", "the place core.worktree leads to", func(*zookeeper, string) {}},
		{"nogit", "no repository", func(z *zookeeper, name string) { z.write(name+"/f1.txt", "x\n") }},
		{"emptygit", "an empty .git folder", func(z *zookeeper, name string) {
			z.write(name+"/f1.txt", "x\n")
			z.must(os.Mkdir(z.path(name+"/.git"), 0o755))
		}},
		{"lostgit", "a .git file that leads nowhere", func(z *zookeeper, name string) {
			z.write(name+"/f1.txt", "x\n")
			z.write(name+"/.git", "gitdir: ../gone/.git/worktrees/x\n")
		}},
	}
}

// relativeWorktree writes by hand what git 2.48 and later write: an older git
// refuses the result, and the specimen is there to show that.
func relativeWorktree(z *zookeeper, name string) {
	z.need(2, 48)
	z.git("relmain", "worktree", "add", "-q", "../"+name, "-b", "rw")
	z.write(name+"/.git", "gitdir: ../relmain/.git/worktrees/"+name+"\n")
	z.write("relmain/.git/worktrees/"+name+"/gitdir", "../../../../"+name+"/.git\n")
	z.config("relmain", "[core]\n\trepositoryformatversion = 1\n[extensions]\n\trelativeWorktrees = true\n")
}

// objectPlans vary where objects are kept.
func objectPlans() []plan {
	return []plan{
		{"sha256", "SHA-256 objects", func(z *zookeeper, name string) { z.seed(name, "--object-format=sha256") }},
		{"up", "serves partial clones", func(z *zookeeper, name string) {
			z.seed(name)
			z.config(name, "[uploadpack]\n\tallowFilter = true\n\tallowAnySHA1InWant = true\n")
		}},
		{"partial", "partial clone", func(z *zookeeper, name string) {
			z.git(".", "clone", "-q", "--filter=blob:none", "file://"+filepath.ToSlash(z.path("up")), name)
		}},
		{"partial-empty", "partial clone without any blob", func(z *zookeeper, name string) {
			z.git(".", "clone", "-q", "--no-checkout", "--filter=blob:none", "file://"+filepath.ToSlash(z.path("up")), name)
		}},
		{"shallow", "one commit deep", func(z *zookeeper, name string) {
			z.git(".", "clone", "-q", "--depth=1", "file://"+filepath.ToSlash(z.path("up")), name)
		}},
		{"altshared", "borrows all objects", func(z *zookeeper, name string) { z.git(".", "clone", "-q", "--shared", "normal", name) }},
		{"altref", "borrows objects", func(z *zookeeper, name string) {
			z.git(".", "clone", "-q", "--reference", "normal", "normal", name)
		}},
		{"altrel", "borrows objects by a relative path", func(z *zookeeper, name string) {
			z.init(name)
			z.write(name+"/.git/objects/info/alternates", "../../../normal/.git/objects\n")
			z.git(name, "fetch", "-q", "../normal", "HEAD")
			z.git(name, "reset", "-q", "--hard", "FETCH_HEAD")
		}},
		{"altshared-wt", "worktree of a borrower", func(z *zookeeper, name string) {
			z.git("altshared", "worktree", "add", "-q", "../"+name, "-b", "aw")
		}},
		{"altloop", "two object folders that borrow from each other", func(z *zookeeper, name string) {
			z.seed(name)
			other := z.path(name + "-b/objects")
			z.must(os.MkdirAll(filepath.Join(other, "info"), 0o755))
			z.write(name+"/.git/objects/info/alternates", other+"\n")
			z.write(name+"-b/objects/info/alternates", z.path(name+"/.git/objects")+"\n")
		}},
	}
}

// packPlans vary the form of packs.
func packPlans() []plan {
	return []plan{
		{"midx", "multi-pack index, commit graph", func(z *zookeeper, name string) {
			z.seed(name)
			z.git(name, "repack", "-qad")
			z.write(name+"/q", "q\n")
			z.git(name, "add", "q")
			z.git(name, "commit", "-qm", "q")
			z.git(name, "repack", "-qd")
			z.git(name, "multi-pack-index", "write")
			z.git(name, "commit-graph", "write", "--reachable")
		}},
		{"cruft", "cruft pack", func(z *zookeeper, name string) {
			z.seed(name)
			z.write(name+"/.git/loose", "q\n")
			z.git(name, "hash-object", "-w", ".git/loose")
			z.must(os.Remove(z.path(name + "/.git/loose")))
			if z.need(2, 37) {
				z.git(name, "gc", "-q", "--cruft")
			}
		}},
		{"bitmap", "packed, with a bitmap", func(z *zookeeper, name string) {
			z.seed(name)
			z.git(name, "gc", "-q")
			z.git(name, "multi-pack-index", "write", "--bitmap")
		}},
		{"loosepack", "pack named loose-…", func(z *zookeeper, name string) {
			z.seed(name)
			z.git(name, "maintenance", "run", "--task=loose-objects")
			z.git(name, "maintenance", "run", "--task=loose-objects") // the second run removes what the first one packed
		}},
		{"idx1", "pack index of version 1", func(z *zookeeper, name string) {
			z.seed(name)
			z.git(name, "-c", "pack.indexVersion=1", "repack", "-qad")
		}},
		{"replace", "a blob replaced by another", func(z *zookeeper, name string) {
			z.seed(name)
			z.write(name+"/.git/alt", "alt\n")
			z.git(name, "replace", z.git(name, "rev-parse", "HEAD:f1.txt"), z.git(name, "hash-object", "-w", ".git/alt"))
			z.must(os.Remove(z.path(name + "/.git/alt")))
		}},
	}
}

// indexPlans vary the index and the files.
func indexPlans() []plan {
	return []plan{
		with("idxv4", "index of version 4", "update-index", "--index-version", "4"),
		{"split", "split index", func(z *zookeeper, name string) {
			z.seed(name)
			z.git(name, "update-index", "--split-index")
			z.write(name+"/z", "z\n")
			z.git(name, "add", "z")
		}},
		{"sparse", "sparse checkout", func(z *zookeeper, name string) {
			z.seed(name)
			z.git(name, "sparse-checkout", "init", "--cone")
			z.git(name, "sparse-checkout", "set", "src")
		}},
		{"sparseidx", "sparse index", func(z *zookeeper, name string) {
			z.seed(name)
			z.write(name+"/d/1", "1\n")
			z.write(name+"/e/2", "2\n")
			z.git(name, "add", ".")
			z.git(name, "commit", "-qm", "d")
			z.git(name, "sparse-checkout", "init", "--cone", "--sparse-index")
			z.git(name, "sparse-checkout", "set", "src")
		}},
		{"untr", "untracked cache", func(z *zookeeper, name string) {
			z.seed(name)
			z.git(name, "update-index", "--force-untracked-cache")
		}},
		{"crlf", "line ends converted", func(z *zookeeper, name string) {
			z.seed(name)
			z.write(name+"/.gitattributes", "*.txt text eol=crlf\n")
			z.git(name, "add", ".")
			z.git(name, "commit", "-qm", "crlf")
			z.must(os.Remove(z.path(name + "/f1.txt")))
			z.git(name, "checkout", "-q", "f1.txt")
		}},
		{"symlinkrepo", "a tracked symbolic link", func(z *zookeeper, name string) {
			z.seed(name)
			z.must(os.Symlink("f1.txt", z.path(name+"/l")))
			z.git(name, "add", "l")
			z.git(name, "commit", "-qm", "l")
		}},
		{"lock", "locks left behind", func(z *zookeeper, name string) {
			z.seed(name)
			z.write(name+"/.git/index.lock", "")
			z.write(name+"/.git/HEAD.lock", "")
		}},
	}
}

// refPlans vary HEAD and the refs.
func refPlans() []plan {
	return []plan{
		{"reftable", "refs in a reftable", func(z *zookeeper, name string) {
			if z.need(2, 45) {
				z.seed(name, "--ref-format=reftable")
				return
			}
			z.seed(name)
			z.must(os.RemoveAll(z.path(name + "/.git/refs")))
			z.write(name+"/.git/refs/heads", "this repository uses the reftable format\n")
			z.write(name+"/.git/HEAD", "ref: refs/heads/.invalid\n")
			z.write(name+"/.git/reftable/tables.list", "")
			z.config(name, "[core]\n\trepositoryformatversion = 1\n[extensions]\n\trefStorage = reftable\n")
		}},
		{"unborn", "no commit yet", func(z *zookeeper, name string) { z.init(name) }},
		with("detached", "HEAD detached", "checkout", "-q", "HEAD~1"),
		with("packedrefs", "refs packed", "pack-refs", "--all"),
		{"emptyref", "the branch's file is empty", func(z *zookeeper, name string) {
			z.seed(name)
			z.git(name, "pack-refs", "--all")
			z.write(name+"/.git/refs/heads/main", "")
		}},
		{"headlink", "HEAD is a symbolic link", func(z *zookeeper, name string) {
			z.seed(name)
			z.must(os.Remove(z.path(name + "/.git/HEAD")))
			z.must(os.Symlink("refs/heads/main", z.path(name+"/.git/HEAD")))
		}},
	}
}

// configPlans have settings that make tools refuse.
func configPlans() []plan {
	return []plan{
		with("wtconfig", "extensions.worktreeConfig", "config", "extensions.worktreeConfig", "true"),
		withExtension("precious", "preciousObjects = true"),
		withExtension("noopv1", "noop = true"),
		withExtension("cfgsha1", "objectFormat = sha1"),
		withExtension("reffiles", "refStorage = files"),
		withExtension("fromfuture", "notInventedYet = true"),
		withConfig("negrefspec", "negative refspec", "[remote \"o\"]\n\turl = ../normal\n\tfetch = +refs/heads/*:refs/remotes/o/*\n\tfetch = ^refs/heads/x\n"),
		withConfig("prmerge", "branch.*.merge of a pull request", "[branch \"foo\"]\n\tremote = origin\n\tmerge = refs/pull/12/head\n"),
		withConfig("nourl", "remote without an address", "[remote \"foo\"]\n\tprune = true\n"),
		withConfig("packwin", "pack.window with a unit", "[pack]\n\twindow = 10k\n"),
		withConfig("cfginclude", "includes, bare keys, comments", strings.Join([]string{
			`[include]`, `	path = /nonexist/x`, `[includeIf "gitdir:~/x/"]`, `	path = ~/y`,
			`[alias]`, `	x = "!f() { echo \"hi\"; }; f"`, `[core]`, `	ignorecase`, `[diff "x"]`, `	textconv = cat # c`, ``,
		}, "\n")),
		withConfig("cfgodd", "odd sub-sections", strings.Join([]string{
			`[branch "feature/with\\slash"]`, `	remote = .`, `	merge = refs/heads/x`, `[submodule "a/../b"]`, `	url = x`,
			`[core]`, `	compression = -1`, `[pack]`, `	window = 10`, `	windowMemory = 100m`, ``,
		}, "\n")),
	}
}
