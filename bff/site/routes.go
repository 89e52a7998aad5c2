package site

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

// routes are the page patterns of the player site, split into segments. A pattern is a path such
// as "/slot/category/:categoryID". Pages at other paths have the status 404.
type routes [][]string

// readRoutes reads routes.json, which the build of the site writes.
func readRoutes(dist fs.FS) (routes, error) {
	raw, err := fs.ReadFile(dist, "routes.json")
	if err != nil {
		return nil, fmt.Errorf("site: read routes.json: %w", err)
	}
	var table struct {
		Patterns []string `json:"patterns"`
	}
	if err := json.Unmarshal(raw, &table); err != nil {
		return nil, fmt.Errorf("site: decode routes.json: %w", err)
	}
	out := make(routes, len(table.Patterns))
	for i, p := range table.Patterns {
		out[i] = segments(p)
	}
	return out, nil
}

// match returns the pattern that path matches as a path: pages of one pattern are the same. It ignores
// a trailing slash.
func (r routes) match(path string) (page string, ok bool) {
	got := segments(path)
	for _, pattern := range r {
		if matchSegments(pattern, got) {
			return "/" + strings.Join(pattern, "/"), true
		}
	}
	return "", false
}

func matchSegments(pattern, path []string) bool {
	if len(pattern) != len(path) {
		return false
	}
	for i, p := range pattern {
		if !strings.HasPrefix(p, ":") && p != path[i] {
			return false
		}
	}
	return true
}

func segments(path string) []string {
	path = strings.Trim(path, "/")
	if path == "" {
		return nil
	}
	return strings.Split(path, "/")
}
