package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Each installer is run as its users do, from a server of releases: install.sh by sh, install.ps1 by both PowerShells.
type installer struct {
	t                 *testing.T
	root              string // of the releases that are served
	script            string // its file, next to this test
	folder            string // that it installs into by default
	env               []string
	run               func(flags ...string) *exec.Cmd
	signer            string // the public key in it, "" for none
	version, uninst   string // its flags
	program, archived string // the name of the program, and the end of the archive's name
}

func TestInstallShIsSafe(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("install.sh is for Linux and macOS")
	}
	home := t.TempDir()
	in := &installer{
		t: t, script: "install.sh", folder: filepath.Join(home, ".local", "bin"), env: []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")},
		version: "--version", uninst: "--uninstall", program: "consider", archived: runtime.GOOS + "_" + runtime.GOARCH + ".tar.gz",
	}
	downloads := in.serve()
	in.run = func(flags ...string) *exec.Cmd {
		get := "curl -fsSL"
		if _, err := exec.LookPath("curl"); err != nil {
			get = "wget -qO-"
		}
		return exec.CommandContext(t.Context(), sh, "-c", get+" "+downloads+"/latest/download/install.sh | sh -s -- "+strings.Join(flags, " "))
	}
	in.safe()
}

func TestInstallPs1IsSafe(t *testing.T) {
	if runtime.GOOS != "windows" {
		t.Skip("install.ps1 is for Windows")
	}
	if os.Getenv("CI") == "" {
		t.Skip("it changes the user's PATH, so only on a machine that CI throws away")
	}
	for _, shell := range []string{"powershell", "pwsh"} {
		t.Run(shell, func(t *testing.T) {
			path, err := exec.LookPath(shell)
			if err != nil {
				t.Skip("no " + shell + " here")
			}
			local := t.TempDir()
			in := &installer{
				t: t, script: "install.ps1", folder: filepath.Join(local, "Programs", "consider"), env: append(os.Environ(), "LOCALAPPDATA="+local, "NO_COLOR=1"),
				version: "-Version", uninst: "-Uninstall", program: "consider.exe", archived: "windows_" + runtime.GOARCH + ".zip",
			}
			downloads := in.serve()
			in.run = func(flags ...string) *exec.Cmd {
				typed := "irm " + downloads + "/latest/download/install.ps1"
				if len(flags) == 0 {
					typed += " | iex"
				} else {
					typed = "& ([scriptblock]::Create((" + typed + "))) " + strings.Join(flags, " ")
				}
				return exec.CommandContext(t.Context(), path, "-NoProfile", "-NonInteractive", "-Command", typed)
			}
			in.safe()
			in.says("", in.typed(), "installed consider 0.1.2")
			if !strings.Contains(in.usersPath(), in.folder) {
				t.Error("the folder is not on the user's PATH:", in.usersPath())
			}
			in.says("", in.typed(in.uninst), "removed ")
			if strings.Contains(in.usersPath(), in.folder) {
				t.Error("uninstall leaves the folder on the user's PATH:", in.usersPath())
			}
		})
	}
}

