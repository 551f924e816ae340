package main

import (
	_ "embed"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
)

//go:embed npm.js
var launcher []byte

// npmName maps Go's names of systems and processors to npm's.
var npmName = map[string]string{"linux": "linux", "darwin": "darwin", "windows": "win32", "amd64": "x64", "arm64": "arm64"}

// writeNpm makes npm packages from a folder with the archives of a release: one for each system, with the program in
// it, and one that depends on all of them and starts the one that npm installed.
func writeNpm(folder, to string) error {
	all, err := archives(folder)
	if err != nil {
		return err
	}
	called, err := names("NPM_NAME", "SUMMARY", "HOMEPAGE", "OWNER", "REPO")
	if err != nil {
		return err
	}
	main := called["NPM_NAME"]
	base := map[string]any{
		"license": "Apache-2.0", "name": main, "description": called["SUMMARY"], "homepage": called["HOMEPAGE"],
		"repository": map[string]string{"type": "git", "url": "git+" + called["HOMEPAGE"] + ".git"},
	}
	parts := map[string]string{}
	for _, a := range all {
		part := main + "-" + npmName[a.System] + "-" + npmName[a.Arch]
		parts[part] = a.Version
		if err := unpack(filepath.Join(folder, a.File), filepath.Join(to, part)); err != nil {
			return err
		}
		about := map[string]any{"name": part, "version": a.Version, "os": []string{npmName[a.System]}, "cpu": []string{npmName[a.Arch]}}
		if err := writePackage(filepath.Join(to, part), base, about); err != nil {
			return err
		}
	}
	whole := filepath.Join(to, main)
	if err := os.MkdirAll(filepath.Join(whole, "bin"), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(whole, "bin/consider.js"), launcher, 0o755); err != nil {
		return err
	}
	return writePackage(whole, base, map[string]any{
		"mcpName": registryName(called), "version": all[0].Version, "bin": map[string]string{"consider": "bin/consider.js"},
		"engines": map[string]string{"node": ">=18"}, "optionalDependencies": parts,
	})
}

// unpack extracts an archive into a folder. The tar of Windows and macOS reads zip too; Linux's does not.
func unpack(file, to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	cmd := exec.Command("tar", "-xzf", file, "-C", to)
	if filepath.Ext(file) == ".zip" {
		cmd = exec.Command("unzip", "-q", "-o", file, "-d", to)
	}
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

func writePackage(folder string, base, about map[string]any) error {
	all := maps.Clone(base)
	maps.Copy(all, about)
	return writeJSON(filepath.Join(folder, "package.json"), all)
}
