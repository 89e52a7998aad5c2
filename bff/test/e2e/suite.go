// Package e2e tests the croupier binary over HTTP with JSON specs of requests and responses,
// upstream faults and several processes. Apart from its tests, it imports no package of the server.
//
// A spec is a file below specs/. Its steps share cookies, variables and a mock world.
// Adding a spec needs no Go code.
package e2e

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"croupier/configs"
)

// Suite is the testing.TB of the servers that tests share. They run until End. Dir is its folder.
type Suite struct {
	testing.TB // nil, so helpers may call only the methods below

	Dir      string
	Broken   bool // a server failed
	folders  int
	cleanups []func()
}

// Helper does nothing.
func (s *Suite) Helper() {}

// Cleanup registers a function that End calls.
func (s *Suite) Cleanup(f func()) { s.cleanups = append(s.cleanups, f) }

// Failed reports whether there was an error.
func (s *Suite) Failed() bool { return s.Broken }

// Fatal ends the tests.
func (s *Suite) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

// Fatalf is Fatal with a format.
func (s *Suite) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// Logf prints to standard error.
func (s *Suite) Logf(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }

// Errorf prints an error and marks the suite as broken.
func (s *Suite) Errorf(format string, args ...any) {
	s.Broken = true
	s.Logf(format, args...)
}

// TempDir returns a new folder in Dir.
func (s *Suite) TempDir() string {
	s.folders++
	dir := filepath.Join(s.Dir, strconv.Itoa(s.folders))
	if err := os.Mkdir(dir, 0o700); err != nil {
		s.Fatal(err)
	}
	return dir
}

// End stops everything, the newest server first.
func (s *Suite) End() {
	for len(s.cleanups) > 0 {
		last := s.cleanups[len(s.cleanups)-1]
		s.cleanups = s.cleanups[:len(s.cleanups)-1]
		last()
	}
}

// Brand is a brand of a generated configuration with a separate platform.
type Brand struct {
	ID       string         // also the name of the upstream, the host is ID.test
	Upstream map[string]any // settings of the upstream (configs/production.example.yaml)
	Settings map[string]any // additional settings of the brand, which replace generated ones
}

// Host returns the host of the brand.
func (b *Brand) Host() string { return b.ID + ".test" }

// WriteConfig writes a configuration with the given brands into dir and returns its server file.
// Files are JSON, which is YAML.
func WriteConfig(dir string, brands []Brand) (file string, err error) {
	upstreams := map[string]any{}
	for i, b := range brands {
		upstreams[b.ID] = b.Upstream
		folder := filepath.Join(dir, "brands", b.ID)
		for _, part := range []string{"datas", "logo"} { // copied from a demo brand
			files, err := fs.Sub(configs.FS, "brands/zephyr/"+part)
			if err == nil {
				err = os.CopyFS(filepath.Join(folder, part), files)
			}
			if err != nil {
				return "", fmt.Errorf("could not write brand %s: %w", b.ID, err)
			}
		}
		settings := map[string]any{
			"id": b.ID, "name": b.ID, "tagline": map[string]string{"tr": b.ID}, "hosts": []string{b.Host()},
			"site_id": i + 1, "upstream": b.ID,
			"languages": []any{map[string]any{"id": 1, "title": "TR", "lang": "tr"}},
			"theme":     plainTheme(),
			"legal": map[string]any{
				"minimum_age": 18, "licence": map[string]string{"tr": "-"}, "notice": map[string]string{"tr": "-"},
			},
		}
		maps.Copy(settings, b.Settings)
		if err := writeJSON(filepath.Join(folder, "brand.yaml"), settings); err != nil {
			return "", err
		}
	}
	file = filepath.Join(dir, "croupier.yaml")
	return file, writeJSON(file, map[string]any{"profile": "demo", "brands": "brands", "upstreams": upstreams})
}

func plainTheme() map[string]any {
	palette := func(bg, text string) map[string]string {
		return map[string]string{
			"bg": bg, "surface": bg, "surface_raised": bg, "line": text, "text": text, "text_dim": text, "accent": text,
			"on_accent": bg, "positive": text, "negative": text, "warning": text, "focus": text,
		}
	}
	const black, white = "#000000", "#FFFFFF"
	return map[string]any{
		"default_mode": "dark", "hero": "split", "radius": 0,
		"fonts": map[string]string{
			"display": "Inter Variable", "text": "Inter Variable", "arabic": "IBM Plex Sans Arabic",
		},
		"gradient": map[string]string{"from": black, "to": black},
		"modes":    map[string]any{"dark": palette(black, white), "light": palette(white, black)},
	}
}

func writeJSON(file string, v any) error {
	raw, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("could not write %s: %w", file, err)
	}
	return os.WriteFile(file, raw, 0o600)
}
