package main

import "debug/buildinfo"

// writeSBOM writes the modules from which a program was linked, according to its build information, in CycloneDX's
// form.
func writeSBOM(program, to string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	parts := []map[string]string{library("std", info.GoVersion, info.GoVersion[len("go"):])}
	for _, m := range info.Deps {
		for m.Replace != nil {
			m = m.Replace
		}
		parts = append(parts, library(m.Path, m.Version, m.Version))
	}
	return writeJSON(to, map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "components": parts,
		"metadata": map[string]any{"component": map[string]string{"type": "application", "name": "consider"}},
	})
}

func library(path, version, release string) map[string]string {
	return map[string]string{"type": "library", "name": path, "version": version, "purl": "pkg:golang/" + path + "@" + release}
}
