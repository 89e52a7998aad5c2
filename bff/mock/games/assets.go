package games

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"croupier/bff/mock/webpage"
)

//go:embed assets
var assetFiles embed.FS

var mediaTypes = map[string]string{
	".js":  "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".csv": "text/csv; charset=utf-8",
	".svg": "image/svg+xml",
}

type asset struct {
	media       string
	plain, gzip []byte
}

type assetSet struct {
	version string // hash of all files, since modules import one another
	files   map[string]asset
}

var assets = sync.OnceValue(func() assetSet {
	set := assetSet{files: map[string]asset{}}
	sum := sha256.New()
	err := fs.WalkDir(assetFiles, "assets", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := assetFiles.ReadFile(name)
		if err != nil {
			return err
		}
		sum.Write([]byte(name))
		sum.Write(raw)
		if media, ok := mediaTypes[path.Ext(name)]; ok {
			set.files[strings.TrimPrefix(name, "assets/")] = asset{media: media, plain: raw, gzip: webpage.Compressed(raw)}
		}
		return nil
	})
	if err != nil {
		panic(err) // embedded files: fails in every test or never
	}
	set.version = hex.EncodeToString(sum.Sum(nil)[:8])
	return set
})

// assetPath is the path of the current version of a file.
func assetPath(file string) string { return Prefix + "assets/" + assets().version + "/" + file }

// stylesOf returns the paths of the style sheets of a folder, by name.
func stylesOf(folder string) []string {
	var paths []string
	for name := range assets().files {
		if path.Dir(name) == folder && path.Ext(name) == ".css" {
			paths = append(paths, assetPath(name))
		}
	}
	slices.Sort(paths)
	return paths
}

// serveAsset serves a file as immutable under its version. Under the version of another build it
// serves the current file, uncached.
func serveAsset(w http.ResponseWriter, r *http.Request) {
	set := assets()
	file, ok := set.files[r.PathValue("file")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	head := w.Header()
	head.Set("Content-Type", file.media)
	head.Set("Vary", "Accept-Encoding")
	if r.PathValue("version") == set.version {
		head.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		head.Set("Cache-Control", "no-store")
	}
	body := file.plain
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		head.Set("Content-Encoding", "gzip")
		body = file.gzip
	}
	_, _ = w.Write(body) // fails only if the client has gone
}