// safe is what both promise.
func (in *installer) safe() {
	program := filepath.Join(in.folder, in.program)
	in.fails(in.typed(in.uninst), "not found")
	in.fails(in.typed(in.version, "0.0.0-bad"), "nothing was installed")
	in.fails(in.typed(in.version, "0.0.0-other"), "the release has no build for")
	in.fails(in.typed(in.version, "9.9.9"), "cannot fetch http")
	if _, err := os.Stat(in.folder); err == nil {
		in.t.Error("an install that failed leaves its folder")
	}

	in.says("0.1.1", in.typed(in.version, "0.1.1"), "installed consider 0.1.1")
	running := exec.CommandContext(in.t.Context(), program, "mcp")
	stdin, err := running.StdinPipe()
	if err != nil || running.Start() != nil {
		in.t.Fatal("the program does not run")
	}
	in.says("0.1.2", in.typed(), "installed consider 0.1.2")
	in.says("0.1.2", in.typed(), "installed consider 0.1.2") // once more, while the one that was renamed still runs
	_ = stdin.Close()
	if err := running.Wait(); err != nil {
		in.t.Error("the program that ran was ended:", err)
	}
	in.says("0.1.1", in.typed(in.version, "0.1.1"), "installed consider 0.1.1")
	in.says("", in.typed(in.uninst), "removed ")
	if left, _ := os.ReadDir(in.folder); len(left) > 0 {
		in.t.Error("uninstall leaves", left)
	}

	// Another program of the name, which complains of what it is asked.
	in.builds(program, `package main; import "os"; func main() { os.Stderr.WriteString("unknown argument version\n"); os.Exit(2) }`)
	was, err := os.ReadFile(program)
	if err != nil {
		in.t.Fatal(err)
	}
	in.fails(in.typed(), "is a different program")
	in.fails(in.typed(in.uninst), "it was not removed")
	if now, err := os.ReadFile(program); err != nil || string(now) != string(was) {
		in.t.Error("another program was touched:", err)
	}
	if err := os.Remove(program); err != nil {
		in.t.Fatal(err)
	}
	in.signed()
}

// signed is what they promise if releases are signed: 0.1.2 is, by the right key, and 0.1.1 by another.
func (in *installer) signed() {
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		in.t.Log("no ssh-keygen here: signatures are not tried")
		return
	}
	keys := in.t.TempDir()
	for version, name := range map[string]string{"0.1.2": "owner", "0.1.1": "other", "0.0.0-bad": "owner"} {
		key, sums := filepath.Join(keys, name), filepath.Join(in.root, "download", "v"+version, "checksums.txt")
		if _, err := os.Stat(key); err != nil {
			in.runs("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key)
		}
		in.runs("ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", "consider", sums)
	}
	public, err := os.ReadFile(filepath.Join(keys, "owner.pub"))
	if err != nil {
		in.t.Fatal(err)
	}
	in.says("", in.typed(), "this release is unsigned")
	in.signer = strings.Join(strings.Fields(string(public))[:2], " ")
	in.fails(in.typed(in.version, "0.1.1"), "not the owner's; nothing was installed")
	in.fails(in.typed(in.version, "0.0.0-other"), "checksums.txt.sig")
	in.fails(in.typed(in.version, "0.0.0-bad"), "checksum mismatch")
	in.says("0.1.2", in.typed(), "installed consider 0.1.2")
	in.says("", in.typed(in.uninst), "removed ")
	in.signer = ""
}

func (in *installer) runs(name string, args ...string) {
	in.t.Helper()
	if out, err := exec.CommandContext(in.t.Context(), name, args...).CombinedOutput(); err != nil {
		in.t.Fatalf("%s%v", out, err)
	}
}

// typed is the installer's one line, as it is typed.
func (in *installer) typed(flags ...string) *exec.Cmd {
	cmd := in.run(flags...)
	cmd.Env, cmd.Dir, cmd.WaitDelay = in.env, in.t.TempDir(), time.Second
	return cmd
}

func (in *installer) says(version string, cmd *exec.Cmd, want string) {
	in.t.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), want) {
		in.t.Fatalf("%q is not said: %s%v", want, out, err)
	}
	if version == "" {
		return
	}
	if out, err := exec.CommandContext(in.t.Context(), filepath.Join(in.folder, in.program), "version").CombinedOutput(); strings.TrimSpace(string(out)) != "consider "+version {
		in.t.Errorf("installed is not %s: %s%v", version, out, err)
	}
}

func (in *installer) fails(cmd *exec.Cmd, want string) {
	in.t.Helper()
	out, err := cmd.CombinedOutput()
	// PowerShell wraps its errors at its own width, even within words, and may draw a line next to them.
	plain := strings.NewReplacer(" ", "", "\r", "", "\n", "", "|", "")
	if err == nil || !strings.Contains(plain.Replace(string(out)), plain.Replace(want)) {
		in.t.Errorf("%q is not said, or it passes: %s%v", want, out, err)
	}
}

