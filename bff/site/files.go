package site

import (
	"bytes"
	"cmp"
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

type file struct {
	contentType string
	etag        string
	variants    *variants // nil if the file is not compressible
	raw         []byte    // served if variants is nil
}

// serverFiles lists the files of a build that are not served to browsers.
var serverFiles = []string{"index.html", "routes.json", "preload.json", shellName, textsName, workerPath[1:]}

// brotliSuffix is the suffix of files that the build stores only in compressed form.
const brotliSuffix = ".br"

// readFiles reads the public files of the build into memory. The keys are URL paths.
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
			f.variants = newVariants(decompress(raw), func() []byte { return raw })
		case strings.HasPrefix(f.contentType, "text/"), slices.Contains(compressible, f.contentType):
			f.variants = newVariants(func() []byte { return raw }, compress(raw))
		}
		if f.variants != nil {
			f.etag = "W/" + f.etag // weak because all encodings share the tag
		}
		out["/"+name] = f
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("could not read the build of the site: %w", err)
	}
	return out, nil
}

// serve serves the file. Browsers cache names below /assets/ indefinitely, because those names
// contain a hash.
func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h, body := w.Header(), f.raw
	if f.variants != nil {
		h.Set("Vary", "Accept-Encoding")
		e := compression.Accepted(r.Header.Get("Accept-Encoding"))
		body = f.variants[e]()
		if e != compression.Identity {
			h.Set("Content-Encoding", e.String())
			h.Set("Content-Length", strconv.Itoa(len(body))) // ServeContent omits it if Content-Encoding is set
		}
	}
	lifetime := revalidated
	if strings.HasPrefix(r.URL.Path, "/assets/") {
		lifetime = immutable
	}
	serveContent(w, r, f.contentType, f.etag, lifetime, body)
}

// Values of Cache-Control.
const (
	immutable   = "public, max-age=31536000, immutable"
	revalidated = "no-cache"
)

// serveContent serves a body, or 304 if the browser has it.
func serveContent(w http.ResponseWriter, r *http.Request, contentType, etag, cacheControl string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", cacheControl)
	h.Set("ETag", etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// contentTypes maps file extensions to media types. The table of package mime depends on the
// machine.
var contentTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".txt": "text/plain; charset=utf-8",
	".svg": "image/svg+xml", ".json": "application/json", ".webmanifest": "application/json",
	".woff2": "font/woff2", ".woff": "font/woff", ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp",
}

func contentType(name string) string {
	ext := path.Ext(name)
	return cmp.Or(contentTypes[ext], mime.TypeByExtension(ext), "application/octet-stream")
}

// compressible lists the compressible types other than text.
var compressible = []string{"application/json", "image/svg+xml"}

// fileCompressor compresses each file once.
var fileCompressor = compression.NewCompressor(compression.Levels{Gzip: 9, Brotli: 9})

// variants are the encodings of one file. Each is created at its first request.
type variants [compression.Encodings]func() []byte

// newVariants returns the variants of a file. Either raw or packed is derived from the other.
func newVariants(raw, packed func() []byte) *variants {
	zipped := func() []byte { return fileCompressor.Compress(compression.Gzip, raw()) }
	return &variants{compression.Identity: raw, compression.Gzip: sync.OnceValue(zipped), compression.Brotli: packed}
}

func compress(raw []byte) func() []byte {
	return sync.OnceValue(func() []byte { return fileCompressor.Compress(compression.Brotli, raw) })
}

func decompress(packed []byte) func() []byte {
	return sync.OnceValue(func() []byte {
		b, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
		if err != nil {
			panic("site: decompress a file of the build: " + err.Error()) // the binary is damaged
		}
		return b
	})
}

// assetPath returns the URL path of a brand's asset. The path contains a hash, so browsers may
// cache the asset indefinitely.
func assetPath(b *bff.Brand, name string) string {
	return "/brand/" + name + "?v=" + digest(b.Assets[name])
}

func digest(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:6])
}

// serveAsset serves /brand/NAME from the assets of the brand, and /brand/media/HASH from the pictures
// of its content.
func serveAsset(w http.ResponseWriter, r *http.Request, b *bff.Brand) {
	name := strings.TrimPrefix(r.URL.Path, "/brand/")
	raw, ok := b.Assets[name]
	media, isMedia := strings.CutPrefix(name, "media/")
	if isMedia {
		raw, ok = b.Media[media]
	}
	if !ok {
		notFound(w, r)
		return
	}
	// An SVG opened as a document must not run scripts on this origin.
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	version, lifetime := digest(raw), "public, max-age=300"
	if isMedia || r.URL.Query().Get("v") == version {
		lifetime = immutable
	}
	serveContent(w, r, contentType(name), `"`+version+`"`, lifetime, raw)
}
