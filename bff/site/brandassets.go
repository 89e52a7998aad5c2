package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"time"

	"croupier/bff"
)

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