func (in *installer) usersPath() string {
	out, err := exec.CommandContext(in.t.Context(), "reg", "query", `HKCU\Environment`, "/v", "Path").CombinedOutput()
	if err != nil {
		in.t.Fatalf("%s%v", out, err)
	}
	return string(out)
}

// serve serves releases as a forge does: 0.1.1, 0.1.2, which is the latest, one that is not what its checksums say, and one for
// other systems only.
func (in *installer) serve() string {
	root := in.t.TempDir()
	in.root = root
	for _, version := range []string{"0.1.1", "0.1.2", "0.0.0-bad", "0.0.0-other"} {
		folder := filepath.Join(root, "download", "v"+version)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			in.t.Fatal(err)
		}
		archive := "consider_" + version + "_" + in.archived
		if version == "0.0.0-other" {
			archive = "consider_" + version + "_plan9_amd64.tar.gz"
		}
		in.pack(version, filepath.Join(folder, archive))
		data, err := os.ReadFile(filepath.Join(folder, archive))
		if err != nil {
			in.t.Fatal(err)
		}
		if version == "0.0.0-bad" {
			data = append(data, 'x')
		}
		sums := fmt.Sprintf("%x  %s\n%064d  consider_%s_amd64.deb\n", sha256.Sum256(data), archive, 0, version)
		if err := os.WriteFile(filepath.Join(folder, "checksums.txt"), []byte(sums), 0o644); err != nil {
			in.t.Fatal(err)
		}
	}
	script, err := os.ReadFile(in.script)
	if err != nil {
		in.t.Fatal(err)
	}
	files := http.FileServer(http.Dir(root))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/octet-stream") // as a forge does, whatever the file is
		if file, ok := strings.CutPrefix(r.URL.Path, "/latest/download/"); ok && file == in.script {
			_, _ = io.WriteString(w, strings.NewReplacer("@DOWNLOADS@", "http://"+r.Host, "@SIGNER@", in.signer).Replace(string(script)))
			return
		} else if ok {
			r.URL.Path = "/download/v0.1.2/" + file
		}
		files.ServeHTTP(w, r)
	}))
	in.t.Cleanup(server.Close)
	return server.URL
}

// pack makes an archive of a program of a version.
func (in *installer) pack(version, to string) {
	program := filepath.Join(in.t.TempDir(), in.program)
	in.builds(program, fmt.Sprintf(`package main

import ("fmt"; "io"; "os")

func main() {
	if len(os.Args) == 2 && os.Args[1] == "version" { fmt.Println("consider %s"); return }
	_, _ = io.Copy(io.Discard, os.Stdin) // as a server does, until its client has gone
}`, version))
	data, err := os.ReadFile(program)
	if err != nil {
		in.t.Fatal(err)
	}
	file, err := os.Create(to)
	if err != nil {
		in.t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if strings.HasSuffix(to, ".zip") {
		z := zip.NewWriter(file)
		if w, err := z.Create(in.program); err == nil {
			_, _ = w.Write(data)
		}
		err = z.Close()
	} else {
		g := gzip.NewWriter(file)
		a := tar.NewWriter(g)
		if a.WriteHeader(&tar.Header{Name: in.program, Mode: 0o755, Size: int64(len(data))}) == nil {
			_, _ = a.Write(data)
		}
		if err = a.Close(); err == nil {
			err = g.Close()
		}
	}
	if err != nil {
		in.t.Fatal(err)
	}
}

func (in *installer) builds(to, source string) {
	in.t.Helper()
	file := filepath.Join(in.t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		in.t.Fatal(err)
	}
	cmd := exec.CommandContext(in.t.Context(), "go", "build", "-trimpath", "-o", to, file)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		in.t.Fatalf("%s%v", out, err)
	}
}
