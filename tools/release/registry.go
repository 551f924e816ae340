package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/google/jsonschema-go/jsonschema"
)

// registrySchema is the form of server.json that the registry of MCP servers accepts. `.ci/shops` checks against it.
const registrySchema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"

// registryName returns the server's name in the registry: the owner's name space on the forge, and our name in it. The
// npm package contains the same name, which proves to the registry that both have the same owner.
func registryName(called map[string]string) string {
	return "io.github." + called["OWNER"] + "/" + called["REPO"]
}

// writeRegistry makes the entry for the registry of MCP servers, from a folder with the archives of a release.
func writeRegistry(folder, to string) error {
	all, err := archives(folder)
	if err != nil {
		return err
	}
	called, err := names("OWNER", "REPO", "SUMMARY", "HOMEPAGE", "NPM_NAME")
	if err != nil {
		return err
	}
	return writeJSON(to, map[string]any{
		"$schema": registrySchema, "name": registryName(called), "title": "Consider", "description": called["SUMMARY"], "version": all[0].Version,
		"websiteUrl": called["HOMEPAGE"], "repository": map[string]string{"url": called["HOMEPAGE"], "source": "github"},
		"packages": []any{map[string]any{
			"registryType": "npm", "identifier": called["NPM_NAME"], "version": all[0].Version, "runtimeHint": "npx",
			"transport":        map[string]string{"type": "stdio"},
			"packageArguments": []any{map[string]string{"type": "positional", "value": "mcp"}},
		}},
	})
}

func writeJSON(to string, value any) error {
	data, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(to, append(data, '\n'), 0o644)
}

// checkJSON returns an error that says where a JSON file does not match a JSON schema.
func checkJSON(file, schema string) error {
	var s jsonschema.Schema
	if err := readJSON(schema, &s); err != nil {
		return err
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		return fmt.Errorf("the schema %s: %w", schema, err)
	}
	var value any
	if err := readJSON(file, &value); err != nil {
		return err
	}
	if err := resolved.Validate(value); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

func readJSON(file string, into any) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}
