package agents

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hosted makes this test binary an extension host that starts a command as extensions do. askedStarter makes it
// report its starter to a file, or for "-" to standard output.
const hosted, askedStarter, apart, orphaned = "AGENTS_HOSTED", "AGENTS_STARTER", "AGENTS_APART", "AGENTS_ORPHANED"

func init() {
	if os.Getenv(hosted) != "" {
		os.Exit(host(strings.Split(os.Getenv(hosted), "^")))
	}
	if os.Getenv(askedStarter) != "" {
		sayStarter()
	}
}

// host starts a command whose standard input is a socket that this process made.
func host(command []string) int {
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return 1
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = []string{askedStarter + "=" + os.Getenv(askedStarter), orphaned + "=" + os.Getenv(orphaned), "PATH=/usr/bin:/bin"}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.NewFile(uintptr(ends[1]), "in"), os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: os.Getenv(apart) != ""}
	if cmd.Run() != nil {
		return 1
	}
	return 0
}

func sayStarter() {
	var buf [4096]byte
	for os.Getenv(orphaned) != "" {
		if name, _, _ := status(os.Getppid(), buf[:]); name != "sh" {
			break
		}
		time.Sleep(time.Millisecond)
	}
	by, name := StartedBy(Above, "")
	out := map[Starter]string{Hidden: "hidden", Other: "other", Editor: "editor"}[by] + " " + name + "\n"
	if to := os.Getenv(askedStarter); to != "-" {
		_ = os.WriteFile(to+".new", []byte(out), 0o600)
		_ = os.Rename(to+".new", to)
	} else {
		_, _ = os.Stdout.WriteString(out)
	}
	os.Exit(0)
}

// A shell leaves no trace when it becomes the command that it runs, but that command's input and session still
// differ.
func TestTheSystemTellsWhatStartedABackEnd(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	node := []string{"node", "/x/out/bootstrap-fork", "--type=extensionHost"}
	for name, c := range map[string]struct {
		host    []string
		command string
		env     string
		want    string
	}{
		"an extension's own":                  {node, self, "", "editor node"},
		"of a desktop from snap":              {[]string{"/proc/self/exe", "--type=utility"}, self, "", "editor code"},
		"a shell":                             {node, "sh^-c^" + self + "; true", "", "other sh"},
		"a shell that became it":              {node, "sh^-c^exec " + self + " </dev/null", "", "other node"},
		"env -i":                              {node, "sh^-c^exec env -i " + askedStarter + "=- " + self + " </dev/null", "", "other node"},
		"a pipe":                              {node, "sh^-c^cat </dev/null | " + self, "", "other sh"},
		"a terminal's shell that became it":   {node, self, apart + "=1", "other node"},
		"env -i in a terminal":                {node, "sh^-c^env -i " + askedStarter + "=- " + self + "; true", apart + "=1", "other sh"},
		"a process that no editor started":    {[]string{"robot"}, self, "", "other robot"},
		"a script that only says it was told": {node, "sh^-c^CONSIDER_STARTED=sh " + self + " serve; true", "", "other sh"},
		"double-forked":                       {node, "sh^-c^( " + self + " & )", orphaned + "=1", "other"},
	} {
		t.Run(name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "code")
			copyFile(t, self, program)
			cmd := exec.Command(program)
			to := "-"
			if strings.HasPrefix(c.env, orphaned) {
				to = filepath.Join(t.TempDir(), "answer")
			}
			cmd.Args, cmd.Env = c.host, []string{hosted + "=" + c.command, askedStarter + "=" + to, c.env, "PATH=/usr/bin:/bin"}
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if to != "-" {
				eventually(t, "it answers", func() bool { out, err = os.ReadFile(to); return err == nil })
			}
			if !strings.HasPrefix(string(out), c.want) {
				t.Errorf("got %q, want %q", out, c.want)
			}
		})
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}
