package games

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"sync"
)

//go:embed assets
var assetFiles embed.FS

// mediaTypes does not depend on the machine, whose table may have text/plain for scripts.
var mediaTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".csv": "text/csv; charset=utf-8", ".svg": "image/svg+xml",
}

// assetVersion is the hash of all files, since modules import one another.
var assetVersion = sync.OnceValue(func() string {
	sum := sha256.New()
	_ = fs.WalkDir(assetFiles, "assets", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			raw, _ := assetFiles.ReadFile(name) // embedded
			sum.Write(append([]byte(name), raw...))
		}
		return err
	})
	return hex.EncodeToString(sum.Sum(nil)[:8])
})

// assetPath is the path of the current version of a file.
func assetPath(file string) string { return Prefix + "assets/" + assetVersion() + "/" + file }

// stylesOf returns the paths of the style sheets of a folder, by name.
func stylesOf(folder string) (paths []string) {
	names, _ := fs.Glob(assetFiles, "assets/"+folder+"/*.css") // the pattern is valid
	for _, name := range names {
		paths = append(paths, assetPath(folder+"/"+path.Base(name)))
	}
	return paths
}

// serveAsset serves a file as immutable under its version. Under the version of another build it
// serves the current file, uncached.
func serveAsset(w http.ResponseWriter, r *http.Request) {
	name := "assets/" + r.PathValue("file")
	if info, err := fs.Stat(assetFiles, name); err != nil || info.IsDir() {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", mediaTypes[path.Ext(name)])
	w.Header().Set("Cache-Control", "no-store")
	if r.PathValue("version") == assetVersion() {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	http.ServeFileFS(w, r, assetFiles, name)
}
