package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/goccy/go-yaml"
)

const (
	securityRequirements = ".github/asvs.yaml"
	securityPage         = ".github/SECURITY-ASVS.md"
)

// requirements is one table of the security page. The comment of asvs.yaml explains the fields.
type requirements struct {
	Title        string
	Requirements []struct {
		ID, Topic, State, How string
		Tests                 []string
	}
}

// writeSecurityPage returns the page of the security requirements.
func writeSecurityPage() ([]byte, error) {
	root, err := findRoot()
	if err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(filepath.Join(root, securityRequirements))
	if err != nil {
		return nil, err
	}
	var tables []requirements
	if err := yaml.UnmarshalWithOptions(raw, &tables, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("%s: %w", securityRequirements, err)
	}
	return render("security.md", tables)
}

// findRoot returns the root of the repository: the nearest folder with a go.mod.
func findRoot() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, statErr := os.Stat(filepath.Join(dir, "go.mod")); statErr == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			err = errors.New("could not find go.mod, run the command in the repository")
		}
		dir = filepath.Dir(dir)
	}
	return "", err
}
