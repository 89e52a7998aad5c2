package site

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

// routes are the pages that the player site has, as patterns such as
// "/slot/category/:categoryID". Any other path is a not-found page with its status.
type routes [][]string

// readRoutes reads routes.json, which the site's build writes from its table of paths.
func readRoutes(dist fs.FS) (routes, error) {
	raw, err := fs.ReadFile(dist, "routes.json")
	if err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	var table struct {
		Patterns []string `json:"patterns"`
	}
	if err := json.Unmarshal(raw, &table); err != nil {
		return nil, fmt.Errorf("site: routes.json: %w", err)
	}
	out := make(routes, len(table.Patterns))
	for i, p := range table.Patterns {
		out[i] = segments(p)
	}
	return out, nil
}

// has tells whether path is one of the pages. A trailing slash is forgiven.
func (r routes) has(path string) bool {
	got := segments(path)
	for _, want := range r {
		if matches(want, got) {
			return true
		}
	}
	return false
}

func matches(want, got []string) bool {
	if len(want) != len(got) {
		return false
	}
	for i, w := range want {
		if !strings.HasPrefix(w, ":") && w != got[i] {
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
