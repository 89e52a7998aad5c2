package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"

	"croupier/bff"
	"croupier/bff/internal/compression"
)

// file is a file of the build in memory.
type file struct {
	contentType string
	etag        string
	variants    *variants // nil if the file is not compressible
	raw         []byte    // served if variants is nil
}

// serverFiles are the files of a build that are not served to browsers.
var serverFiles = []string{"index.html", "routes.json", "preload.json", shellName, workerPath[1:]}

// brotliSuffix ends the names of files that the build compressed and left out otherwise.
const brotliSuffix = ".br"

// readFiles reads the served files of the build into memory. The keys are URL paths.
func readFiles(dist fs.FS) (map[string]*file, error) {
	out := map[string]*file{}
	err := fs.WalkDir(dist, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if hidden := len(name) > 1 && strings.HasPrefix(path.Base(name), "."); hidden && d.IsDir() {
			return fs.SkipDir
		} else if d.IsDir() || hidden || slices.Contains(serverFiles, name) {
			return nil
		}
		raw, err := fs.ReadFile(dist, name)
		if err != nil {
			return err
		}
		name, packed := strings.CutSuffix(name, brotliSuffix)
		f := &file{contentType: contentType(name), etag: `"` + digest(raw) + `"`, raw: raw}
		switch {
		case packed:
			f.variants = newPackedVariants(raw)
		case compressible(f.contentType):
			f.variants = newVariants(raw)
		}
		if f.variants != nil {
			f.etag = "W/" + f.etag // weak because all encodings share the tag
		}
		out["/"+name] = f
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("site: read build: %w", err)
	}
	return out, nil
}

// serve serves the file. Names below /assets/ contain a hash of the content and are cached
// indefinitely; other files are revalidated.
func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("ETag", f.etag)
	if strings.HasPrefix(r.URL.Path, "/assets/") {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		h.Set("Cache-Control", "no-cache")
	}
	body := f.raw
	if f.variants != nil {
		h.Set("Vary", "Accept-Encoding")
		e := compression.Accepted(r.Header.Get("Accept-Encoding"))
		body = f.variants[e]()
		if e != compression.Identity {
			h.Set("Content-Encoding", e.String())
			h.Set("Content-Length", strconv.Itoa(len(body))) // ServeContent omits it if there is a Content-Encoding
		}
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// contentType returns the media type of a file name. It lists the types of a build because the
// table of package mime depends on the machine.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".json", ".webmanifest":
		return "application/json"
	case ".woff2":
		return "font/woff2"
	case ".woff":
		return "font/woff"
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	return "application/octet-stream"
}

func compressible(contentType string) bool {
	return strings.HasPrefix(contentType, "text/") || contentType == "application/json" || contentType == "image/svg+xml"
}

// fileCompressor compresses files, once.
var fileCompressor = compression.NewCompressor(compression.Levels{Gzip: 9, Brotli: 9})

// variants are the encodings of one file. Each is made at its first request.
type variants [compression.Encodings]func() []byte

func newVariants(raw []byte) *variants {
	v := variants{compression.Identity: func() []byte { return raw }}
	for e := compression.Gzip; e < compression.Encodings; e++ {
		v[e] = sync.OnceValue(func() []byte { return fileCompressor.Compress(e, raw) })
	}
	return &v
}

// newPackedVariants returns the variants of a file that the build compressed with Brotli.
func newPackedVariants(packed []byte) *variants {
	raw := sync.OnceValue(func() []byte {
		b, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
		if err != nil {
			panic("site: decompress a file of the build: " + err.Error()) // the binary is damaged
		}
		return b
	})
	return &variants{
		compression.Identity: raw,
		compression.Gzip:     sync.OnceValue(func() []byte { return fileCompressor.Compress(compression.Gzip, raw()) }),
		compression.Brotli:   func() []byte { return packed },
	}
}

// assetPath returns the URL path of a brand's asset. The version in the query is a hash of the
// content, so that browsers may cache the asset indefinitely.
func assetPath(b *bff.Brand, name string) string {
	return "/brand/" + name + "?v=" + digest(b.Assets[name])
}

func digest(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:6])
}

// serveAsset serves /brand/NAME from the assets of the brand.
func serveAsset(w http.ResponseWriter, r *http.Request, b *bff.Brand) {
	name := strings.TrimPrefix(r.URL.Path, "/brand/")
	raw, ok := b.Assets[name]
	if !ok {
		notFound(w, r)
		return
	}
	h := w.Header()
	if isIcon(name) {
		h.Set("Content-Type", "image/png")
	} else {
		h.Set("Content-Type", "image/svg+xml")
	}
	h.Set("X-Content-Type-Options", "nosniff")
	// An SVG opened as a document must not run scripts on this origin.
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	version := digest(raw)
	h.Set("ETag", `"`+version+`"`)
	if r.URL.Query().Get("v") == version {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		h.Set("Cache-Control", "public, max-age=300")
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(raw))
}
