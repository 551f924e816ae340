package commands

import (
	"path/filepath"

	"consider/internal/memory/keep"
)

// memoryKeys returns the places where the key of a secret memory may be stored. Outside of a desktop session, Linux has
// no keyring; asking for it would start a message bus.
func memoryKeys(getenv func(string) string, system string) keep.Keys {
	var out keep.Keys
	// For an "autolaunch:" address the library would run a program from PATH.
	bus := getenv("DBUS_SESSION_BUS_ADDRESS")
	if system == "darwin" || system == "windows" || bus != "" && bus != "autolaunch:" {
		out.Keyring = keep.SystemKeyring{}
	}
	if dir := configFolder(getenv, system); filepath.IsAbs(dir) {
		out.File = filepath.Join(dir, "consider", "memory.key")
	}
	return out
}

// stateFolder returns where programs keep what is neither settings nor a cache, "" when the environment does not say.
func stateFolder(getenv func(string) string, system string) string {
	dir := configFolder(getenv, system)
	switch system {
	case "darwin":
	case "windows":
		dir = getenv("LocalAppData")
	default:
		if dir = getenv("XDG_STATE_HOME"); !filepath.IsAbs(dir) && getenv("HOME") != "" {
			dir = filepath.Join(getenv("HOME"), ".local", "state")
		}
	}
	if !filepath.IsAbs(dir) {
		return ""
	}
	return dir
}

// configFolder returns where programs keep a person's settings, "" when the environment does not say.
func configFolder(getenv func(string) string, system string) string {
	home, chosen := getenv("HOME"), getenv("XDG_CONFIG_HOME")
	switch {
	case system == "windows":
		return getenv("AppData")
	case system != "darwin" && filepath.IsAbs(chosen):
		return chosen
	case home == "":
		return ""
	case system == "darwin":
		return filepath.Join(home, "Library", "Application Support")
	}
	return filepath.Join(home, ".config")
}
