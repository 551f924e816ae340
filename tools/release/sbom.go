package main

import "debug/buildinfo"

type component struct {
	Type    string `json:"type"`
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Purl    string `json:"purl,omitempty"`
}

// writeSBOM writes the modules from which a program was linked, according to its build information, in CycloneDX's
// form.
func writeSBOM(program, to string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	type metadata struct {
		Component component `json:"component"`
	}
	bill := struct {
		Format      string      `json:"bomFormat"`
		SpecVersion string      `json:"specVersion"`
		Version     int         `json:"version"`
		Metadata    metadata    `json:"metadata"`
		Components  []component `json:"components"`
	}{Format: "CycloneDX", SpecVersion: "1.6", Version: 1, Metadata: metadata{component{Type: "application", Name: "consider"}}}
	bill.Components = append(bill.Components, component{"library", "std", info.GoVersion, "pkg:golang/std@" + info.GoVersion[len("go"):]})
	for _, m := range info.Deps {
		for m.Replace != nil {
			m = m.Replace
		}
		bill.Components = append(bill.Components, component{"library", m.Path, m.Version, "pkg:golang/" + m.Path + "@" + m.Version})
	}
	return writeJSON(to, bill)
}
