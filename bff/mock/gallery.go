package mock

import (
	"bytes"
	"compress/gzip"
	"container/list"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"croupier/bff/mock/world"
)

// Bounds of what the gallery keeps: every cover, table and slide of one seed, compressed.
const (
	galleryEntries = 1500
	galleryBytes   = 16 << 20
)

// drawing is a picture ready to be sent.
type drawing struct {
	key  string
	gzip []byte
	etag string
}

// gallery draws pictures when they are first asked for and keeps the last ones.
type gallery struct {
	catalogue func(version string) *world.Catalogue
	mu        sync.Mutex
	byKey     map[string]*list.Element
	recent    *list.List // of *drawing, the newest use first
	bytes     int
}

func newGallery(catalogue func(string) *world.Catalogue) *gallery {
	return &gallery{catalogue: catalogue, byKey: map[string]*list.Element{}, recent: list.New()}
}

// get gives the picture of a kind and key in a catalogue; nil where there is none.
func (g *gallery) get(c *world.Catalogue, kind, key string) (*drawing, error) {
	full := fmt.Sprintf("%d/%s/%s", c.Seed, kind, key)
	g.mu.Lock()
	if e, ok := g.byKey[full]; ok {
		g.recent.MoveToFront(e)
		g.mu.Unlock()
		return e.Value.(*drawing), nil
	}
	g.mu.Unlock()

	svg := draw(c, kind, key)
	if svg == nil {
		return nil, nil
	}
	d, err := compressed(full, svg)
	if err != nil {
		return nil, err
	}
	g.keep(d)
	return d, nil
}

func compressed(key string, svg []byte) (*drawing, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("mock: compressing %s: %w", key, err)
	}
	if _, err := w.Write(svg); err != nil {
		return nil, fmt.Errorf("mock: compressing %s: %w", key, err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("mock: compressing %s: %w", key, err)
	}
	sum := sha256.Sum256(svg)
	return &drawing{key: key, gzip: b.Bytes(), etag: `"` + hex.EncodeToString(sum[:10]) + `"`}, nil
}

func (g *gallery) keep(d *drawing) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, ok := g.byKey[d.key]; ok {
		return
	}
	g.byKey[d.key] = g.recent.PushFront(d)
	g.bytes += len(d.gzip)
	for g.bytes > galleryBytes || len(g.byKey) > galleryEntries {
		e := g.recent.Back()
		old := g.recent.Remove(e).(*drawing)
		delete(g.byKey, old.key)
		g.bytes -= len(old.gzip)
	}
}

// picture serves a drawing. Its address names the seed, so browsers may keep it for good.
func (c *Casino) picture(g *gin.Context) {
	g.Header("Access-Control-Allow-Origin", "*")
	g.Header("Cross-Origin-Resource-Policy", "cross-origin")
	key, ok := strings.CutSuffix(g.Param("file"), ".svg")
	if !ok {
		g.Status(http.StatusNotFound)
		return
	}
	d, err := c.art.get(c.art.catalogue(g.Query("v")), g.Param("kind"), key)
	if err != nil || d == nil {
		g.Status(http.StatusNotFound)
		return
	}
	g.Header("ETag", d.etag)
	g.Header("Vary", "Accept-Encoding")
	g.Header("Cache-Control", "public, max-age=31536000, immutable")
	g.Header("Content-Type", "image/svg+xml; charset=utf-8")
	g.Header("X-Content-Type-Options", "nosniff")
	// A drawing opened by itself must not be able to do anything.
	g.Header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	if strings.Contains(g.GetHeader("If-None-Match"), d.etag) {
		g.Status(http.StatusNotModified)
		return
	}
	if strings.Contains(g.GetHeader("Accept-Encoding"), "gzip") {
		g.Header("Content-Encoding", "gzip")
		g.Data(http.StatusOK, "image/svg+xml; charset=utf-8", d.gzip)
		return
	}
	plain, err := gzip.NewReader(bytes.NewReader(d.gzip))
	if err != nil {
		g.Status(http.StatusInternalServerError)
		return
	}
	g.Status(http.StatusOK)
	// A caller who is gone needs no picture; the bytes are the ones that were packed here.
	_, _ = io.Copy(g.Writer, plain) //nolint:gosec // no stranger packed them
}
