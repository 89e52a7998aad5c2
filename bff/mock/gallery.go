package mock

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"croupier/bff/mock/webpage"
	"croupier/bff/mock/world"
)

// maxGalleryBytes bounds the pictures in memory, compressed: more than one seed's.
const maxGalleryBytes = 16 << 20

// picture is a compressed SVG file.
type picture struct {
	gzip []byte
	etag string
}

// gallery draws pictures on request and holds them until they exceed the bound.
type gallery struct {
	mu    sync.Mutex
	byKey map[string]*picture
	bytes int
}

// get returns the picture of a kind and key in a catalogue, or nil.
func (g *gallery) get(c *world.Catalogue, kind, key string) *picture {
	full := fmt.Sprintf("%d/%s/%s", c.Seed, kind, key)
	g.mu.Lock()
	p := g.byKey[full]
	g.mu.Unlock()
	if p != nil {
		return p
	}
	svg := draw(c, kind, key)
	if svg == nil {
		return nil
	}
	p = &picture{webpage.Compressed(svg), etagOf(svg)}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.bytes += len(p.gzip); g.byKey == nil || g.bytes > maxGalleryBytes {
		g.byKey, g.bytes = map[string]*picture{}, len(p.gzip)
	}
	g.byKey[full] = p
	return p
}

// showPicture serves a picture. Its address has the seed, so that browsers may cache it
// without end.
func (c *Casino) showPicture(g *gin.Context) {
	g.Header("Access-Control-Allow-Origin", "*")
	g.Header("Cross-Origin-Resource-Policy", "cross-origin")
	key, ok := strings.CutSuffix(g.Param("file"), ".svg")
	var p *picture
	if ok {
		p = c.gallery.get(c.worlds.version(g.Query("v")), g.Param("kind"), key)
	}
	if p == nil {
		g.Status(http.StatusNotFound)
		return
	}
	g.Header("ETag", p.etag)
	g.Header("Vary", "Accept-Encoding")
	g.Header("Cache-Control", "public, max-age=31536000, immutable")
	g.Header("Content-Type", svgType)
	g.Header("X-Content-Type-Options", "nosniff")
	// A picture that is opened as a document must not run anything.
	g.Header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	if strings.Contains(g.GetHeader("If-None-Match"), p.etag) {
		g.Status(http.StatusNotModified)
		return
	}
	sendCompressed(g, svgType, p.gzip)
}

const svgType = "image/svg+xml; charset=utf-8"

// etagOf returns the ETag of a file.
func etagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:10]) + `"`
}

// sendCompressed sends a compressed body, decompressed if the client does not accept gzip.
func sendCompressed(g *gin.Context, media string, packed []byte) {
	g.Header("Vary", "Accept-Encoding")
	if strings.Contains(g.GetHeader("Accept-Encoding"), "gzip") {
		g.Header("Content-Encoding", "gzip")
		g.Data(http.StatusOK, media, packed)
		return
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		g.Status(http.StatusInternalServerError)
		return
	}
	g.DataFromReader(http.StatusOK, -1, media, z, nil)
}
