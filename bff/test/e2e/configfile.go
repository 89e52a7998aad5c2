package e2e

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"croupier/configs"
)

// Brand is a brand of a generated configuration, with a platform of its own.
type Brand struct {
	ID       string         // also the name of its upstream; its host is ID.test
	Upstream map[string]any // settings of the upstream (configs/production.example.yaml)
	Settings map[string]any // further settings of the brand, which replace the generated ones
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
		for _, part := range []string{"datas", "logo"} { // those of a brand of the demo
			files, err := fs.Sub(configs.FS, "brands/zephyr/"+part)
			if err == nil {
				err = os.CopyFS(filepath.Join(folder, part), files)
			}
			if err != nil {
				return "", fmt.Errorf("write brand %s: %w", b.ID, err)
			}
		}
		settings := map[string]any{
			"id": b.ID, "name": b.ID, "tagline": map[string]string{"tr": b.ID}, "hosts": []string{b.Host()},
			"site_id": i + 1, "upstream": b.ID, "languages": []any{map[string]any{"id": 1, "title": "TR", "lang": "tr"}},
			"theme": plainTheme(),
			"legal": map[string]any{"minimum_age": 18, "licence": map[string]string{"tr": "-"}, "notice": map[string]string{"tr": "-"}},
		}
		maps.Copy(settings, b.Settings)
		if err := writeJSON(filepath.Join(folder, "brand.yaml"), settings); err != nil {
			return "", err
		}
	}
	file = filepath.Join(dir, "croupier.yaml")
	return file, writeJSON(file, map[string]any{"profile": "demo", "brands": "brands", "upstreams": upstreams})
}

// plainTheme returns a theme in black and white.
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
		"fonts":    map[string]string{"display": "Inter Variable", "text": "Inter Variable", "arabic": "IBM Plex Sans Arabic"},
		"gradient": map[string]string{"from": black, "to": black},
		"modes":    map[string]any{"dark": palette(black, white), "light": palette(white, black)},
	}
}

func writeJSON(file string, v any) error {
	raw, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	return os.WriteFile(file, raw, 0o600)
}
