//go:build !windows

package programs

import (
	"os"
	"os/user"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"consider/internal/lazy"
)

// desktopOpener is another program in a build for tests.
var desktopOpener = "/usr/bin/xdg-open"

func opener(getenv func(string) string) (program string, args, env []string) {
	account, err := user.LookupId(strconv.Itoa(os.Getuid())) // user.Current may believe the environment
	if err != nil {
		return "", nil, nil
	}
	env = desktopEnv(getenv, account, "/run/user/"+account.Uid)
	switch {
	case runtime.GOOS == "darwin":
		return "/usr/bin/open", nil, env
	case !slices.ContainsFunc(env, func(pair string) bool { return strings.Contains(pair, "DISPLAY=") }):
		return "", nil, nil
	}
	return desktopOpener, nil, env
}

// desktopEnv is the environment of the opener. running is the folder in which the account's session has its sockets. A
// display elsewhere, or at a path that was chosen, is not the person's.
func desktopEnv(getenv func(string) string, account *user.User, running string) []string {
	env := []string{"HOME=" + account.HomeDir, "USER=" + account.Username, "LOGNAME=" + account.Username, "PATH=/usr/local/bin:/usr/bin:/bin"}
	if screen := getenv("DISPLAY"); lazy.Regexp(`^:\d+(\.\d+)?$`)().MatchString(screen) {
		env = append(env, "DISPLAY="+screen)
		if key := getenv("XAUTHORITY"); key != "" {
			env = append(env, "XAUTHORITY="+key)
		}
	}
	info, err := os.Stat(running)
	if err != nil {
		return env
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); !ok || strconv.Itoa(int(owner.Uid)) != account.Uid || !info.IsDir() {
		return env
	}
	env = append(env, "XDG_RUNTIME_DIR="+running, "DBUS_SESSION_BUS_ADDRESS=unix:path="+running+"/bus")
	if screen := getenv("WAYLAND_DISPLAY"); screen != "" && !strings.ContainsAny(screen, "/") {
		env = append(env, "WAYLAND_DISPLAY="+screen)
	}
	return env
}
